import Testing
import UIKitNames

@testable import Programs

@Suite struct `Snapping and scrubbing, ported from UIKit` {
  @Test func `a carousel rests on the item that it chooses`() {
    let carousel = SnappingCarousel(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    let finger = Finger(on: carousel)
    finger.drag(from: (300, 50), by: (-100, 0))
    let target = carousel.restingOffset.x
    finger.settle()
    #expect(carousel.contentOffset.x == target && target > 300)
    #expect(target.truncatingRemainder(dividingBy: 100) == 0)
    #expect(carousel.log == ["{90, 0}"])
    #expect(carousel.panGestureRecognizer.allowedTouchTypes == [.direct])
    #expect(carousel.layer.maskedCorners.contains(.layerMaxXMinYCorner))
    #expect(!carousel.layer.maskedCorners.contains(.layerMaxXMaxYCorner))
    #expect(UIView().layer.maskedCorners.rawValue == 15, "all of them by default")
  }

  @Test func `a drawer opens, is scrubbed, and closes again`() {
    let drawer = DrawerView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let finger = Finger(on: drawer)
    drawer.open()
    finger.wait(0.5)
    drawer.scrub(to: 0.25)
    #expect(abs(drawer.panel.presentation.center.y - 100) < 1e-9)
    drawer.close()
    finger.wait(1)
    #expect(drawer.events == ["closed"] && drawer.panel.center.y == 50)
    drawer.layOut()
    drawer.later().fire()
    #expect(drawer.events == ["closed", "laid out", "tick"])
  }
}
