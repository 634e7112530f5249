// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

protocol StickyTabsDelegate: NSObjectProtocol {
  func stickyTabs(_ tabs: StickyTabsView, didStick isStuck: Bool)
}

/// A bar of tabs that scrolls up with the content and then sticks to the top.
class StickyTabsView: UIScrollView {
  weak var tabsDelegate: StickyTabsDelegate?
  let bannerView = UIView()
  let tabBar = UIView()
  private let bannerHeight: CGFloat = 150
  private let tabHeight: CGFloat = 44
  private var isStuck = false {
    didSet {
      guard isStuck != oldValue else { return }
      tabsDelegate?.stickyTabs(self, didStick: isStuck)
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    alwaysBounceVertical = true
    addSubview(bannerView)
    addSubview(tabBar)
    for index in 0..<30 {
      let row = UIView(
        frame: CGRect(
          x: 0, y: bannerHeight + tabHeight + CGFloat(index) * 60, width: frame.width, height: 60))
      row.tag = 100 + index
      insertSubview(row, belowSubview: tabBar)
    }
    contentSize = CGSize(width: frame.width, height: bannerHeight + tabHeight + 30 * 60)
  }

  required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  override var contentOffset: CGPoint {
    didSet { positionBars() }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    positionBars()
  }

  private func positionBars() {
    bannerView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bannerHeight)
    let top = max(bannerHeight, contentOffset.y + adjustedContentInset.top)
    tabBar.frame = CGRect(x: 0, y: top, width: bounds.width, height: tabHeight)
    bringSubviewToFront(tabBar)
    isStuck = top > bannerHeight
  }
}
