public import ScrollEngine
public import ScrollGeometry
import Synchronization

/// The screen, whose values the host program sets before views read them.
///
/// Corresponds to `UIScreen`.
public final class UIScreen: Sendable {
  /// The screen that the program is shown on.
  ///
  /// Corresponds to `UIScreen.main`.
  public static let main = UIScreen()

  private let state = Mutex((bounds: Rect(x: 0, y: 0, width: 390, height: 844), scale: 1.0))

  private init() {}

  /// The rectangle of the screen, in points; 390 by 844, that of a phone, until the host sets it.
  ///
  /// Corresponds to `UIScreen.bounds`.
  public var bounds: Rect {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }

  /// Device pixels per point; 1 until the host sets it.
  ///
  /// Corresponds to `UIScreen.scale`.
  public var scale: Double {
    get { state.withLock { $0.scale } }
    set { state.withLock { $0.scale = newValue } }
  }

  /// Device pixels per point.
  ///
  /// Corresponds to `UIScreen.nativeScale`.
  public var nativeScale: Double { scale }
}

/// The scale factor of a view, as a value of its own type.
private struct ContentScaleFactor {
  var value: Double
}

extension View {
  /// The device pixels per point with which the host draws the view; that of the screen until it is set.
  ///
  /// Values that are not above 0 or not finite are ignored. Corresponds to `UIView.contentScaleFactor`.
  public var contentScaleFactor: Double {
    get { self[attached: ContentScaleFactor.self]?.value ?? UIScreen.main.scale }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      self[attached: ContentScaleFactor.self] = ContentScaleFactor(value: newValue)
    }
  }
}
