// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A card that is dragged, pinched, pressed and swiped, in a scroll view.
class GesturesViewController: UIViewController, UIGestureRecognizerDelegate {
  let scrollView = UIScrollView()
  let card = UIView(frame: CGRect(x: 60, y: 60, width: 200, height: 200))
  private(set) var events: [String] = []
  lazy var pan = UIPanGestureRecognizer(target: self, action: #selector(pan(_:)))
  lazy var press: UILongPressGestureRecognizer = {
    let press = UILongPressGestureRecognizer(target: self, action: #selector(pressed(_:)))
    press.minimumPressDuration = 0.5
    press.delegate = self
    return press
  }()
  let swipe = UISwipeGestureRecognizer()
  let edge = UIScreenEdgePanGestureRecognizer()
  var allowsBoth = false

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.frame = view.bounds
    scrollView.contentSize = CGSize(width: view.bounds.width, height: 2000)
    view.addSubview(scrollView)
    scrollView.addSubview(card)

    pan.delegate = self
    pan.maximumNumberOfTouches = 1
    card.addGestureRecognizer(pan)
    card.addGestureRecognizer(press)

    let pinch = UIPinchGestureRecognizer(target: self, action: #selector(pinch(_:)))
    pinch.delegate = self
    card.addGestureRecognizer(pinch)

    swipe.direction = [.left, .right]
    swipe.addTarget(self, action: #selector(swiped(_:)))
    view.addGestureRecognizer(swipe)
    scrollView.panGestureRecognizer.require(toFail: swipe)

    edge.edges = .left
    edge.addTarget(self, action: #selector(edgePanned))
    view.addGestureRecognizer(edge)

    let tap = UITapGestureRecognizer(target: self, action: #selector(GesturesViewController.tapped))
    tap.cancelsTouchesInView = false
    card.addGestureRecognizer(tap)
  }

  @objc func pan(_ gesture: UIPanGestureRecognizer) {
    switch gesture.state {
    case .began:
      events.append("pan began")
    case .changed:
      let translation = gesture.translation(in: view)
      card.center = CGPoint(x: card.center.x + translation.x, y: card.center.y + translation.y)
      gesture.setTranslation(.zero, in: view)
    case .ended, .cancelled:
      let velocity = gesture.velocity(in: view)
      events.append(abs(velocity.x) > 500 ? "thrown" : "dropped")
    default:
      break
    }
  }

  @objc func pinch(_ gesture: UIPinchGestureRecognizer) {
    guard let view = gesture.view else { return }
    view.transform = view.transform.scaledBy(x: gesture.scale, y: gesture.scale)
    gesture.scale = 1
  }

  @objc private func pressed(_ gesture: UILongPressGestureRecognizer) {
    guard gesture.state == .began else { return }
    events.append("pressed")
  }

  @objc private func swiped(_ gesture: UISwipeGestureRecognizer) { events.append("swiped") }
  @objc private func edgePanned() { if edge.state == .began { events.append("edge") } }
  @objc private func tapped() { events.append("tapped") }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let pan = gestureRecognizer as? UIPanGestureRecognizer else { return true }
    let velocity = pan.velocity(in: pan.view)
    return abs(velocity.x) > abs(velocity.y)
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    if allowsBoth { return true }
    return gestureRecognizer is UIPinchGestureRecognizer
      && otherGestureRecognizer is UIPanGestureRecognizer
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool {
    return !(touch.view is UIControl)
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    return gestureRecognizer == pan && otherGestureRecognizer == edge
  }
}
