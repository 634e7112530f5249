import Foundation
public import ScrollEngine
public import ScrollGeometry

/// CoreGraphics' name of a color.
public typealias CGColor = UIColor

extension UIColor {
  /// The color itself, as CoreGraphics' color.
  public var cgColor: CGColor { self }
}

/// The corners of a layer.
///
/// Corresponds to `CACornerMask`.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The top left corner.
  public static let layerMinXMinYCorner = Self(rawValue: 1)
  /// The top right corner.
  public static let layerMaxXMinYCorner = Self(rawValue: 2)
  /// The bottom left corner.
  public static let layerMinXMaxYCorner = Self(rawValue: 4)
  /// The bottom right corner.
  public static let layerMaxXMaxYCorner = Self(rawValue: 8)
}

/// What the host program draws around a view: corners, border and shadow, and layers inside it.
///
/// The geometry of a view's layer is the view's; other layers have their own. Corresponds to `CALayer`.
public final class CALayer {
  private weak var view: View?
  /// What has the geometry of a layer without a view.
  private let geometry: View?

  /// The layers inside, from back to front; `nil` for none.
  ///
  /// Those of subviews are not among them.
  public private(set) var sublayers: [CALayer]?
  /// The layer that this one is inside.
  public private(set) weak var superlayer: CALayer?
  /// A name that the program finds the layer by.
  public var name: String?
  /// What the host program draws in the layer, such as a picture.
  public var contents: Any?
  /// Device pixels per point of the contents.
  public var contentsScale = 1.0

  /// The radius of the corners, in points.
  public var cornerRadius = 0.0
  /// The corners that ``cornerRadius`` rounds; all of them by default.
  ///
  /// Corresponds to `CALayer.maskedCorners`.
  public var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  /// The width of the border, in points.
  public var borderWidth = 0.0
  /// The color of the border.
  public var borderColor: CGColor?
  /// The color of the shadow.
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
    geometry = nil
  }

  /// Creates a layer without a view.
  public init() {
    let geometry = View()
    self.geometry = geometry
    view = geometry
  }

  /// Puts a layer in front of those inside, after taking it out of another one.
  public func addSublayer(_ layer: CALayer) {
    insertSublayer(layer, at: UInt32.max)
  }

  /// Puts a layer among those inside; 0 is the rearmost, and a number beyond the last the frontmost.
  public func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    guard layer !== self, !isInside(layer) else { return }
    layer.removeFromSuperlayer()
    var layers = sublayers ?? []
    layers.insert(layer, at: min(Int(idx), layers.count))
    sublayers = layers
    layer.superlayer = self
  }

  /// Takes the layer out of the one that it is inside.
  public func removeFromSuperlayer() {
    guard let outer = superlayer else { return }
    let rest = (outer.sublayers ?? []).filter { $0 !== self }
    outer.sublayers = rest.isEmpty ? nil : rest
    superlayer = nil
  }

  private func isInside(_ layer: CALayer) -> Bool {
    superlayer.map { $0 === layer || $0.isInside(layer) } ?? false
  }

  /// The color behind the contents; that of the view.
  public var backgroundColor: CGColor? {
    get { view?.backgroundColor }
    set { view?.backgroundColor = newValue }
  }

  /// A Boolean value that determines whether the layer is hidden; that of the view.
  public var isHidden: Bool {
    get { view?.isHidden ?? false }
    set { view?.isHidden = newValue }
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

  /// The center of the view.
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

/// A group of changes of layers.
///
/// Layers change at once here and animate nothing by themselves, so that there is nothing to disable.
/// Corresponds to `CATransaction`.
public enum CATransaction {
  /// Begins a group of changes.
  public static func begin() {
    blocks.append(nil)
  }

  /// Ends a group of changes, which have already happened, and calls its completion block.
  public static func commit() {
    if let block = blocks.popLast() { block?() }
  }

  /// Sets the block that ``commit()`` calls for the current group; without a group it is called at once.
  ///
  /// The changes of layers are complete then. Animations of views run on the clock of their window and have completion
  /// handlers of their own. Corresponds to `CATransaction.setCompletionBlock(_:)`.
  public static func setCompletionBlock(_ block: (() -> Void)?) {
    if blocks.isEmpty { block?() } else { blocks[blocks.count - 1] = block }
  }

  /// The completion blocks of the groups that have begun on this thread, the outermost first.
  private static var blocks: [(() -> Void)?] {
    get { Thread.current.threadDictionary[key] as? [(() -> Void)?] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private static let key = "ScrollEngine.CATransaction"

  /// Determines whether changes of layers animate by themselves; they never do.
  public static func setDisableActions(_ flag: Bool) {}
}
