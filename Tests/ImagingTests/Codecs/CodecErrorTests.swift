import CCodecs
import Glibc
import Testing

@testable import OverscrollImaging

/// What libjpeg, libpng and libtiff do with bytes that are no picture.
enum Codecs {
  /// A stream of bytes in memory.
  static func stream(_ bytes: [UInt8]) -> UnsafeMutablePointer<FILE>? {
    guard let stream = fmemopen(nil, max(1, bytes.count), "w+b") else { return nil }
    fwrite(bytes, 1, bytes.count, stream)
    rewind(stream)
    return stream
  }

  /// A PNG signature and a header of 4 by 4 pixels with a right checksum; image data that is none.
  static let brokenPNG: [UInt8] =
    ImageFormat.pngSignature
    + PNGData.chunk("IHDR", [0, 0, 0, 4, 0, 0, 0, 4, 8, 0, 0, 0, 0])
    + PNGData.chunk("IDAT", [1, 2, 3, 4, 5, 6, 7, 8]) + PNGData.chunk("IEND", [])

  /// Opens bytes as JPEG, and returns the error's code; `nil` where there is none.
  static func jpegFailure(_ bytes: [UInt8]) -> Int32? {
    guard let stream = stream(bytes), let jpeg = overscroll_jpeg_open(stream) else { return nil }
    defer {
      overscroll_jpeg_close(jpeg)
      fclose(stream)
    }
    var profile: UnsafeMutablePointer<UInt8>?
    var count: UInt32 = 0
    let isRead = overscroll_jpeg_read_header(jpeg)
    let failure = jpeg.pointee.failure
    // In a state without a header each of these fails, too.
    if isRead || overscroll_jpeg_read_profile(jpeg, &profile, &count)
      || overscroll_jpeg_start(jpeg, JCS_RGB)
    {
      return nil
    }
    return failure
  }

  /// Opens bytes as PNG; returns how far that came.
  static func pngSteps(_ bytes: [UInt8]) -> Int {
    guard let stream = stream(bytes), let png = overscroll_png_open(stream) else { return 0 }
    defer {
      overscroll_png_close(png)
      fclose(stream)
    }
    guard overscroll_png_read_header(png) else { return 1 }
    guard overscroll_png_start(png) > 0 else { return 2 }
    var row = [UInt8](repeating: 0, count: 16)
    guard overscroll_png_read_row(png, &row) else { return 3 }
    return overscroll_png_finish(png) ? 5 : 4
  }

  /// Opens bytes as TIFF; returns whether that went well.
  static func opensTIFF(_ bytes: [UInt8]) -> Bool {
    var template = Array("/tmp/overscroll-tiff-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    unlink(template)
    write(descriptor, bytes, bytes.count)
    lseek(descriptor, 0, SEEK_SET)
    guard let tiff = overscroll_tiff_open(descriptor, "tiff", 1 << 20) else { return false }
    TIFFClose(tiff)
    return true
  }

  /// Lets every codec fail in every way it can.
  static func failAll() {
    _ = jpegFailure([])
    _ = jpegFailure([0xFF, 0xD8, 0xFF, 0xC0, 0, 4, 1, 2])
    _ = pngSteps([1, 2, 3])
    _ = pngSteps(brokenPNG)
    _ = opensTIFF([0x49, 0x49, 42, 0, 0xFF, 0xFF, 0xFF, 0xFF])
    _ = opensTIFF([1, 2, 3])
  }

  /// The resident memory of this process, in bytes.
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return -1 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 200)
    fgets(&text, 200, file)
    let fields = String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
      separator: " ")
    return (fields.dropFirst().first.flatMap { Int($0) } ?? -1) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// The open files of this process.
  static var openFiles: Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}

@Suite struct `An error in a codec` {
  @Test func `of JPEG is returned as libjpeg's message code`() {
    #expect(Codecs.jpegFailure([1, 2, 3, 4]) == Int32(JERR_NO_SOI.rawValue))
    #expect(Codecs.jpegFailure([0xFF, 0xD8, 0xFF, 0xC0, 0, 4, 1, 2]) != nil)
  }

  @Test func `of PNG is returned by the call it occurs in`() {
    #expect(Codecs.pngSteps([1, 2, 3]) == 1)
    #expect(Codecs.pngSteps(Codecs.brokenPNG) == 3)
  }

  @Test func `of TIFF is returned, and the file is closed`() {
    #expect(!Codecs.opensTIFF([1, 2, 3]))
    #expect(!Codecs.opensTIFF([]))
  }

  @Test func `leaks neither memory nor open files`() async {
    // In a process of its own, whose memory nothing else changes.
    await #expect(processExitsWith: .success) {
      for _ in 0..<200 { Codecs.failAll() }
      let (bytes, files) = (Codecs.residentBytes, Codecs.openFiles)
      for _ in 0..<4000 { Codecs.failAll() }
      // Each codec's struct takes more than 512 bytes; the heap itself grows by a few pages.
      let growth = Codecs.residentBytes - bytes
      exit(growth < 4000 * 512 && Codecs.openFiles == files ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
