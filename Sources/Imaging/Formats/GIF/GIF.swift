import CCodecs
import Glibc
import ScrollGeometry

/// A GIF file, or a frame of an animated one.
struct GIFSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  /// The header of the first frame.
  private let header: GIFHeader
  /// The number of the frame, from 0.
  private let index: Int

  /// Reads the headers of a GIF file up to its first frame.
  init(_ file: ImageFile, frame index: Int = 0) throws(ImagingError) {
    header = try GIFReader(file).header
    (self.file, self.index) = (file, index)
    let hasAlpha =
      index > 0 || header.hasTransparentColor || header.frame != PixelRect(header.size)
    info = ImageInfo(
      format: "GIF", size: header.size, color: hasAlpha ? "palette with alpha" : "palette",
      hasAlpha: hasAlpha, layout: layout(header))
  }

  var workBytes: Int {
    if index > 0 { return FrameCanvas.byteCount(header.size) }
    return header.isInterlaced ? header.frame.width * ((header.frame.height + 1) / 2) : 0
  }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    guard index == 0 else {
      let composer = try GIFComposer(file)
      guard composer.header == header else { throw file.changed }
      return try composer.decode(frame: index, into: builder, while: shouldContinue)
    }
    let reader = try GIFReader(file)
    guard reader.header == header else { throw file.changed }
    let frame = header.frame
    while builder.rowCount < frame.y { commit([], to: builder) }
    if header.isInterlaced {
      try decodeInterlaced(reader, into: builder, while: shouldContinue)
    } else {
      var indices = [UInt8](repeating: 0, count: frame.width)
      for row in 0..<frame.height {
        guard shouldContinue() else { return }
        guard reader.read(into: &indices) else { throw file.damagedGIF(after: row, of: header) }
        commit(indices[...], to: builder)
      }
    }
    while !builder.isComplete, shouldContinue() { commit([], to: builder) }
  }

  /// The passes before the last one have the even rows, which wait for the odd ones.
  private func decodeInterlaced(
    _ reader: borrowing GIFReader, into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let (width, height) = (header.frame.width, header.frame.height)
    var even: [UInt8] = []
    even.reserveCapacity(workBytes)
    var places = [Int?](repeating: nil, count: (height + 1) / 2)
    var indices = [UInt8](repeating: 0, count: width)
    var count = 0
    var isIntact = true
    for row in header.rows.prefix((height + 1) / 2) {
      guard shouldContinue() else { return }
      isIntact = reader.read(into: &indices)
      guard isIntact else { break }
      places[row / 2] = even.count
      even += indices
      count += 1
    }
    for row in 0..<height {
      guard shouldContinue() else { return }
      if row % 2 == 0 {
        commit(places[row / 2].map { even[$0..<$0 + width] } ?? [], to: builder)
      } else {
        isIntact = isIntact && reader.read(into: &indices)
        if isIntact { count += 1 }
        commit(isIntact ? indices[...] : [], to: builder)
      }
    }
    if !isIntact { throw file.damagedGIF(after: count, of: header) }
  }

  /// Makes a row of the frame's indices; without any it is clear.
  private func commit(_ indices: ArraySlice<UInt8>, to builder: PyramidBuilder) {
    let row = builder.nextRow
    row.update(repeating: 0)
    for (column, index) in zip(header.frame.columns, indices) {
      row[column] = header.colors[Int(index)]
    }
    builder.commitRow()
  }
}

extension ImageFile {
  /// The error for a frame whose rows end early.
  func damagedGIF(after row: Int, of header: GIFHeader) -> ImagingError {
    ImagingError(
      .damaged, path,
      "the GIF file is damaged or ends early, after row \(row) of \(header.frame.height)")
  }
}

extension GIFHeader {
  /// The rows of the frame in the file's order: interlaced, the even ones come first.
  var rows: [Int] {
    let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    return passes.flatMap { Array(stride(from: $0.0, to: frame.height, by: $0.1)) }
  }
}

/// How a file stores its pixels, in a few words.
private func layout(_ header: GIFHeader) -> String {
  [header.isInterlaced ? "interlaced" : "rows", header.isAnimated ? "animated" : nil]
    .compactMap { $0 }.joined(separator: ", ")
}

