import Glibc
package import OverscrollBase
package import ScrollGeometry

/// Writes a picture to a file row by row, which appears under its name once it is complete and on the disk.
///
/// Files are in sRGB, 8 bits per channel, unless samples are written as they are, and have no metadata but the resolution, which WebP
/// has no place for outside of EXIF, and what is kept of those of the picture. JPEG and lossy WebP are written with quality 92, TIFF with Deflate, as BigTIFF if it may exceed 4 GB.
package final class PictureWriter {
  /// The quality of lossy formats, 0 … 100. [C]
  private static let quality = 92

  private let path: FilePath
  private let size: PixelSize
  private let hasAlpha: Bool
  private let backdrop: UInt32
  private let file: AtomicFileWriter
  private let encoder: any RowEncoder
  /// The bytes of one row, as the encoder takes them.
  private var bytes: [UInt8]
  private var rowCount = 0

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The file; an existing one is left untouched until ``finish()``.
  ///   - format: Its format.
  ///   - size: The size of the picture, in pixels.
  ///   - hasAlpha: True to keep transparency, where the format has it.
  ///   - backdrop: 0xRRGGBB, what shows through where transparency is not kept.
  ///   - budget: The memory for pixels, in bytes.
  ///   - dots: The resolution, in pixels per meter; zeros for none.
  ///   - exif: A block with what is kept of the picture's metadata; empty for none.
  ///   - shouldContinue: Called while a format that is compressed at the end is compressed; if it returns false ``finish()`` throws.
  /// - Throws: If the format cannot hold the picture, or the file cannot be written.
  package init(
    _ path: FilePath, _ format: OutputFormat, size: PixelSize, hasAlpha: Bool, backdrop: UInt32,
    budget: Int = TileStore.defaultBudget, dotsPerMeter dots: (x: Int, y: Int) = (0, 0),
    exif: [UInt8] = [], while shouldContinue: @escaping () -> Bool = { true }
  ) throws(ImagingError) {
    try format.check(size, hasAlpha: hasAlpha, path, budget: budget)
    self.path = path
    self.size = size
    self.hasAlpha = hasAlpha && format.hasAlpha
    self.backdrop = backdrop & 0xFF_FFFF
    let kept = KeptExif(of: exif, size, isScreen: true)
    let block = kept.isEmpty ? [] : kept.block(dots: dots)
    let (xmp, iptc) = (kept.xmp, kept.iptc)
    do throws(SystemError) {
      file = try AtomicFileWriter(path)
      let descriptor = file.fileDescriptor
      encoder =
        switch format {
        case .png:
          try PNGRowWriter(descriptor, size, hasAlpha: self.hasAlpha, dots, exif: block, xmp: xmp)
        case .jpeg:
          try JPEGRowWriter(
            descriptor, size, quality: Self.quality, dots, exif: block, xmp: xmp, iptc: iptc)
        case .webp:
          try WebPRowWriter(
            descriptor, size, hasAlpha: self.hasAlpha, quality: Self.quality, exif: block,
            xmp: xmp, while: shouldContinue)
        case .tiff: try TIFFRowWriter(descriptor, size, hasAlpha: self.hasAlpha, dots, exif: kept)
        }
    } catch {
      throw Self.failure(path, error)
    }
    bytes = [UInt8](repeating: 0, count: size.width * (self.hasAlpha ? 4 : 3))
  }

  /// Begins a file of samples as they are.
  ///
  /// - Parameters:
  ///   - path: The file; an existing one is left untouched until ``finish()``.
  ///   - format: Its format, which is TIFF or PNG.
  ///   - size: The size as stored, in pixels.
  ///   - samples: What the samples are.
  ///   - exif: A block with what is kept of the picture's metadata; empty for none.
  /// - Throws: If the format cannot hold them, or the file cannot be written.
  init(
    _ path: FilePath, _ format: OutputFormat, size: PixelSize, samples: SampleDescription,
    exif: [UInt8] = []
  ) throws(ImagingError) {
    try format.check(samples, in: path)
    (self.path, self.size, hasAlpha, backdrop) = (path, size, false, 0)
    let kept = KeptExif(of: exif, size, isScreen: false)
    let turn = samples.orientation
    let tagged = turn == .upright ? [] : OrientationTag.block(turn)
    let block = kept.isEmpty ? tagged : kept.block(orientation: turn, dots: samples.dotsPerMeter)
    do throws(SystemError) {
      file = try AtomicFileWriter(path)
      let descriptor = file.fileDescriptor
      encoder =
        format == .png
        ? try PNGRowWriter(
          descriptor, size, hasAlpha: false, samples: samples, exif: block, xmp: kept.xmp)
        : try TIFFRowWriter(descriptor, size, hasAlpha: false, samples: samples, exif: kept)
    } catch {
      throw Self.failure(path, error)
    }
    bytes = []
  }
}

