import Foundation

/// Finds the mutants of source files and compiles them into a copy.
///
/// Prints the mutants as a JSON array. With `--output`, writes the files there with the mutants whose numbers
/// stand in the file given by `--active`, one a line; without that file, with all of them.
func run(_ arguments: [String]) throws {
  var options: [String: String] = [:]
  var paths: [String] = []
  var rest = arguments[...]
  while let word = rest.popFirst() {
    if word.hasPrefix("--") { options[word] = rest.popFirst() } else { paths.append(word) }
  }
  let root = URL(fileURLWithPath: options["--root"] ?? ".")
  var active: Set<Int>?
  if let list = options["--active"] {
    let text = try String(contentsOfFile: list, encoding: .utf8)
    active = Set(text.split(separator: "\n").compactMap { Int($0) })
  }
  var mutants: [Mutant] = []
  for path in paths {
    let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    let file = MutatedFile(source: source, path: path, firstID: mutants.count + 1)
    mutants += file.mutants
    guard let output = options["--output"] else { continue }
    let target = URL(fileURLWithPath: output).appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text = file.rewritten { active?.contains($0) ?? true }
    try text.write(to: target, atomically: true, encoding: .utf8)
  }
  FileHandle.standardOutput.write(try JSONEncoder().encode(mutants))
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("mutation: \(error.localizedDescription)\n".utf8))
  exit(1)
}
