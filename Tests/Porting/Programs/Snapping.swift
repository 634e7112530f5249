// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A carousel that stops each flick and animates to the item that it chooses.
class SnappingCarousel: UIScrollView, UIScrollViewDelegate {
    let item: CGFloat = 100
    private(set) var log: [String] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentSize = CGSize(width: 3000, height: visibleSize.height)
        keyboardDismissMode = .interactiveWithAccessory
        panGestureRecognizer.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
        layer.cornerRadius = 12
        layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
        backgroundColor = .systemGroupedBackground
        delegate = self
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    func scrollViewWillEndDragging(_ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>) {
        let index = (targetContentOffset.pointee.x / item).rounded()
        targetContentOffset.pointee = scrollView.contentOffset
        scrollView.setContentOffset(CGPoint(x: index * item, y: 0), animated: true)
        log.append(NSCoder.string(for: scrollView.contentOffset))
    }
}

/// A panel that a property animator opens, and that is scrubbed, reversed and timed.
class DrawerView: UIView {
    let panel = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    private(set) var events: [String] = []
    lazy var animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { self.panel.center.y += 200 }

    func open() {
        addSubview(panel)
        animator.addCompletion { [unowned self] position in
            events.append(position == .end ? "open" : "closed")
        }
        animator.startAnimation()
    }

    func scrub(to fraction: CGFloat) {
        animator.pauseAnimation()
        animator.fractionComplete = fraction
    }

    func close() {
        animator.isReversed = true
        animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    }

    func layOut() {
        CATransaction.begin()
        CATransaction.setCompletionBlock { self.events.append("laid out") }
        panel.layer.cornerRadius = 4
        CATransaction.commit()
    }

    func later() -> Timer {
        Timer(timeInterval: 0.1, target: self, selector: #selector(tick), userInfo: nil, repeats: false)
    }

    @objc func tick() { events.append("tick") }
}