extension ImageFormat {
  /// GIF.
  static let gif = ImageFormat(
    name: "GIF", mediaTypes: ["image/gif"], suffixes: ["gif"],
    recognizes: { head in
      ["GIF87a", "GIF89a"].contains { head.starts(with: $0.utf8) }
    },
    open: { (file, _) throws(ImagingError) in try GIFSource(file) },
    openPage: { (file, page, _) throws(ImagingError) in
      try GIFSource(file, frame: page.index)
    }, compose: { (file) throws(ImagingError) in try GIFComposer(file) })
}

/// What comes before the pixels of a frame of a GIF file.
struct GIFHeader: Hashable, Sendable {
  /// The size of the canvas, in pixels; it has room for the first frame.
  var size: PixelSize
  /// The rectangle of the frame on the canvas, beyond which later ones may extend.
  var frame: PixelRect
  var isInterlaced: Bool
  /// The pixels of the 256 indices; the transparent one is 0.
  var colors: [UInt32]
  /// True if an index is transparent.
  var hasTransparentColor = false
  /// What becomes of the frame before the next one.
  var disposal = FrameCanvas.Disposal.keep
  /// True if the file names a number of loops.
  var isAnimated = false

  /// Returns whether an application extension has the number of loops.
  static func isLoopExtension(_ bytes: some Sequence<UInt8>) -> Bool {
    let name = String(decoding: Array(bytes.prefix(11)), as: UTF8.self)
    return name == "NETSCAPE2.0" || name == "ANIMEXTS1.0"
  }
}

/// One giflib decoder, which goes through the frames of a file.
struct GIFReader: ~Copyable {
  /// The frame that is decoded next.
  private(set) var header: GIFHeader
  private let gif: UnsafeMutablePointer<GifFileType>
  private let stream: FileStream

  /// Reads up to the pixels of the first frame.
  init(_ file: ImageFile) throws(ImagingError) {
    let stream = try FileStream(file)
    let read: InputFunc = { gif, bytes, count in
      guard let bytes, let stream = GIFReader.stream(of: gif), count > 0 else { return 0 }
      let isAtEnd = feof(stream) != 0
      let taken = fread(bytes, 1, Int(count), stream)
      // Zero ends a frame's blocks; where it is missing at the end of a file, all pixels may be there.
      guard taken == 0, count == 1, !isAtEnd else { return Int32(taken) }
      bytes[0] = 0
      return 1
    }
    guard let gif = DGifOpen(stream.pointer, read, nil) else {
      throw ImagingError(.damaged, file.path, "the GIF header is damaged")
    }
    do throws(ImagingError) {
      header = try Self.header(gif, file, canvas: nil)
    } catch {
      DGifCloseFile(gif, nil)
      throw error
    }
    self.gif = gif
    self.stream = stream
  }

  deinit { DGifCloseFile(gif, nil) }

  /// Goes on to the next frame, once all rows of this one are decoded.
  mutating func selectNext(_ file: ImageFile) throws(ImagingError) {
    header = try Self.header(gif, file, canvas: header.size)
  }

  /// Decodes the next row of the frame, in the file's order; false when it is damaged or missing.
  func read(into indices: inout [UInt8]) -> Bool {
    DGifGetLine(gif, &indices, Int32(header.frame.width)) == GIF_OK
  }

  private static func stream(
    of gif: UnsafeMutablePointer<GifFileType>?
  ) -> UnsafeMutablePointer<FILE>? {
    gif?.pointee.UserData?.assumingMemoryBound(to: FILE.self)
  }

  /// Finds what comes next; false at the end, or where that is of no known kind.
  private static func find(
    _ record: inout GifRecordType, _ gif: UnsafeMutablePointer<GifFileType>
  ) -> Bool {
    while DGifGetRecordType(gif, &record) != GIF_OK {
      // Some programs write a zero more than they should between blocks, which giflib calls a wrong record.
      guard gif.pointee.Error == D_GIF_ERR_WRONG_RECORD, let stream = stream(of: gif),
        feof(stream) == 0, fseeko(stream, -1, SEEK_CUR) == 0, getc(stream) == 0
      else { return false }
    }
    return true
  }

