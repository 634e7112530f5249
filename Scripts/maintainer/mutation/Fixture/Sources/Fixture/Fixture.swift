/// A gauge whose tests notice some changes and miss others.
public struct Gauge {
  /// The highest reading; the tests ask for no more than that it limits.
  static let limit = 100.0

  /// What was read, limited.
  public private(set) var readings: [Double] = []
  /// A note on each reading, and an empty one.
  public private(set) var notes: [String] = []
  /// A Boolean value that determines whether readings are taken in.
  public var isOpen = true

  /// Creates a gauge that has read nothing.
  public init() {}

  /// Takes a reading in; the tests notice every change but that of the comparison's end.
  public mutating func add(_ reading: Double) {
    guard isOpen, reading > 0 else { return }
    readings.append(min(reading, Self.limit))
    note("read")
  }

  /// The tests notice that notes are made, not how many.
  private mutating func note(_ text: String) {
    notes.append(text)
    notes.append("")
  }

  /// The sum of the readings; a mutant of it never ends.
  public var sum: Double {
    var total = 0.0
    var index = 0
    while index < readings.count {
      total += readings[index]
      index += 1
    }
    return total
  }

  /// Changes of the operator do not compile.
  public var words: [String] { notes + ["end"] }

  /// Never called.
  public var half: Double { sum / 2 }

  /// Never called; texts are not changed.
  public var title: String { "a" + " gauge of " + words.joined() }
}
