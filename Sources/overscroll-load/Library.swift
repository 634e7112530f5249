import CLoader
import Glibc
import OverscrollBase
import OverscrollImaging
import ScrollGeometry

/// A format as libvips or OpenSlide reads it.
///
/// The rows of formats are constants; hence unchecked.
struct Library: FormatLibrary, @unchecked Sendable {
  private let format: OpaquePointer

  init(_ format: OpaquePointer) { self.format = format }

  var name: String { String(cString: LoadName(format)) }
  var layout: String { LoadIsVector(format) ? "drawing" : "" }
  var hasPages: Bool { LoadHasPages(format) }
  var readsSlides: Bool { LoadIsSlide(format) }

  private func with<Value>(
    _ path: FilePath, _ page: Int, _ body: (inout LoadOrigin) -> Value
  ) -> Value {
    path.withCString { path in
      var origin = LoadOrigin(format: format, path: path, page: Int32(clamping: page))
      return body(&origin)
    }
  }

  func header(_ path: FilePath, page: Int) throws(LibraryError) -> LibraryHeader {
    defer { LoadEndThread() }
    var header = LoadHeader()
    guard with(path, page, { LoadReadHeader(&$0, &header) }) else { throw .taken }
    defer { free(header.samples.profile) }
    return LibraryHeader(
      size: PixelSize(width: Int(header.width), height: Int(header.height)),
      bits: Int(header.bits), color: header.color.map { String(cString: $0) } ?? "",
      hasAlpha: header.hasAlpha, workBytes: Int(header.workBytes),
      reductions: Int(header.reductions), pageCount: Int(header.pageCount),
      samples: LoadIsVector(format) ? nil : LibrarySamples(header.samples))
  }

  func decode(
    _ path: FilePath, page: Int, _ part: LibraryPart, _ take: (UnsafeRawPointer) -> Bool
  ) throws(LibraryError) {
    defer { LoadEndThread() }
    var loaded = LoadPart(
      width: Int32(clamping: part.size.width), height: Int32(clamping: part.size.height),
      reduction: Int32(clamping: part.reduction), top: Int32(clamping: part.top),
      step: Int32(clamping: part.step), storedBits: Int32(clamping: part.storedBits ?? 0))
    let isDecoded = withoutActuallyEscaping(take) { take in
      withUnsafePointer(to: take) { context in
        with(path, page) { origin in
          LoadDecode(
            &origin, &loaded,
            { context, row in
              context.assumingMemoryBound(to: ((UnsafeRawPointer) -> Bool).self).pointee(row)
            }, UnsafeMutableRawPointer(mutating: context))
        }
      }
    }
    guard isDecoded else { throw .taken }
  }

  func slide(_ path: FilePath) throws(LibraryError) -> any LibrarySlide {
    var reason = [CChar](repeating: 0, count: LibraryError.maximumLength)
    let slide = with(path, 0) { LoadOpenSlide(&$0, &reason, reason.count) }
    guard let slide else { throw LibraryError(reason) }
    return Slide(slide)
  }
}

/// A slide that OpenSlide, which may be called on any thread, has open; hence unchecked.
private final class Slide: LibrarySlide, @unchecked Sendable {
  private let slide: OpaquePointer
  let size: PixelSize
  let levelCount: Int
  let micrometers: Size

  init(_ slide: OpaquePointer) {
    self.slide = slide
    var (width, height) = (0 as Int64, 0 as Int64)
    var levels: Int32 = 0
    LoadMeasureSlide(slide, &width, &height, &levels)
    size = PixelSize(width: Int(width), height: Int(height))
    levelCount = Int(levels)
    micrometers = Size(
      width: LoadSlideScale(slide, false), height: LoadSlideScale(slide, true))
  }

  deinit { LoadCloseSlide(slide) }

  func read(
    _ rect: PixelRect, level: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(LibraryError) {
    var reason = [CChar](repeating: 0, count: LibraryError.maximumLength)
    let isRead = LoadSlideRegion(
      slide, Int32(clamping: level), Int64(rect.x), Int64(rect.y), Int64(rect.width),
      Int64(rect.height), pixels, &reason, reason.count)
    guard isRead else { throw LibraryError(reason) }
  }
}

extension LibrarySamples {
  fileprivate init(_ samples: LoadSamples) {
    let profile = UnsafeBufferPointer(start: samples.profile, count: samples.profileLength)
    self.init(
      meaning: samples.meaning == LoadLight
        ? .light : samples.meaning == LoadNumbers ? .numbers : .colors,
      bands: Int(samples.bands), bits: Int(samples.bits), storedBits: Int(samples.storedBits),
      isFloat: samples.isFloat, isSigned: samples.isSigned, isCMYK: samples.isCMYK,
      hasAlpha: samples.hasAlpha, isPremultiplied: samples.isPremultiplied,
      profile: samples.profile == nil ? [] : Array(profile))
  }
}

extension LibraryError {
  /// The bytes of the longest message. [C]
  fileprivate static let maximumLength = 500

  fileprivate init(_ reason: [CChar]) {
    let bytes = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// What libvips says of its last failure.
  fileprivate static var taken: LibraryError {
    var reason = [CChar](repeating: 0, count: maximumLength)
    LoadTakeError(&reason, reason.count)
    return LibraryError(reason)
  }
}
