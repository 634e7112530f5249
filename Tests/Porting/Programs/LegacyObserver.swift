// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit
import QuartzCore

private var offsetContext = 0

/// Observes by name, as programs did before key paths.
class LegacyObserver: NSObject {
  let scrollView: UIScrollView
  private(set) var offsets: [CGFloat] = []

  init(scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init()
    scrollView.addObserver(
      self, forKeyPath: #keyPath(UIScrollView.contentOffset), options: [.new], context: &offsetContext)
  }

  deinit {
    scrollView.removeObserver(self, forKeyPath: #keyPath(UIScrollView.contentOffset), context: &offsetContext)
  }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == &offsetContext else {
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      return
    }
    if let point = (change?[.newKey] as? NSValue)?.cgPointValue { offsets.append(point.y) }
  }
}

/// Draws a dot where it is touched, pulses it, and puts away the keyboard at a tap.
class DotBoard: UIView {
  let dot = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
  private let trail = CALayer()
  private(set) var hasPulsed = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    field.borderStyle = .roundedRect
    addSubview(field)
    addSubview(dot)
    layer.addSublayer(trail)
    addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(UIView.endEditing(_:))))
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  var trails: [CALayer] { trail.sublayers ?? [] }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, event?.type == .touches else { return }
    for point in (event?.coalescedTouches(for: touch) ?? []).map({ $0.location(in: self) }) {
      let mark = CALayer()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      mark.frame = CGRect(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
      mark.backgroundColor = UIColor.red.cgColor
      CATransaction.commit()
      trail.addSublayer(mark)
    }
  }

  func clear() {
    trails.forEach { $0.removeFromSuperlayer() }
  }

  func pulse() {
    UIView.animateKeyframes(withDuration: 1, delay: 0, options: [.calculationModeLinear], animations: {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { self.dot.center.y += 100 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { self.dot.center.y -= 60 }
    }, completion: { self.hasPulsed = $0 })
  }

  func note(of frame: CGRect) -> [String: Any] {
    [UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: frame)]
  }

  func keyboardFrame(in info: [AnyHashable: Any]) -> CGRect {
    (info[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue ?? .zero
  }
}

/// A layout that asks for its context's kind.
class CenteredFlowLayout: UICollectionViewFlowLayout {
  private(set) var contexts = 0

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }

  override func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds) as! UICollectionViewFlowLayoutInvalidationContext
    context.invalidateFlowLayoutDelegateMetrics = newBounds.size != collectionView?.bounds.size
    contexts += 1
    return context
  }
}
