package import ScrollGeometry

extension Orientation {
  /// Converts a rectangle of the picture as shown to the picture as stored.
  ///
  /// - Parameters:
  ///   - rect: In pixels as shown.
  ///   - size: The picture's size as shown.
  /// - Returns: The rectangle in the file's columns and rows.
  func fileRect(of rect: PixelRect, in size: PixelSize) -> PixelRect {
    let extent = applied(to: size)
    let across = transposes ? rect.y..<rect.maxY : rect.x..<rect.maxX
    let down = transposes ? rect.x..<rect.maxX : rect.y..<rect.maxY
    return PixelRect(
      x: reversesX ? extent.width - across.upperBound : across.lowerBound,
      y: reversesY ? extent.height - down.upperBound : down.lowerBound,
      width: across.count, height: down.count)
  }

  /// Converts a rectangle of a picture to the picture turned or flipped by this orientation.
  ///
  /// - Parameters:
  ///   - rect: In pixels of the picture.
  ///   - size: The picture's size.
  /// - Returns: The rectangle of the same pixels.
  package func shownRect(of rect: PixelRect, in size: PixelSize) -> PixelRect {
    let across = reversesX ? size.width - rect.maxX : rect.x
    let down = reversesY ? size.height - rect.maxY : rect.y
    return transposes
      ? PixelRect(x: down, y: across, width: rect.height, height: rect.width)
      : PixelRect(x: across, y: down, width: rect.width, height: rect.height)
  }
}
