import ScrollGeometry

/// A slide of which a loader decodes any rectangle of any level.
struct RemoteSlide: RegionSource {
  let info: ImageInfo
  let object: RemoteObject
  let origin: RemoteOrigin

  func turned(by turn: Orientation) -> (any ImageSource)? {
    Self(info: info.turned(by: turn), object: object, origin: origin)
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let (rect, padded) = pyramid.fileRects(of: key, info.orientation)
    var canvas = TIFFCanvas(
      padded, picture: info.orientation.applied(to: pyramid.size(ofLevel: key.level)))
    let inner = canvas.inner
    canvas.place(
      TIFFBlock(size: inner.size, pixels: try region(inner, level: key.level), failure: nil),
      x: inner.x, y: inner.y)
    let oriented = OrientationTransform(orientation: info.orientation).apply(
      to: canvas.repeatingEdges(), size: padded.size)
    return TilePixels(
      size: info.orientation.applied(to: rect.size), isOpaque: true, storage: oriented)
  }

  func region(_ rect: PixelRect, level: Int) throws(ImagingError) -> ContiguousArray<UInt32> {
    var request = MessageWriter(.region)
    request.add(object.number)
    request.add(level)
    request.add(rect)
    var stored = info
    stored.orientation = .upright
    stored.size = info.orientation.applied(to: info.size)
    return try object.sandbox.call(
      origin.file, request,
      restore: { () throws(ImagingError) in try origin.restore(object, stored) }
    ) { (stream) throws(CallFailure) in
      guard case .begin = try stream.next(while: { true }) else { throw CallFailure.malformed }
      var pixels = try stream.pixels(rect.width * rect.height)
      pixels.withUnsafeMutableBufferPointer { PixelRows.makeOpaque($0) }
      try stream.result { _ in }
      return pixels
    }
  }
}
