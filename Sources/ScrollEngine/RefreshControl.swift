public import ScrollGeometry

/// A control that a pull beyond the top of a scroll view triggers, to refresh its content.
///
/// Corresponds to `UIRefreshControl`.
nonisolated open class RefreshControl: Control {
  /// The pull beyond the top edge that triggers the control, in points. [R]
  public static let triggerDistance = 112.5
  /// The height by which the control extends the top inset while refreshing, in points. [R]
  public static let height = 60.0

  /// A Boolean value that indicates whether a refresh has been triggered and has not ended.
  ///
  /// Corresponds to `UIRefreshControl.isRefreshing`.
  public private(set) var isRefreshing = false
  @NonOwning private(set) var scrollView: ScrollView? = nil

  /// Creates a refresh control; the scroll view sets its frame.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Starts refreshing without calling the actions.
  ///
  /// Content that rests at its top moves down within 0.3 s to reveal the control. Corresponds to
  /// `UIRefreshControl.beginRefreshing()`.
  open func beginRefreshing() {
    setRefreshing(true)
  }

  /// Ends refreshing; the content moves back within 0.3 s, or after a drag in progress.
  ///
  /// Corresponds to `UIRefreshControl.endRefreshing()`.
  open func endRefreshing() {
    setRefreshing(false)
  }

  /// The inset that the control adds to the content inset.
  var contentInset: EdgeInsets {
    EdgeInsets(top: isRefreshing ? Self.height : 0, left: 0, bottom: 0, right: 0)
  }

  func attach(to scrollView: ScrollView?) {
    self.scrollView = scrollView
    if let scrollView { place(in: scrollView) }
  }

  /// Sets the frame: above the content and its inset, as wide as the viewport, hidden until a pull reveals it.
  func place(in scrollView: ScrollView) {
    frame = Rect(
      x: scrollView.bounds.minX, y: -scrollView.contentInset.top - Self.height,
      width: scrollView.bounds.width, height: Self.height)
  }

  /// Triggers the control when a drag has pulled the content far enough.
  func contentDidMove(in scrollView: ScrollView) {
    guard !isRefreshing, case .dragging = scrollView.activity else { return }
    let pulled = scrollView.minimumContentOffset.y - scrollView.contentOffset.y
    guard pulled >= Self.triggerDistance else { return }
    setRefreshing(true)
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  private func setRefreshing(_ new: Bool) {
    guard new != isRefreshing else { return }
    guard let scrollView else {
      isRefreshing = new
      return
    }
    scrollView.changeRange(animated: true) { isRefreshing = new }
  }
}

extension ScrollView {
  func refreshControlDidChange(from old: RefreshControl?) {
    guard old !== refreshControl else { return }
    old?.attach(to: nil)
    old?.removeFromSuperview()
    changeRange {
      refreshControl?.attach(to: self)
      // Behind the content, so that a pull reveals it.
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }
}