/// Writes the rows of one format to a descriptor, which it does not close.
protocol RowEncoder: AnyObject {
  /// Writes the next row: red, green, blue and, where the file has it, alpha, not premultiplied.
  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError)
  /// Completes the file, after the last row.
  func finish() throws(SystemError)
}

extension PictureWriter {
  /// Appends a row; rows past the last are ignored.
  ///
  /// - Parameter row: As many pixels as the picture is wide: 0xAARRGGBB, premultiplied by alpha.
  /// - Throws: If the file cannot be written, for instance because the disk is full.
  package func write(_ row: UnsafeBufferPointer<UInt32>) throws(ImagingError) {
    guard rowCount < size.height else { return }
    rowCount += 1
    bytes.withUnsafeMutableBufferPointer { bytes in
      if hasAlpha {
        PixelRows.copyRGBA(row, into: bytes)
      } else {
        PixelRows.copyRGB(row, over: backdrop, into: bytes)
      }
    }
    do throws(SystemError) {
      try bytes.withUnsafeBufferPointer { (row) throws(SystemError) in try encoder.write(row) }
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Appends a row of samples as they are; rows past the last are ignored.
  func write(samples row: UnsafeRawBufferPointer) throws(ImagingError) {
    guard rowCount < size.height else { return }
    rowCount += 1
    do throws(SystemError) {
      try encoder.write(row.assumingMemoryBound(to: UInt8.self))
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Completes the file, and gives it its name.
  ///
  /// All rows must have been written.
  ///
  /// - Throws: If it cannot be written; an existing file is left untouched.
  package func finish() throws(ImagingError) {
    precondition(rowCount == size.height, "a picture that lacks rows")
    do throws(SystemError) {
      try encoder.finish()
      try file.commit()
    } catch {
      throw Self.failure(path, error)
    }
  }

  private static func failure(_ path: FilePath, _ error: SystemError) -> ImagingError {
    if error.number == ESPIPE {
      return ImagingError(.unwritable, path, "TIFF cannot be written to a pipe or a device")
    }
    return ImagingError(.unwritable, path, "it cannot be written: \(error.message)")
  }
}

/// A C stream that writes to a copy of a descriptor, closed with its owner.
struct OutputStream: ~Copyable {
  /// The size of writes, in bytes; larger ones than the C library's own 4 kB save system calls. [C]
  private static let bufferSize = 1 << 16

  let pointer: UnsafeMutablePointer<FILE>

  /// Makes a stream that writes to the same file.
  init(_ descriptor: Int32) throws(SystemError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    guard let pointer = fdopen(copy, "wb") else {
      let error = SystemError.last
      close(copy)
      throw error
    }
    setvbuf(pointer, nil, _IOFBF, Self.bufferSize)
    self.pointer = pointer
  }

  deinit { fclose(pointer) }

  /// Writes what is buffered.
  func flush() throws(SystemError) { if fflush(pointer) != 0 { throw .last } }
}
