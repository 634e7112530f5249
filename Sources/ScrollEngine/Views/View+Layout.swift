import ScrollGeometry

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
}

// MARK: - The safe area

extension View {
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
}
