import OverscrollBase
import ScrollEngine
package import ScrollGeometry

extension Script {
  /// Reads a script: JSON Lines, the header first, then events in the order of time.
  ///
  /// Empty lines are passed over.
  ///
  /// - Parameters:
  ///   - text: The whole script.
  ///   - file: The name used in errors.
  ///   - scenes: The scenes that the script can name.
  ///   - note: Called with a message where a take was cut off in its last line, which is left out.
  /// - Throws: ``ScriptError`` with the line and what is wrong there.
  package init(
    parsing text: String, file: String, scenes: SceneRegistry? = nil,
    note: (String) -> Void = { _ in }
  ) throws(ScriptError) {
    guard text.utf8.count <= Limits.file else {
      throw ScriptError(
        file: file, line: 1, problem: "scripts are limited to \(Limits.file >> 20) MiB")
    }
    var reader = ScriptLines(file: file, scenes: scenes)
    var header: Header?
    var events: [TimedEvent] = []
    var end: End?
    // Of its bytes, since a CR and an LF together are one character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      do throws(ScriptError) {
        switch try reader.read(Substring(bytes)) {
        case .empty: break
        case .header(let value): header = value
        case .event(let event): events.append(event)
        case .end(let value): end = value
        }
      } catch {
        // A take is appended to as it goes; what ended it may have cut its last line off.
        if let header, header.version > 1, index == lines.count - 1 {
          note("\(file): ends without an \"end\"; the last line of \(index + 1) is missing")
          break
        }
        throw error
      }
    }
    guard let header else {
      throw ScriptError(file: file, line: 1, problem: "the script is empty; a header is missing")
    }
    self.init(header: header, events: events, end: end)
  }
}

extension Script.Header {
  init(
    _ fields: ScriptFields, _ scenes: SceneRegistry?
  ) throws(ScriptFields.Problem) {
    guard fields.has("overscroll") else {
      throw ScriptFields.Problem(
        "the first line must be the header, {\"overscroll\":1, …}")
    }
    let version = try fields.number("overscroll")
    guard let version = Int(exactly: version), Script.versions.contains(version) else {
      throw ScriptFields.Problem(
        "unknown version \(NumberText.shortest(version)); this program reads versions 1 and 2"
      )
    }
    try fields.refuseUnknownHeaderKeys(version: version)
    self.init(
      version: version, settings: try fields.settings(), subviews: try fields.subviews())
    if fields.has("note") { note = try fields.string("note") }
    guard version > 1 else { return }
    scrollViews = try fields.scrollViews()
    tapRecognizers = try fields.tapRecognizers()
    if fields.has("picture") { picture = try Script.Picture(fields.object("picture")) }
    if fields.has("program") { program = try fields.string("program") }
    if fields.has("with") { variant = try fields.object("with").settings(areKnown: true) }
    if fields.has("environment") { environment = .object(try fields.object("environment").fields) }
    if fields.has("scene") { scene = try fields.scene(scenes) }
  }

  /// The header that has the settings among `fields`, which need not come from a script; `file` is used in errors.
  package init(_ fields: [String: JSONValue], file: String) throws(ScriptError) {
    do throws(ScriptFields.Problem) {
      self.init(settings: try ScriptFields(fields).settings())
    } catch {
      throw ScriptError(file: file, line: 1, problem: error.text)
    }
  }

  /// The settings of one JSON object of properties, all of which must be known, besides `name`.
  package static func settings(
    parsing text: String, file: String
  ) throws(ScriptError) -> [Script.Setting] {
    do throws(ScriptFields.Problem) {
      guard text.utf8.count <= Script.Limits.line else {
        throw ScriptFields.Problem("lines are limited to 64 KiB")
      }
      var fields = try ScriptFields(text[...]).fields
      fields["name"] = nil
      return try ScriptFields(fields).settings(areKnown: true)
    } catch {
      throw ScriptError(file: file, line: 1, problem: error.text)
    }
  }

