// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// Scrolls credits at a steady speed until they end or are touched.
final class CreditsScroller: NSObject, UIScrollViewDelegate {
  private weak var scrollView: UIScrollView?
  private var displayLink: CADisplayLink?
  private var lastTimestamp: CFTimeInterval = 0
  let pointsPerSecond: CGFloat = 60
  private(set) var frames = 0

  init(scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init()
    scrollView.delegate = self
  }

  var isRunning: Bool { displayLink != nil }

  func start() {
    displayLink?.invalidate()
    lastTimestamp = 0
    let link = CADisplayLink(target: self, selector: #selector(step(_:)))
    link.add(to: .main, forMode: .common)
    displayLink = link
  }

  func stop() {
    displayLink?.invalidate()
    displayLink = nil
  }

  @objc private func step(_ link: CADisplayLink) {
    defer { lastTimestamp = link.timestamp }
    guard lastTimestamp > 0, let scrollView = scrollView else { return }
    frames += 1
    let end = scrollView.contentSize.height - scrollView.bounds.height
    var offset = scrollView.contentOffset
    offset.y += pointsPerSecond * CGFloat(link.timestamp - lastTimestamp)
    if offset.y >= end {
      offset.y = end
      stop()
    }
    scrollView.contentOffset = offset
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    displayLink?.isPaused = true
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { displayLink?.isPaused = false }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    displayLink?.isPaused = false
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    let line: CGFloat = 20
    targetContentOffset.pointee.y = round(targetContentOffset.pointee.y / line) * line
  }
}
