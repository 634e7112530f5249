import Geometry

/// Turns the pixels of one tile from the file's directions to the screen's.
struct OrientationTransform {
  let orientation: Orientation

  /// The turned pixels of a padded tile, which come back untouched when there is nothing to turn.
  ///
  /// - Parameters:
  ///   - pixels: row by row in the file's order, aprons included.
  ///   - size: the padded size in the file's order.
  /// - Returns: the pixels in the order in which they are shown.
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

  /// The turned place of a band of the content's first rows or last ones.
  ///
  /// - Parameters:
  ///   - rows: the number of the first rows, in the file's order, that are filled.
  ///   - size: the content's size in the file's order.
  /// - Returns: the band as it is shown, in pixels of the content.
  func filledRect(rows: Int, of size: PixelSize) -> PixelRect {
    let start = orientation.reversesY ? size.height - rows : 0
    return orientation.transposes
      ? PixelRect(x: start, y: 0, width: rows, height: size.width)
      : PixelRect(x: 0, y: start, width: size.width, height: rows)
  }
}
