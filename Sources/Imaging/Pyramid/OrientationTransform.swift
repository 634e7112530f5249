import ScrollGeometry

/// Applies an orientation to the pixels of one tile.
struct OrientationTransform {
  let orientation: Orientation

  /// Applies the orientation to the pixels of a padded tile.
  ///
  /// - Parameters:
  ///   - pixels: Row by row as stored, apron included.
  ///   - size: The padded size as stored.
  /// - Returns: The pixels as shown.
  func apply(to pixels: ContiguousArray<UInt32>, size: PixelSize) -> ContiguousArray<UInt32> {
    if orientation == .upright { return pixels }
    let shown = orientation.applied(to: size)
    let alongX = orientation.reversesX ? -1 : 1
    let alongY = orientation.reversesY ? -size.width : size.width
    let start =
      (orientation.reversesX ? size.width - 1 : 0)
      + (orientation.reversesY ? (size.height - 1) * size.width : 0)
    let step = orientation.transposes ? alongY : alongX
    let rowStep = orientation.transposes ? alongX : alongY
    return ContiguousArray(unsafeUninitializedCapacity: pixels.count) { output, count in
      pixels.withUnsafeBufferPointer { input in
        for y in 0..<shown.height {
          var source = start + y * rowStep
          for x in 0..<shown.width {
            output[y * shown.width + x] = input[source]
            source += step
          }
        }
      }
      count = pixels.count
    }
  }

  /// The rectangle as shown of the first rows as stored.
  ///
  /// - Parameters:
  ///   - rows: The number of filled rows as stored, from the first on.
  ///   - size: The content's size as stored.
  /// - Returns: The rectangle as shown, in pixels of the content.
  func filledRect(rows: Int, of size: PixelSize) -> PixelRect {
    let start = orientation.reversesY ? size.height - rows : 0
    return orientation.transposes
      ? PixelRect(x: start, y: 0, width: rows, height: size.width)
      : PixelRect(x: 0, y: start, width: size.width, height: rows)
  }
}
