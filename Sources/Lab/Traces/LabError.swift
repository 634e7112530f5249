/// Why a file of the lab cannot be used.
package struct LabError: Error, Hashable, CustomStringConvertible {
  /// The file's name, as the user gave it.
  package var file: String
  /// The line, counted from 1; `nil` where the whole file is meant.
  package var line: Int?
  /// What is wrong, without a full stop.
  package var problem: String
  /// What stands between the place and the problem.
  private var joint: String

  package init(file: String, line: Int? = nil, problem: String, joins joint: String = ": ") {
    self.file = file
    self.line = line
    self.problem = problem
    self.joint = joint
  }

  /// One sentence with file and line, for instance `ios.csv:7: …`.
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return place + joint + problem
  }
}

/// Limits of the lab's files, checked before memory is taken. [C]
package enum LabLimits {
  /// The longest line, in bytes.
  package static let line = Script.Limits.line
  /// The largest file, in bytes.
  package static let file = Script.Limits.file
  /// The most rows or events.
  package static let rows = Script.Limits.events
  /// The latest time, in seconds.
  package static let time = Script.Limits.time
  /// The greatest magnitude of a number, such as an offset in points, and that of a velocity in points per second.
  package static let (magnitude, velocity) = (Script.Limits.magnitude, 1e18)
  /// One of these as messages write it.
  static func text(_ limit: Double) -> String { limit == velocity ? "1e18" : "1e12" }
  /// The range of the sides of viewports and plots, in points.
  package static let sides = 16.0...16384
}
