// Written as for UIKit, not in the style of this project: methods that look like a delegate's and are not.
// swift-format-ignore-file
import UIKit

protocol CardDelegate: AnyObject {
  func scrollViewDidShow(_ scrollView: UIScrollView, card: Int)
}

class NearMisses: NSObject, UITableViewDelegate, CardDelegate {
  func scrollViewDidScroll(scrollView: UIScrollView) {}
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {}
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: Float) {}
  func scrollViewWillEndDragging(_ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint) {}
  func viewForZoomingInScrollView(scrollView: UIScrollView) -> UIView? { nil }
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat? { nil }
  func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat { 44 }
  func tableView(tableView: UITableView, didSelectRowAtIndexPath indexPath: NSIndexPath) {}
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
  func scrollViewDidShow(_ scrollView: UIScrollView, card: Int) {}
  func tableView(_ tableView: UITableView, frameOfFooter kind: String) -> CGRect { .zero }
  private func scrollViewDidScrolled(_ scrollView: UIScrollView) {}
}
