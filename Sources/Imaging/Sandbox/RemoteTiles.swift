import ScrollGeometry
import Synchronization

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

  func turned(by turn: Orientation) -> (any ImageSource)? {
    origin.open(turnedBy: turn, info)
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    var request = MessageWriter(.tile)
    request.add(object.number)
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
    var request = MessageWriter(.pixels)
    request.add(object.number)
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
final class RemoteRegions: RegionDecoder {
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
    var request = MessageWriter(.regions)
    request.add(object.number)
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
    var request = MessageWriter(.index)
    request.add(object.number)
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
    var request = MessageWriter(.regionTile)
    request.add(object.number)
    request.add(key)
    return try object.process.call(request, restore: restore) { (stream) throws(CallFailure) in
      try stream.tile(pyramid.rect(of: key).size)
    }
  }
}
