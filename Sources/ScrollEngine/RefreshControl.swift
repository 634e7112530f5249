public import Geometry

/// The control at the top of a scroll view that a pull sets off, to load what is new.
///
/// Corresponds to `UIRefreshControl`.
open class RefreshControl: Control {
  /// The pull beyond the top edge that sets it off, in points. [R]
  public static let triggerDistance = 112.5
  /// The height that it adds to the top inset while it refreshes, in points. [R]
  public static let height = 60.0

  /// True from ``beginRefreshing()``, or a pull, until ``endRefreshing()``.
  ///
  /// Corresponds to `UIRefreshControl.isRefreshing`.
  public private(set) var isRefreshing = false
  private(set) weak var scrollView: ScrollView?

  /// Makes a control that refreshes nothing; the scroll view places it.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Starts refreshing, without calling the actions.
  ///
  /// Content that rests at its top moves down within 0.3 s, so that the control shows. Corresponds to
  /// `UIRefreshControl.beginRefreshing()`.
  open func beginRefreshing() {
    setRefreshing(true)
  }

  /// Ends refreshing; the content takes the control's place back within 0.3 s, or when a finger lets it go.
  ///
  /// Corresponds to `UIRefreshControl.endRefreshing()`.
  open func endRefreshing() {
    setRefreshing(false)
  }

  /// What the control adds to the content inset.
  var contentInset: EdgeInsets {
    EdgeInsets(top: isRefreshing ? Self.height : 0, left: 0, bottom: 0, right: 0)
  }

  func attach(to scrollView: ScrollView?) {
    self.scrollView = scrollView
    if let scrollView { place(in: scrollView) }
  }

  /// Places the control above the content and its inset, as wide as the viewport: hidden at rest, revealed by a pull.
  func place(in scrollView: ScrollView) {
    frame = Rect(
      x: scrollView.bounds.minX, y: -scrollView.contentInset.top - Self.height,
      width: scrollView.bounds.width, height: Self.height)
  }

  /// The content moved: a finger that has pulled it far enough sets the control off.
  func contentDidMove(in scrollView: ScrollView) {
    guard !isRefreshing, case .dragging = scrollView.activity else { return }
    let pulled = scrollView.minimumContentOffset.y - scrollView.contentOffset.y
    guard pulled >= Self.triggerDistance else { return }
    setRefreshing(true)
    sendActions()
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
      // Behind the content, which a pull moves aside.
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }
}
