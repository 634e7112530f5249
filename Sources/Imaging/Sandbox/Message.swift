import OverscrollBase
import ScrollGeometry

/// A message between the program and the process that decodes: numbers, and bytes after their count.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ request: RequestKind) { add(Int(request.rawValue)) }

  init(_ reply: ReplyKind) { add(Int(reply.rawValue)) }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ value: Double) { add(Int(bitPattern: UInt(value.bitPattern))) }

  mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  mutating func add(_ content: some Collection<UInt8>) {
    add(content.count)
    bytes.append(contentsOf: content)
  }

  private mutating func add(_ text: String) { add(Array(text.utf8)) }
}

/// A message that isn't what the other side may send.
struct MalformedMessage: Error {}

/// Reads a message; nothing in it is trusted.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// True where all of it was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(MalformedMessage) -> Int {
    guard rest.count >= 8 else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(8) }
    return Int(
      truncatingIfNeeded: rest.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  mutating func number(in range: ClosedRange<Int>) throws(MalformedMessage) -> Int {
    let number = try number()
    guard range.contains(number) else { throw MalformedMessage() }
    return number
  }

  /// A finite number of a range.
  private mutating func value(in range: ClosedRange<Double>) throws(MalformedMessage) -> Double {
    let value = Double(bitPattern: UInt64(UInt(bitPattern: try number())))
    guard range.contains(value) else { throw MalformedMessage() }
    return value
  }

  /// Any number, also infinity and those that are none.
  mutating func anyValue() throws(MalformedMessage) -> Double {
    Double(bitPattern: UInt64(UInt(bitPattern: try number())))
  }

  mutating func flag() throws(MalformedMessage) -> Bool { try number(in: 0...1) == 1 }

  mutating func bytes() throws(MalformedMessage) -> [UInt8] {
    let count = try number(in: 0...rest.count)
    guard count <= rest.count else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A line of text for display, without control characters.
  mutating func text() throws(MalformedMessage) -> String {
    MetadataText.cut(String(decoding: try bytes(), as: UTF8.self))
  }
}

/// What the program asks for.
enum RequestKind: UInt8 {
  case open = 1, decode, thumbnail, regions, index, regionTile, tile, pixels, steps, frame, metadata
  case release, acknowledge, descriptor, openSamples, samples, sampleDescription, sampleRows,
    sampleHistograms
}

/// What the process that decodes answers.
enum ReplyKind: UInt8 {
  /// So many bytes are in the next slot of the shared memory.
  case bytes = 1
  /// The file is to be opened.
  case descriptor
  /// The rows of a preview of a level follow.
  case preview
  /// What was asked for follows.
  case begin
  /// The end of the call.
  case result
  /// The end of the call: an error.
  case failure
  /// The end of the call: there is no such object here.
  case unknown
  /// A file in the folder that belongs to the file is to be opened, for loaders.
  case companion
}

extension MessageReader {
  /// The kind of a request.
  mutating func request() throws(MalformedMessage) -> RequestKind {
    guard let kind = RequestKind(rawValue: UInt8(try number(in: 0...255))) else {
      throw MalformedMessage()
    }
    return kind
  }

  /// The kind of a reply.
  mutating func reply() throws(MalformedMessage) -> ReplyKind {
    guard let kind = ReplyKind(rawValue: UInt8(try number(in: 0...255))) else {
      throw MalformedMessage()
    }
    return kind
  }
}

// MARK: - Values

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
    add(info.storesColors)
    add(info.tone.map(Tone.range) ?? .none)
    add(info.exposure.map(Tone.exposure) ?? .none)
    add(info.mix.map(Tone.mix) ?? .none)
    add(info.channels.count)
    for channel in info.channels {
      add(channel.name)
      add(channel.color.map { Int($0) } ?? -1)
      add(channel.range.map(Tone.range) ?? .none)
      add(channel.calibration != nil)
      guard let calibration = channel.calibration else { continue }
      add(calibration.offset)
      add(calibration.scale)
      add(calibration.unit)
    }
    add(info.channelsArePages)
    add(info.data != nil)
    if let data = info.data { add(data) }
    add(info.stack?.axes.count ?? 0)
    for axis in info.stack?.axes ?? [] {
      add(axis.name)
      add(axis.count)
    }
    if let stack = info.stack { add(stack.first) }
    add(info.planeCount)
    add(info.missingPlanes)
    add(info.hasClasses)
    add(info.scale)
  }

  private mutating func add(_ samples: SampleLayout) {
    for number in [samples.channels, samples.colors, samples.bits] { add(number) }
    add(samples.isFloat)
    add(samples.takesTone)
    add(samples.noData != nil)
    if let noData = samples.noData { add(noData) }
    add(samples.range.map(Tone.range) ?? .none)
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
    case .mix(let mix):
      add(5)
      add(mix)
    }
  }

  private mutating func add(_ mix: ChannelMix) {
    add(mix.ramp.flatMap { ColorRamp.allCases.firstIndex(of: $0) } ?? -1)
    add(mix.isStretched)
    add(mix.takesFileRanges)
    add(mix.parts.count)
    for part in mix.parts {
      add(part.channel)
      add(part.color.map { Int($0) } ?? -1)
      add(part.isShown)
      add(part.range.map(Tone.range) ?? .none)
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
    info.storesColors = try flag()
    if case .range(let range) = try tone() { info.tone = range }
    if case .exposure(let stops) = try tone() { info.exposure = stops }
    if case .mix(let mix) = try tone() { info.mix = mix }
    for _ in 0..<(try number(in: 0...SampleLayout.maximumNamed)) {
      let (name, color) = (try text(), try number(in: -1...0xFF_FFFF))
      var channel = ChannelName(name, color: color < 0 ? nil : UInt32(color))
      if case .range(let range) = try tone() { channel.range = range }
      if try flag() {
        channel.calibration = Calibration(
          offset: try anyValue(), scale: try anyValue(), unit: try text())
      }
      info.channels.append(channel)
    }
    info.channelsArePages = try flag()
    if try flag() { info.data = try description() }
    var axes: [PageStack.Axis] = []
    for _ in 0..<(try number(in: 0...PageStack.maximumAxes)) {
      axes.append(
        PageStack.Axis(name: try text(), count: try number(in: 2...FilePages.maximumCount)))
    }
    if !axes.isEmpty {
      info.stack = PageStack(axes, first: try number(in: 0...FilePages.maximumCount))
    }
    info.planeCount = try number(in: 1...FilePages.maximumCount)
    info.missingPlanes = try number(in: 0...FilePages.maximumCount)
    info.hasClasses = try flag()
    info.scale = try scale()
    return info
  }

  private mutating func mix() throws(MalformedMessage) -> ChannelMix {
    let ramp = try number(in: -1...ColorRamp.allCases.count - 1)
    let (isStretched, takesFileRanges) = (try flag(), try flag())
    var parts: [ChannelMix.Part] = []
    for _ in 0..<(try number(in: 0...ChannelMix.maximumParts)) {
      var part = ChannelMix.Part(channel: try number(in: 0...Int(UInt16.max)))
      let color = try number(in: -1...0xFF_FFFF)
      part.color = color < 0 ? nil : UInt32(color)
      part.isShown = try flag()
      if case .range(let range) = try tone() { part.range = range }
      parts.append(part)
    }
    var mix = ChannelMix(parts, ramp: ramp < 0 ? nil : ColorRamp.allCases[ramp])
    (mix.isStretched, mix.takesFileRanges) = (isStretched, takesFileRanges)
    return mix
  }

  private mutating func samples() throws(MalformedMessage) -> SampleLayout {
    let channels = 1...SampleLayout.maximumChannels
    var layout = SampleLayout(
      channels: try number(in: channels), colors: try number(in: channels),
      bits: try number(in: 1...64), isFloat: try flag(), takesTone: try flag(),
      noData: try flag() ? try value(in: -.infinity ... .infinity) : nil)
    if case .range(let range) = try tone() { layout.range = range }
    return layout
  }

  mutating func tone() throws(MalformedMessage) -> Tone {
    switch try number(in: 0...5) {
    case 0: return .none
    case 1: return .auto
    case 3: return .asNeeded
    case 4: return .exposure(try value(in: -Tone.maximumExposure...Tone.maximumExposure))
    case 5: return .mix(try mix())
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
    add(page.name)
    add(page.scale)
    add(page.plane)
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
    add(metadata.scale)
    add(metadata.exif)
    add(metadata.leftOut.count)
    for kind in metadata.leftOut { add(kind) }
  }

  fileprivate mutating func add(_ scale: PixelScale?) {
    add(scale != nil)
    guard let scale else { return }
    add(scale.kind.rawValue)
    for number in [scale.x, scale.y] { add(number) }
    add(scale.source)
    add(scale.map != nil)
    guard let map = scale.map else { return }
    for point in [map.column, map.row, map.origin] {
      add(point.x)
      add(point.y)
    }
    add(map.unit)
    add(map.code)
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
    var page = FilePages.Page(
      offset: offset, size: size, delay: try value(in: 0...Self.maximumDelay),
      index: try number(in: 0...Int.max), name: try text())
    page.scale = try scale()
    return page.plane(try number(in: 0...Int.max))
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
    metadata.scale = try scale()
    metadata.exif = try bytes()
    for _ in 0..<(try number(in: 0...PictureMetadata.maximumTags)) {
      metadata.leftOut.append(try text())
    }
    return metadata
  }

  fileprivate mutating func scale() throws(MalformedMessage) -> PixelScale? {
    guard try flag() else { return nil }
    guard let kind = PixelScale.Kind(rawValue: try number(in: 0...3)) else {
      throw MalformedMessage()
    }
    let (x, y, source) = (try anyValue(), try anyValue(), try text())
    guard var scale = PixelScale(kind, x: x, y: y, source) else { throw MalformedMessage() }
    guard try flag() else { return scale }
    scale.map = PixelScale.MapFrame(
      column: try point(), row: try point(), origin: try point(), unit: try text(),
      code: try number(in: 0...Int(UInt16.max)))
    return scale
  }

  private mutating func point() throws(MalformedMessage) -> Point {
    Point(try anyValue(), try anyValue())
  }

  private mutating func rows() throws(MalformedMessage) -> [PictureMetadata.Row] {
    var rows: [PictureMetadata.Row] = []
    for _ in 0..<(try number(in: 0...PictureMetadata.maximumTags)) {
      rows.append(PictureMetadata.Row(try text(), try text()))
    }
    return rows
  }
}

extension MessageWriter {
  mutating func add(_ description: SampleDescription) {
    for number in [
      description.channels, description.bits, description.format.rawValue, description.photometric,
      description.orientation.rawValue,
    ] { add(number) }
    add(description.loss ?? "")
    add(description.extras.count)
    for extra in description.extras { add(extra) }
    add(description.tags.count)
    for tag in description.tags {
      for number in [tag.number, tag.type, tag.count] { add(number) }
      add(tag.bytes)
    }
  }
}

extension MessageReader {
  mutating func description() throws(MalformedMessage) -> SampleDescription {
    let numbers = 0...Int(UInt16.max)
    var description = SampleDescription(
      channels: try number(in: 1...Int(UInt16.max)), colors: 1, bits: try number(in: 1...64))
    guard let format = SampleDescription.Format(rawValue: try number(in: numbers)) else {
      throw MalformedMessage()
    }
    description.format = format
    description.photometric = try number(in: numbers)
    description.orientation = try orientation()
    let loss = try text()
    description.loss = loss.isEmpty ? nil : loss
    description.extras = []
    for _ in 0..<(try number(in: 0...description.channels)) {
      description.extras.append(try number(in: numbers))
    }
    for _ in 0..<(try number(in: 0...SampleDescription.Number.kept.count)) {
      let (tag, type) = (try number(in: numbers), try number(in: numbers))
      let (count, bytes) = (try number(in: 1...1 << 30), try bytes())
      guard SampleDescription.Number.kept.contains(tag),
        TagDirectories.size(ofType: type).map({ $0 * count == bytes.count }) == true
      else { throw MalformedMessage() }
      description.tags.append(
        SampleDescription.Tag(number: tag, type: type, count: count, bytes: bytes))
    }
    return description
  }
}

extension MessageWriter {
  mutating func add(_ histograms: [SampleHistogram]) {
    add(histograms.count)
    for histogram in histograms {
      add(Tone.range(histogram.range))
      add(histogram.shown.map(Tone.range) ?? .none)
      add(histogram.heights.count)
      for height in histogram.heights { add(height) }
    }
  }
}

extension MessageReader {
  mutating func histograms() throws(MalformedMessage) -> [SampleHistogram] {
    var histograms: [SampleHistogram] = []
    for _ in 0..<(try number(in: 0...ChannelMix.maximumParts)) {
      guard case .range(let range) = try tone() else { throw MalformedMessage() }
      var histogram = SampleHistogram(range: range, heights: [])
      if case .range(let shown) = try tone() { histogram.shown = shown }
      for _ in 0..<(try number(in: 0...SampleHistogram.stepCount)) {
        histogram.heights.append(try value(in: 0...1))
      }
      histograms.append(histogram)
    }
    return histograms
  }
}
