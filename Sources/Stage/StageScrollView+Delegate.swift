import Formatting
package import Geometry
package import ScrollEngine

extension StageScrollView: ScrollViewDelegate {
  private func note(
    _ callback: String, _ fields: KeyValuePairs<String, JSONText.Value> = [:]
  ) {
    log?.add(callback, at: window?.time ?? 0, scrollView: name, fields)
  }

  package func scrollViewDidScroll(_ scrollView: ScrollView) { note("scrollViewDidScroll") }

  package func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    note("scrollViewWillBeginDragging")
  }

  package func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    note(
      "scrollViewWillEndDragging",
      ["velocity": .point(velocity), "targetContentOffset": .point(targetContentOffset)])
    if let requestedTarget { targetContentOffset = requestedTarget }
    requestedTarget = nil
  }

  package func scrollViewDidEndDragging(
    _ scrollView: ScrollView, willDecelerate decelerate: Bool
  ) {
    note("scrollViewDidEndDragging", ["willDecelerate": .bool(decelerate)])
  }

  package func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    note("scrollViewWillBeginDecelerating")
  }

  package func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    note("scrollViewDidEndDecelerating")
  }

  package func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    note("scrollViewDidEndScrollingAnimation")
  }

  package func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
    note("scrollViewShouldScrollToTop", ["answer": .bool(true)])
    return true
  }

  package func scrollViewDidScrollToTop(_ scrollView: ScrollView) {
    note("scrollViewDidScrollToTop")
  }

  package func viewForZooming(in scrollView: ScrollView) -> View? {
    scrollView.maximumZoomScale > scrollView.minimumZoomScale ? content : nil
  }

  package func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    note("scrollViewWillBeginZooming")
  }

  package func scrollViewDidZoom(_ scrollView: ScrollView) { note("scrollViewDidZoom") }

  package func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) {
    note("scrollViewDidEndZooming", ["scale": .number(scale)])
  }

  package func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    note("scrollViewDidChangeAdjustedContentInset")
  }
}