  /// Device pixels per point.
  package var displayScale: Double {
    if case .number(let scale) = value(of: .displayScale) { scale } else { 1 }
  }

  /// The size of the content at a zoom scale of 1, in points.
  package var unscaledContentSize: Size {
    if case .size(let size) = value(of: .content) { size } else { Self.defaultSize }
  }

  private func value(of property: Script.Property.Name) -> Script.Value? {
    settings.first { $0.property == property }?.value
  }

  /// The same header with further settings, each in the place of an earlier one.
  package func with(_ more: [Script.Setting]) -> Self {
    var header = self
    for setting in more {
      header.settings.removeAll { $0.property == setting.property }
      header.settings.append(setting)
    }
    let order = Script.Property.Name.allCases
    header.settings.sort {
      (order.firstIndex(of: $0.property) ?? 0) < (order.firstIndex(of: $1.property) ?? 0)
    }
    return header
  }
}

extension Script.Picture {
  fileprivate init(_ fields: ScriptFields) throws(ScriptFields.Problem) {
    try fields.refuseUnknown(besides: Script.Keys.picture)
    self.init(name: try fields.string("name"), size: try fields.size("size"))
  }
}

extension Script.End {
  init(_ fields: ScriptFields, at time: Double) throws(ScriptFields.Problem) {
    try fields.refuseUnknown(besides: Script.Keys.end)
    self.init(
      time: time, events: try fields.whole("events"), frames: try fields.whole("frames"),
      trace: try fields.string("trace"), reason: try fields.word("reason"))
  }
}

extension ScriptFields {
  fileprivate func subviews() throws(Problem) -> [Script.Subview] {
    var subviews: [Script.Subview] = []
    for object in try objects("subviews") {
      try object.refuseUnknown(besides: Script.Keys.subview)
      subviews.append(
        Script.Subview(
          name: try object.string("name"), frame: try object.rect("frame"),
          isControl: try object.bool("control", default: false),
          shouldBegin: try object.optionalBool("shouldBegin"),
          shouldCancel: try object.optionalBool("shouldCancel")))
    }
    return subviews
  }

  fileprivate func scrollViews() throws(Problem) -> [Script.NestedScrollView] {
    var views: [Script.NestedScrollView] = []
    for object in try objects("scrollViews") {
      try object.refuseUnknown(besides: Script.Keys.scrollView + Self.propertyNames)
      let name = try object.string("name")
      guard !views.contains(where: { $0.name == name }) else {
        throw Problem("\"scrollViews\" has the name \"\(name)\" twice")
      }
      views.append(
        Script.NestedScrollView(
          name: name, frame: try object.rect("frame"), settings: try object.settings()))
    }
    return views
  }

  fileprivate func tapRecognizers() throws(Problem) -> [Script.TapRecognizer] {
    var recognizers: [Script.TapRecognizer] = []
    for object in try objects("tapRecognizers") {
      try object.refuseUnknown(besides: Script.Keys.tapRecognizer)
      recognizers.append(
        Script.TapRecognizer(
          taps: try object.whole("taps", default: 1, from: 1),
          fingers: try object.whole("fingers", default: 1, from: 1),
          cancelsTouchesInView: try object.bool("cancelsTouchesInView", default: true)))
    }
    return recognizers
  }

  /// The time of a line, which is not before `last`.
  func time(after last: Double) throws(Problem) -> Double {
    let time = try number("t")
    guard time >= 0 else { throw Problem("\"t\" must not be negative") }
    guard time <= Script.Limits.time else {
      throw Problem("\"t\" must not be above \(NumberText.shortest(Script.Limits.time)) s")
    }
    guard time >= last else {
      throw Problem(
        "the event at \(NumberText.shortest(time)) s comes after one at "
          + "\(NumberText.shortest(last)) s; events must be in chronological order")
    }
    return time
  }

