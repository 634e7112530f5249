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
    grid-equal: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    grid-smaller: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    grid-larger: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    bounces: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
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
    boxes: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewDidEndScrollingAnimation
    zoom: scrollViewWillBeginZooming scrollViewDidEndZooming scrollViewWillBeginZooming
      scrollViewDidEndZooming scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginZooming scrollViewDidEndZooming
      scrollViewWillBeginZooming scrollViewDidEndZooming
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
    target: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    touches: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating touchesShouldBegin touchesBegan
      touchesShouldCancel touchesCancelled scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging touchesShouldBegin touchesBegan touchesEnded touchesShouldBegin
      touchesBegan touchesEnded touchesShouldBegin touchesBegan touchesEnded touchesShouldBegin
      touchesBegan touchesShouldCancel touchesCancelled scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating touchesShouldBegin
    button: touchesShouldBegin touchesBegan touchesEnded action touchesShouldBegin touchesBegan
      touchesShouldCancel touchesEnded touchesShouldBegin touchesBegan touchesShouldCancel
      touchesCancelled scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging
    responder-chain: touchesBegan touchesEnded touchesBegan touchesEnded touchesBegan touchesEnded
    tap: tap touchesShouldBegin touchesBegan touchesEnded
    keyboard: dismiss select dismiss scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating dismiss scrollViewDidEndDecelerating select
    paging: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
    lock: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
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
    top: action scrollToTop action scrollViewShouldScrollToTop scrollToTop action
      scrollViewShouldScrollToTop scrollToTop scrollViewDidScrollToTop action scrollToTop
    program: action scrollViewDidEndScrollingAnimation action scrollViewDidEndScrollingAnimation
      action scrollViewWillBeginZooming scrollViewDidEndZooming action scrollViewWillBeginZooming
      scrollViewDidEndZooming action
    indicators: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      light-black.scrollViewWillBeginDragging light-black.scrollViewWillEndDragging
      light-black.scrollViewDidEndDragging light-white.scrollViewWillBeginDragging
      light-white.scrollViewWillEndDragging light-white.scrollViewDidEndDragging
      dark-default.scrollViewWillBeginDragging dark-default.scrollViewWillEndDragging
      dark-default.scrollViewDidEndDragging dark-black.scrollViewWillBeginDragging
      dark-black.scrollViewWillEndDragging dark-black.scrollViewDidEndDragging
      dark-white.scrollViewWillBeginDragging dark-white.scrollViewWillEndDragging
      dark-white.scrollViewDidEndDragging
    refresh: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewDidChangeAdjustedContentInset refresh scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
      scrollViewDidChangeAdjustedContentInset
    table: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewWillBeginDragging scrollViewWillEndDragging
      scrollViewDidEndDragging scrollViewWillBeginDecelerating scrollViewDidEndDecelerating select
    waterfall: scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating scrollViewWillBeginDragging
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating
      scrollViewDidEndDecelerating
    text: copy scrollViewWillBeginDragging scrollViewWillEndDragging scrollViewDidEndDragging
      scrollViewWillBeginDecelerating scrollViewDidEndDecelerating
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
    """
}
