import Formatting
import Geometry
import ScrollEngine

extension Script {
  /// Parses a script: JSON Lines, first the header, then events in chronological order.
  ///
  /// Empty lines are skipped.
  ///
  /// - Parameters:
  ///   - text: The text of the script.
  ///   - file: The name of the script in errors.
  /// - Throws: ``ScriptError`` with the line and the problem.
  package init(parsing text: String, file: String) throws(ScriptError) {
    var header: Header?
    var events: [TimedEvent] = []
    // Splits bytes, because CR and LF together are one character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(ScriptFields.Problem) {
        let fields = try ScriptFields(line)
        if header == nil {
          header = try Header(fields)
        } else {
          events.append(try TimedEvent(fields, after: events.last?.time ?? 0))
        }
      } catch {
        throw ScriptError(file: file, line: index + 1, problem: error.text)
      }
    }
    guard let header else {
      throw ScriptError(file: file, line: 1, problem: "the script is empty; a header is missing")
    }
    self.init(header: header, events: events)
  }
}

extension Script.Header {
  fileprivate init(_ fields: ScriptFields) throws(ScriptFields.Problem) {
    guard fields.has("overscroll") else {
      throw ScriptFields.Problem(
        text: "the first line must be the header, {\"overscroll\":1, …}")
    }
    let version = try fields.number("overscroll")
    guard version == Double(Script.version) else {
      throw ScriptFields.Problem(
        text: "version \(NumberText.shortest(version)) is not known; this program reads version 1")
    }
    self.init(settings: try fields.settings(), subviews: try Self.subviews(fields))
  }

  private static func subviews(
    _ fields: ScriptFields
  ) throws(ScriptFields.Problem) -> [Script.Subview] {
    var subviews: [Script.Subview] = []
    for object in try fields.objects("subviews") {
      subviews.append(
        Script.Subview(
          name: try object.string("name"), frame: try object.rect("frame"),
          isControl: try object.bool("control", default: false)))
    }
    return subviews
  }
}

extension Script.TimedEvent {
  fileprivate init(
    _ fields: ScriptFields, after last: Double
  ) throws(ScriptFields.Problem) {
    let time = try fields.number("t")
    guard time >= 0 else { throw ScriptFields.Problem(text: "\"t\" must not be negative") }
    guard time >= last else {
      throw ScriptFields.Problem(
        text: "the event at \(NumberText.shortest(time)) s comes after one at "
          + "\(NumberText.shortest(last)) s; events must be in the order of time")
    }
    self.init(time: time, action: try Script.Action(fields, at: time))
  }
}

extension Script.Action {
  fileprivate init(
    _ fields: ScriptFields, at time: Double
  ) throws(ScriptFields.Problem) {
    if fields.has("touch") {
      self = .event(.touch(try fields.touch(at: time)))
    } else if fields.has("pinch") {
      self = .event(.pinch(try fields.pinch(at: time)))
    } else if fields.has("wheel") {
      self = .event(.wheel(try fields.wheel(at: time)))
    } else if fields.has("touchpad") {
      self = .event(.touchpad(try fields.touchpad(at: time)))
    } else if fields.has("key") {
      let key = try fields.string("key")
      self = .event(
        .key(KeyEvent(key: key, modifiers: try fields.modifiers(), timestamp: time)))
    } else if fields.has("call") {
      self = .call(try fields.call())
    } else if fields.has("set") {
      self = .set(try fields.object("set").settings(areKnown: true))
    } else if fields.has("resize") {
      self = .resize(try fields.size("resize"))
    } else {
      throw ScriptFields.Problem(
        text: "an event is one of touch, pinch, wheel, touchpad, key, call, set and resize")
    }
  }
}

extension ScriptFields {
  fileprivate func touch(at time: Double) throws(Problem) -> TouchEvent {
    let phase: TouchEvent.Phase = try word("touch")
    let id = try number("id")
    guard let id = Int(exactly: id) else { throw Problem(text: "\"id\" must be a whole number") }
    return TouchEvent(
      id: id, phase: phase, location: try point("at"), timestamp: time)
  }

  fileprivate func pinch(at time: Double) throws(Problem) -> PinchEvent {
    let phase: GesturePhase = try word("pinch")
    let scale = phase == .began && !has("scale") ? 1 : try number("scale")
    guard scale > 0 else { throw Problem(text: "\"scale\" must be above 0") }
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
      timestamp: time)
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
    default: throw Problem(text: "\"call\" is \"\(name)\", which is not a known method")
    }
  }
}