  /// The timestamp of input that acts at `time`.
  fileprivate func stamp(actingAt time: Double) throws(Problem) -> Double {
    guard has("stamp") else { return time }
    let stamp = try number("stamp")
    guard stamp <= time else {
      throw Problem(
        "\"stamp\" \(NumberText.shortest(stamp)) is later than \"t\" "
          + NumberText.shortest(time))
    }
    return stamp
  }
}

extension Script.TimedEvent {
  init(
    _ fields: ScriptFields, at time: Double, _ header: Script.Header
  ) throws(ScriptFields.Problem) {
    try fields.refuseUnknownEventKeys(version: header.version)
    self.init(time: time, action: try Script.Action(fields, at: time, header))
    guard header.version > 1 else { return }
    if fields.has("target") { target = try fields.target(in: header) }
    guard fields.has("ms") || fields.has("device") else { return }
    origin = Script.Origin(
      milliseconds: fields.has("ms") ? UInt32(clamping: try fields.whole("ms")) : nil,
      device: fields.has("device") ? try fields.whole("device") : nil)
  }
}

extension Script.Action {
  fileprivate init(
    _ fields: ScriptFields, at acting: Double, _ header: Script.Header
  ) throws(ScriptFields.Problem) {
    let version = header.version
    let time = version > 1 ? try fields.stamp(actingAt: acting) : acting
    if fields.has("touch") {
      self = .event(.touch(try fields.touch(at: time, version: version)))
    } else if fields.has("pinch") {
      self = .event(.pinch(try fields.pinch(at: time)))
    } else if fields.has("wheel") {
      self = .event(.wheel(try fields.wheel(at: time)))
    } else if fields.has("touchpad") {
      self = .event(.touchpad(try fields.touchpad(at: time)))
    } else if fields.has("key") {
      let key = try fields.string("key")
      self = .event(
        .key(
          KeyEvent(key: .init(rawValue: key), modifiers: try fields.modifiers(), timestamp: time)))
    } else if fields.has("call") {
      self = .call(try fields.call())
    } else if fields.has("set") {
      self = try fields.object("set").assignment(header.scene)
    } else if fields.has("resize") {
      self = .resize(try fields.size("resize"))
    } else if version > 1, fields.has("text") {
      self = .event(.text(TextEvent(try fields.text(), timestamp: time)))
    } else if version > 1, fields.has("frame") {
      self = .frame(try fields.frame())
    } else if version > 1, fields.has("mark") {
      self = .mark(try fields.string("mark"))
    } else {
      throw ScriptFields.Problem(
        "an event must be one of touch, pinch, wheel, touchpad, key, call, set"
          + (version > 1 ? ", resize, text, frame, mark and end" : " and resize"))
    }
  }
}

extension ScriptFields {
  fileprivate func touch(at time: Double, version: Int) throws(Problem) -> TouchEvent {
    let type: Touch.TouchType = version > 1 && has("type") ? try word("type") : .direct
    let phase: TouchEvent.Phase = try word("touch")
    return TouchEvent(
      id: try whole("id", from: nil), phase: phase, location: try point("at"), timestamp: time,
      type: type)
  }

  fileprivate func text() throws(Problem) -> TextEvent.Content {
    let kind: TextKind = try word("text")
    let string = try string("string")
    switch kind {
    case .inserted: return .inserted(string)
    case .pasted: return .pasted(string)
    case .marked:
      let range = has("selected") ? try point("selected") : Point(0, 0)
      guard let start = Int(exactly: range.x), let end = Int(exactly: range.y), 0 <= start,
        start <= end
      else { throw Problem("\"selected\" must be two whole numbers, the first not greater") }
      return .marked(string, selectedRange: start..<end)
    }
  }

  private enum TextKind: String, CaseIterable {
    case inserted, marked, pasted
  }

