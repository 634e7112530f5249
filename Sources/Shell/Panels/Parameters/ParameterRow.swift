package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A row of the parameter panel: a name, a dot where the value is changed, and the controls of its type.
package final class ParameterRow: View, PanelView {
  package let parameter: Parameter
  /// The value that is shown; `nil` where there is none.
  package private(set) var value: Script.Value?
  /// Whether the value differs from its default.
  package private(set) var isChanged = false
  /// Called when the user changes the value, with the number of the slide that the change is a part of.
  var didEdit: (Script.Value, _ slide: Int?) -> Void = { _, _ in }
  /// Called on a double click.
  var didReset: () -> Void = {}

  package private(set) var slider: Slider?
  package private(set) var fields: [NumberField] = []
  package private(set) var toggle: PanelSwitch?
  package private(set) var segments: SegmentedControl?
  package private(set) var popUp: PopUpButton?
  private let name: PanelLabel
  private var lastClick: Double?

  /// The distance of the names and controls from the edges, in points.
  static let margin = 14.0
  static let lineHeight = 28.0
  private static let controlHeight = 20.0
  private static let gap = 6.0
  private static let fieldWidth = 54.0
  private static let sliderWidth = 84.0
  private static let shortestSlider = 60.0

  init(_ parameter: Parameter) {
    self.parameter = parameter
    name = PanelLabel(parameter.title)
    super.init()
    addSubview(name)
    switch parameter.kind {
    case .flag: addSwitch()
    case .number(let scale):
      addSlider(scale)
      addFields([""], scale)
    case .numbers(let captions, let scale): addFields(captions, scale)
    case .choice(let words): addChoice(words)
    }
  }

  package var look: Look {
    guard isChanged else { return Look() }
    let dot = Rect(x: 4, y: Self.lineHeight / 2 - 3, width: 6, height: 6)
    return Look(shapes: [.ellipse(dot, Palette.blue)])
  }

  /// Shows a value; returns false where the row shows it already.
  func show(_ value: Script.Value?, isChanged: Bool) -> Bool {
    guard value != self.value || isChanged != self.isChanged else { return false }
    self.isChanged = isChanged
    self.value = value
    showValue()
    return true
  }

  /// Shows the value in the controls, which may show what was refused.
  func showValue() {
    switch value {
    case .bool(let flag): toggle?.isOn = flag
    case .word(let word):
      segments?.selected = word
      popUp?.selected = word
    case .number, .point, .size, .insets, nil:
      let numbers = value?.numbers ?? []
      for (index, field) in fields.enumerated() {
        field.value = numbers.indices.contains(index) ? numbers[index] : nil
      }
      if let number = numbers.first { slider?.value = number }
    }
  }

  // A double click on the name restores the default, like one on the slider.
  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = touches.first, touch.maximumDistance <= 3 else { return }
    if let lastClick, touch.timestamp - lastClick <= Slider.doubleClick {
      self.lastClick = nil
      didReset()
    } else {
      lastClick = touch.timestamp
    }
  }
}

// MARK: - Controls

extension ParameterRow {
  private func addSwitch() {
    let toggle = PanelSwitch()
    toggle.didTurn = { [weak self] in self?.didEdit(.bool($0), nil) }
    addSubview(toggle)
    self.toggle = toggle
  }

  private func addSlider(_ scale: SliderScale) {
    let slider = Slider(scale)
    slider.didSlide = { [weak self] in self?.didEdit(.number($0), $1) }
    slider.didReset = { [weak self] in self?.didReset() }
    addSubview(slider)
    self.slider = slider
  }

  private func addFields(_ captions: [String], _ scale: SliderScale) {
    for (index, caption) in captions.enumerated() {
      let field = NumberField(scale, caption: caption)
      field.accepts = { [limits = parameter.limits] in limits.contains($0) }
      field.didEdit = { [weak self] in self?.edit(index, $0, $1) }
      addSubview(field)
      fields.append(field)
    }
  }

  private func edit(_ index: Int, _ number: Double, _ slide: Int?) {
    didEdit((value ?? .point(.zero)).replacing(index, with: number), slide)
  }

  private func addChoice(_ words: [String]) {
    let didChoose = { [weak self] (word: String) -> Void in self?.didEdit(.word(word), nil) }
    // A word that is hidden in a list takes two clicks, so that only many words or long ones are.
    let length = words.reduce(0) { $0 + $1.count }
    if words.count <= 3, length <= Self.maximumSegmentsLength {
      let segments = SegmentedControl(words)
      segments.didChoose = didChoose
      addSubview(segments)
      self.segments = segments
    } else {
      let popUp = PopUpButton(words)
      popUp.didChoose = didChoose
      addSubview(popUp)
      self.popUp = popUp
    }
  }

  /// The number of characters of words that fit beside each other in a row. [C]
  private static let maximumSegmentsLength = 30
}

// MARK: - Layout

extension ParameterRow {
  /// Places the controls in a row of a width, and returns its height, in points.
  func layOut(width: Double, _ ruler: TextRuler) -> Double {
    let nameWidth = ruler.width(of: parameter.title, .text).rounded(.up) + 2
    let room = width - 2 * Self.margin
    let controls = controlsWidth(ruler, free: room - nameWidth - Self.gap)
    let isOneLine = nameWidth + Self.gap + controls <= room || canShrinkName
    let height = isOneLine ? Self.lineHeight : Self.lineHeight + Self.controlHeight + 2
    let top = isOneLine ? (Self.lineHeight - Self.controlHeight) / 2 : Self.lineHeight - 2
    name.frame = Rect(
      x: Self.margin, y: 0, width: isOneLine ? room - controls - Self.gap : room,
      height: Self.lineHeight)
    let left = isOneLine ? Self.margin + room - controls : Self.margin
    place(from: left, to: Self.margin + room, top: top)
    return height
  }

  /// A slider or a switch stays beside a name of any length, which is shortened.
  private var canShrinkName: Bool { toggle != nil || slider != nil }

  /// The width of the controls; a slider is shorter where little room is free.
  private func controlsWidth(_ ruler: TextRuler, free: Double) -> Double {
    switch parameter.kind {
    case .flag: PanelSwitch.size.width
    case .number:
      min(
        max(free, Self.shortestSlider + Self.gap + Self.fieldWidth),
        Self.sliderWidth + Self.gap + Self.fieldWidth)
    case .numbers(let captions, _):
      captions.count == 2 ? 2 * 70 + Self.gap : .infinity
    case .choice: segments?.preferredWidth(ruler) ?? popUp?.preferredWidth(ruler) ?? 0
    }
  }

  private func place(from left: Double, to right: Double, top: Double) {
    let height = Self.controlHeight
    let whole = Rect(x: left, y: top, width: right - left, height: height)
    segments?.frame = whole
    popUp?.frame = whole
    toggle?.frame = whole
    if let slider {
      let field = Rect(x: right - Self.fieldWidth, y: top, width: Self.fieldWidth, height: height)
      slider.frame = Rect(
        x: left, y: top, width: field.minX - Self.gap - left, height: height)
      fields.first?.frame = field
      return
    }
    let count = Double(fields.count)
    let each = (whole.width - (count - 1) * Self.gap) / max(1, count)
    for (index, field) in fields.enumerated() {
      field.frame = Rect(
        x: left + Double(index) * (each + Self.gap), y: top, width: each, height: height)
    }
  }
}
