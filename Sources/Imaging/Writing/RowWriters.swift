import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

/// Writes a JPEG file row by row with libjpeg.
final class JPEGRowWriter: RowEncoder {
  private let stream: OutputStream
  private let writer: UnsafeMutablePointer<overscroll_jpeg_writer>

  /// Writes the header, with a resolution in pixels per meter, a block of EXIF, a packet of XMP, and a block of IPTC.
  init(
    _ descriptor: Int32, _ size: PixelSize, quality: Int, _ dots: (x: Int, y: Int),
    exif: [UInt8] = [], xmp: [UInt8] = [], iptc: [UInt8] = []
  ) throws(SystemError) {
    stream = try OutputStream(descriptor)
    let writer = overscroll_jpeg_writer_open(
      stream.pointer, UInt32(size.width), UInt32(size.height), Int32(quality))
    guard let writer else { throw SystemError(ENOMEM) }
    self.writer = writer
    let inch = [dots.x, dots.y].map { (Double($0) * 0.0254).rounded() }
    if inch.allSatisfy({ (1...65535).contains($0) }) {
      // JFIF's number of dots per inch.
      writer.pointee.info.density_unit = 1
      (writer.pointee.info.X_density, writer.pointee.info.Y_density) = (
        UInt16(inch[0]), UInt16(inch[1])
      )
    }
    guard overscroll_jpeg_writer_start(writer) else { throw failure }
    for (number, name, body) in [
      (1, Exif.preamble, exif), (1, MetadataBlocks.xmpName, xmp),
      (13, MetadataBlocks.photoshopName, iptc.isEmpty ? [] : MetadataBlocks.photoshop(iptc)),
    ] as [(Int32, [UInt8], [UInt8])] where !body.isEmpty {
      let marker = name + body
      guard overscroll_jpeg_write_marker(writer, number, marker, UInt32(marker.count)) else {
        throw failure
      }
    }
  }

  deinit { overscroll_jpeg_writer_close(writer) }

  private var failure: SystemError { SystemError(writer.pointee.failure) }

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    guard overscroll_jpeg_write_row(writer, row.baseAddress) else { throw failure }
  }

  func finish() throws(SystemError) {
    guard overscroll_jpeg_writer_finish(writer) else { throw failure }
    try stream.flush()
  }
}

/// Writes a PNG file row by row with libpng.
final class PNGRowWriter: RowEncoder {
  /// Keeps the stream open.
  private let owner: Owner
  private let writer: UnsafeMutablePointer<overscroll_png_writer>

  private enum Owner: ~Copyable {
    case file(OutputStream)
    case memory(MemoryStream)

    var pointer: UnsafeMutablePointer<FILE> {
      switch self {
      case .file(let stream): stream.pointer
      case .memory(let stream): stream.pointer
      }
    }
  }

  /// Writes the header to a file: of samples that PNG can hold, or of sRGB, with a resolution in pixels per meter, a block of EXIF and a
  /// packet of XMP.
  convenience init(
    _ descriptor: Int32, _ size: PixelSize, hasAlpha: Bool, _ dots: (x: Int, y: Int) = (0, 0),
    samples: SampleDescription? = nil, exif: [UInt8] = [], xmp: [UInt8] = []
  ) throws(SystemError) {
    try self.init(
      owner: .file(OutputStream(descriptor)), size, hasAlpha: hasAlpha, dots, samples, exif, xmp)
  }

  /// Writes the header to memory.
  convenience init(_ memory: MemoryStream, _ size: PixelSize, hasAlpha: Bool) throws(SystemError) {
    try self.init(owner: .memory(memory), size, hasAlpha: hasAlpha, (0, 0), nil, [], [])
  }

