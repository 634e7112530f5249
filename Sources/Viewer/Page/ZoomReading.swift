import OverscrollBase
import OverscrollBrowser
import ScrollGeometry

/// The scale of the picture as a percentage, which is shown for a while when it changes.
struct ZoomReading {
  /// How long the scale is shown after the last change, in seconds. [C]
  static let duration = 1.0
  /// The distance by which the scale is closer to a map than to the window's edge, in points. [C]
  private static let gap = 6.0

  /// What the last frame showed.
  private struct Shown: Hashable {
    var view: ObjectIdentifier
    var viewport: PixelSize
    /// The device pixels per picture pixel.
    var zoom: Double
    /// The device pixels per point.
    var scale: Double
  }

  private var last: Shown?
  /// When the scale disappears, in seconds; `nil` while it is hidden.
  private(set) var deadline: Double?
  /// The height of a map below the plate, with the gap between them, in points.
  private var lift = 0.0

  /// Follows the frames of a window; a picture that is opened, or follows the size of the window, shows no scale.
  mutating func follow(_ frame: Frame, of view: PictureView, at now: Double) {
    let new = Shown(
      view: ObjectIdentifier(view), viewport: frame.viewport, zoom: frame.placement.scale,
      scale: frame.scale)
    defer { last = new }
    expire(at: now)
    var before = last
    before?.zoom = new.zoom
    guard before == new else { return deadline = nil }
    if last?.zoom != new.zoom { deadline = now + Self.duration }
  }

  /// Hides the scale once its time is up.
  mutating func expire(at now: Double) {
    if let deadline, now >= deadline { self.deadline = nil }
  }

  /// Places the scale above a map, where it stays until it is hidden.
  mutating func makeRoom(above minimap: Minimap?) {
    if deadline == nil { lift = 0 }
    guard let last, let minimap else { return }
    lift = Double(last.viewport.height - minimap.area.y) / last.scale - Self.gap
  }

  /// The plate at the lower right of the window, above a map; `nil` while it is hidden.
  var plate: OverlayLayer? {
    guard deadline != nil, let last else { return nil }
    return PlateLayer.layer(
      Self.text(last.zoom), .lowerRight(above: lift), in: last.viewport.size / last.scale)
  }

  /// Returns a scale as a percentage: whole, or with the decimals that distinguish small scales.
  static func text(_ zoom: Double) -> String {
    let percent = zoom * 100
    let decimals = percent >= 9.95 ? 0 : percent >= 0.995 ? 1 : 2
    return NumberText.fixed(percent, decimals: decimals) + "%"
  }
}
