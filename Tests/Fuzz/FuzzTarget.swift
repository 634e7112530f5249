import OverscrollBase
import ScrollGeometry

@testable import OverscrollDesktop
@testable import OverscrollHost
@testable import OverscrollImaging
@testable import OverscrollLab
@testable import OverscrollViewer

/// What libFuzzer gives bytes to: a parser of our own, by the name of the folder of its first inputs.
///
/// A target must not crash, hang or take much memory; a thrown error is as good as a result.
enum FuzzTarget: String, CaseIterable {
  case message, exif, tiff, raw, bmp, gif, pnm, jpeg, pages, metadata, orientation, icc, xmp, tiles,
    thumbnail
  case keys, options, script, csv, plan, uris = "uri-list", xsettings

  /// Parses bytes.
  var run: ([UInt8]) -> Void {
    switch self {
    case .message: Self.readMessage
    case .exif: Self.readExif
    case .tiff: Self.withFile(Self.readTIFF)
    case .raw: Self.withFile(Self.readRaw)
    case .bmp: Self.withFile { file, _ in try Self.decode(BMPSource(file)) }
    case .gif: Self.withFile { file, _ in try Self.decode(GIFSource(file)) }
    case .pnm: Self.withFile { file, _ in try Self.decode(PNMSource(file)) }
    case .jpeg: Self.withFile(Self.readJPEG)
    case .pages: Self.withFile(Self.readPages)
    case .metadata: Self.withFile { file, head in _ = PictureMetadata(file, head: head) }
    case .orientation: Self.withFile(Self.orient)
    case .icc: { _ = ProfileDescription.rows($0) }
    case .xmp: Self.readXMP
    case .tiles: Self.readTiles
    case .thumbnail: { _ = PNGText.read($0) }
    case .keys: Self.readKeys
    case .options: { _ = OptionsFile.contents(String(decoding: $0, as: UTF8.self)) }
    case .script: Self.readScript
    case .csv: Self.readSeries
    case .plan:
      { _ = try? QAPlan(parsing: String(decoding: $0, as: UTF8.self), file: "plan") }
    case .uris:
      {
        _ = URIList.paths(in: $0)
        _ = URIList.otherHost(in: $0)
      }
    case .xsettings: { _ = XSettings($0).map { DesktopSettings($0) } }
    }
  }
}

// MARK: - Messages of a process that decodes

extension FuzzTarget {
  /// The first byte chooses what is expected.
  private static func readMessage(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    var message = MessageReader(Array(bytes.dropFirst()))
    switch kind % 8 {
    case 0: _ = try? message.info()
    case 1: _ = try? message.metadata()
    case 2: _ = try? message.page()
    case 3: _ = try? message.tone()
    case 4: _ = try? message.error(FilePath("file"))
    case 5: _ = try? message.rect()
    case 6: _ = try? message.size(upTo: 1 << 32)
    default: _ = try? message.orientation()
    }
  }
}

// MARK: - Pictures

extension FuzzTarget {
  /// The most pixels that are decoded: more only takes longer.
  private static let maximumPixels = 1 << 16

  /// Passes bytes to a parser that reads a file.
  private static func withFile(
    _ body: @escaping (ImageFile, [UInt8]) throws -> Void
  ) -> ([UInt8]) -> Void {
    { bytes in
      guard let memory = MemoryFile(bytes), let (file, head) = try? ImageFile.examine(memory.path)
      else { return }
      defer { withExtendedLifetime(memory) {} }
      try? body(file, head)
    }
  }

  private static func decode(_ rows: some RowSource) throws {
    guard rows.info.size.width * rows.info.size.height <= maximumPixels else { return }
    let builder = PyramidBuilder(rows.info) { _, _ in }
    defer { builder.abandon() }
    try rows.decode(into: builder) { true }
  }

  private static func readExif(_ bytes: [UInt8]) {
    _ = Exif.orientation(in: bytes)
    bytes.withUnsafeBufferPointer { _ = Exif.thumbnail(in: $0) }
    var metadata = PictureMetadata()
    ExifTags.read(TagDirectories(bytes), group: "EXIF", into: &metadata)
  }

