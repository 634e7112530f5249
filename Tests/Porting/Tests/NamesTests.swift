import Testing
import UIKitNames

@testable import Programs

@Suite struct `Older UIKit code, ported` {
  @Test func `an object observes an offset by name, and reads it as a value`() {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    scrollView.contentSize = CGSize(width: 320, height: 3000)
    let observer = LegacyObserver(scrollView: scrollView)
    scrollView.contentOffset.y = 30
    scrollView.contentOffset.y = 70
    #expect(observer.offsets == [30, 70])
  }

  @Test func `keyframes run one after the other, evenly`() {
    let board = DotBoard(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let window = UIWindow(frame: board.frame)
    window.addSubview(board)
    window.advance(to: 1)
    let start = board.dot.center.y
    board.pulse()
    #expect(board.dot.center.y == start + 40)
    window.advance(to: 2)
    for (time, distance) in [(0.0, 0.0), (0.25, 50), (0.5, 100), (0.75, 70), (1, 40)] {
      window.advance(to: 2 + time)
      #expect(abs(board.dot.presentation.center.y - start - distance) < 1e-9, "at \(time) s")
      #expect(board.hasPulsed == (time == 1))
    }
  }

  @Test func `a tap ends editing by a selector of the view`() {
    let board = DotBoard(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let finger = Finger(on: board)
    board.field.becomeFirstResponder()
    #expect(board.field.isFirstResponder)
    finger.tap(200, 300)
    #expect(!board.field.isFirstResponder)
  }

  @Test func `layers of their own hold marks where touches were`() {
    let board = DotBoard(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let finger = Finger(on: board)
    finger.tap(200, 300)
    #expect(board.trails.map(\.position) == [CGPoint(x: 200, y: 300)])
    #expect(board.trails.first?.backgroundColor == UIColor.red.cgColor)
    #expect(board.trails.first?.superlayer?.superlayer === board.layer)
    board.clear()
    #expect(board.trails.isEmpty)
  }

  @Test func `rectangles travel as values`() {
    let board = DotBoard(frame: .zero)
    let frame = CGRect(x: 1, y: 2.5, width: 3, height: 4)
    #expect(board.keyboardFrame(in: board.note(of: frame)) == frame)
    #expect(NSStringFromCGPoint(CGPoint(x: 1.5, y: 2)) == "{1.5, 2}")
    #expect(NSStringFromCGRect(frame) == "{{1, 2.5}, {3, 4}}")
  }

  @Test func `a flow layout's contexts are of its own kind`() {
    let layout = CenteredFlowLayout()
    let list = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
    list.layoutIfNeeded()
    list.bounds.origin.y = 5
    #expect(layout.contexts > 0)
  }

  @Test func `the host sets the screen`() {
    let old = (UIScreen.main.bounds, UIScreen.main.scale)
    defer { (UIScreen.main.bounds, UIScreen.main.scale) = old }
    UIScreen.main.bounds = CGRect(x: 0, y: 0, width: 1280, height: 800)
    UIScreen.main.scale = 2
    #expect(UIScreen.main.bounds.width == 1280)
    #expect(UIScreen.main.nativeScale == 2)
  }
}
