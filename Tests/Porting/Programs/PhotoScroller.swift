// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A page of a photo scroller: an image that zooms and stays centered.
final class PhotoPage: UIScrollView, UIScrollViewDelegate {
  var index = 0
  private var zoomView: UIImageView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    showsVerticalScrollIndicator = false
    showsHorizontalScrollIndicator = false
    bouncesZoom = true
    decelerationRate = .fast
    delegate = self
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func display(_ image: UIImage) {
    zoomView?.removeFromSuperview()
    zoomScale = 1.0
    let imageView = UIImageView(image: image)
    addSubview(imageView)
    zoomView = imageView
    contentSize = image.size
    setMaxMinZoomScalesForCurrentBounds()
    zoomScale = minimumZoomScale
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let zoomView = zoomView else { return }
    let boundsSize = bounds.size
    var frameToCenter = zoomView.frame
    frameToCenter.origin.x =
      frameToCenter.size.width < boundsSize.width
      ? (boundsSize.width - frameToCenter.size.width) / 2 : 0
    frameToCenter.origin.y =
      frameToCenter.size.height < boundsSize.height
      ? (boundsSize.height - frameToCenter.size.height) / 2 : 0
    zoomView.frame = frameToCenter
  }

  private func setMaxMinZoomScalesForCurrentBounds() {
    guard let image = zoomView?.image else { return }
    let xScale = bounds.size.width / image.size.width
    let yScale = bounds.size.height / image.size.height
    let minScale = min(xScale, yScale)
    maximumZoomScale = max(1.0, minScale)
    minimumZoomScale = minScale
  }

  func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    return zoomView
  }
}

/// A scroll view of pages that are used again.
final class PhotoScrollerViewController: UIViewController, UIScrollViewDelegate {
  private let padding: CGFloat = 10
  private let images: [UIImage]
  let pagingScrollView = UIScrollView()
  private var recycledPages = Set<PhotoPage>()
  private(set) var visiblePages = Set<PhotoPage>()

  init(images: [UIImage]) {
    self.images = images
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    pagingScrollView.frame = view.bounds.insetBy(dx: -padding, dy: 0)
    pagingScrollView.isPagingEnabled = true
    pagingScrollView.backgroundColor = .black
    pagingScrollView.contentSize = CGSize(
      width: pagingScrollView.bounds.width * CGFloat(images.count), height: view.bounds.height)
    pagingScrollView.delegate = self
    view.addSubview(pagingScrollView)
    tilePages()
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    tilePages()
  }

  private func tilePages() {
    let visibleBounds = pagingScrollView.bounds
    let first = max(Int(floor(visibleBounds.minX / visibleBounds.width)), 0)
    let last = min(Int(floor((visibleBounds.maxX - 1) / visibleBounds.width)), images.count - 1)
    for page in visiblePages where page.index < first || page.index > last {
      recycledPages.insert(page)
      page.removeFromSuperview()
    }
    visiblePages.subtract(recycledPages)
    guard first <= last else { return }
    for index in first...last where !visiblePages.contains(where: { $0.index == index }) {
      let page = recycledPages.popFirst() ?? PhotoPage()
      page.index = index
      var frame = pagingScrollView.bounds
      frame.size.width -= 2 * padding
      frame.origin.x = pagingScrollView.bounds.width * CGFloat(index) + padding
      page.frame = frame
      page.display(images[index])
      pagingScrollView.addSubview(page)
      visiblePages.insert(page)
    }
  }
}
