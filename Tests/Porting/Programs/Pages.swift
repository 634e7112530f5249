// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// Pages with a page control, in both directions.
class PagesView: UIView {
  let scrollView = UIScrollView()
  let pageControl = UIPageControl()
  private var pages: [UIView] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.delegate = self
    addSubview(scrollView)
    addSubview(pageControl)
    pageControl.currentPageIndicatorTintColor = UIColor.systemBlue
    pageControl.addTarget(self, action: #selector(PagesView.pageChanged(_:)), for: .valueChanged)
    for color in [UIColor.red, .green, .blue, .orange] {
      let page = UIView()
      page.backgroundColor = color
      pages.append(page)
      scrollView.addSubview(page)
    }
    pageControl.numberOfPages = pages.count
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
    let controlSize = pageControl.size(forNumberOfPages: pages.count)
    pageControl.frame = CGRect(
      x: bounds.midX - controlSize.width / 2, y: bounds.maxY - 40, width: controlSize.width,
      height: controlSize.height)
    for (index, page) in pages.enumerated() {
      page.frame = bounds.offsetBy(dx: CGFloat(index) * bounds.width, dy: 0)
    }
    scrollView.contentSize = CGSize(
      width: bounds.width * CGFloat(pages.count), height: bounds.height)
  }

  @objc func pageChanged(_ sender: UIPageControl) {
    let offset = CGPoint(x: CGFloat(sender.currentPage) * scrollView.bounds.width, y: 0)
    scrollView.setContentOffset(offset, animated: true)
  }
}

extension PagesView: UIScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard scrollView.isDragging || scrollView.isDecelerating else { return }
    let page = Int(round(scrollView.contentOffset.x / scrollView.frame.size.width))
    pageControl.currentPage = page
  }
}
