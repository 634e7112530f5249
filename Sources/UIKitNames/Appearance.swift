public import Foundation
public import ScrollEngine
public import ScrollGeometry

/// A color, as red, green, blue and opacity from 0 to 1.
///
/// Corresponds to `UIColor`.
public final class UIColor: Hashable, Sendable {
  /// The red part.
  public let red: Double
  /// The green part.
  public let green: Double
  /// The blue part.
  public let blue: Double
  /// The opacity.
  public let alpha: Double

  /// Creates a color.
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates a shade of gray.
  public convenience init(white: Double, alpha: Double) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates a color from hue, saturation and brightness.
  public convenience init(hue: Double, saturation: Double, brightness: Double, alpha: Double) {
    func part(_ n: Double) -> Double {
      let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(k, 4 - k, 1)))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// Returns the color with another opacity.
  public func withAlphaComponent(_ alpha: Double) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns whether two colors have the same parts.
  public static func == (left: UIColor, right: UIColor) -> Bool {
    (left.red, left.green, left.blue, left.alpha)
      == (right.red, right.green, right.blue, right.alpha)
  }

  /// Hashes the parts.
  public func hash(into hasher: inout Hasher) {
    for part in [red, green, blue, alpha] { hasher.combine(part) }
  }

  /// No color.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// Black.
  public static let black = UIColor(white: 0, alpha: 1)
  /// White.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Gray.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Dark gray.
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  /// Light gray.
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  /// Red.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Green.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Blue.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Cyan.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Yellow.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Magenta.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Orange.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Purple.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Brown.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  /// The system's background: white.
  public static let systemBackground = white
  /// The second background.
  public static let secondarySystemBackground = UIColor(
    red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
  /// The background of grouped tables.
  ///
  /// Corresponds to `UIColor.systemGroupedBackground`.
  public static let systemGroupedBackground = secondarySystemBackground
  /// The background of the groups: white.
  ///
  /// Corresponds to `UIColor.secondarySystemGroupedBackground`.
  public static let secondarySystemGroupedBackground = white
  /// The color of text: black.
  public static let label = black
  /// The color of less important text.
  public static let secondaryLabel = UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.6)
  /// The color of separators.
  public static let separator = UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.29)
  /// The system's red.
  public static let systemRed = UIColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
  /// The system's orange.
  public static let systemOrange = UIColor(red: 1, green: 0.58, blue: 0, alpha: 1)
  /// The system's yellow.
  public static let systemYellow = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)
  /// The system's green.
  public static let systemGreen = UIColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1)
  /// The system's teal.
  public static let systemTeal = UIColor(red: 0.19, green: 0.69, blue: 0.78, alpha: 1)
  /// The system's blue.
  public static let systemBlue = UIColor(red: 0, green: 0.48, blue: 1, alpha: 1)
  /// The system's indigo.
  public static let systemIndigo = UIColor(red: 0.35, green: 0.34, blue: 0.84, alpha: 1)
  /// The system's purple.
  public static let systemPurple = UIColor(red: 0.69, green: 0.32, blue: 0.87, alpha: 1)
  /// The system's pink.
  public static let systemPink = UIColor(red: 1, green: 0.18, blue: 0.33, alpha: 1)
  /// The system's gray.
  public static let systemGray = UIColor(red: 0.56, green: 0.56, blue: 0.58, alpha: 1)
  /// The second gray.
  public static let systemGray2 = UIColor(red: 0.68, green: 0.68, blue: 0.7, alpha: 1)
  /// The third gray.
  public static let systemGray3 = UIColor(red: 0.78, green: 0.78, blue: 0.8, alpha: 1)
  /// The fourth gray.
  public static let systemGray4 = UIColor(red: 0.82, green: 0.82, blue: 0.84, alpha: 1)
  /// The fifth gray.
  public static let systemGray5 = UIColor(red: 0.9, green: 0.9, blue: 0.92, alpha: 1)
  /// The sixth gray.
  public static let systemGray6 = UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
}

