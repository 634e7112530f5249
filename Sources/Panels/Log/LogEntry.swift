import OverscrollFormatting
package import OverscrollStage
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
  /// The arguments and answers, such as `velocity [0,1.52]`; empty for none.
  package var values: String
  /// The values without their names, for where there is little room.
  package var brief: String { unnamedValues ?? values }
  private var unnamedValues: String?
  /// Whether entries like it come many times a second, in turn with others.
  package var isContinuous: Bool

  package init(
    time: Double, source: Source, name: String, values: String = "", isContinuous: Bool = false
  ) {
    self.time = time
    self.source = source
    self.name = name
    self.values = values
    self.isContinuous = isContinuous
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
    var fields = callback.fields.map { (Self.title(of: $0.name), Self.text($0.value)) }
    if let scrollView = callback.scrollView { fields.insert(("scrollView", scrollView), at: 0) }
    self.init(
      time: callback.time, source: Self.source(of: callback.name), name: callback.name,
      values: fields.map { "\($0) \($1)" }.joined(separator: " "),
      isContinuous: Self.continuousCallbacks.contains(callback.name))
    unnamedValues = fields.map(\.1).joined(separator: " ")
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
  private static func text(_ value: JSONText.Value) -> String {
    switch value {
    case .string(let text), .json(let text): text
    case .number(let number):
      number.isFinite ? Self.text(number) : "null"
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .bool(let bool): "\(bool)"
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): text(number)
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .null, .bool, .object: value.text
    }
  }
}

// MARK: - Events

extension LogEntry {
  /// An entry for an event of a take.
  package init(_ event: Script.TimedEvent) {
    self.init(time: event.time, source: .touch, name: "", isContinuous: false)
    switch event.action {
    case .event(let input): describe(input)
    case .frame(let frame):
      source = .frame
      name = "frame"
      values = "\(frame.index)" + (frame.missed > 0 ? " missed \(frame.missed)" : "")
      isContinuous = frame.missed == 0
    case .resize(let size):
      source = .view
      name = "resize"
      values = Self.pair(size.width, size.height)
    case .mark(let text):
      source = .view
      name = "mark"
      values = text
    case .call, .set, .setScene:
      source = .view
      (name, values) = Self.program(event)
    }
  }

  private mutating func describe(_ input: Event) {
    switch input {
    case .touch(let touch):
      name = "touch \(touch.phase.rawValue)"
      values = "\(touch.id) " + Self.pair(touch.location.x, touch.location.y)
      isContinuous = touch.phase == .moved || touch.phase == .stationary
    case .wheel(let wheel):
      name = "wheel"
      values = Self.pair(wheel.notches.x, wheel.notches.y)
    case .touchpad(let touchpad):
      name = "touchpad \(touchpad.phase.rawValue)"
      values = Self.pair(touchpad.delta.x, touchpad.delta.y)
      isContinuous = touchpad.phase == .changed
    case .pinch(let pinch):
      name = "pinch \(pinch.phase.rawValue)"
      values = "×" + NumberText.trimmed(pinch.scale, decimals: 3)
      isContinuous = pinch.phase == .changed
    case .key(let key):
      name = "key"
      values = key.key.rawValue
    // What was typed is nowhere in a lab.
    case .text: name = "text"
    }
  }

  /// The name of a call or "set", and its arguments as they are in a script.
  private static func program(_ event: Script.TimedEvent) -> (String, String) {
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
