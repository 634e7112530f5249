// What the engine costs. Absolute times are this machine's; the last column, relative to the first row, is comparable.

let measurements = EngineBenchmarks.all()
let base = measurements.first?.nanoseconds ?? 1

func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return left ? text + space : space + text
}

func fixed(_ number: Double, _ decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let rounded = (number * scale).rounded() / scale
  return decimals == 0 ? "\(Int(rounded))" : "\(rounded)"
}

print(
  padded("engine", 44, left: true), padded("ns", 10), padded("allocations", 12), padded("ratio", 8))
for measurement in measurements {
  print(
    padded(measurement.name, 44, left: true), padded(fixed(measurement.nanoseconds, 0), 10),
    padded(fixed(measurement.allocations, 2), 12),
    padded(fixed(measurement.nanoseconds / base, 1), 8))
}
