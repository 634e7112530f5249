extension QAPlan {
  /// The claims of the seed documents, a step each or several to a scene: what a hand and an eye can check.
  static let seeds = #"""
    {"overscroll_qa":1,"title":"The seeds by hand"}
    {"id":"S1-01","scene":"picture","do":"Drag the picture to each of its four corners.","expect":"It follows the finger exactly, and every corner can be reached.","needs":["drag","idle"]}
    {"id":"S1-02-bigger","scene":"picture","set":{"scene.content":"larger"},"do":"Drag as far as it goes to the lower right.","expect":"Blank space beyond the picture comes to rest in view, without any resistance before it.","needs":["drag","idle"]}
    {"id":"S1-02-smaller","scene":"picture","set":{"scene.content":"smaller"},"do":"Drag past the lower right edge and hold.","expect":"More of the picture shows while you hold, and goes out of view when you let go.","needs":["overscroll","edge-bounce","idle"]}
    {"id":"S1-03-equal","scene":"grid-equal","do":"Drag the grid past its left edge and let go.","expect":"Blank shows while held; on release it springs back and no blank remains.","needs":["overscroll","edge-bounce","idle"]}
    {"id":"S1-03-smaller","scene":"grid-smaller","do":"Drag to the lower right, past the edge, and let go.","expect":"Lines beyond 400×320 show only while you hold.","needs":["overscroll","edge-bounce","idle"]}
    {"id":"S1-03-larger","scene":"grid-larger","do":"Flick to the lower right.","expect":"The blank beyond the grid comes to rest in view.","needs":["flick","idle"]}
    {"id":"S0-14","scene":"grid-equal","set":{"bounces":false},"do":"Flick the grid hard against an edge.","expect":"It stops dead at the edge: nothing beyond it shows.","needs":["flick","idle"]}
    {"id":"S0-15","scene":"bounces","set":{"alwaysBounceVertical":true},"do":"Drag the small content down and let go.","expect":"It gives way and springs back, although it is smaller than its view.","needs":["drag","overscroll","edge-bounce","idle"]}
    {"id":"S3-02","scene":"inset","do":"Drag to each of the four edges and let go.","expect":"100 points of ground come to rest on every side.","needs":["drag","idle"]}
    {"id":"S0-09","scene":"safe-area","do":"Change the adjustment behaviour in the parameters; drag to the top after each change.","expect":"The printed adjusted inset changes, and the content rests below it.","needs":["drag","idle"]}
    {"id":"S3-04","scene":"boxes","do":"Scroll to the bottom and back to the top.","expect":"Only y changes: bounds are {{0, 0}, {1112, 834}} at the top and {{0, 834}, {1112, 834}} at the bottom; the frame never changes.","needs":["drag","idle"]}
    {"id":"S3-06","scene":"zoom","do":"Zoom out as far as it goes, and in again.","expect":"Below its own size the container stays in the middle of the view.","needs":["zoom-out","zoom-in","idle"]}
    {"id":"S1-05-bounce","scene":"zoom","do":"Zoom in past the limit and let go.","expect":"It grows past the limit, with resistance, and springs back to exactly 2.","needs":["zoom-limit","zoom-bounce","idle"]}
    {"id":"S1-05-stiff","scene":"zoom","set":{"bouncesZoom":false},"do":"Zoom in past the limit.","expect":"It stops dead at 2.","needs":["zoom-in","idle"]}
    {"id":"S2-07","scene":"followers","do":"Pull the list down, then scroll up slowly.","expect":"The header stretches, the ground moves at half the speed, and neither is ever a frame behind.","needs":["overscroll","edge-bounce","idle"]}
    {"id":"S3-07","scene":"mmscrollview","do":"Zoom in twice with the hand on our view, and pan while zoomed.","expect":"The seed's view jumps when it is panned after a zoom, and loses its scale when a pinch is cancelled; ours does neither.","needs":["zoom-in","drag","idle"]}
    {"id":"S1-04","scene":"state","do":"Touch, wait, drag, flick, and zoom past a limit.","expect":"The five lamps light up as you go: tracking, dragging, decelerating, zooming, zoom bouncing.","needs":["flick","zoom-bounce","idle"]}
    {"id":"S2-02","scene":"delegate","do":"Flick once and wait until it rests.","expect":"The ladder shows will begin dragging, will end dragging, did end dragging, will begin decelerating, did end decelerating, in this order.","needs":["flick","idle"]}
    {"id":"S2-03","scene":"delegate","do":"Drag, hold still, and let go.","expect":"Did end dragging comes without deceleration, and nothing after it.","needs":["drag","idle"]}
    {"id":"S2-06","scene":"delegate","do":"Flick, and take hold of it again while it moves; then let go at rest.","expect":"Did end decelerating comes only once, at the very end.","needs":["flick","regrab","idle"]}
    {"id":"S2-04","scene":"target","do":"Flick between the cards, gently and hard.","expect":"It always comes to rest with a card at the edge, in one motion, without a jump.","needs":["flick","idle"]}
    {"id":"S4-01-rest","scene":"touches","do":"Press the yellow view, hold for a second, and let go.","expect":"It gets the touch after a moment, and keeps it.","needs":["delayed","tap","idle"]}
    {"id":"S4-01-swipe","scene":"touches","do":"Swipe quickly across the yellow view.","expect":"The content scrolls, and the log has neither touchesShouldBegin nor touchesBegan.","needs":["drag","idle"]}
    {"id":"S4-01-drag","scene":"touches","do":"Press the yellow view, hold for half a second, then drag.","expect":"The touch is delivered, then cancelled, then the content scrolls.","needs":["delayed","cancelled","drag","idle"]}
    {"id":"S4-05","scene":"touches","set":{"canCancelContentTouches":false},"do":"Press the yellow view, hold for half a second, then drag.","expect":"The view keeps its touch; nothing scrolls; touchesShouldCancel is never asked.","needs":["delayed","idle"]}
    {"id":"S4-06","scene":"touches","set":{"delaysContentTouches":false},"do":"Swipe quickly across the yellow view.","expect":"The view gets the touch at once, however fast you are.","needs":["drag","idle"]}
    {"id":"S4-04","scene":"button","do":"Press the button, hold for half a second, then drag.","expect":"The button keeps its touch, and nothing scrolls.","needs":["delayed","tap","idle"]}
    {"id":"S4-07","scene":"responder-chain","do":"Tap the scroll view. Switch forwarding on at the end of the parameters, and tap again.","expect":"The view behind receives the touch only when it is forwarded.","needs":["tap","idle"]}
    {"id":"S4-08","scene":"tap","do":"Tap the view on the content.","expect":"The parent's tap is recognized, and the view's touch is cancelled.","needs":["tap","idle"]}
    {"id":"S4-10","scene":"keyboard","do":"Tap the field, type a word, then tap a row.","expect":"The keyboard goes away, and the row is selected all the same.","needs":["dismiss","select","idle"]}
    {"id":"S1-07","scene":"keyboard","set":{"keyboardDismissMode":"onDrag"},"do":"Tap the field, then drag the table.","expect":"The keyboard goes away as soon as the drag begins.","needs":["drag","dismiss","idle"]}
    {"id":"S0-12","scene":"paging","do":"Swipe to the next page, and drag halfway to another one.","expect":"It rests on whole pages only.","needs":["page","idle"]}
    {"id":"S0-11","scene":"lock","do":"Drag steeply, then at 45°.","expect":"Along a steep ray only one axis moves; along the diagonal both do.","needs":["drag","idle"]}
    {"id":"S0-18","scene":"rates","do":"Flick both lists alike.","expect":"The fast rate comes to rest much sooner than the normal one.","needs":["flick","idle"]}
    {"id":"S0-13","scene":"top","do":"Tap the bar at the top. Make both lists candidates at the end of the parameters, and tap again.","expect":"One candidate scrolls to its top; of two none does.","needs":["tap","idle"]}
    {"id":"S0-16","scene":"program","do":"Try each button, from the top and from the bottom.","expect":"Each call scrolls no farther than it has to, and animates where it says so.","needs":["tap","zoom-in","zoom-out","idle"]}
    {"id":"S0-19","scene":"indicators","do":"Scroll on each of the grounds.","expect":"The default indicator can be seen on both; black is for light and white for dark grounds. They fade soon after the motion.","needs":["drag","idle"]}
    {"id":"S1-12","scene":"refresh","do":"Pull down until the refresh begins, and wait.","expect":"The inset holds the content open while it refreshes, and is given back by an animation.","needs":["overscroll","refresh","idle"]}
    {"id":"S1-10-table","scene":"table","do":"Flick through the rows, drag along the index, and select a row.","expect":"The rows never lag, sections jump with the index, and the row is marked.","needs":["flick","select","idle"]}
    {"id":"S2-08","scene":"table","do":"Flick, and look at the flags printed in new rows.","expect":"Rows made while it decelerates say dragging and decelerating.","needs":["flick","idle"]}
    {"id":"S1-10-collection","scene":"waterfall","do":"Scroll through the waterfall.","expect":"Columns stay balanced, and no item overlaps another.","needs":["flick","idle"]}
    {"id":"S0-02-text","scene":"text","do":"Select some words, copy them with Ctrl+C, and scroll through the text; Esc ends typing.","expect":"Lines wrap at the edge, and the selection stays on its words.","needs":["select","idle"]}
    {"id":"nested","scene":"nested","do":"Scroll a list, then swipe to the next page, and scroll there.","expect":"A drag moves either the list or the pager, never both.","needs":["drag","page","idle"]}
    {"id":"endless","scene":"endless","do":"Flick many times in one direction.","expect":"The tiles never end, and no jump can be seen.","needs":["flick","regrab","idle"]}
    """#
}
