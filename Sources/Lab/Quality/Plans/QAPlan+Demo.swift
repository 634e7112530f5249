import OverscrollBase
import ScrollGeometry

/// Events of the demos in the built-in plans, as scripts have them.
extension QAPlan {
  /// The time between two positions of a finger, in seconds. [C]
  private static let interval = 0.016
  /// The number of positions on the way. [C]
  private static let count = 6

  /// A finger that comes down, rests for `rest` seconds, moves along a line, and is held before it is lifted.
  static func drag(
    at start: Double, from: Point, to: Point, after rest: Double = 0, hold: Double = 0.3
  ) -> String { touch(at: start, from, to, rest, hold) }

  /// A finger that moves evenly along a line, and is lifted at full speed.
  static func flick(at start: Double, from: Point, to: Point) -> String {
    touch(at: start, from, to, 0, 0)
  }

  private static func touch(
    at start: Double, _ from: Point, _ to: Point, _ rest: Double, _ hold: Double
  ) -> String {
    var lines = [line(start, "\"touch\":\"began\",\"id\":1", from)]
    var time = start + rest
    for step in 1...count where to != from {
      time += interval
      let place = from + (to - from) * (Double(step) / Double(count))
      lines.append(line(time, "\"touch\":\"moved\",\"id\":1", place))
    }
    lines.append(line(time + hold, "\"touch\":\"ended\",\"id\":1", to))
    return lines.joined(separator: ",")
  }

  /// A pinch on a touchpad from a scale of 1 to another, held before it ends.
  static func pinch(at start: Double, _ place: Point, to scale: Double) -> String {
    let end = "\"scale\":\(NumberText.shortest(scale))"
    return [
      line(start, "\"pinch\":\"began\",\"scale\":1", place),
      line(start + 0.1, "\"pinch\":\"changed\",\(end)", place),
      line(start + 0.4, "\"pinch\":\"ended\",\(end)", place),
    ].joined(separator: ",")
  }

  /// Notches of the wheel, positive toward the user.
  static func wheel(
    at time: Double, _ notches: Int, over place: Point, holding modifier: String? = nil
  ) -> String {
    line(time, "\"wheel\":[0,\(notches)]" + holding(modifier), place)
  }

  /// A key.
  static func key(at time: Double, _ name: String, holding modifier: String? = nil) -> String {
    "{\"t\":\(NumberText.shortest(time)),\"key\":\"\(name)\"\(holding(modifier))}"
  }

  private static func holding(_ modifier: String?) -> String {
    modifier.map { ",\"modifiers\":[\"\($0)\"]" } ?? ""
  }

  private static func line(_ time: Double, _ fields: String, _ place: Point) -> String {
    let time = NumberText.shortest((time * 1e6).rounded() / 1e6)
    let (x, y) = (
      NumberText.trimmed(place.x, decimals: 2), NumberText.trimmed(place.y, decimals: 2)
    )
    return "{\"t\":\(time),\(fields),\"at\":[\(x),\(y)]}"
  }
}
