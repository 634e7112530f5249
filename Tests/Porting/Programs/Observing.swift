// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A button that appears once the content has scrolled far enough, by key-path observation.
final class BackToTopButton: UIButton {
  private var observations: [NSKeyValueObservation] = []
  private(set) var contentHeights: [CGFloat] = []
  private(set) var offsets: [(old: CGFloat, new: CGFloat)] = []
  private(set) var states: [UIGestureRecognizer.State] = []

  func follow(_ scrollView: UIScrollView) {
    observations.append(
      scrollView.observe(\.contentOffset, options: [.old, .new]) { [weak self] scrollView, change in
        guard let self = self, let old = change.oldValue, let new = change.newValue else { return }
        self.offsets.append((old.y, new.y))
        self.alpha = min(max(scrollView.contentOffset.y / 400, 0), 1)
      })
    observations.append(
      scrollView.observe(\.contentSize, options: [.initial, .new]) { [weak self] _, change in
        if let size = change.newValue { self?.contentHeights.append(size.height) }
      })
    observations.append(
      scrollView.panGestureRecognizer.observe(\.state) { [weak self] pan, _ in
        self?.states.append(pan.state)
      })
    addTarget(scrollView, action: #selector(UIScrollView.scrollToTop), for: .touchUpInside)
  }

  func stop() {
    observations.forEach { $0.invalidate() }
    observations.removeAll()
  }
}

extension UIScrollView {
  @objc func scrollToTop() {
    setContentOffset(CGPoint(x: 0, y: -adjustedContentInset.top), animated: true)
  }
}

/// A scroll view that fits its content.
final class SelfSizingScrollView: UIScrollView {
  private(set) var changes = 0

  override var contentSize: CGSize {
    didSet {
      if contentSize != oldValue { changes += 1 }
    }
  }

  override var bounds: CGRect {
    didSet {
      if oldValue.size != bounds.size { setNeedsLayout() }
    }
  }
}
