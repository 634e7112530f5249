import OverscrollBase
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A number that a click lets one type; the wheel and the arrow keys change it by steps.
package final class NumberField: TextInputControl {
  /// The number; `nil` where there is none.
  package var value: Double?
  package var scale: SliderScale
  /// The unit or name in front of the number, such as `x`; empty for none.
  package let caption: String
  /// Returns whether a typed number is a value.
  package var accepts: (Double) -> Bool = { _ in true }
  /// Called when the user changes the number; a change that is a part of a slide has its number.
  package var didEdit: (Double, _ slide: Int?) -> Void = { _, _ in }

  /// The decimals that are shown; the value may have more. [C]
  package static let decimals = 4

  package init(_ scale: SliderScale, caption: String = "") {
    self.scale = scale
    self.caption = caption
    super.init()
  }

  override var style: TextStyle { .number }
  override var alignment: Double { 1 }
  override var storedText: String {
    value.map { NumberText.trimmed($0, decimals: Self.decimals) } ?? ""
  }

  override func store(_ text: String) -> Bool {
    guard text != storedText else { return true }
    let typed = text.split(separator: " ").joined().replacing(",", with: ".")
    guard let number = Double(typed), number.isFinite, abs(number) <= View.maximumCoordinate,
      accepts(number)
    else { return false }
    change(to: number, slide: nil)
    return true
  }

  func change(to number: Double, slide: Int?) {
    guard number != value else { return }
    value = number
    didEdit(number, slide)
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    let steps: Double
    switch key.key {
    case "Up", "KP_Up": steps = 1
    case "Down", "KP_Down": steps = -1
    default: return super.keyPressed(key)
    }
    let start = typedText.flatMap { Double($0) } ?? value ?? 0
    let stepped = scale.value(start, movedBy: steps, isFine: key.modifiers.contains(.control))
    if accepts(stepped) {
      change(to: stepped, slide: nil)
      if isTyping { selectStoredText() }
    }
    return true
  }

  package override func wheelTurned(_ event: WheelEvent) -> Bool {
    guard !isTyping else { return true }
    // Toward the user is down.
    let stepped = scale.value(
      value ?? 0, movedBy: -event.notches.y, isFine: event.modifiers.contains(.control))
    if accepts(stepped) {
      change(to: stepped, slide: panelWindow?.slide(of: self, at: event.timestamp))
    }
    return true
  }

  /// The number with as many decimals as fit.
  override var shownText: String {
    guard let value else { return "" }
    var text = storedText
    for decimals in stride(from: Self.decimals - 1, through: 0, by: -1)
    where width(of: text, .number) > inner.width {
      text = NumberText.trimmed(value, decimals: decimals)
    }
    return text
  }

  package override var look: Look {
    var look = super.look
    let room = inner.width - width(of: shownText, .number)
    if !caption.isEmpty, !isTyping, width(of: caption, .number) + 4 <= room {
      look.shapes.append(.line(caption, .number, in: inner, color: palette.muted))
    }
    return look
  }
}
