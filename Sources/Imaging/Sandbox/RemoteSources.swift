import ScrollGeometry
import Synchronization

/// A picture that a sandbox decodes row by row.
struct RemoteRows: ReducibleSource, RemoteSource {
  let info: ImageInfo
  let workBytes: Int
  let reducibleLevels: Int
  let object: RemoteObject
  let origin: RemoteOrigin

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    var request = object.request(.decode)
    request.add(builder.fileSize)
    request.add(level)
    request.add(builder.wantsPreview)
    // What is only halved does not pass through the shared memory.
    request.add(builder.skipLevels())
    request.add(builder.orientation.rawValue)
    request.add(builder.firstRow)
    try object.process.call(
      request, .decoding(info.size, isWhole: workBytes > 0), restore: restore
    ) { (stream) throws(CallFailure) in
      try stream.readRows(into: builder, isOpaque: !info.hasAlpha, while: shouldContinue)
    }
  }

  /// The longest side of a thumbnail in a file, in pixels.
  private static let maximumThumbnail = 1024

  func embeddedThumbnail() -> Thumbnail? {
    try? object.process.call(
      object.request(.thumbnail), restore: restore
    ) { (stream) throws(CallFailure) -> Thumbnail? in
      guard case .begin(var reader) = try stream.next(while: { true }) else { return nil }
      let (size, isOpaque) = try ByteStream.read(&reader) { (reader) throws(MalformedMessage) in
        (try reader.size(upTo: Self.maximumThumbnail), try reader.flag())
      }
      let pixels = try stream.pixels(size.width * size.height)
      try stream.result { _ in }
      return Thumbnail(size: size, pixels: Array(pixels), isOpaque: isOpaque)
    }
  }

  func regionDecoder() -> (any RegionDecoder)? { RemoteRegions(self, nil) }

  func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)? { RemoteRegions(self, info) }
}

extension ByteStream {
  /// The most previews of a picture: an interlaced one has some. [C]
  private static let maximumPreviews = 8

  /// Reads rows, and previews before them, into a builder; rows that it has are left out.
  mutating func readRows(
    into builder: PyramidBuilder, isOpaque: Bool, while shouldContinue: () -> Bool
  ) throws(CallFailure) {
    var isStopped = false
    let continues = {
      isStopped = isStopped || !shouldContinue()
      return !isStopped
    }
    var previewCount = 0
    var hasBegun = false
    while true {
      switch try next(while: continues) {
      case .preview(let level) where previewCount < Self.maximumPreviews && !hasBegun:
        previewCount += 1
        try readPreview(level, into: builder, isOpaque: isOpaque, while: continues)
      case .begin where !hasBegun:
        hasBegun = true
        try readRows(into: builder, isOpaque, while: continues)
      case .result: return
      // A process that could begin again would never end.
      case .bytes, .preview, .begin: throw .malformed
      }
    }
  }

  private mutating func readRows(
    into builder: PyramidBuilder, _ isOpaque: Bool, while continues: () -> Bool
  ) throws(CallFailure) {
    // A new process begins with the first row.
    for _ in 0..<builder.rowCount {
      guard try fill(UnsafeMutableRawBufferPointer(builder.nextRow), while: continues) else {
        return
      }
    }
    while !builder.isComplete {
      guard continues() else { return }
      guard try fill(UnsafeMutableRawBufferPointer(builder.nextRow), while: continues) else {
        return
      }
      if isOpaque { PixelRows.makeOpaque(builder.nextRow) }
      builder.commitRow()
      noteAnswer()
    }
  }

  private mutating func readPreview(
    _ level: Int, into builder: PyramidBuilder, isOpaque: Bool, while continues: () -> Bool
  ) throws(CallFailure) {
    var failure: CallFailure?
    builder.addPreview(level: level) { _, row in
      do throws(CallFailure) {
        guard continues(), try fill(UnsafeMutableRawBufferPointer(row), while: continues) else {
          return false
        }
      } catch {
        failure = error
        return false
      }
      if isOpaque { PixelRows.makeOpaque(row) }
      noteAnswer()
      return true
    }
    if let failure { throw failure }
  }
}

extension PixelRows {
  /// Makes the pixels of a row opaque.
  static func makeOpaque(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices { pixels[index] |= opaqueAlpha }
  }
}

/// A picture of which a sandbox decodes any tile.
final class RemoteTiles: TileSource, RemoteSource {
  let info: ImageInfo
  let object: RemoteObject
  let origin: RemoteOrigin

  init(info: ImageInfo, object: RemoteObject, origin: RemoteOrigin) {
    self.info = info
    self.object = object
    self.origin = origin
  }

