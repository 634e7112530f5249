import ScrollGeometry

/// A picture that gives any part of any level in the file's order.
protocol RegionSource: TileSource {
  /// Returns the pixels of a rectangle of a level, which lies within it, in the file's order.
  func region(_ rect: PixelRect, level: Int) throws(ImagingError) -> ContiguousArray<UInt32>
}

extension RegionSource {
  func pixels(
    in part: PixelRect, of pyramid: Pyramid
  ) throws(ImagingError) -> ContiguousArray<UInt32> {
    let rect = info.orientation.fileRect(of: part, in: info.size)
    return OrientationTransform(orientation: info.orientation).apply(
      to: try region(rect, level: 0), size: rect.size)
  }
}
