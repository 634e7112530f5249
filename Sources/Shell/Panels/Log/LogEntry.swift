import OverscrollBase
package import OverscrollLab
import ScrollEngine

/// A line of the log of a lab window: a callback, input, or a frame.
package struct LogEntry: Hashable, Sendable {
  /// Where an entry comes from.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// Input from the user.
    case touch
    /// A method of a scroll view's delegate.
    case delegate
    /// A method that a subclass of a scroll view overrides.
    case override
    /// A method of a view on the content, or a note of a scene.
    case view
    case frame
  }

  /// The time in the take, in seconds.
  package var time: Double
  package var source: Source
  /// The name of the callback or of the input, without what changes from one to the next.
  package var name: String
  /// What the values are made of, once they are shown: most entries never are.
  private var details: Details
  /// Whether entries like it come many times a second, in turn with others.
  package var isContinuous: Bool

  package init(
    time: Double, source: Source, name: String, values: String = "", isContinuous: Bool = false
  ) {
    self.time = time
    self.source = source
    self.name = name
    details = .text(values)
    self.isContinuous = isContinuous
  }

  /// What is behind the values of an entry.
  private enum Details: Hashable {
    case callback(Callback)
    case input(Event)
    case text(String)
  }

  /// The arguments and answers, such as `velocity [0,1.52]`; empty for none.
  package var values: String {
    switch details {
    case .callback(let callback):
      Self.fields(of: callback).map { "\($0) \($1)" }.joined(separator: " ")
    case .input(let input): Self.values(of: input)
    case .text(let text): text
    }
  }

  /// The values without their names, for where there is little room.
  package var brief: String {
    guard case .callback(let callback) = details else { return values }
    return Self.fields(of: callback).map(\.1).joined(separator: " ")
  }
}

// MARK: - Callbacks

extension LogEntry {
  /// The callbacks that come at each movement.
  private static let continuousCallbacks: Set = [
    "scrollViewDidScroll", "scrollViewDidZoom", "touchesMoved", "bounds",
  ]

  /// An entry for a callback.
  package init(_ callback: Callback) {
    self.init(
      time: callback.time, source: Self.source(of: callback.name), name: callback.name,
      isContinuous: Self.continuousCallbacks.contains(callback.name))
    details = .callback(callback)
  }

  private static func fields(of callback: Callback) -> [(String, String)] {
    let fields = callback.fields.map { (title(of: $0.name), text($0.value)) }
    return callback.scrollView.map { [("scrollView", $0)] + fields } ?? fields
  }

  /// The name of a field, short enough for all values of a callback to fit a line.
  private static func title(of key: String) -> String {
    key == "targetContentOffset" ? "target" : key
  }

  private static func source(of callback: String) -> Source {
    switch callback {
    case "touchesShouldBegin", "touchesShouldCancel": .override
    case "touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled": .view
    default:
      if callback.hasPrefix("gestureRecognizer") {
        .override
      } else {
        isDelegateMethod(callback) ? .delegate : .view
      }
    }
  }

  private static func isDelegateMethod(_ callback: String) -> Bool {
    ["scrollView", "tableView", "collectionView", "textField", "textView", "viewForZooming"]
      .contains { callback.hasPrefix($0) }
  }

  /// A value as short as it can be read: words without quotation marks, numbers with two decimals.
  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number) where number.isFinite: text(number)
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .null, .bool, .number, .object: value.text
    }
  }

  // MARK: - Events

  /// An entry for an event of a take.
  package init(_ event: Script.TimedEvent) {
    self.init(time: event.time, source: .view, name: "")
    switch event.action {
    case .event(let input):
      source = .touch
      // What was typed is nowhere in a lab.
      if case .text = input {} else { details = .input(input) }
      (name, isContinuous) = Self.title(of: input)
    case .frame(let frame):
      source = .frame
      name = "frame"
      // Its row in the trace, as replays count.
      details = .text("\(frame.index + 1)" + (frame.missed > 0 ? " missed \(frame.missed)" : ""))
      isContinuous = frame.missed == 0
    case .resize(let size):
      name = "resize"
      details = .text(Self.pair(size.width, size.height))
    case .mark(let text):
      name = "mark"
      details = .text(text)
    case .call, .set, .setScene:
      let program = Self.program(event)
      name = program.name
      details = .text(program.values)
    }
  }

  private static func title(of input: Event) -> (name: String, isContinuous: Bool) {
    switch input {
    case .touch(let touch):
      ("touch \(touch.phase.rawValue)", touch.phase == .moved || touch.phase == .stationary)
    case .wheel: ("wheel", false)
    case .touchpad(let touchpad):
      ("touchpad \(touchpad.phase.rawValue)", touchpad.phase == .changed)
    case .pinch(let pinch): ("pinch \(pinch.phase.rawValue)", pinch.phase == .changed)
    case .key: ("key", false)
    case .text: ("text", false)
    }
  }

  private static func values(of input: Event) -> String {
    switch input {
    case .touch(let touch): "\(touch.id) " + pair(touch.location.x, touch.location.y)
    case .wheel(let wheel): pair(wheel.notches.x, wheel.notches.y)
    case .touchpad(let touchpad): pair(touchpad.delta.x, touchpad.delta.y)
    case .pinch(let pinch): "×" + NumberText.trimmed(pinch.scale, decimals: 3)
    case .key(let key): key.key.rawValue
    case .text: ""
    }
  }

  /// The name of a call or "set", and its arguments as they are in a script.
  private static func program(_ event: Script.TimedEvent) -> (name: String, values: String) {
    guard case .object(let fields)? = JSONValue(parsing: event.line[...]) else { return ("", "") }
    for name in ["call", "set"] {
      switch fields[name] {
      case .object(let values):
        let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }
        return (name, pairs.joined(separator: " "))
      case .string(let call): return (call, "")
      default: continue
      }
    }
    return ("", "")
  }

  private static func pair(_ x: Double, _ y: Double) -> String {
    "[\(text(x, decimals: 1)), \(text(y, decimals: 1))]"
  }

  private static func text(_ number: Double, decimals: Int = 2) -> String {
    NumberText.withMinus(NumberText.trimmed(number, decimals: decimals))
  }
}