  fileprivate func frame() throws(Problem) -> Script.Frame {
    Script.Frame(
      index: try whole("frame"), missed: try whole("missed", default: 0),
      age: has("age") ? try number("age") : nil, last: has("last") ? try number("last") : nil,
      presented: has("presented") ? try number("presented") : nil)
  }

  fileprivate func pinch(at time: Double) throws(Problem) -> PinchEvent {
    let phase: GesturePhase = try word("pinch")
    let scale = phase == .began && !has("scale") ? 1 : try number("scale")
    guard scale > 0 else { throw Problem("\"scale\" must be above 0") }
    return PinchEvent(phase: phase, scale: scale, location: try point("at"), timestamp: time)
  }

  fileprivate func wheel(at time: Double) throws(Problem) -> WheelEvent {
    WheelEvent(
      notches: try point("wheel"), location: try point("at"), modifiers: try modifiers(),
      timestamp: time)
  }

  fileprivate func touchpad(at time: Double) throws(Problem) -> TouchpadEvent {
    let phase: GesturePhase = try word("touchpad")
    let delta = phase != .changed && !has("delta") ? .zero : try point("delta")
    return TouchpadEvent(
      phase: phase, delta: delta, location: try point("at"), modifiers: try modifiers(),
      reportsStops: try bool("stops", default: false), timestamp: time)
  }

  fileprivate func call() throws(Problem) -> Script.Call {
    let name = try string("call")
    let animated = try bool("animated", default: false)
    switch name {
    case "setContentOffset": return .setContentOffset(try point("offset"), animated: animated)
    case "setZoomScale": return .setZoomScale(try number("scale"), animated: animated)
    case "zoomTo": return .zoomTo(try rect("rect"), animated: animated)
    case "scrollRectToVisible": return .scrollRectToVisible(try rect("rect"), animated: animated)
    case "flashScrollIndicators": return .flashScrollIndicators
    case "scrollToTop": return .scrollToTop
    case "stopScrollingAndZooming": return .stopScrollingAndZooming
    case "beginRefreshing": return .beginRefreshing
    case "endRefreshing": return .endRefreshing
    default:
      throw Problem(
        "\"call\" is \"\(name)\", which is not a method; the methods are "
          + Script.Keys.calls.joined(separator: ", "))
    }
  }
}

/// Reads a script line by line, so that one of any length takes the memory of a line.
package struct ScriptLines {
  /// What a line holds.
  package enum Line {
    case empty
    case header(Script.Header)
    case event(Script.TimedEvent)
    case end(Script.End)
  }

  private let file: String
  private var number = 0
  private let scenes: SceneRegistry?
  private var header: Script.Header?
  private var latest = 0.0
  private var count = 0
  private var hasEnded = false

  /// - Parameters:
  ///   - file: The name used in errors.
  ///   - scenes: The scenes that the script can name.
  package init(file: String, scenes: SceneRegistry? = nil) {
    self.file = file
    self.scenes = scenes
  }

  /// Reads the next line, without its line feed.
  ///
  /// - Throws: ``ScriptError`` with the line's number and what is wrong.
  package mutating func read(_ line: Substring) throws(ScriptError) -> Line {
    number += 1
    do throws(ScriptFields.Problem) {
      return try parse(line)
    } catch {
      throw ScriptError(file: file, line: number, problem: error.text)
    }
  }

  private mutating func parse(_ text: Substring) throws(ScriptFields.Problem) -> Line {
    let bytes = text.utf8
    guard bytes.count <= Script.Limits.line else {
      throw ScriptFields.Problem("lines are limited to 64 KiB")
    }
    let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
    guard line.contains(where: { !$0.isWhitespace }) else { return .empty }
    let fields = try ScriptFields(line)
    guard let header else {
      let header = try Script.Header(fields, scenes)
      self.header = header
      return .header(header)
    }
    guard !hasEnded else { throw ScriptFields.Problem("nothing may follow \"end\"") }
    let time = try fields.time(after: latest)
    if header.version > 1, fields.has("end") {
      try fields.refuseUnknown(besides: ["t", "end"])
      let end = try Script.End(fields.object("end"), at: time)
      hasEnded = true
      return .end(end)
    }
    guard count < Script.Limits.events else {
      throw ScriptFields.Problem("scripts are limited to \(Script.Limits.events) events")
    }
    let event = try Script.TimedEvent(fields, at: time, header)
    count += 1
    latest = time
    return .event(event)
  }
}

