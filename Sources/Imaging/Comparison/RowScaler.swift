import ScrollGeometry

/// Scales a picture whose rows come from the top, by a linear filter.
///
/// The filter is a triangle that reaches a pixel of the smaller of the two pictures to both sides: it interpolates if the picture
/// grows, and averages the covered pixels if it shrinks. At the edges, what lies outside has no weight. Colors are
/// premultiplied, so that what is transparent has no color.
///
/// It holds the rows that the next row depends on, already at the new width: two where the picture grows, and twice the ratio of
/// the heights where it shrinks.
struct RowScaler {
  /// The weights of some neighboring pixels, which add up to 1.
  struct Taps: Hashable, Sendable {
    var first: Int
    var weights: [Float]

    var last: Int { first + weights.count - 1 }
  }

  private let columns: [Taps]
  private let height: (from: Int, to: Int)
  /// Rows at the new width, four channels per pixel, from ``firstHeld`` on.
  private var held: [[Float]] = []
  private var firstHeld = 0
  /// The number of rows that were taken.
  private var taken = 0
  /// The number of rows that were made.
  private(set) var rowCount = 0

  /// Prepares scaling; sides are at least one pixel long.
  init(from: PixelSize, to: PixelSize) {
    columns = (0..<to.width).map { Self.taps(of: $0, from: from.width, to: to.width) }
    height = (from.height, to.height)
  }

  /// The weights of the pixels that a pixel of a scaled line is made of.
  static func taps(of index: Int, from: Int, to: Int) -> Taps {
    let ratio = Double(from) / Double(to)
    let reach = max(1, ratio)
    let center = (Double(index) + 0.5) * ratio - 0.5
    let first = max(0, Int((center - reach).rounded(.down)) + 1)
    let last = min(from - 1, Int((center + reach).rounded(.up)) - 1)
    let weights = (first...max(first, last)).map { max(0, 1 - abs(Double($0) - center) / reach) }
    let sum = weights.reduce(0, +)
    return Taps(first: first, weights: weights.map { Float($0 / sum) })
  }
}

extension RowScaler {
  /// Takes the next row, and hands on the rows that it completes.
  ///
  /// - Parameters:
  ///   - row: The pixels, premultiplied.
  ///   - emit: Called with each row that is complete.
  mutating func add(
    _ row: UnsafeBufferPointer<UInt32>, _ emit: (UnsafeBufferPointer<UInt32>) -> Void
  ) {
    held.append(scaled(row))
    taken += 1
    while rowCount < height.to {
      let taps = Self.taps(of: rowCount, from: height.from, to: height.to)
      guard taps.last < taken else { return }
      let row = blended(taps)
      row.withUnsafeBufferPointer(emit)
      rowCount += 1
      guard rowCount < height.to else { return held = [] }
      let needed = Self.taps(of: rowCount, from: height.from, to: height.to).first
      held.removeFirst(min(held.count, max(0, needed - firstHeld)))
      firstHeld = max(firstHeld, needed)
    }
  }

  /// A row at the new width.
  private func scaled(_ row: UnsafeBufferPointer<UInt32>) -> [Float] {
    [Float](unsafeUninitializedCapacity: 4 * columns.count) { output, count in
      for (index, taps) in columns.enumerated() {
        var sum = SIMD4<Float>.zero
        for (offset, weight) in taps.weights.enumerated() {
          let pixel = row[taps.first + offset]
          sum +=
            weight
            * SIMD4(
              Float(pixel >> 24), Float(pixel >> 16 & 0xFF), Float(pixel >> 8 & 0xFF),
              Float(pixel & 0xFF))
        }
        for channel in 0..<4 { output[4 * index + channel] = sum[channel] }
      }
      count = 4 * columns.count
    }
  }

  /// A row of the new height, rounded to whole values.
  private func blended(_ taps: Taps) -> [UInt32] {
    var sums = [Float](repeating: 0.5, count: 4 * columns.count)
    for (offset, weight) in taps.weights.enumerated() {
      let row = held[taps.first + offset - firstHeld]
      for index in sums.indices { sums[index] += weight * row[index] }
    }
    return columns.indices.map { column in
      sums[4 * column..<4 * column + 4].reduce(0) { $0 << 8 | UInt32(min($1, 255)) }
    }
  }
}
