// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// An image in a scroll view; a double tap zooms to a point and back.
class ZoomingImageViewController: UIViewController {
  @IBOutlet weak var captionLabel: UILabel!
  let scrollView = UIScrollView()
  let imageView = UIImageView(image: UIImage(size: CGSize(width: 1600, height: 1200)))

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.frame = view.bounds
    scrollView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    scrollView.delegate = self
    scrollView.contentInsetAdjustmentBehavior = .never
    view.addSubview(scrollView)
    scrollView.addSubview(imageView)
    scrollView.contentSize = imageView.bounds.size
    updateZoomScales()
    scrollView.zoomScale = scrollView.minimumZoomScale

    let doubleTap = UITapGestureRecognizer(
      target: self, action: #selector(handleDoubleTap(_:)))
    doubleTap.numberOfTapsRequired = 2
    scrollView.addGestureRecognizer(doubleTap)
    let singleTap = UITapGestureRecognizer(target: self, action: #selector(handleSingleTap))
    singleTap.require(toFail: doubleTap)
    scrollView.addGestureRecognizer(singleTap)
  }

  private(set) var chromeIsHidden = false

  private func updateZoomScales() {
    let widthScale = scrollView.bounds.width / imageView.bounds.width
    let heightScale = scrollView.bounds.height / imageView.bounds.height
    scrollView.minimumZoomScale = min(widthScale, heightScale)
    scrollView.maximumZoomScale = 2
  }

  @objc private func handleSingleTap() {
    chromeIsHidden.toggle()
  }

  @objc private func handleDoubleTap(_ recognizer: UITapGestureRecognizer) {
    if scrollView.zoomScale > scrollView.minimumZoomScale {
      scrollView.setZoomScale(scrollView.minimumZoomScale, animated: true)
    } else {
      let center = recognizer.location(in: imageView)
      scrollView.zoom(to: zoomRect(for: scrollView.maximumZoomScale, center: center), animated: true)
    }
  }

  private func zoomRect(for scale: CGFloat, center: CGPoint) -> CGRect {
    var rect = CGRect.zero
    rect.size.width = scrollView.frame.size.width / scale
    rect.size.height = scrollView.frame.size.height / scale
    rect.origin.x = center.x - rect.size.width / 2.0
    rect.origin.y = center.y - rect.size.height / 2.0
    return rect
  }
}

extension ZoomingImageViewController: UIScrollViewDelegate {
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }

  func scrollViewDidZoom(_ scrollView: UIScrollView) {
    let offsetX = max((scrollView.bounds.width - scrollView.contentSize.width) * 0.5, 0)
    let offsetY = max((scrollView.bounds.height - scrollView.contentSize.height) * 0.5, 0)
    scrollView.contentInset = UIEdgeInsets(top: offsetY, left: offsetX, bottom: 0, right: 0)
  }
}