  private static func readTIFF(_ file: ImageFile, _ head: [UInt8]) throws {
    let bytes = try FileBytes(file)
    _ = SlideSignature(head, file)
    guard let directories = TIFFDirectories(bytes) else { return }
    var place = directories.first
    for _ in 0..<64 where place > 0 {
      guard let directory = directories.directory(at: place, in: bytes) else { return }
      place = directory.next
    }
  }

  private static func readRaw(_ file: ImageFile, _ head: [UInt8]) throws {
    _ = try RawPreview.find(file)?.bytes(of: file)
  }

  /// Walks over the scan, and decodes all tiles from it.
  private static func readJPEG(_ file: ImageFile, _ head: [UInt8]) throws {
    let source = try JPEGSource(file)
    let pyramid = Pyramid(size: source.info.size)
    guard source.info.size.width * source.info.size.height <= maximumPixels,
      let decoder = source.regionDecoder()
    else { return }
    var info = source.info
    info.size = pyramid.size(ofLevel: decoder.indexedLevel)
    let builder = PyramidBuilder(info) { _, _ in }
    defer { builder.abandon() }
    try? decoder.buildIndex(into: builder) { true }
    for level in pyramid.levels {
      let all = Rect(origin: .zero, size: source.info.size.size)
      for key in pyramid.tiles(covering: all, level: level).keys {
        _ = try? decoder.tile(key, of: pyramid)
      }
    }
  }

  private static func readPages(_ file: ImageFile, _ head: [UInt8]) throws {
    let kind = try FileKind(file, head, by: nil)
    _ = FilePages(file, head, kind, ImageLimits())?.page(100)
  }

  /// Gives the picture another orientation, and takes it back.
  private static func orient(_ file: ImageFile, _ head: [UInt8]) throws {
    let content = try FileBytes(file)
    guard let format = ImageFormat.all.first(where: { $0.recognizes(head) })?.name,
      let bytes = content.read(0, content.count)
    else { return }
    let patch = try OrientationPatch(file, format: format, to: .turnedLeft, by: .turnedLeft).bytes
    precondition(patch.inverse.applied(to: patch.applied(to: bytes)) == bytes)
  }

  private static func readXMP(_ bytes: [UInt8]) {
    var metadata = PictureMetadata()
    XMPTags.read(bytes, into: &metadata)
    IPTCTags.read(bytes, into: &metadata)
  }

  /// A header, a place in the index, and a tile.
  private static func readTiles(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      _ = TileFileLayout.Header(UnsafeRawBufferPointer(rebasing: bytes.prefix(64)))
      if bytes.count >= 24 { _ = TileFileLayout.Place(bytes, at: 0) }
      _ = TileCodec.decode(bytes, count: 64 * 64, width: 64)
    }
  }
}

// MARK: - Text

extension FuzzTarget {
  private static func readKeys(_ bytes: [UInt8]) {
    var keys = ViewerKeys()
    _ = keys.read(String(decoding: bytes, as: UTF8.self), keyName: KeyName.canonical)
  }

  private static func readScript(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let script = try? Script(parsing: text, file: "script", scenes: Scenes.all) else {
      return
    }
    _ = Simulation(script).trace(rate: 30, until: 1)
  }

  private static func readSeries(_ bytes: [UInt8]) {
    guard let series = try? Series(parsing: String(decoding: bytes, as: UTF8.self), file: "csv")
    else { return }
    _ = try? series.script()
    let chart = Chart([series])
    for lane in chart.lanes { _ = ChartAxis(of: lane, atMost: 8).steps }
  }
}

/// Has the name that libFuzzer's own entry point needs, which is linked but not used.
@_cdecl("LLVMFuzzerTestOneInput")
public func unusedTest(_: UnsafePointer<UInt8>?, _: Int) -> CInt { 0 }
