extension QAPlan {
  /// The viewer's own behaviour, on a grid in a scroll view that fills the window.
  static let viewer = #"""
    {"overscroll_qa":1,"title":"The viewer"}
    {"id":"drag","set":{"content":[4000,3000]},"do":"Drag and flick the grid.","expect":"It follows the hand, and goes on when you let go.","needs":["drag","flick","idle"],"devices":["mouse","touch"]}
    {"id":"wheel","set":{"content":[4000,3000]},"do":"Turn the wheel, and hold Shift while you do.","expect":"Each notch moves the same way, smoothly; Shift turns it sideways.","needs":["idle"],"devices":["mouse"]}
    {"id":"arrows","set":{"content":[4000,3000]},"do":"Press the arrow keys, alone and with Shift and Ctrl.","expect":"A step, a page, and the whole way.","needs":["idle"],"devices":["keyboard"]}
    {"id":"zoom","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Hold Ctrl and turn the wheel both ways.","expect":"The point under the pointer stays where it is.","needs":["zoom-in","zoom-out","idle"],"devices":["mouse"]}
    {"id":"limits","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Zoom past both limits.","expect":"It gives way and springs back to the limit.","needs":["zoom-limit","zoom-bounce","idle"]}
    {"id":"centre","set":{"content":[800,600],"minimumZoomScale":0.25,"maximumZoomScale":4,"contentAlignmentPoint":[0.5,0.5]},"do":"Zoom out until the grid is smaller than the window.","expect":"It stays in the middle.","needs":["zoom-out","idle"]}
    {"id":"resize","set":{"content":[4000,3000]},"do":"Change the size of the window, also while the grid moves.","expect":"The grid is drawn at every size, and nothing flickers.","needs":["resize","idle"]}
    {"id":"full-screen","set":{"content":[4000,3000]},"do":"Press F11 twice.","expect":"The window fills the screen, and comes back as it was.","needs":["resize","idle"],"devices":["keyboard"]}
    """#
}
