extension QAPlan {
  /// Flicks and bounces beside references.
  static let feel = #"""
    {"overscroll_qa":1,"title":"Feel"}
    {"id":"follow","scene":"grid-larger","do":"Drag slowly in circles.","expect":"The line under the finger stays under the finger.","needs":["drag","idle"]}
    {"id":"flick","scene":"rates","do":"Flick at several speeds.","expect":"The distance grows with the speed; it slows down evenly and stops smoothly.","needs":["flick","idle"]}
    {"id":"stop","scene":"rates","do":"Flick, and stop it with a finger.","expect":"It stops immediately at the touch, and stays there on release.","needs":["flick","regrab","idle"]}
    {"id":"again","scene":"rates","do":"Flick five times quickly in one direction.","expect":"It gets faster with every flick.","needs":["flick","regrab","idle"]}
    {"id":"resist","scene":"grid-equal","do":"Pull past an edge, farther and farther.","expect":"It resists more and more, and never moves farther than the size of the view.","needs":["overscroll","edge-bounce","idle"]}
    {"id":"edge","scene":"grid-larger","do":"Flick into an edge.","expect":"It overshoots the edge slightly and returns in one smooth motion.","needs":["flick","edge-bounce","idle"]}
    {"id":"catch","scene":"grid-equal","do":"Flick into an edge and catch it while it is past the edge.","expect":"It stays where it was caught, and bounces back on release.","needs":["regrab","edge-bounce","idle"]}
    {"id":"page","scene":"paging","do":"Swipe gently, and hard.","expect":"One page per swipe; it settles without overshooting.","needs":["flick","page","idle"]}
    {"id":"zoom","scene":"zoom","do":"Zoom in and out with the pointer off center.","expect":"The point under the pointer or between the fingers stays where it is.","needs":["zoom-in","zoom-out","idle"]}
    {"id":"zoom-bounce","scene":"zoom","do":"Zoom past both limits.","expect":"It resists, and bounces back around the same point.","needs":["zoom-limit","zoom-bounce","idle"]}
    """#
}
