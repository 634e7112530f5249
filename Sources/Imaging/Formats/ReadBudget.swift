/// What a search through the chunks of a file may cost: there may be any number of them, and a search must end.
struct ReadBudget {
  /// The most bytes that are read. [C]
  static let maximumBytes = 32 << 20
  /// The longest time, in seconds: a file of gigabytes on a slow disk. [C]
  private static let seconds = 0.5
  /// The chunks between two looks at the clock. [C]
  private static let interval = 256

  private var left = maximumBytes
  private var taken = 0
  private let end = ContinuousClock.now + .seconds(seconds)

  /// Takes the bytes that are about to be read; false where there is no budget for them.
  mutating func take(_ count: Int) -> Bool {
    taken += 1
    left -= count
    guard left >= 0 else { return false }
    return taken % Self.interval != 0 || ContinuousClock.now < end
  }
}
