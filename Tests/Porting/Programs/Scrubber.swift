// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A track with a thumb, which scrubs slower the farther away the finger is.
class Scrubber: UIControl {
  var minimumValue: CGFloat = 0 { didSet { setNeedsLayout() } }
  var maximumValue: CGFloat = 1 { didSet { setNeedsLayout() } }
  private(set) var value: CGFloat = 0 { didSet { setNeedsLayout() } }
  let thumb = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
  private let track = UIView()
  private var previousLocation = CGPoint.zero

  override init(frame: CGRect) {
    super.init(frame: frame)
    track.isUserInteractionEnabled = false
    thumb.isUserInteractionEnabled = false
    addSubview(track)
    addSubview(thumb)
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var isHighlighted: Bool {
    didSet { thumb.transform = isHighlighted ? CGAffineTransform(scaleX: 1.2, y: 1.2) : .identity }
  }

  func setValue(_ newValue: CGFloat, animated: Bool) {
    value = min(max(newValue, minimumValue), maximumValue)
    guard animated else { return }
    UIView.animate(
      withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0,
      options: [.curveEaseOut], animations: { self.layoutIfNeeded() }, completion: nil)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    track.frame = CGRect(x: 0, y: bounds.midY - 2, width: bounds.width, height: 4)
    let part = maximumValue > minimumValue ? (value - minimumValue) / (maximumValue - minimumValue) : 0
    thumb.center = CGPoint(x: 15 + part * (bounds.width - 30), y: bounds.midY)
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    previousLocation = touch.location(in: self)
    return thumb.frame.insetBy(dx: -10, dy: -10).contains(previousLocation)
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let location = touch.location(in: self)
    let distance = abs(location.y - bounds.midY)
    let speed: CGFloat = distance < 50 ? 1 : (distance < 100 ? 0.5 : 0.25)
    let delta = (location.x - previousLocation.x) / (bounds.width - 30)
    previousLocation = location
    value = min(max(value + delta * speed * (maximumValue - minimumValue), minimumValue), maximumValue)
    sendActions(for: .valueChanged)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    sendActions(for: .editingDidEnd)
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    return bounds.insetBy(dx: 0, dy: -10).contains(point)
  }
}

/// A film strip that a scrubber moves, and that moves the scrubber.
class FilmStripView: UIView, UIScrollViewDelegate {
  let scrollView = UIScrollView()
  let scrubber = Scrubber(frame: .zero)
  let playButton = UIButton(type: .system)
  private(set) var isPlaying = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(scrollView)
    addSubview(scrubber)
    addSubview(playButton)
    scrollView.delegate = self
    scrubber.addTarget(self, action: #selector(scrubbed(_:)), for: .valueChanged)
    playButton.setTitle("Play", for: .normal)
    playButton.addAction(UIAction { [weak self] _ in self?.isPlaying.toggle() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { fatalError() }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - 60)
    scrollView.contentSize = CGSize(width: 3000, height: scrollView.bounds.height)
    scrubber.frame = CGRect(x: 0, y: bounds.height - 60, width: bounds.width - 80, height: 60)
    playButton.frame = CGRect(x: bounds.width - 80, y: bounds.height - 60, width: 80, height: 60)
  }

  @objc private func scrubbed(_ sender: Scrubber) {
    let range = scrollView.contentSize.width - scrollView.bounds.width
    scrollView.contentOffset.x = sender.value * range
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard scrollView.isTracking || scrollView.isDecelerating else { return }
    let range = scrollView.contentSize.width - scrollView.bounds.width
    scrubber.setValue(scrollView.contentOffset.x / range, animated: false)
  }
}
