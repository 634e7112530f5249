/// An error in a script: its position and the problem.
package struct ScriptError: Error, Hashable, CustomStringConvertible {
  /// The name of the script as given by the user.
  package var file: String
  /// The line number, from 1.
  package var line: Int
  /// A description of the problem, without a full stop.
  package var problem: String

  package init(file: String, line: Int, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// The problem with file and line, such as `flick.script:3: …`.
  package var description: String { "\(file):\(line): \(problem)" }
}
