// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

private var observationContext = 0

/// A view above the content that refreshes when it is pulled far enough, with key-value observing and animated insets.
class PullToRefreshView: UIView {
  enum State {
    case stopped
    case triggered
    case loading
  }

  private(set) var state = State.stopped
  private let handler: () -> Void
  private var originalInset = UIEdgeInsets.zero
  private weak var scrollView: UIScrollView?
  let arrow = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

  init(handler: @escaping () -> Void) {
    self.handler = handler
    super.init(frame: CGRect(x: 0, y: -60, width: 320, height: 60))
    autoresizingMask = .flexibleWidth
    addSubview(arrow)
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func willMove(toSuperview newSuperview: UIView?) {
    super.willMove(toSuperview: newSuperview)
    scrollView?.removeObserver(
      self, forKeyPath: #keyPath(UIScrollView.contentOffset), context: &observationContext)
    guard let newScrollView = newSuperview as? UIScrollView else { return }
    scrollView = newScrollView
    originalInset = newScrollView.contentInset
    newScrollView.alwaysBounceVertical = true
    newScrollView.addObserver(
      self, forKeyPath: #keyPath(UIScrollView.contentOffset), options: [.initial, .new],
      context: &observationContext)
  }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == &observationContext, keyPath == #keyPath(UIScrollView.contentOffset),
      let offset = change?[.newKey] as? CGPoint
    else {
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      return
    }
    contentOffsetChanged(offset)
  }

  private func contentOffsetChanged(_ offset: CGPoint) {
    guard let scrollView = scrollView, state != .loading else { return }
    let pulled = -offset.y - originalInset.top
    if scrollView.isTracking {
      state = pulled > 60 ? .triggered : .stopped
      arrow.transform =
        state == .triggered ? CGAffineTransform(rotationAngle: .pi) : CGAffineTransform.identity
    } else if state == .triggered {
      startLoading()
    }
  }

  private func startLoading() {
    state = .loading
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
      animations: {
        self.scrollView?.contentInset.top = self.originalInset.top + 60
      },
      completion: { _ in
        self.handler()
      })
  }

  func stopLoading() {
    UIView.animate(withDuration: 0.4) {
      self.scrollView?.contentInset = self.originalInset
      self.arrow.alpha = 1
    } completion: { finished in
      if finished { self.state = .stopped }
    }
  }
}

extension UIScrollView {
  func addPullToRefresh(handler: @escaping () -> Void) -> PullToRefreshView {
    let view = PullToRefreshView(handler: handler)
    addSubview(view)
    sendSubviewToBack(view)
    return view
  }
}
