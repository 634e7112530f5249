package import ScrollGeometry

/// The orientation of a file's rows and columns on the screen, numbered as in EXIF and TIFF.
///
/// The file's x axis runs along the screen's x axis or, when the picture is transposed, along its y
/// axis; either axis may run backward.
package struct Orientation: RawRepresentable, Hashable, Sendable {
  /// EXIF's number, 1 … 8.
  package let rawValue: Int

  /// Makes an orientation from EXIF's number; nil unless it is 1 … 8.
  package init?(rawValue: Int) {
    guard 1...8 ~= rawValue else { return nil }
    self.rawValue = rawValue
  }

  init(known: Int) { rawValue = known }

  /// The file's first row is the top one and its first column the left one: EXIF's 1.
  package static let upright = Orientation(known: 1)
}

extension Orientation {
  /// True if the file's rows are columns on the screen.
  package var transposes: Bool { rawValue >= 5 }

  /// True if the file's x axis runs backward on the screen: leftwards or, transposed, upwards.
  package var reversesX: Bool { [2, 3, 7, 8].contains(rawValue) }

  /// True if the file's y axis runs backward on the screen: upwards or, transposed, leftwards.
  package var reversesY: Bool { [3, 4, 6, 7].contains(rawValue) }

  /// Converts a size as stored to the size as shown, or back: swaps the extents if it transposes.
  package func applied(to size: PixelSize) -> PixelSize {
    transposes ? PixelSize(width: size.height, height: size.width) : size
  }
}
