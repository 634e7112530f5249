public import ScrollEngine
public import ScrollGeometry

/// CoreGraphics' name of a colour.
public typealias CGColor = UIColor

extension UIColor {
  /// The colour itself, as CoreGraphics' colour.
  public var cgColor: CGColor { self }
}

/// What the host program draws around a view: corners, border and shadow.
///
/// Its geometry is the view's; there are no sublayers. Corresponds to `CALayer`.
public final class CALayer {
  private weak var view: View?

  /// The radius of the corners, in points.
  public var cornerRadius = 0.0
  /// The width of the border, in points.
  public var borderWidth = 0.0
  /// The colour of the border.
  public var borderColor: CGColor?
  /// The colour of the shadow.
  public var shadowColor: CGColor?
  /// The opacity of the shadow.
  public var shadowOpacity: Float = 0
  /// The blur of the shadow, in points.
  public var shadowRadius = 3.0
  /// The distance of the shadow, in points.
  public var shadowOffset = Size(width: 0.0, height: -3.0)
  /// The place from back to front, for the program that draws the layer.
  public var zPosition = 0.0

  init(_ view: View) {
    self.view = view
  }

  /// The frame of the view.
  public var frame: Rect {
    get { view?.frame ?? .zero }
    set { view?.frame = newValue }
  }

  /// The bounds of the view.
  public var bounds: Rect {
    get { view?.bounds ?? .zero }
    set { view?.bounds = newValue }
  }

  /// The centre of the view.
  public var position: Point {
    get { view?.center ?? .zero }
    set { view?.center = newValue }
  }

  /// The opacity of the view.
  public var opacity: Float {
    get { Float(view?.alpha ?? 1) }
    set { view?.alpha = Double(newValue) }
  }

  /// A Boolean value that determines whether the view clips its subviews.
  public var masksToBounds: Bool {
    get { view?.clipsToBounds ?? false }
    set { view?.clipsToBounds = newValue }
  }

  /// Returns the transform of the view.
  public func affineTransform() -> ScrollGeometry.AffineTransform { view?.transform ?? .identity }

  /// Sets the transform of the view.
  public func setAffineTransform(_ transform: ScrollGeometry.AffineTransform) {
    view?.transform = transform
  }

  /// Returns the properties of the view as they are shown while animations run.
  public func presentation() -> View.Presentation? { view?.presentation }

  /// Ends the animations of the view.
  public func removeAllAnimations() {
    view?.removeAllAnimations()
  }
}

extension View {
  /// What the host program draws around the view.
  ///
  /// Corresponds to `UIView.layer`.
  public var layer: CALayer {
    if let layer = self[attached: CALayer.self] { return layer }
    let layer = CALayer(self)
    self[attached: CALayer.self] = layer
    return layer
  }
}
