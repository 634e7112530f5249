public import ScrollGeometry

extension View {
  /// The stages of a layout pass.
  enum LayoutPass {
    /// No layout is in progress.
    case none
    /// The view's `layoutSubviews()` is running.
    case layoutSubviews
    /// The descendants are being laid out.
    case descendants
  }

  /// The edges and lengths of a view that adapt when its superview's size changes.
  ///
  /// Corresponds to `UIView.AutoresizingMask`.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The distance from the superview's left edge.
    public static let flexibleLeftMargin = Self(rawValue: 1)
    /// The width.
    public static let flexibleWidth = Self(rawValue: 2)
    /// The distance from the superview's right edge.
    public static let flexibleRightMargin = Self(rawValue: 4)
    /// The distance from the superview's top edge.
    public static let flexibleTopMargin = Self(rawValue: 8)
    /// The height.
    public static let flexibleHeight = Self(rawValue: 16)
    /// The distance from the superview's bottom edge.
    public static let flexibleBottomMargin = Self(rawValue: 32)
  }

  /// Lays out the view, then the descendants that need layout.
  func layOutFromTop() {
    // A layout pass that is already in progress completes on its own.
    guard layoutPass == .none else { return }
    defer { layoutPass = .none }
    if needsLayout {
      needsLayout = false
      layoutPass = .layoutSubviews
      layoutSubviews()
    }
    guard hasLayoutBelow else { return }
    layoutPass = .descendants
    hasLayoutBelow = false
    for subview in subviews where subview.needsLayout || subview.hasLayoutBelow {
      subview.layOutFromTop()
    }
  }

  func setHasLayoutBelow() {
    var view: View? = self
    while let here = view, !here.hasLayoutBelow {
      here.hasLayoutBelow = true
      view = here.superview
    }
  }

  /// Invalidates the layout after a subview was added, removed or resized, unless during the own layout.
  func subviewsDidChange() {
    if layoutPass != .layoutSubviews { setNeedsLayout() }
  }

  /// Resizes the subviews that have an autoresizing mask, after the view's size changed.
  func resizeSubviews(from old: Size) {
    for view in subviews where !view.autoresizingMask.isEmpty {
      view.resize(from: old, to: bounds.size)
    }
  }

  /// Adapts the frame to a change of the superview's size.
  private func resize(from old: Size, to new: Size) {
    let mask = autoresizingMask
    let x = Self.resized(
      start: frame.minX, length: frame.width, by: new.width - old.width, in: old.width,
      mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth),
      mask.contains(.flexibleRightMargin))
    let y = Self.resized(
      start: frame.minY, length: frame.height, by: new.height - old.height, in: old.height,
      mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight),
      mask.contains(.flexibleBottomMargin))
    frame = Rect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// Returns start and length after the superview grew: its flexible parts share the growth in proportion to their lengths,
  /// equally where all of them are empty.
  private static func resized(
    start: Double, length: Double, by growth: Double, in old: Double, _ before: Bool,
    _ inside: Bool,
    _ after: Bool
  ) -> (start: Double, length: Double) {
    let parts = [before ? start : 0, inside ? length : 0, after ? old - start - length : 0]
    let flexible = [before, inside, after].count { $0 }
    guard flexible > 0 else { return (start, length) }
    let sum = parts.reduce(0, +)
    func share(_ index: Int, _ isFlexible: Bool) -> Double {
      guard isFlexible else { return 0 }
      return sum == 0 ? growth / Double(flexible) : growth * parts[index] / sum
    }
    return (start + share(0, before), max(length + share(1, inside), 0))
  }

  // MARK: - The safe area

  /// The part of the superview's safe area that reaches into the view.
  var derivedSafeArea: EdgeInsets {
    guard let superview, !(superview is ScrollView) else { return .zero }
    let outer = superview.safeAreaInsets
    guard outer != .zero else { return .zero }
    let (frame, room) = (frame, superview.bounds)
    return EdgeInsets(
      top: max(0, room.minY + outer.top - frame.minY),
      left: max(0, room.minX + outer.left - frame.minX),
      bottom: max(0, frame.maxY - (room.maxY - outer.bottom)),
      right: max(0, frame.maxX - (room.maxX - outer.right)))
  }

  /// Notifies the view and those below it whose safe area has changed.
  func safeAreaMayHaveChanged() {
    let old = notifiedSafeArea
    guard safeAreaInsets != old else { return }
    notifiedSafeArea = safeAreaInsets
    safeAreaDidChange(from: old)
    safeAreaInsetsDidChange()
    for subview in subviews { subview.safeAreaMayHaveChanged() }
  }

  /// The largest magnitude of a coordinate, a length, a scale or a time that the engine accepts, each in its own unit.
  ///
  /// Larger values are clamped; values that are not finite are ignored.
  public static let maximumCoordinate = Double.largestAcceptable

  /// The transform from the view's coordinates to its superview's.
  private var toSuperview: AffineTransform {
    .toSuperview(bounds: bounds, center: center, transform: transform)
  }

  func frameOfBounds() -> Rect {
    guard transform != .identity else {
      let size = bounds.size
      return Rect(
        origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
    }
    return toSuperview.apply(to: bounds)
  }

  func setFrame(_ frame: Rect) {
    guard let frame = frame.accepted else { return }
    let size = frame.size.nonNegative
    let inner =
      transform == .identity
      ? size : transform.inverted().apply(to: Rect(origin: .zero, size: size)).size
    guard let inner = inner.accepted else { return }
    willAnimate()
    center = Rect(origin: frame.origin, size: size).center
    // Keeps the origin, which the engine may have scrolled beyond the coordinates that it accepts from callers.
    applyBounds(Rect(origin: bounds.origin, size: inner))
    if notifiedSafeArea != .zero || superview?.notifiedSafeArea ?? .zero != .zero {
      safeAreaMayHaveChanged()
    }
  }

  /// Converts a point from the view's coordinates to those of `view`, or of the window for `nil`.
  ///
  /// Corresponds to `UIView.convert(_:to:)`.
  public func convert(_ point: Point, to view: View?) -> Point {
    let inRoot = toRoot.apply(to: point)
    return view?.toRoot.inverted().apply(to: inRoot) ?? inRoot
  }

  /// Converts a point from the coordinates of `view`, or of the window for `nil`, to the view's.
  ///
  /// Corresponds to `UIView.convert(_:from:)`.
  public func convert(_ point: Point, from view: View?) -> Point {
    let inRoot = view?.toRoot.apply(to: point) ?? point
    return toRoot.inverted().apply(to: inRoot)
  }

  /// Converts a rectangle from the view's coordinates to its bounding box in those of `view`, or of the window for `nil`.
  ///
  /// Corresponds to `UIView.convert(_:to:)`.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    let inRoot = toRoot.apply(to: rect)
    return view?.toRoot.inverted().apply(to: inRoot) ?? inRoot
  }

  /// Converts a rectangle from the coordinates of `view`, or of the window for `nil`, to its bounding box in the view's.
  ///
  /// Corresponds to `UIView.convert(_:from:)`.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    let inRoot = view?.toRoot.apply(to: rect) ?? rect
    return toRoot.inverted().apply(to: inRoot)
  }

  /// The transform from the view's coordinates to those of the root view.
  private var toRoot: AffineTransform {
    var map = AffineTransform.identity
    var view = self
    while let superview = view.superview {
      map = map.concatenating(view.toSuperview)
      view = superview
    }
    return map
  }
}

extension AffineTransform {
  /// Returns the transform from the coordinates of a view with these properties to its superview's.
  static func toSuperview(bounds: Rect, center: Point, transform: Self) -> Self {
    let middle = bounds.center
    return Self(translationX: -middle.x, y: -middle.y)
      .concatenating(transform)
      .concatenating(Self(translationX: center.x, y: center.y))
  }
}
