import Foundation

// Absolute times are this machine's; ratios within one run, or of two runs on one machine, are comparable.
//
// usage: Bench [engine] [frames] [curves] [recorder] [lab] [--program PATH] [--window WxH]
//              [--only pan,overlays,zoom,fly,rest,grid,peers] [--json FILE]
//        Bench --compare A.json B.json

var arguments = Array(CommandLine.arguments.dropFirst())

/// Takes an option with a value out of the arguments.
@MainActor func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(index...index + 1) }
  return arguments[index + 1]
}

func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return left ? text + space : space + text
}

func fixed(_ number: Double, _ decimals: Int) -> String {
  String(format: "%.\(decimals)f", number)
}

/// Reads the numbers of a run.
func numbers(_ path: String) throws -> [String: Double] {
  try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: URL(filePath: path)))
}

if arguments.first == "--compare", arguments.count == 3 {
  let (old, new) = (try numbers(arguments[1]), try numbers(arguments[2]))
  print(padded("", 60, left: true), padded("A", 12), padded("B", 12), padded("B/A", 8))
  for key in old.keys.sorted() {
    guard let before = old[key], let after = new[key] else { continue }
    let ratio = before == 0 ? (after == 0 ? "1.00" : "–") : fixed(after / before, 2)
    print(
      padded(key, 60, left: true), padded(fixed(before, 3), 12), padded(fixed(after, 3), 12),
      padded(ratio, 8))
  }
  exit(0)
}

let program = option("--program") ?? ".build/release/overscroll"
let file = option("--json")
let kinds = option("--only")
let window = option("--window")?.split(separator: "x").compactMap { Int($0) } ?? []
let parts = arguments.isEmpty ? ["engine", "frames", "curves", "recorder", "lab"] : arguments
var results: [String: Double] = [:]

if parts.contains("engine") {
  let measurements = EngineBenchmarks.all()
  let base = measurements.first?.nanoseconds ?? 1
  print(
    padded("engine", 60, left: true), padded("ns", 10), padded("allocations", 12),
    padded("ratio", 8))
  for measurement in measurements {
    results["engine: \(measurement.name)"] = measurement.nanoseconds
    print(
      padded(measurement.name, 60, left: true), padded(fixed(measurement.nanoseconds, 0), 10),
      padded(fixed(measurement.allocations, 2), 12),
      padded(fixed(measurement.nanoseconds / base, 1), 8))
  }
}

if parts.contains("frames") {
  print(padded("frames", 60, left: true), padded("", 10))
  var frames = FrameBenchmarks(program: program)
  if window.count == 2 { frames.sizes = [(window[0], window[1])] }
  if let kinds { frames.kinds = Set(kinds.split(separator: ",").map(String.init)) }
  try frames.all { name, value, unit in
    results["frames: \(name)"] = value
    print(padded(name, 60, left: true), padded(fixed(value, 3), 10), unit)
    fflush(nil)
  }
}

if parts.contains("curves") {
  print(padded("curves", 60, left: true), padded("", 10), padded("goal", 20))
  try CurvesBenchmarks(program: program).all { name, value, unit, goal in
    results["curves: \(name)"] = value
    print(
      padded(name, 60, left: true), padded(fixed(value, 3), 10), padded(unit, 11, left: true),
      padded(goal.map { "≤ \(fixed($0, 2))" } ?? "", 8))
    fflush(nil)
  }
}

if parts.contains("recorder") {
  print(padded("recorder", 60, left: true), padded("", 10))
  try RecorderBenchmarks(frames: FrameBenchmarks(program: program)).all { name, value, unit in
    results["recorder: \(name) \(unit)"] = value
    print(padded(name, 60, left: true), padded(fixed(value, 3), 10), unit)
    fflush(nil)
  }
}

if parts.contains("lab") {
  print(padded("lab", 60, left: true), padded("", 10), padded("goal", 23))
  try LabBenchmarks(program: program).all { name, value, unit, goal in
    results["lab: \(name)"] = value
    print(
      padded(name, 60, left: true), padded(fixed(value, 3), 10), padded(unit, 15, left: true),
      padded(goal?.text ?? "", 8))
    fflush(nil)
  }
}

if let file {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  try encoder.encode(results).write(to: URL(filePath: file))
}
