import ScrollGeometry

extension QAPlan {
  /// The viewer's own behaviour, on a grid in a scroll view that fills the window.
  static let viewer = #"""
    {"overscroll_qa":1,"title":"The viewer"}
    {"id":"drag","set":{"content":[4000,3000]},"do":"Drag and flick the grid.","expect":"It follows the hand, and goes on when you let go.","needs":["drag","flick","idle"],"devices":["mouse","touch"],"checks":[{"flag":"isDecelerating","at":"lift","is":true},{"order":["scrollViewWillBeginDragging","scrollViewWillEndDragging","scrollViewDidEndDragging","scrollViewWillBeginDecelerating","scrollViewDidEndDecelerating"]},{"limits":true}],"demo":[\#(flick(at: 0.1, from: Point(500, 400), to: Point(400, 300)))]}
    {"id":"wheel","set":{"content":[4000,3000]},"do":"Turn the wheel, and hold Shift while you do.","expect":"Each notch moves the same way, smoothly; Shift turns it sideways.","needs":["twice:wheel","idle"],"devices":["mouse"],"checks":[{"column":"offset_y","at":1.4,"is":60},{"rest":[60,60]}],"demo":[\#(wheel(at: 0.1, 1, over: Point(300, 200))),\#(wheel(at: 1.5, 1, over: Point(300, 200), holding: "shift"))]}
    {"id":"arrows","set":{"content":[4000,3000]},"do":"Press the arrow keys, alone and with Shift and Ctrl.","expect":"A step, a page, and the whole way.","needs":["twice:key","idle"],"devices":["keyboard"],"checks":[{"column":"offset_y","at":0.9,"is":60},{"column":"offset_y","at":1.9,"is":492},{"rest":[0,2520]}],"demo":[\#(key(at: 0.1, "Down")),\#(key(at: 1, "Down", holding: "shift")),\#(key(at: 2, "Down", holding: "control"))]}
    {"id":"zoom","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Hold Ctrl and turn the wheel both ways.","expect":"The point under the pointer stays where it is.","needs":["zoom-in","zoom-out","idle"],"devices":["mouse"],"checks":[{"scale":1.25},{"rest":[40,30]}],"demo":[\#(wheel(at: 0.1, -2, over: Point(160, 120), holding: "control")),\#(wheel(at: 1.5, 1, over: Point(160, 120), holding: "control"))]}
    {"id":"limits","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Zoom past both limits.","expect":"It gives way and springs back to the limit.","needs":["zoom-limit","zoom-bounce","idle"],"checks":[{"column":"zoom","at":0.45,"is":6},{"column":"zoom","at":1.9,"is":4,"within":1e-06},{"scale":0.25},{"limits":true}],"demo":[\#(pinch(at: 0.1, Point(300, 200), to: 8)),\#(pinch(at: 2, Point(300, 200), to: 0.01))]}
    {"id":"centre","set":{"content":[800,600],"minimumZoomScale":0.25,"maximumZoomScale":4,"contentAlignmentPoint":[0.5,0.5]},"do":"Zoom out until the grid is smaller than the window.","expect":"It stays in the middle.","needs":["zoom-out","idle"],"checks":[{"scale":0.5},{"rest":[-120,-90]}],"demo":[\#(pinch(at: 0.1, Point(300, 200), to: 0.5))]}
    {"id":"resize","set":{"content":[4000,3000]},"do":"Change the size of the window, also while the grid moves.","expect":"The grid is drawn at every size, and nothing flickers.","needs":["resize","idle"]}
    {"id":"full-screen","set":{"content":[4000,3000]},"do":"Press F11 twice.","expect":"The window fills the screen, and comes back as it was.","needs":["resize","idle"],"devices":["keyboard"]}
    """#
}
