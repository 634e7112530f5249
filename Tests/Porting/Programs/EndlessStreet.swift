// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A street without end: buildings are laid side by side, and the content is re-centered as it scrolls.
final class InfiniteScrollView: UIScrollView {
  private(set) var visibleLabels: [UILabel] = []
  private let labelContainerView = UIView()
  private(set) var recenterings = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentSize = CGSize(width: 5000, height: frame.size.height)
    labelContainerView.frame = CGRect(
      x: 0, y: 0, width: contentSize.width, height: contentSize.height / 2)
    addSubview(labelContainerView)
    labelContainerView.isUserInteractionEnabled = false
    showsHorizontalScrollIndicator = false
  }

  required init?(coder: NSCoder) { fatalError() }

  private func recenterIfNecessary() {
    let currentOffset = contentOffset
    let contentWidth = contentSize.width
    let centerOffsetX = (contentWidth - bounds.size.width) / 2.0
    let distanceFromCenter = abs(currentOffset.x - centerOffsetX)
    if distanceFromCenter > (contentWidth / 4.0) {
      recenterings += 1
      contentOffset = CGPoint(x: centerOffsetX, y: currentOffset.y)
      for label in visibleLabels {
        var center = labelContainerView.convert(label.center, to: self)
        center.x += (centerOffsetX - currentOffset.x)
        label.center = convert(center, to: labelContainerView)
      }
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    recenterIfNecessary()
    let visibleBounds = convert(bounds, to: labelContainerView)
    tileLabels(from: visibleBounds.minX, to: visibleBounds.maxX)
  }

  private func insertLabel() -> UILabel {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 500, height: 80))
    label.numberOfLines = 3
    label.text = "1024 Block Street\nShaffer, CA\n95014"
    labelContainerView.addSubview(label)
    return label
  }

  private func placeNewLabelOnRight(_ rightEdge: CGFloat) -> CGFloat {
    let label = insertLabel()
    visibleLabels.append(label)
    var frame = label.frame
    frame.origin.x = rightEdge
    frame.origin.y = labelContainerView.bounds.size.height - frame.size.height
    label.frame = frame
    return frame.maxX
  }

  private func placeNewLabelOnLeft(_ leftEdge: CGFloat) -> CGFloat {
    let label = insertLabel()
    visibleLabels.insert(label, at: 0)
    var frame = label.frame
    frame.origin.x = leftEdge - frame.size.width
    frame.origin.y = labelContainerView.bounds.size.height - frame.size.height
    label.frame = frame
    return frame.minX
  }

  private func tileLabels(from minimumVisibleX: CGFloat, to maximumVisibleX: CGFloat) {
    if visibleLabels.isEmpty { _ = placeNewLabelOnRight(minimumVisibleX) }
    var rightEdge = visibleLabels.last!.frame.maxX
    while rightEdge < maximumVisibleX { rightEdge = placeNewLabelOnRight(rightEdge) }
    var leftEdge = visibleLabels.first!.frame.minX
    while leftEdge > minimumVisibleX { leftEdge = placeNewLabelOnLeft(leftEdge) }
    while let last = visibleLabels.last, last.frame.origin.x > maximumVisibleX {
      last.removeFromSuperview()
      visibleLabels.removeLast()
    }
    while let first = visibleLabels.first, first.frame.maxX < minimumVisibleX {
      first.removeFromSuperview()
      visibleLabels.removeFirst()
    }
  }
}