  func turned(by turn: Orientation) -> (any ImageSource)? { origin.open(turnedBy: turn, info) }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    var request = object.request(.tile)
    request.add(key)
    return try object.process.call(request, restore: restore) { (stream) throws(CallFailure) in
      guard let tile = try stream.tile(pyramid.rect(of: key).size) else {
        throw CallFailure.malformed
      }
      return tile
    }
  }

  func pixels(
    in part: PixelRect, of pyramid: Pyramid
  ) throws(ImagingError) -> ContiguousArray<UInt32> {
    var request = object.request(.pixels)
    request.add(part)
    return try object.process.call(request, restore: restore) { (stream) throws(CallFailure) in
      guard case .begin = try stream.next(while: { true }) else { throw CallFailure.malformed }
      let pixels = try stream.pixels(part.width * part.height)
      try stream.result { _ in }
      return pixels
    }
  }
}

extension ByteStream {
  /// Reads a tile of a size; `nil` if there is none.
  mutating func tile(_ expected: PixelSize) throws(CallFailure) -> TilePixels? {
    let reply = try next { true }
    if case .result = reply { return nil }
    guard case .begin(var reader) = reply else { throw .malformed }
    let (size, isOpaque, filled) = try Self.read(&reader) { (reader) throws(MalformedMessage) in
      (try reader.size(), try reader.flag(), try reader.rect())
    }
    let (columns, rows) = (0...expected.width, 0...expected.height)
    guard size == expected, columns.contains(filled.x), rows.contains(filled.y),
      (0...expected.width - filled.x).contains(filled.width),
      (0...expected.height - filled.y).contains(filled.height)
    else { throw .malformed }
    let padded = TilePixels.padded(size)
    let pixels = try self.pixels(padded.width * padded.height)
    try result { _ in }
    return TilePixels(size: size, isOpaque: isOpaque, filled: filled, storage: pixels)
  }
}

/// Decodes the regions of a file in a sandbox.
private final class RemoteRegions: RegionDecoder {
  let indexedLevel: Int
  let prefersTiles: Bool
  private let rows: RemoteRows
  private let info: ImageInfo?
  private let object: RemoteObject
  /// True once the file was indexed, which a new process does again.
  private let isIndexed = Atomic(false)

  /// Opens the decoder of regions; `nil` for a file that must be decoded as a whole.
  init?(_ rows: RemoteRows, _ info: ImageInfo?) {
    let object = RemoteObject(in: rows.object.process)
    guard let found = try? Self.open(object, rows, info) ?? nil else { return nil }
    (indexedLevel, prefersTiles) = found
    self.rows = rows
    self.info = info
    self.object = object
  }

  private static func open(
    _ object: RemoteObject, _ rows: RemoteRows, _ info: ImageInfo?
  ) throws(ImagingError) -> (Int, Bool)? {
    var request = object.request(.regions)
    request.add(rows.object.number)
    request.add(info != nil)
    if let info { request.add(info) }
    return try object.process.call(
      request, restore: rows.restore
    ) { (stream) throws(CallFailure) in
      try stream.result { (reader) throws(MalformedMessage) in
        guard try reader.flag() else { return nil }
        return (try reader.number(in: 0...62), try reader.flag())
      }
    }
  }

  /// Opens it in a new process.
  private func restore() throws(ImagingError) {
    guard try Self.open(object, rows, info) != nil else { throw rows.origin.file.changed }
    guard isIndexed.load(ordering: .relaxed) else { return }
    var shown = info ?? rows.info
    shown.size = Pyramid(size: shown.size).size(ofLevel: indexedLevel)
    try buildIndex(into: PyramidBuilder(rowsOf: shown) { _ in }) { true }
  }

  func buildIndex(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    isIndexed.store(false, ordering: .relaxed)
    var request = object.request(.index)
    request.add(builder.fileSize)
    request.add(builder.wantsPreview)
    let isOpaque = !rows.info.hasAlpha
    try object.process.call(
      request, .decoding(rows.info.size, isWhole: rows.workBytes > 0), restore: restore
    ) { (stream) throws(CallFailure) in
      try stream.readRows(into: builder, isOpaque: isOpaque, while: shouldContinue)
    }
    isIndexed.store(true, ordering: .relaxed)
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels? {
    var request = object.request(.regionTile)
    request.add(key)
    return try object.process.call(request, restore: restore) { (stream) throws(CallFailure) in
      try stream.tile(pyramid.rect(of: key).size)
    }
  }
}

/// Reads the samples of a picture in a sandbox.
final class RemoteSamples: SampleReader {
  let size: PixelSize
  private let picture: RemoteObject
  private let origin: RemoteOrigin
  private let info: ImageInfo
  private let channels: Int
  private let object: RemoteObject

  /// The most colors of 8 bits of a pixel, with opacity.
  private static let maximumStored = 4

