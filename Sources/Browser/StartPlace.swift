import OverscrollLab
package import ScrollGeometry

/// The pixel that is in the middle of the first picture, and its zoom scale.
package struct StartPlace: Hashable, Sendable {
  /// The pixel, from 0 at the top left of the picture as shown.
  package let pixel: Point
  /// The device pixels per pixel; `nil` for the usual scale, or 1 where that fits the picture into the window.
  package let scale: Double?

  /// The scales that can be named. [C]
  private static let scales = 0.000_001...1024.0

  /// Reads `X,Y` or `X,Y@ZOOM`; `nil` for another text.
  package init?(argument: String) {
    let parts = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x >= 0, y >= 0,
      x.isFinite, y.isFinite
    else { return nil }
    pixel = Point(x, y)
    guard parts.count > 1 else {
      scale = nil
      return
    }
    guard let scale = Double(parts[1]), Self.scales.contains(scale) else { return nil }
    self.scale = scale
  }

  /// Shows the place at once; returns a message where the picture doesn't have it.
  package func show(in view: PictureView) -> String? {
    let size = view.size
    guard pixel.x < Double(size.width), pixel.y < Double(size.height) else {
      return "The pixel is outside the picture (\(size.width)×\(size.height))."
    }
    view.show(pixel, scale: scale, at: view.recorder.present, animated: false)
    return nil
  }
}
