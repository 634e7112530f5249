import ScrollGeometry

/// A picture that a sandbox decodes row by row.
struct RemoteRows: RowSource, RemoteSource {
  let info: ImageInfo
  let workBytes: Int
  let reducibleLevels: Int
  let object: RemoteObject
  let origin: RemoteOrigin

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try decode(into: builder, reducedBy: 0, while: shouldContinue)
  }

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    var request = MessageWriter(.decode)
    request.add(object.number)
    request.add(builder.fileSize)
    request.add(level)
    request.add(builder.wantsPreview)
    // What is only halved does not pass through the shared memory.
    request.add(builder.skipLevels())
    request.add(builder.orientation.rawValue)
    try object.process.call(
      request, .decoding(info.size, isWhole: workBytes > 0), restore: restore
    ) { (stream) throws(CallFailure) in
      try stream.readRows(into: builder, isOpaque: !info.hasAlpha, while: shouldContinue)
    }
  }

  /// The longest side of a thumbnail in a file, in pixels.
  private static let maximumThumbnail = 1024

  func embeddedThumbnail() -> Thumbnail? {
    var request = MessageWriter(.thumbnail)
    request.add(object.number)
    return try? object.process.call(
      request, restore: restore
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
