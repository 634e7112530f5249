extension View {
  /// The opacity below which a view receives no touches. [A]
  static let minimumTouchableAlpha = 0.01

  /// The length of an axis along which a view has no natural size.
  ///
  /// Corresponds to `UIView.noIntrinsicMetric`.
  public static let noIntrinsicMetric = -1.0

  /// Calls `handler` with the new bounds after every change, until the observation is canceled.
  ///
  /// A handler that changes the bounds is called again, at most sixteen times for one change.
  /// Corresponds to key-value observation of `UIView.bounds`.
  @discardableResult
  public func observeBounds(_ handler: @escaping (Rect) -> Void) -> BoundsObservation {
    let observation = BoundsObservation(handler)
    boundsObservers = boundsObservers + [observation]
    return observation
  }

  /// Inserts `view` directly in front of `sibling`; in front of all subviews where `sibling` is not one of them.
  ///
  /// Corresponds to `UIView.insertSubview(_:aboveSubview:)`.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    let others = subviews.filter { $0 !== view }
    let index = others.firstIndex { $0 === sibling } ?? others.count
    insertSubview(view, at: index + 1)
  }

  /// Inserts `view` directly behind `sibling`; in front of all subviews where `sibling` is not one of them.
  ///
  /// Corresponds to `UIView.insertSubview(_:belowSubview:)`.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    let others = subviews.filter { $0 !== view }
    insertSubview(view, at: others.firstIndex { $0 === sibling } ?? others.count)
  }

  /// Moves a subview in front of the others; does nothing for other views.
  ///
  /// Corresponds to `UIView.bringSubviewToFront(_:)`.
  public func bringSubviewToFront(_ view: View) {
    if view.superview === self { insert(view, at: subviews.count) }
  }

  /// Moves a subview behind the others; does nothing for other views.
  ///
  /// Corresponds to `UIView.sendSubviewToBack(_:)`.
  public func sendSubviewToBack(_ view: View) {
    if view.superview === self { insert(view, at: 0) }
  }

  /// Exchanges two subviews; does nothing where there is no such index.
  ///
  /// Corresponds to `UIView.exchangeSubview(at:withSubviewAt:)`.
  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard subviews.indices.contains(first), subviews.indices.contains(second) else { return }
    subviews.swapAt(first, second)
  }

  /// Returns the view itself or the first descendant with a tag, or `nil`.
  ///
  /// Corresponds to `UIView.viewWithTag(_:)`.
  public func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for subview in subviews { if let found = subview.viewWithTag(tag) { return found } }
    return nil
  }

  /// Returns whether the view is `view` or a descendant of it.
  ///
  /// Corresponds to `UIView.isDescendant(of:)`.
  public func isDescendant(of view: View) -> Bool {
    var ancestor: View? = self
    while let here = ancestor {
      if here === view { return true }
      ancestor = here.superview
    }
    return false
  }

  /// Asks the view, or its descendant that is first responder, to resign; `force` makes it.
  ///
  /// Returns whether neither is first responder any more. Corresponds to `UIView.endEditing(_:)`.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    guard let window, let responder = window.firstResponder else { return true }
    var link: Responder? = responder
    while let here = link, here !== self { link = here.next }
    guard link != nil else { return true }
    if responder.resignFirstResponder() { return true }
    if force { window.firstResponder = nil }
    return force
  }

  /// Inserts `view` among the subviews, removing it from its former superview.
  func insert(_ view: View, at index: Int) {
    guard view !== self, !isDescendant(of: view) else { return }
    if view.superview === self {
      subviews.removeAll { $0 === view }
      subviews.insert(view, at: min(max(index, 0), subviews.count))
      return
    }
    view.removeFromSuperview()
    // Delegates notified by the removal may have moved the view themselves.
    guard view.superview == nil, !isDescendant(of: view) else { return }
    view.willMove(toSuperview: self)
    let window = window
    if window != nil { view.announceMove(to: window) }
    guard view.superview == nil, !isDescendant(of: view) else { return }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    subviewsDidChange()
    setHasLayoutBelow()
    view.didMoveToSuperview()
    didAddSubview(view)
    if window != nil { view.notifyWindowChange() }
    view.safeAreaMayHaveChanged()
  }

  /// Removes the view from its superview.
  func leaveSuperview() {
    guard let superview else { return }
    let window = window
    superview.willRemoveSubview(self)
    willMove(toSuperview: nil)
    if window != nil { announceMove(to: nil) }
    window?.viewWillLeave(self)
    guard self.superview === superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.subviewsDidChange()
    didMoveToSuperview()
    if window != nil { notifyWindowChange() }
    safeAreaMayHaveChanged()
  }

  private func announceMove(to window: Window?) {
    willMove(toWindow: window)
    for subview in subviews { subview.announceMove(to: window) }
  }

  private func notifyWindowChange() {
    windowDidChange()
    observers?.notify()
    didMoveToWindow()
    for subview in subviews { subview.notifyWindowChange() }
  }
}