extension Script {
  /// The keys that scripts have: what the reader knows, and what the page of the format describes.
  package enum Keys {
    /// The keys of each kind of event, which is named by its first one.
    static let firstVersionEvents: [[String]] = [
      ["touch", "id", "at"], ["pinch", "scale", "at"], ["wheel", "at", "modifiers"],
      ["touchpad", "delta", "at", "modifiers", "stops"], ["key", "modifiers"],
      ["call", "offset", "scale", "rect", "animated"], ["set"], ["resize"],
    ]
    /// The same of version 2, in which a touch has a type.
    package static let events: [[String]] =
      [["touch", "id", "at", "type"]] + firstVersionEvents.dropFirst() + [
        ["text", "string", "selected"], ["frame", "missed", "age", "last", "presented"], ["mark"],
      ]
    /// The keys that any event of version 2 may have, besides `t`.
    package static let everyEvent = ["stamp", "ms", "device", "target"]
    /// The keys of a header of version 1, besides properties.
    static let firstVersionHeader = ["overscroll", "subviews", "note"]
    /// The keys of a header, besides properties and the parameters of a scene.
    package static let header =
      firstVersionHeader + [
        "scrollViews", "tapRecognizers", "picture", "program", "with", "environment", "scene",
        ScriptFields.tuningName,
      ]
    package static let picture = ["name", "size"]
    package static let subview = ["name", "frame", "control", "shouldBegin", "shouldCancel"]
    /// The keys of a scroll view, besides properties.
    package static let scrollView = ["name", "frame"]
    package static let tapRecognizer = ["taps", "fingers", "cancelsTouchesInView"]
    package static let end = ["events", "frames", "trace", "reason"]
    /// The methods that a call names.
    package static let calls = [
      "setContentOffset", "setZoomScale", "zoomTo", "scrollRectToVisible",
      "flashScrollIndicators", "scrollToTop", "stopScrollingAndZooming", "beginRefreshing",
      "endRefreshing",
    ]
  }
}

extension ScriptFields {
  /// Refuses keys that are not known, the first in the alphabet first.
  func refuseUnknown(besides known: [String]) throws(Problem) {
    guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
    throw Problem("unknown key \"\(unknown)\"; the keys are \(known.joined(separator: ", "))")
  }

  /// Refuses keys that an event of a version of the format does not have.
  func refuseUnknownEventKeys(version: Int) throws(Problem) {
    let kinds = version > 1 ? Script.Keys.events : Script.Keys.firstVersionEvents
    // What is no event at all is refused as such.
    guard let own = kinds.first(where: { has($0[0]) }) else { return }
    try refuseUnknown(besides: ["t"] + own + (version > 1 ? Script.Keys.everyEvent : []))
  }

  /// Refuses keys that a header of a version of the format does not have.
  func refuseUnknownHeaderKeys(version: Int) throws(Problem) {
    let keys = version > 1 ? Script.Keys.header : Script.Keys.firstVersionHeader
    let known = keys.prefix(1) + Self.propertyNames + keys.dropFirst()
    let own = has("scene") ? fields.filter { !$0.key.hasPrefix(Self.scenePrefix) } : fields
    try ScriptFields(own).refuseUnknown(besides: Array(known))
  }

  /// The names of all properties.
  static let propertyNames = Script.Property.Name.allCases.map(\.rawValue)
}
