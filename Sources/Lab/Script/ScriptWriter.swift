import ScrollEngine

extension Script {
  /// The script as JSON Lines: reading the text gives an equal script.
  package var text: String {
    var text = header.line + "\n"
    for event in events { text += event.line + "\n" }
    if let end { text += end.line + "\n" }
    return text
  }
}

extension Script.Header {
  /// The header as one line of JSON, without the line's end.
  package var line: String {
    var object = JSONObject()
    object.add("overscroll", version)
    if let scene {
      object.add("scene", scene.card.name)
      for (name, value) in scene.values.sorted(by: { $0.key < $1.key }) {
        object.add("scene." + name, value)
      }
    }
    if let note { object.add("note", note) }
    if let program { object.add("program", program) }
    if let picture {
      var fields = JSONObject()
      fields.add("name", picture.name)
      fields.add("size", picture.size)
      object.add("picture", json: fields.text)
    }
    var constants = JSONObject()
    for setting in settings {
      if let constant = setting.property.constant {
        constants.add(constant.rawValue, setting.value)
      } else {
        object.add(setting)
      }
    }
    if !constants.isEmpty { object.add(ScriptFields.tuningName, json: constants.text) }
    if !subviews.isEmpty { object.add("subviews", json: subviews.map(\.json)) }
    if !scrollViews.isEmpty { object.add("scrollViews", json: scrollViews.map(\.json)) }
    if !tapRecognizers.isEmpty { object.add("tapRecognizers", json: tapRecognizers.map(\.json)) }
    if !variant.isEmpty { object.add("with", json: Self.json(of: variant)) }
    if let environment { object.add("environment", json: environment.text) }
    return object.text
  }

  fileprivate static func json(of settings: [Script.Setting]) -> String {
    var object = JSONObject()
    for setting in settings { object.add(setting) }
    return object.text
  }
}

extension Script.Subview {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("name", name)
    object.add("frame", frame)
    if isControl { object.add("control", true) }
    if let shouldBegin { object.add("shouldBegin", shouldBegin) }
    if let shouldCancel { object.add("shouldCancel", shouldCancel) }
    return object.text
  }
}

extension Script.NestedScrollView {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("name", name)
    object.add("frame", frame)
    for setting in settings { object.add(setting) }
    return object.text
  }
}

extension Script.TapRecognizer {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("taps", taps)
    object.add("fingers", fingers)
    object.add("cancelsTouchesInView", cancelsTouchesInView)
    return object.text
  }
}

extension Script.TimedEvent {
  /// The event as one line of JSON, without the line's end.
  package var line: String {
    var object = JSONObject()
    object.add("t", time)
    if let stamp, stamp != time { object.add("stamp", stamp) }
    if let milliseconds = origin?.milliseconds { object.add("ms", Int(milliseconds)) }
    if let device = origin?.device { object.add("device", device) }
    if let target { object.add("target", target) }
    switch action {
    case .event(let event): object.add(event)
    case .call(let call): object.add(call)
    case .set(let settings): object.add("set", json: Script.Header.json(of: settings))
    case .setScene(let settings):
      var fields = JSONObject()
      for setting in settings { fields.add("scene." + setting.parameter, setting.value) }
      object.add("set", json: fields.text)
    case .resize(let size): object.add("resize", size)
    case .frame(let frame): object.add(frame)
    case .mark(let text): object.add("mark", text)
    }
    return object.text
  }

  /// The input's own timestamp, in seconds; `nil` for what is not input.
  package var stamp: Double? {
    if case .event(let event) = action { event.timestamp } else { nil }
  }
}

extension Script.End {
  /// The end as one line of JSON, without the line's end.
  package var line: String {
    var fields = JSONObject()
    fields.add("events", events)
    fields.add("frames", frames)
    fields.add("trace", trace)
    fields.add("reason", reason.rawValue)
    var object = JSONObject()
    object.add("t", time)
    object.add("end", json: fields.text)
    return object.text
  }
}

extension JSONObject {
  fileprivate mutating func add(_ setting: Script.Setting) {
    add(setting.property.rawValue, setting.value)
  }

  /// Adds a property's or a parameter's value.
  package mutating func add(_ name: String, _ value: Script.Value) {
    switch value {
    case .bool(let bool): add(name, bool)
    case .number(let number): add(name, number)
    case .point(let point): add(name, point)
    case .size(let size): add(name, size)
    case .insets(let insets): add(name, insets)
    case .word(let word): add(name, word)
    }
  }

  fileprivate mutating func add(_ event: Event) {
    switch event {
    case .touch(let touch):
      add("touch", touch.phase.rawValue)
      add("id", touch.id)
      add("at", touch.location)
      if touch.type != .direct { add("type", touch.type.rawValue) }
    case .pinch(let pinch):
      add("pinch", pinch.phase.rawValue)
      add("scale", pinch.scale)
      add("at", pinch.location)
    case .wheel(let wheel):
      add("wheel", wheel.notches)
      add("at", wheel.location)
      add(wheel.modifiers)
    case .touchpad(let touchpad):
      add("touchpad", touchpad.phase.rawValue)
      add("delta", touchpad.delta)
      add("at", touchpad.location)
      add(touchpad.modifiers)
      if touchpad.reportsStops { add("stops", true) }
    case .key(let key):
      add("key", key.key.rawValue)
      add(key.modifiers)
    // What was typed is never written.
    case .text(let text): add(text.masked.content)
    }
  }

  private mutating func add(_ text: TextEvent.Content) {
    switch text {
    case .inserted(let string):
      add("text", "inserted")
      add("string", string)
    case .pasted(let string):
      add("text", "pasted")
      add("string", string)
    case .marked(let string, let range):
      add("text", "marked")
      add("string", string)
      add("selected", [Double(range.lowerBound), Double(range.upperBound)])
    }
  }

  private mutating func add(_ modifiers: Modifiers) {
    let held = ScriptFields.modifierNames.filter { modifiers.contains($0.value) }.keys.sorted()
    if !held.isEmpty { add("modifiers", held) }
  }

  fileprivate mutating func add(_ call: Script.Call) {
    add("call", call.name)
    switch call {
    case .setContentOffset(let offset, let animated):
      add("offset", offset)
      add("animated", animated)
    case .setZoomScale(let scale, let animated):
      add("scale", scale)
      add("animated", animated)
    case .zoomTo(let rect, let animated), .scrollRectToVisible(let rect, let animated):
      add("rect", rect)
      add("animated", animated)
    case .flashScrollIndicators, .scrollToTop, .stopScrollingAndZooming, .beginRefreshing,
      .endRefreshing:
      break
    }
  }

  fileprivate mutating func add(_ frame: Script.Frame) {
    add("frame", frame.index)
    if frame.missed != 0 { add("missed", frame.missed) }
    if let age = frame.age { add("age", age) }
    if let last = frame.last { add("last", last) }
    if let presented = frame.presented { add("presented", presented) }
  }
}

extension Script.Call {
  fileprivate var name: String {
    switch self {
    case .setContentOffset: "setContentOffset"
    case .setZoomScale: "setZoomScale"
    case .zoomTo: "zoomTo"
    case .scrollRectToVisible: "scrollRectToVisible"
    case .flashScrollIndicators: "flashScrollIndicators"
    case .scrollToTop: "scrollToTop"
    case .stopScrollingAndZooming: "stopScrollingAndZooming"
    case .beginRefreshing: "beginRefreshing"
    case .endRefreshing: "endRefreshing"
    }
  }
}