  private static func header(
    _ gif: UnsafeMutablePointer<GifFileType>, _ file: ImageFile, canvas: PixelSize?
  ) throws(ImagingError) -> GIFHeader {
    var extensions = Extensions()
    var record = UNDEFINED_RECORD_TYPE
    while find(&record, gif) {
      switch record {
      case EXTENSION_RECORD_TYPE where extensions.read(gif): continue
      case IMAGE_DESC_RECORD_TYPE where DGifGetImageDesc(gif) == GIF_OK:
        return try header(gif.pointee, extensions, file, canvas: canvas)
      // giflib calls it a read that failed.
      case IMAGE_DESC_RECORD_TYPE
      where gif.pointee.Error == D_GIF_ERR_READ_FAILED && stream(of: gif).map(feof) == 0:
        throw ImagingError(
          .damaged, file.path, "the GIF data begins with codes of more than 8 bits")
      default: break
      }
      break
    }
    let what = canvas == nil ? "its first picture" : "this frame"
    throw ImagingError(.damaged, file.path, "the GIF file ends before \(what)")
  }

  private static func header(
    _ gif: GifFileType, _ extensions: Extensions, _ file: ImageFile, canvas: PixelSize?
  ) throws(ImagingError) -> GIFHeader {
    let image = gif.Image
    let frame = PixelRect(
      x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
    guard frame.width > 0, frame.height > 0 else {
      throw ImagingError(.damaged, file.path, "the GIF header gives a size of \(frame.size) pixels")
    }
    guard let palette = (image.ColorMap ?? gif.SColorMap)?.pointee, let entries = palette.Colors
    else { throw ImagingError(.damaged, file.path, "the GIF file has no colors") }
    var colors = (0..<256).map { index in
      index < palette.ColorCount ? pixel(entries[index]) : PixelRows.opaqueAlpha
    }
    if let transparent = extensions.transparentColor { colors[transparent] = 0 }
    // Some old programs wrote a smaller canvas, or none.
    let size =
      canvas
      ?? PixelSize(
        width: max(Int(gif.SWidth), frame.x + frame.width),
        height: max(Int(gif.SHeight), frame.y + frame.height))
    return GIFHeader(
      size: size, frame: frame, isInterlaced: image.Interlace, colors: colors,
      hasTransparentColor: extensions.transparentColor != nil, disposal: extensions.disposal,
      isAnimated: extensions.isAnimated)
  }

  private static func pixel(_ color: GifColorType) -> UInt32 {
    PixelRows.opaqueAlpha | UInt32(color.Red) << 16 | UInt32(color.Green) << 8 | UInt32(color.Blue)
  }

  /// The extensions before a frame.
  private struct Extensions {
    /// The index of the transparent color.
    var transparentColor: Int?
    var disposal = FrameCanvas.Disposal.keep
    /// True if they name a number of loops.
    var isAnimated = false

    /// Reads one; returns false where it is damaged.
    mutating func read(_ gif: UnsafeMutablePointer<GifFileType>) -> Bool {
      var function: Int32 = 0
      var block: UnsafeMutablePointer<GifByteType>?
      guard DGifGetExtension(gif, &function, &block) == GIF_OK else { return false }
      // The first byte is the number of those that follow.
      if let block { take(function, UnsafeBufferPointer(start: block + 1, count: Int(block[0]))) }
      while block != nil {
        guard DGifGetExtensionNext(gif, &block) == GIF_OK else { return false }
      }
      return true
    }

    private mutating func take(_ function: Int32, _ bytes: UnsafeBufferPointer<GifByteType>) {
      switch function {
      case GRAPHICS_EXT_FUNC_CODE:
        var control = GraphicsControlBlock()
        guard DGifExtensionToGCB(bytes.count, bytes.baseAddress, &control) == GIF_OK else { return }
        disposal =
          switch control.DisposalMode {
          case DISPOSE_BACKGROUND: .clear
          case DISPOSE_PREVIOUS: .restore
          default: .keep
          }
        transparentColor =
          control.TransparentColor == NO_TRANSPARENT_COLOR ? nil : Int(control.TransparentColor)
      case APPLICATION_EXT_FUNC_CODE:
        if GIFHeader.isLoopExtension(bytes) { isAnimated = true }
      default: break
      }
    }
  }
}