  private init(
    owner: consuming Owner, _ size: PixelSize, hasAlpha: Bool, _ dots: (x: Int, y: Int),
    _ samples: SampleDescription?, _ exif: [UInt8], _ xmp: [UInt8]
  ) throws(SystemError) {
    self.owner = owner
    let dots = samples?.dotsPerMeter ?? dots
    let file = self.owner.pointer
    let isGray = samples.map { $0.photometric < 2 } ?? false
    let type = (isGray ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB)
    let hasAlpha = samples.map { !$0.extras.isEmpty } ?? hasAlpha
    var layout = overscroll_png_layout(
      width: UInt32(size.width), height: UInt32(size.height), bits: Int32(samples?.bits ?? 8),
      color_type: Int32(type | (hasAlpha ? PNG_COLOR_MASK_ALPHA : 0)), profile: nil,
      profile_length: 0, is_screen: samples == nil,
      transparent: Int32(samples?.transparentGray ?? -1), dots_x: UInt32(dots.x),
      dots_y: UInt32(dots.y), exif: nil, exif_length: UInt32(exif.count), xmp: nil)
    let profile = samples?.tag(SampleDescription.Number.profile)?.bytes ?? []
    let writer = profile.withUnsafeBufferPointer { bytes in
      (layout.profile, layout.profile_length) = (
        bytes.isEmpty ? nil : bytes.baseAddress, UInt32(bytes.count)
      )
      return exif.withUnsafeBufferPointer { exif in
        layout.exif = exif.baseAddress
        return xmp.withCText { text in
          layout.xmp = text
          return overscroll_png_writer_open(file, &layout)
        }
      }
    }
    guard let writer else { throw SystemError(ENOMEM) }
    self.writer = writer
    guard overscroll_png_writer_start(writer) else { throw failure }
  }

  deinit { overscroll_png_writer_close(writer) }

  private var failure: SystemError { SystemError(writer.pointee.failure) }

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    guard overscroll_png_write_row(writer, row.baseAddress) else { throw failure }
  }

  func finish() throws(SystemError) {
    guard overscroll_png_writer_finish(writer) else { throw failure }
    if fflush(owner.pointer) != 0 { throw .last }
  }
}

/// Writes a TIFF file row by row with libtiff; as BigTIFF where offsets of 32 bits may not be enough.
final class TIFFRowWriter: RowEncoder {
  private let tiff: OpaquePointer
  private let samples: SampleDescription
  private var row: UInt32 = 0
  /// A row of samples that share bytes.
  private var packed: [UInt8] = []

  /// Begins the file: of samples as they are, or of sRGB, with a resolution in pixels per meter, and what is kept of its metadata.
  ///
  /// - Throws: `ESPIPE` where the file has no offset, which libtiff needs.
  init(
    _ descriptor: Int32, _ size: PixelSize, hasAlpha: Bool, _ dots: (x: Int, y: Int) = (0, 0),
    samples: SampleDescription? = nil, exif: KeptExif? = nil
  ) throws(SystemError) {
    guard lseek(descriptor, 0, SEEK_CUR) >= 0 else { throw .last }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    var seen = SampleDescription(channels: hasAlpha ? 4 : 3, colors: 3, bits: 8)
    if dots.x > 0, dots.y > 0 {
      seen.setResolution(perCentimeter: Double(dots.x) / 100, Double(dots.y) / 100)
    }
    let samples = samples ?? seen
    let pixelBits = samples.channels * samples.bits
    var layout = overscroll_tiff_layout(
      width: UInt32(size.width), height: UInt32(size.height), channels: UInt16(samples.channels),
      bits: UInt16(samples.bits), format: UInt16(samples.format.rawValue),
      photometric: UInt16(samples.photometric), orientation: UInt16(samples.orientation.rawValue),
      is_big: Self.isBig(size, pixelBits: pixelBits))
    guard let tiff = overscroll_tiff_writer_open(copy, &layout) else { throw SystemError(ENOMEM) }
    self.tiff = tiff
    self.samples = samples
    if samples.bits % 8 != 0 {
      packed = [UInt8](repeating: 0, count: (size.width * pixelBits + 7) / 8)
    }
    let extras = samples.extras.map { UInt16($0) }
    if !extras.isEmpty {
      let number = UInt32(TIFFTAG_EXTRASAMPLES)
      guard overscroll_tiff_writer_set(tiff, number, 3, UInt32(extras.count), extras) else {
        throw SystemError(EIO)
      }
    }
    for tag in samples.tags { try set(tag) }
    guard let exif else { return }
    for tag in exif.picture + exif.packets { try set(tag) }
    // What comes between the header and the pixels, which libtiff appends.
    let start = layout.is_big ? Self.bigHeader : Self.header
    let (bytes, links) = exif.directories(at: start, isBig: layout.is_big)
    guard bytes.withUnsafeBytes({ FileDescriptor.write($0, to: descriptor, at: start) }) else {
      throw .last
    }
    for link in links {
      let place = withUnsafeBytes(of: UInt64(link.place)) { Array($0) }
      try set(SampleDescription.Tag(number: link.tag, type: 18, count: 1, bytes: place))
    }
  }

