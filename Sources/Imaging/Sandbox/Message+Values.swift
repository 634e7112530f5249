import OverscrollBase
import ScrollGeometry

extension ImagingError.Code {
  /// All kinds, by their numbers in messages.
  private static let all: [Self] = [
    .missing, .notAFile, .unreadable, .empty, .unknownFormat, .damaged, .tooLarge, .unsupported,
    .badArgument, .unwritable, .noResources,
  ]

  var number: Int { Self.all.firstIndex(of: self) ?? 0 }

  init?(number: Int) {
    guard Self.all.indices.contains(number) else { return nil }
    self = Self.all[number]
  }
}

extension MessageWriter {
  mutating func add(_ error: ImagingError) {
    add(error.code.number)
    add(error.reason)
  }

  mutating func add(_ size: PixelSize) {
    add(size.width)
    add(size.height)
  }

  mutating func add(_ rect: PixelRect) {
    for number in [rect.x, rect.y, rect.width, rect.height] { add(number) }
  }

  mutating func add(_ key: TileKey) {
    for number in [key.level, key.column, key.row] { add(number) }
  }

  mutating func add(_ info: ImageInfo) {
    add(info.format)
    add(info.size)
    add(info.bitsPerChannel)
    add(info.color)
    add(info.colorSource)
    add(info.hasAlpha)
    add(info.layout)
    add(info.orientation.rawValue)
    add(info.samples != nil)
    if let samples = info.samples { add(samples) }
    add(info.tone.map(Tone.range) ?? .none)
    add(info.exposure.map(Tone.exposure) ?? .none)
  }

  private mutating func add(_ samples: SampleLayout) {
    for number in [samples.channels, samples.colors, samples.bits] { add(number) }
    add(samples.isFloat)
    add(samples.takesTone)
  }

  mutating func add(_ tone: Tone) {
    switch tone {
    case .none: add(0)
    case .auto: add(1)
    case .range(let range):
      add(2)
      add(range.lowerBound)
      add(range.upperBound)
    case .asNeeded: add(3)
    case .exposure(let stops):
      add(4)
      add(stops)
    }
  }

  mutating func add(_ file: ImageFile) {
    add(file.path.bytes)
    let identity = file.identity
    for number in [
      Int(bitPattern: UInt(identity.device)), Int(bitPattern: UInt(identity.inode)),
      identity.byteCount, identity.modified, identity.changed,
    ] { add(number) }
  }
}

extension MessageReader {
  /// An error with a file, whose name is the caller's own.
  mutating func error(_ path: FilePath) throws(MalformedMessage) -> ImagingError {
    guard let code = ImagingError.Code(number: try number()) else { throw MalformedMessage() }
    return ImagingError(code, path, try text())
  }

  mutating func size() throws(MalformedMessage) -> PixelSize {
    PixelSize(width: try number(), height: try number())
  }

  /// A size of at least one pixel and at most `most` in both directions.
  mutating func size(upTo most: Int) throws(MalformedMessage) -> PixelSize {
    PixelSize(width: try number(in: 1...most), height: try number(in: 1...most))
  }

  mutating func rect() throws(MalformedMessage) -> PixelRect {
    PixelRect(x: try number(), y: try number(), width: try number(), height: try number())
  }

  mutating func key() throws(MalformedMessage) -> TileKey {
    TileKey(level: try number(), column: try number(), row: try number())
  }

  mutating func orientation() throws(MalformedMessage) -> Orientation {
    guard let orientation = Orientation(rawValue: try number()) else { throw MalformedMessage() }
    return orientation
  }

  mutating func info() throws(MalformedMessage) -> ImageInfo {
    let (format, size) = (try text(), try size())
    let (bits, color, colorSource) = (try number(in: 1...64), try text(), try text())
    var info = ImageInfo(
      format: format, size: size, bitsPerChannel: bits, color: color, hasAlpha: try flag(),
      layout: try text(), orientation: try orientation())
    info.colorSource = colorSource
    if try flag() { info.samples = try samples() }
    if case .range(let range) = try tone() { info.tone = range }
    if case .exposure(let stops) = try tone() { info.exposure = stops }
    return info
  }

  private mutating func samples() throws(MalformedMessage) -> SampleLayout {
    let channels = 1...SampleLayout.maximumChannels
    return SampleLayout(
      channels: try number(in: channels), colors: try number(in: channels),
      bits: try number(in: 1...64), isFloat: try flag(), takesTone: try flag())
  }

  mutating func tone() throws(MalformedMessage) -> Tone {
    switch try number(in: 0...4) {
    case 0: return .none
    case 1: return .auto
    case 3: return .asNeeded
    case 4: return .exposure(try value(in: -Tone.maximumExposure...Tone.maximumExposure))
    default:
      let (black, white) = (try anyValue(), try anyValue())
      guard black < white, (white - black).isFinite else { throw MalformedMessage() }
      return .range(black...white)
    }
  }

  mutating func file() throws(MalformedMessage) -> ImageFile {
    let path = FilePath(bytes: try bytes())
    let identity = FileIdentity(
      device: UInt64(UInt(bitPattern: try number())), inode: UInt64(UInt(bitPattern: try number())),
      byteCount: try number(), modified: try number(), changed: try number())
    return ImageFile(path: path, identity: identity)
  }
}

extension MessageWriter {
  mutating func add(_ page: FilePages.Page) {
    add(page.offset)
    add(page.size)
    add(page.delay)
    add(page.index)
  }

  mutating func add(_ metadata: PictureMetadata) {
    for rows in [metadata.camera, metadata.profile, metadata.texts] {
      add(rows.count)
      for row in rows {
        add(row.name)
        add(row.value)
      }
    }
    add(metadata.tags.count)
    for tag in metadata.tags {
      add(tag.group)
      add(tag.name)
      add(tag.value)
    }
  }
}

extension MessageReader {
  /// The longest side of a page, in pixels. [C]
  private static let maximumSide = 1 << 32

  /// The longest delay of a frame, in seconds: formats count it in 32 bits. [C]
  private static let maximumDelay = 4_294_967_296.0

  mutating func page() throws(MalformedMessage) -> FilePages.Page {
    let offset = try number(in: 0...Int.max)
    let size = PixelSize(
      width: try number(in: 0...Self.maximumSide), height: try number(in: 0...Self.maximumSide))
    return FilePages.Page(
      offset: offset, size: size, delay: try value(in: 0...Self.maximumDelay),
      index: try number(in: 0...Int.max))
  }

  mutating func metadata() throws(MalformedMessage) -> PictureMetadata {
    var metadata = PictureMetadata()
    metadata.camera = try rows()
    metadata.profile = try rows()
    metadata.texts = try rows()
    for _ in 0..<(try number(in: 0...PictureMetadata.maximumTags)) {
      metadata.tags.append(
        PictureMetadata.Tag(group: try text(), name: try text(), value: try text()))
    }
    return metadata
  }

  private mutating func rows() throws(MalformedMessage) -> [PictureMetadata.Row] {
    var rows: [PictureMetadata.Row] = []
    for _ in 0..<(try number(in: 0...PictureMetadata.maximumTags)) {
      rows.append(PictureMetadata.Row(try text(), try text()))
    }
    return rows
  }
}
