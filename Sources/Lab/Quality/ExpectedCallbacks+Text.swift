extension ExpectedCallbacks {
  /// The scenes' names and their callbacks in order, with the words of ``runs``.
  ///
  /// `RECORD=1 Scripts/test` writes this file again.
  static let text = """
    picture: flick flick rest flick rest
    grid: flick rest flick flick rest flick rest
    rates: flick fast.flick fast.rest rest flick fast.flick fast.rest rest flick fast.flick
      fast.rest rest
    bounces: flick rest flick rest
    zoom: zoom zoom drag zoom zoom
    paging: flick rest flick rest flick rest flick rest
    target: flick rest flick flick rest
    lock: drag drag drag
    table: flick flick rest select
    indicators: drag light-black.drag light-white.drag dark-default.drag dark-black.drag
      dark-white.drag
    inset: drag flick rest flick rest scrollViewDidEndScrollingAnimation
    safe-area: flick rest scrollViewDidChangeAdjustedContentInset flick rest
      scrollViewDidChangeAdjustedContentInset flick rest
    followers: flick rest drag flick rest
    mmscrollview: drag scrollViewWillBeginZooming scrollViewWillBeginDragging
      scrollViewDidEndZooming scrollViewWillEndDragging scrollViewDidEndDragging drag
      scrollViewWillBeginZooming scrollViewWillBeginDragging scrollViewDidEndZooming
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginZooming
      scrollViewWillBeginDragging scrollViewDidEndZooming scrollViewWillEndDragging
      scrollViewDidEndDragging flick rest
    state: drag flick rest scrollViewWillBeginZooming drag scrollViewDidEndZooming
      scrollViewDidEndScrollingAnimation
    delegate: drag flick flick drag rest scrollViewDidEndScrollingAnimation
    touches: flick rest touchesShouldBegin touchesBegan touchesShouldCancel touchesCancelled drag
      touchesShouldBegin touchesBegan touchesEnded touchesShouldBegin touchesBegan touchesEnded
      touchesShouldBegin touchesBegan touchesEnded touchesShouldBegin touchesBegan
      touchesShouldCancel touchesCancelled flick rest touchesShouldBegin
    keyboard: dismiss select dismiss flick rest flick dismiss rest select
    top: action scrollToTop action scrollViewShouldScrollToTop scrollToTop action
      scrollViewShouldScrollToTop scrollToTop scrollViewDidScrollToTop action scrollToTop
    refresh: flick rest scrollViewWillBeginDragging scrollViewDidChangeAdjustedContentInset refresh
      scrollViewWillEndDragging scrollViewDidEndDragging scrollViewWillBeginDecelerating rest
      scrollViewDidChangeAdjustedContentInset
    nested: list-1.flick list-1.rest flick rest list-2.drag flick rest
    endless: flick flick flick flick rest
    boxes: drag flick rest scrollViewDidEndScrollingAnimation
    program: action scrollViewDidEndScrollingAnimation action scrollViewDidEndScrollingAnimation
      action zoom action zoom action
    button: touchesShouldBegin touchesBegan touchesEnded action touchesShouldBegin touchesBegan
      touchesShouldCancel touchesEnded touchesShouldBegin touchesBegan touchesShouldCancel
      touchesCancelled drag
    tap: tap touchesShouldBegin touchesBegan touchesEnded
    responder-chain: touchesBegan touchesEnded touchesBegan touchesEnded touchesBegan touchesEnded
    waterfall: flick rest flick rest
    text: copy flick rest
    """
}
