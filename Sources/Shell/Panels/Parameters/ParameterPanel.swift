package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// The panel of a stage's parameters: it shows them, changes them, and undoes changes.
///
/// ```swift
/// let panel = ParameterPanel(stage) { recorder.perform($0.action, at: now, target: $0.target) }
/// panel.copyText = { clipboard.set($0) }
/// ```
/// Call ``refresh()`` after each event and frame of the stage, ``undo()`` for Control-Z. For a comparison set ``variant``, and
/// ``side`` to the side that is edited.
package final class ParameterPanel: EnginePanel {
  /// A change that the window is to perform on a stage and to record.
  package struct Request: Hashable, Sendable {
    package var action: Script.Action
    /// The scroll view's name; `nil` for the main one, and for parameters of scenes.
    package var target: String?
    /// The side of a comparison whose stage is to perform it.
    package var side = ParameterSide.a
  }

  /// Receives the text of "Copy as JSON".
  package var copyText: (String) -> Void = { _ in }
  /// The stage of side B of a comparison; `nil` without one.
  package var variant: Stage? {
    didSet { if variant == nil { side = .a } else { showValues() } }
  }
  /// The side that is shown and edited.
  package var side = ParameterSide.a {
    didSet { if side != oldValue { showOther() } }
  }
  /// The changes that can be undone.
  package private(set) var history = ParameterHistory()
  /// The rows, in order.
  package private(set) var rows: [ParameterRow] = []
  /// The button that restores all defaults.
  package let defaultsButton: PanelButton
  /// The button that copies what is changed.
  package let copyButton: PanelButton
  /// The list of scroll views, for stages with several.
  package private(set) var scrollViewButton: PopUpButton?
  /// What the parameters are of, for scenes with one scroll view.
  private var ownerLabel: PanelLabel?

  /// The stage, of side A in a comparison; another one is of the same scene.
  package var stage: Stage
  private let perform: (Request) -> Void
  private let bar = PanelBar()
  private let edge = PanelBox(\.line)
  let title = PanelLabel("Parameters", .strong)
  private let list = ScrollView()
  private var headers: [PanelLabel] = []
  private var sections: [ParameterSection] = []
  private var defaults: [String?: ParameterValues] = [:]
  /// True if the values may differ from those that are shown.
  private var isOutdated = false

  /// The name of a main scroll view that has none of its own.
  package static let mainName = "main scroll view"
  private static let barHeight = 32.0
  private static let sectionHeight = 26.0
  private static let ownerHeight = 20.0

  /// Creates a panel for a stage.
  ///
  /// - Parameters:
  ///   - stage: The stage, whose present values are shown.
  ///   - perform: Performs a change on the stage of its side, before it returns.
  package init(_ stage: Stage, perform: @escaping (Request) -> Void) {
    self.stage = stage
    self.perform = perform
    defaultsButton = PanelButton("Defaults")
    copyButton = PanelButton("Copy as JSON")
    super.init()
    defaultsButton.addAction { [weak self] in self?.restoreDefaults() }
    copyButton.addAction { [weak self] in self?.copy() }
    list.clipsToBounds = true
    list.alwaysBounceVertical = true
    // A slider follows the pointer at once.
    list.delaysContentTouches = false
    window.addSubview(list)
    for view in [bar, title, defaultsButton, copyButton, edge] { window.addSubview(view) }
    addScrollViewButton()
    build()
    showValues()
  }

  /// The stage of the side that is edited.
  private var edited: Stage { side == .b ? variant ?? stage : stage }

  /// The scroll view that is edited; `nil` for the main one.
  package private(set) var scrollView: String? {
    didSet { if scrollView != oldValue { showOther() } }
  }

  private func addScrollViewButton() {
    let names = stage.header.scrollViewNames
    guard !names.isEmpty else { return addOwnerLabel() }
    let mainName = mainName
    let button = PopUpButton([mainName] + names)
    button.didChoose = { [weak self] name in
      self?.scrollView = name == mainName ? nil : name
    }
    window.addSubview(button)
    scrollViewButton = button
  }

  /// The name of the main scroll view in the list of scroll views.
  private var mainName: String {
    guard let card = stage.header.scene?.card,
      card.mainScrollView != SceneCard.usualMainName
    else { return Self.mainName }
    return card.mainScrollView
  }

  private func addOwnerLabel() {
    guard let card = stage.header.scene?.card else { return }
    let label = PanelLabel("of the scroll view of “\(card.name)”", color: \.muted)
    window.addSubview(label)
    ownerLabel = label
  }

  private func build() {
    sections = stage.parameterSections
    for section in sections {
      let header = PanelLabel(section.title, .strong, color: \.muted)
      headers.append(header)
      list.addSubview(header)
      for parameter in section.parameters {
        let row = ParameterRow(parameter)
        row.didEdit = { [weak self] in self?.set([parameter.id: $0], slide: $1) }
        row.didReset = { [weak self] in self?.reset(parameter) }
        rows.append(row)
        list.addSubview(row)
      }
    }
  }

  private func showOther() {
    window.focus(nil)
    showValues()
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard key.key == "z", key.modifiers == .control else { return false }
    undo()
    return true
  }

  package override func pointerDidMove(to location: Point?) {
    if !copyButton.isHovered { copyButton.title = Self.copyTitle }
  }

  private static let copyTitle = "Copy as JSON"

  package override func layOut() {
    let width = size.width
    let barHeight =
      Self.barHeight + (scrollViewButton != nil ? 28 : ownerLabel != nil ? Self.ownerHeight : 0)
    bar.frame = Rect(x: 0, y: 0, width: width, height: barHeight)
    let (margin, gap) = (PanelSpacing.margin, PanelSpacing.gap)
    let copyWidth = copyButton.preferredWidth(window.ruler)
    let defaultsWidth = defaultsButton.preferredWidth(window.ruler)
    copyButton.frame = Rect(x: width - gap - copyWidth, y: 6, width: copyWidth, height: 20)
    defaultsButton.frame = Rect(
      x: copyButton.frame.minX - gap - defaultsWidth, y: 6, width: defaultsWidth, height: 20)
    title.frame = Rect(
      x: margin, y: 0, width: max(0, defaultsButton.frame.minX - margin - gap),
      height: Self.barHeight)
    ownerLabel?.frame = Rect(
      x: margin, y: Self.barHeight - 4, width: max(0, width - 2 * margin), height: Self.ownerHeight)
    scrollViewButton?.frame = Rect(
      x: gap, y: Self.barHeight, width: max(0, width - 2 * gap), height: 20)
    list.frame = Rect(
      x: 0, y: barHeight, width: width, height: max(0, size.height - barHeight))
    edge.frame = Rect(x: 0, y: 0, width: 1, height: size.height)
    layOutRows(width: width)
  }

  package override func settle() {
    if isOutdated { showValues() }
  }

  private func layOutRows(width: Double) {
    var top = 4.0
    var rows = rows[...]
    for (section, header) in zip(sections, headers) {
      header.frame = Rect(
        x: PanelSpacing.margin, y: top, width: width - 2 * PanelSpacing.margin,
        height: Self.sectionHeight)
      top += Self.sectionHeight
      for _ in section.parameters {
        guard let row = rows.popFirst() else { break }
        let height = row.layOut(width: width, window.ruler)
        row.frame = Rect(x: 0, y: top, width: width, height: height)
        top += height
      }
      top += 6
    }
    list.contentSize = Size(width: width, height: top + 4)
  }

  // MARK: - Values

  private var values: ParameterValues { edited.parameterValues(of: scrollView) }

  private var defaultValues: ParameterValues {
    if let known = defaults[scrollView] { return known }
    let values = stage.defaultParameterValues(of: scrollView)
    defaults[scrollView] = values
    return values
  }

  /// Notes that a replay, the program or scrolling may have changed the values of the stage, which are shown with the next frame.
  ///
  /// It costs nothing while the panel is hidden.
  package func refresh() { isOutdated = true }

  private func showValues() {
    isOutdated = false
    let (values, defaults) = (values, defaultValues)
    for row in rows {
      let value = values[row.parameter.id]
      let isNew = row.show(value, isChanged: isChanged(row.parameter, value, defaults))
      // What is out of sight, such as the offset during a scroll, costs no comparison.
      if isNew, row.frame.intersects(list.bounds) { didChange() }
    }
    let isEnabled = rows.contains(where: \.isChanged)
    if defaultsButton.isEnabled != isEnabled {
      defaultsButton.isEnabled = isEnabled
      didChange()
    }
    let name = edited.isTuned ? "Tuned" : "Parameters"
    let text = variant == nil ? name : "\(name) \(side.rawValue)"
    if title.text != text {
      title.text = text
      didChange()
    }
  }

  private func isChanged(
    _ parameter: Parameter, _ value: Script.Value?, _ defaults: ParameterValues
  ) -> Bool {
    !parameter.isState && value != defaults[parameter.id]
  }

  /// Gives parameters new values, as one change that can be undone.
  ///
  /// - Parameters:
  ///   - new: The values.
  ///   - slide: The number of the slide that the change is a part of.
  package func set(_ new: ParameterValues, slide: Int? = nil) {
    let before = values
    send(new, target: scrollView)
    let target = ParameterHistory.Target(scrollView: scrollView, side: side)
    history.add(.init(Set(new.keys), of: target, from: before, to: values, slide: slide))
    showValues()
    // A replay and limits refuse values that the controls have already.
    let present = values
    for row in rows {
      guard let value = new[row.parameter.id], value != present[row.parameter.id] else { continue }
      row.showValue()
      didChange()
    }
  }

  private func send(_ values: ParameterValues, target: String?) {
    for action in Script.Action.actions(setting: values) {
      var request = Request(action: action, target: target, side: side)
      if case .setScene = action { request.target = nil }
      perform(request)
    }
  }

  /// Undoes the latest change, and shows the scroll view and the side that it concerned.
  ///
  /// - Returns: False where there is nothing to undo.
  @discardableResult
  package func undo() -> Bool {
    guard let target = history.undoTarget else { return false }
    side = variant == nil ? .a : target.side
    scrollView = target.scrollView
    scrollViewButton?.selected = target.scrollView ?? mainName
    send(history.undo(now: values), target: target.scrollView)
    showValues()
    return true
  }

  private func reset(_ parameter: Parameter) {
    guard let value = defaultValues[parameter.id], value != values[parameter.id] else { return }
    set([parameter.id: value])
  }

  /// Gives all changed parameters their default values, as one change.
  package func restoreDefaults() {
    settle()
    let defaults = defaultValues
    var new: ParameterValues = [:]
    for row in rows where row.isChanged { new[row.parameter.id] = defaults[row.parameter.id] }
    if !new.isEmpty { set(new) }
  }

  /// The changed parameters as one JSON object, as `--with` reads it.
  package var json: String {
    settle()
    var object = JSONObject()
    for row in rows where row.isChanged {
      if let value = row.value { object.add(row.parameter.key, value) }
    }
    return object.text
  }

  private func copy() {
    copyText(json)
    copyButton.title = "Copied"
    didChange()
  }
}

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
  package private(set) var choice: ChoiceControl?
  private let name: PanelLabel
  private var lastClick: Double?

  static let lineHeight = 28.0
  private static let controlHeight = 20.0
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
    return Look(shapes: [.ellipse(dot, palette.blue)])
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
    case .word(let word): choice?.selected = word
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

  // MARK: - Controls

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
    // A word that is hidden in a list takes two clicks, so that only many words or long ones are.
    let length = words.reduce(0) { $0 + $1.count }
    let isShort = words.count <= 3 && length <= Self.maximumSegmentsLength
    let choice = isShort ? SegmentedControl(words) : PopUpButton(words)
    choice.didChoose = { [weak self] in self?.didEdit(.word($0), nil) }
    addSubview(choice)
    self.choice = choice
  }

  /// The number of characters of words that fit beside each other in a row. [C]
  private static let maximumSegmentsLength = 30

  // MARK: - Layout

  /// Places the controls in a row of a width, and returns its height, in points.
  func layOut(width: Double, _ ruler: TextRuler) -> Double {
    let nameWidth = ruler.width(of: parameter.title, .text).rounded(.up) + 2
    let room = width - 2 * PanelSpacing.margin
    let controls = controlsWidth(ruler, free: room - nameWidth - PanelSpacing.gap)
    let isOneLine = nameWidth + PanelSpacing.gap + controls <= room || canShrinkName
    let height = isOneLine ? Self.lineHeight : Self.lineHeight + Self.controlHeight + 2
    let top = isOneLine ? (Self.lineHeight - Self.controlHeight) / 2 : Self.lineHeight - 2
    name.frame = Rect(
      x: PanelSpacing.margin, y: 0, width: isOneLine ? room - controls - PanelSpacing.gap : room,
      height: Self.lineHeight)
    let left = isOneLine ? PanelSpacing.margin + room - controls : PanelSpacing.margin
    place(from: left, to: PanelSpacing.margin + room, top: top)
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
        max(free, Self.shortestSlider + PanelSpacing.gap + Self.fieldWidth),
        Self.sliderWidth + PanelSpacing.gap + Self.fieldWidth)
    case .numbers(let captions, _):
      captions.count == 2 ? 2 * 70 + PanelSpacing.gap : .infinity
    case .choice: choice?.preferredWidth(ruler) ?? 0
    }
  }

  private func place(from left: Double, to right: Double, top: Double) {
    let height = Self.controlHeight
    let whole = Rect(x: left, y: top, width: right - left, height: height)
    choice?.frame = whole
    toggle?.frame = whole
    if let slider {
      let field = Rect(x: right - Self.fieldWidth, y: top, width: Self.fieldWidth, height: height)
      slider.frame = Rect(
        x: left, y: top, width: field.minX - PanelSpacing.gap - left, height: height)
      fields.first?.frame = field
      return
    }
    let count = Double(fields.count)
    let each = (whole.width - (count - 1) * PanelSpacing.gap) / max(1, count)
    for (index, field) in fields.enumerated() {
      field.frame = Rect(
        x: left + Double(index) * (each + PanelSpacing.gap), y: top, width: each, height: height)
    }
  }
}