  /// Opens the reader; `nil` for a picture without samples.
  init?(_ picture: RemoteObject, _ origin: RemoteOrigin, _ info: ImageInfo) throws(ImagingError) {
    guard info.samples != nil || info.storesColors else { return nil }
    size = info.orientation.applied(to: info.size)
    channels = info.samples?.channels ?? Self.maximumStored
    self.picture = picture
    self.origin = origin
    self.info = info
    object = RemoteObject(in: picture.process)
    guard try open() else { return nil }
  }

  private func open() throws(ImagingError) -> Bool {
    var request = object.request(.openSamples)
    request.add(picture.number)
    return try picture.process.call(
      request,
      restore: { () throws(ImagingError) in try origin.restore(picture, info) }
    ) { (stream) throws(CallFailure) in
      try stream.result { (reader) throws(MalformedMessage) in try reader.flag() }
    }
  }

  private func restore() throws(ImagingError) {
    guard try open() else { throw origin.file.changed }
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    var request = MessageWriter(.samples)
    for number in [object.number, x, y] { request.add(number) }
    return try object.process.call(request, restore: restore) { (stream) throws(CallFailure) in
      try stream.result(while: shouldContinue) { (reader) throws(MalformedMessage) in
        var samples: [Double] = []
        for _ in 0..<(try reader.number(in: 0...channels)) {
          samples.append(try reader.anyValue())
        }
        return samples
      }
    }
  }
}

extension RemoteSamples {
  func histograms() throws(ImagingError) -> [SampleHistogram] {
    try object.process.call(
      object.request(.sampleHistograms), restore: restore
    ) { (stream) throws(CallFailure) in
      try stream.content { (reader) throws(MalformedMessage) in try reader.histograms() }
    }
  }

  func description() throws(ImagingError) -> SampleDescription {
    try object.process.call(
      object.request(.sampleDescription), restore: restore
    ) { (stream) throws(CallFailure) in
      try stream.content { (reader) throws(MalformedMessage) in try reader.description() }
    }
  }

  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    guard let rowBytes = try description().rowBytes(of: rect.width), rowBytes <= 1 << 31 else {
      throw origin.file.lacksMemory
    }
    var request = object.request(.sampleRows)
    request.add(rect)
    var row = [UInt8](repeating: 0, count: rowBytes)
    var (count, isWanted) = (0, true)
    // Colors of 8 bits are decoded from the first row on, and those of several scans as a whole.
    let timing = CallTiming.decoding(
      info.storesColors ? size : rect.size, isWhole: info.storesColors)
    try object.process.call(request, timing, restore: restore) { (stream) throws(CallFailure) in
      guard case .begin = try stream.next(while: { true }) else { throw CallFailure.malformed }
      // A new process begins with the first row.
      for number in 0..<rect.height {
        guard try stream.fill(&row) else { break }
        guard number >= count else { continue }
        count += 1
        isWanted = row.withUnsafeBytes(take)
        guard isWanted else { return }
        stream.noteAnswer()
      }
      try stream.result { _ in }
    }
    guard count == rect.height || !isWanted else { throw origin.file.changed }
  }
}

/// The bytes of a call, as they arrive in slots.
struct ByteStream {
  /// The bytes that are read without need, after which the process is not trusted to stop. [C]
  private static let maximumDropped = 1 << 30

  private let lane: ClientLane
  private var droppedBytes = 0
  private var slot: UnsafeRawBufferPointer?
  /// The reply that ended the bytes.
  private var pending: Reply?

  init(_ lane: ClientLane) { self.lane = lane }

  /// Returns the next reply that isn't bytes; bytes before it are dropped.
  mutating func next(while shouldContinue: () -> Bool) throws(CallFailure) -> Reply {
    while true {
      try dropSlot()
      if let reply = pending {
        pending = nil
        return reply
      }
      try advance(while: shouldContinue)
    }
  }

  /// Copies bytes to a buffer; returns false where they end before it is full.
  mutating func fill(
    _ buffer: UnsafeMutableRawBufferPointer, while shouldContinue: () -> Bool
  ) throws(CallFailure) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      guard let slot, !slot.isEmpty else {
        try dropSlot()
        if pending != nil { return false }
        try advance(while: shouldContinue)
        continue
      }
      let count = min(rest.count, slot.count)
      UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: slot[..<count]))
      self.slot = UnsafeRawBufferPointer(rebasing: slot[count...])
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Notes that an answer was copied and checked.
  func noteAnswer() { lane.noteAnswer() }

  private mutating func advance(while shouldContinue: () -> Bool) throws(CallFailure) {
    let reply = try lane.next(while: shouldContinue)
    if case .bytes(let bytes) = reply { slot = bytes } else { pending = reply }
  }

  private mutating func dropSlot() throws(CallFailure) {
    guard let bytes = slot else { return }
    slot = nil
    droppedBytes += bytes.count
    guard droppedBytes <= Self.maximumDropped else { throw .malformed }
    try lane.acknowledge()
  }
}
