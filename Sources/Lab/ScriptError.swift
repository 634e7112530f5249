/// Why a script cannot be read: where, and what is wrong there.
package struct ScriptError: Error, Hashable, CustomStringConvertible {
  /// The script's name, as the user gave it.
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// What is wrong, without a full stop.
  package var problem: String

  package init(file: String, line: Int, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// One sentence with file and line, for instance `flick.script:3: …`.
  package var description: String { "\(file):\(line): \(problem)" }
}