/// How the host program is to draw a view; the engine does not read it.
public struct UIViewAppearance: Hashable, Sendable {
  /// The color behind the content, or `nil`.
  public var backgroundColor: UIColor?
  /// The color of accents, or `nil`.
  public var tintColor: UIColor?
  /// How the content fills the view.
  public var contentMode = UIView.ContentMode.scaleToFill
  /// True if the view covers what is behind it.
  public var isOpaque = true
}

extension View {
  /// How a view's content fills it.
  ///
  /// Corresponds to `UIView.ContentMode`.
  public enum ContentMode: Int, Hashable, Sendable, CaseIterable {
    /// Stretched.
    case scaleToFill
    /// As large as fits.
    case scaleAspectFit
    /// As small as covers the view.
    case scaleAspectFill
    /// Drawn again for each size.
    case redraw
    /// In the middle.
    case center
    /// At the middle of the top edge.
    case top
    /// At the middle of the bottom edge.
    case bottom
    /// At the middle of the left edge.
    case left
    /// At the middle of the right edge.
    case right
    /// In the top left corner.
    case topLeft
    /// In the top right corner.
    case topRight
    /// In the bottom left corner.
    case bottomLeft
    /// In the bottom right corner.
    case bottomRight
  }

  /// How the host program is to draw the view.
  public var appearance: UIViewAppearance {
    get { self[attached: UIViewAppearance.self] ?? UIViewAppearance() }
    set { self[attached: UIViewAppearance.self] = newValue }
  }

  /// The color behind the content, which the host program draws; `nil` by default.
  ///
  /// Corresponds to `UIView.backgroundColor`.
  public var backgroundColor: UIColor? {
    get { appearance.backgroundColor }
    set { appearance.backgroundColor = newValue }
  }

  /// The color of accents, which the host program draws; `nil` by default.
  ///
  /// Corresponds to `UIView.tintColor`.
  public var tintColor: UIColor? {
    get { appearance.tintColor }
    set { appearance.tintColor = newValue }
  }

  /// How the content fills the view, for the host program that draws it.
  ///
  /// Corresponds to `UIView.contentMode`.
  public var contentMode: ContentMode {
    get { appearance.contentMode }
    set { appearance.contentMode = newValue }
  }

  /// A Boolean value that says whether the view covers what is behind it.
  ///
  /// Corresponds to `UIView.isOpaque`.
  public var isOpaque: Bool {
    get { appearance.isOpaque }
    set { appearance.isOpaque = newValue }
  }
}

/// The surroundings of a view that the program sets.
///
/// Corresponds to `UITraitCollection`.
public struct UITraitCollection: Hashable, Sendable {
  /// Device pixels per point.
  public let displayScale: Double
}

extension View {
  /// The display scale of the innermost scroll view around the view, or 1.
  ///
  /// Corresponds to `UIView.traitCollection`.
  public var traitCollection: UITraitCollection {
    var view: View? = self
    while let here = view {
      if let scrollView = here as? ScrollView {
        return UITraitCollection(displayScale: scrollView.displayScale)
      }
      view = here.superview
    }
    return UITraitCollection(displayScale: 1)
  }

  /// The distances of the content from the edges of the view; 8 points and the safe area by default.
  ///
  /// Corresponds to `UIView.layoutMargins`.
  public var layoutMargins: EdgeInsets {
    get { (self[attached: LayoutMargins.self]?.insets ?? EdgeInsets(all: 8)) + safeAreaInsets }
    set { self[attached: LayoutMargins.self] = LayoutMargins(insets: newValue) }
  }
}

/// The margins that the program sets.
private struct LayoutMargins {
  let insets: EdgeInsets
}

/// The device, of which programs observe the orientation; the host program posts the notification.
///
/// Corresponds to `UIDevice`.
public enum UIDevice {
  /// Posted when the window has taken another orientation.
  public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")
}