  /// The bytes of the header, and of BigTIFF's.
  private static let (header, bigHeader) = (8, 16)

  private func set(_ tag: SampleDescription.Tag) throws(SystemError) {
    // A text ends with a zero.
    let bytes = tag.type == 2 ? tag.bytes + [0] : tag.bytes
    let isSet = bytes.withUnsafeBytes {
      overscroll_tiff_writer_set(
        tiff, UInt32(tag.number), UInt16(tag.type), UInt32(tag.count), $0.baseAddress)
    }
    guard isSet else { throw SystemError(EIO) }
  }

  deinit { TIFFClose(tiff) }

  /// The most bytes of pixels, before compression, of a file with offsets of 32 bits: 4 GB less what compression may add. [C]
  private static let longestPixels = 4_000_000_000

  /// Returns whether a file may need 4 GB.
  static func isBig(_ size: PixelSize, pixelBits: Int) -> Bool {
    Double(size.width) * Double(size.height) * Double(pixelBits) / 8 > Double(longestPixels)
  }

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    errno = 0
    if packed.isEmpty {
      // libtiff puts what it predicts in the place of what it is given.
      let bytes = UnsafeMutableRawPointer(mutating: row.baseAddress)
      guard TIFFWriteScanline(tiff, bytes, self.row, 0) == 1 else { throw failure }
    } else {
      samples.pack(row, into: &packed)
      guard TIFFWriteScanline(tiff, &packed, self.row, 0) == 1 else { throw failure }
    }
    self.row += 1
  }

  func finish() throws(SystemError) {
    errno = 0
    guard TIFFFlush(tiff) == 1 else { throw failure }
  }

  /// The error of libtiff, which leaves the system's number.
  private var failure: SystemError { errno == 0 ? SystemError(EIO) : .last }
}

extension [UInt8] {
  /// Calls a function with a text that ends with a zero; with none where it is empty.
  fileprivate func withCText<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard !isEmpty else { return body(nil) }
    return (self + [0]).withUnsafeBytes { body($0.bindMemory(to: CChar.self).baseAddress) }
  }
}

/// A C stream that writes to memory, closed and freed with its owner.
final class MemoryStream {
  let pointer: UnsafeMutablePointer<FILE>
  /// Where the C library keeps the place and the length of the bytes, up to date after a flush.
  private let place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let length: UnsafeMutablePointer<Int>

  /// Makes an empty stream; `nil` if memory is short.
  init?() {
    place = .allocate(capacity: 1)
    place.initialize(to: nil)
    length = .allocate(capacity: 1)
    length.initialize(to: 0)
    guard let pointer = open_memstream(place, length) else {
      place.deallocate()
      length.deallocate()
      return nil
    }
    self.pointer = pointer
  }

  deinit {
    fclose(pointer)
    free(place.pointee)
    place.deallocate()
    length.deallocate()
  }

  /// A copy of what was written.
  var bytes: [UInt8] {
    fflush(pointer)
    let bytes = UnsafeRawBufferPointer(start: place.pointee, count: length.pointee)
    return Array(bytes)
  }
}
