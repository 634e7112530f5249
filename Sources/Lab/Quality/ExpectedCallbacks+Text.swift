extension ExpectedCallbacks {
  /// The scenes' names and their callbacks in order.
  ///
  /// `RECORD=1 Scripts/test` writes this file again.
  static let text = """
    picture: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    grid: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    rates: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating fast.scrollViewWillBeginDragging
      fast.scrollViewWillEndDragging fast.scrollViewDidEndDragging
      fast.scrollViewWillBeginDecelerating fast.scrollViewDidEndDecelerating
      scrollViewDidEndDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating fast.scrollViewWillBeginDragging
      fast.scrollViewWillEndDragging fast.scrollViewDidEndDragging
      fast.scrollViewWillBeginDecelerating fast.scrollViewDidEndDecelerating
      scrollViewDidEndDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating fast.scrollViewWillBeginDragging
      fast.scrollViewWillEndDragging fast.scrollViewDidEndDragging
      fast.scrollViewWillBeginDecelerating fast.scrollViewDidEndDecelerating
      scrollViewDidEndDecelerating
    bounces: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    zoom: scrollViewWillBeginZooming scrollViewDidEndZooming scrollViewWillBeginZooming
      scrollViewDidEndZooming scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginZooming scrollViewDidEndZooming
      scrollViewWillBeginZooming scrollViewDidEndZooming
    paging: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    target: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    lock: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
    table: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating select
    indicators: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      light-black.scrollViewWillBeginDragging light-black.scrollViewWillEndDragging
      light-black.scrollViewDidEndDragging light-white.scrollViewWillBeginDragging
      light-white.scrollViewWillEndDragging light-white.scrollViewDidEndDragging
      dark-default.scrollViewWillBeginDragging dark-default.scrollViewWillEndDragging
      dark-default.scrollViewDidEndDragging dark-black.scrollViewWillBeginDragging
      dark-black.scrollViewWillEndDragging dark-black.scrollViewDidEndDragging
      dark-white.scrollViewWillBeginDragging dark-white.scrollViewWillEndDragging
      dark-white.scrollViewDidEndDragging
    inset: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating scrollViewDidEndScrollingAnimation
    safe-area: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewDidChangeAdjustedContentInset scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewDidChangeAdjustedContentInset scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    followers: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    mmscrollview: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginZooming scrollViewWillBeginDragging scrollViewDidEndZooming
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginZooming
      scrollViewWillBeginDragging scrollViewDidEndZooming scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginZooming scrollViewWillBeginDragging
      scrollViewDidEndZooming scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    state: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginZooming
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewDidEndZooming scrollViewDidEndScrollingAnimation
    delegate: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewDidEndDecelerating
      scrollViewDidEndScrollingAnimation
    touches: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating touchesShouldBegin touchesBegan
      touchesShouldCancel touchesCancelled scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging touchesShouldBegin touchesBegan touchesEnded touchesShouldBegin
      touchesBegan touchesEnded touchesShouldBegin touchesBegan touchesEnded touchesShouldBegin
      touchesBegan touchesShouldCancel touchesCancelled scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating touchesShouldBegin
    keyboard: dismiss select dismiss scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating dismiss scrollViewDidEndDecelerating select
    top: action scrollToTop action scrollViewShouldScrollToTop scrollToTop action
      scrollViewShouldScrollToTop scrollToTop scrollViewDidScrollToTop action scrollToTop
    refresh: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewDidChangeAdjustedContentInset refresh scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewDidChangeAdjustedContentInset
    nested: list-1.scrollViewWillBeginDragging list-1.scrollViewWillEndDragging
      list-1.scrollViewDidEndDragging list-1.scrollViewWillBeginDecelerating
      list-1.scrollViewDidEndDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      list-2.scrollViewWillBeginDragging list-2.scrollViewWillEndDragging
      list-2.scrollViewDidEndDragging scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    endless: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    boxes: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewDidEndScrollingAnimation
    program: action scrollViewDidEndScrollingAnimation action scrollViewDidEndScrollingAnimation
      action scrollViewWillBeginZooming scrollViewDidEndZooming action scrollViewWillBeginZooming
      scrollViewDidEndZooming action
    button: touchesShouldBegin touchesBegan touchesEnded action touchesShouldBegin touchesBegan
      touchesShouldCancel touchesEnded touchesShouldBegin touchesBegan touchesShouldCancel
      touchesCancelled scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging
    tap: tap touchesShouldBegin touchesBegan touchesEnded
    responder-chain: touchesBegan touchesEnded touchesBegan touchesEnded touchesBegan touchesEnded
    waterfall: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    text: copy scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    """
}
