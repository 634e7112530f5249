public import ScrollEngine
import ScrollGeometry

/// A control that selects a value from a range by dragging along it.
///
/// Corresponds to `UISlider`.
nonisolated open class UISlider: Control {
  /// The value, clamped to the range; 0 by default.
  open var value: Float = 0 {
    didSet { value = clamped(value) }
  }
  /// The minimum value; 0 by default.
  open var minimumValue: Float = 0 {
    didSet { value = clamped(value) }
  }
  /// The maximum value; 1 by default.
  open var maximumValue: Float = 1 {
    didSet { value = clamped(value) }
  }
  /// A Boolean value that determines whether actions are called during a drag; true by default.
  open var isContinuous = true

  /// Sets the value.
  open func setValue(_ value: Float, animated: Bool) {
    self.value = value
  }

  open override func beginTracking(_ touch: Touch, with event: ScrollEngine.Event?) -> Bool { true }

  open override func continueTracking(_ touch: Touch, with event: ScrollEngine.Event?) -> Bool {
    follow(touch)
    if isContinuous { sendActions(for: .valueChanged) }
    return true
  }

  open override func endTracking(_ touch: Touch?, with event: ScrollEngine.Event?) {
    if let touch { follow(touch) }
    sendActions(for: .valueChanged)
  }

  private func follow(_ touch: Touch) {
    guard bounds.width > 0 else { return }
    let part = Float((touch.location(in: self).x - bounds.minX) / bounds.width)
    value = minimumValue + (maximumValue - minimumValue) * part
  }

  private func clamped(_ value: Float) -> Float {
    min(max(value, minimumValue), max(maximumValue, minimumValue))
  }
}
