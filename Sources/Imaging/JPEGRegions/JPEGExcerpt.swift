import Geometry

/// A JPEG file made of some units of a larger one.
///
/// The codes of all coefficients but the first are copied bit by bit. The first ones are counted from
/// other blocks than in the larger file, so their codes are made anew, by a table that has all of them.
struct JPEGExcerpt: ~Copyable {
  /// The bits a first coefficient can take in the excerpt. [C]
  private static let longestFirst = 20
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let end: [UInt8] = [0xFF, 0xD9]
  /// Says that three channels are luminance and two differences.
  private static let application: [UInt8] = [
    0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ]

  private let layout: JPEGLayout
  private let plan: UnitPlan
  private let codes: [(bits: UInt64, length: Int)]
  private var writer: BitWriter
  private var last = SIMD4<Int>.zero
  /// True if a block could not be copied.
  private(set) var isBroken = false

  /// Makes an excerpt whose codes take at most a number of bytes in the larger file.
  init(_ layout: JPEGLayout, _ plan: UnitPlan, units: Int, byteCount: Int) {
    self.layout = layout
    self.plan = plan
    codes = HuffmanCode.differences.map(Self.codes) ?? []
    writer = BitWriter(capacity: byteCount + units * plan.blocks.count * Self.longestFirst / 8)
  }

  private static func codes(_ code: HuffmanCode) -> [(bits: UInt64, length: Int)] {
    var codes: [(bits: UInt64, length: Int)] = []
    var next: UInt64 = 0
    for (index, count) in code.counts.enumerated() {
      for _ in 0..<count {
        codes.append((next, index + 1))
        next += 1
      }
      next <<= 1
    }
    return codes
  }

  /// Adds units of one row.
  ///
  /// - Parameters:
  ///   - units: numbers in the row.
  ///   - number: the number in the scan of the row's first unit.
  ///   - start: a walker that stands where `stretch` begins.
  ///   - stretch: a part of the row that holds the units.
  mutating func add(
    _ units: Range<Int>, number: Int, _ start: BlockWalker, _ stretch: JPEGIndex.Stretch
  ) {
    var walker = start
    var first = SIMD4<Int>(truncatingIfNeeded: stretch.entry.first)
    for unit in stretch.unit..<units.upperBound {
      if plan.restarts(before: number + unit) {
        walker.align()
        first = .zero
      }
      for block in plan.blocks {
        first[block.component] += walker.step(block.first, block.alternating)
        guard unit >= units.lowerBound else { continue }
        put(difference: first[block.component] - last[block.component])
        last[block.component] = first[block.component]
        copy(from: walker.alternatingBit, to: walker.bit, walker)
      }
    }
    if walker.isBroken { isBroken = true }
  }

  private mutating func put(difference: Int) {
    let size = Int.bitWidth - abs(difference).leadingZeroBitCount
    guard size < codes.count else {
      isBroken = true
      return
    }
    let bits = difference < 0 ? difference - 1 + 1 << size : difference
    writer.put(codes[size].bits, codes[size].length)
    writer.put(UInt64(bits), size)
  }

  private mutating func copy(from start: Int, to end: Int, _ walker: BlockWalker) {
    var bit = start
    while end - bit >= 32 {
      writer.put(walker.peek(bit) >> 32, 32)
      bit += 32
    }
    if end > bit { writer.put(walker.peek(bit) >> UInt64(64 - (end - bit)), end - bit) }
  }

  /// The excerpt as a file.
  mutating func file(size: PixelSize) -> [UInt8] {
    var head = Self.start + Self.application + layout.quantizationSegments
    if let code = HuffmanCode.differences { head += code.segment(0) }
    for (number, code) in layout.codes where number >= 16 { head += code.segment(number) }
    head += frame(size) + scan
    return writer.stuffed(after: head, tail: Self.end)
  }

  private func frame(_ size: PixelSize) -> [UInt8] {
    let count = layout.components.count
    let (height, width) = (size.height, size.width)
    let head = [
      0xFF, 0xC1, 0, 8 + 3 * count, 8, height >> 8, height & 0xFF, width >> 8, width & 0xFF, count,
    ]
    let body = layout.components.flatMap {
      [Int($0.identifier), $0.across << 4 | $0.down, $0.quantization]
    }
    return (head + body).map { UInt8(truncatingIfNeeded: $0) }
  }

  private var scan: [UInt8] {
    let count = layout.components.count
    let body = layout.components.flatMap { [Int($0.identifier), $0.acTable - 16] }
    return ([0xFF, 0xDA, 0, 6 + 2 * count, count] + body + [0, 63, 0]).map {
      UInt8(truncatingIfNeeded: $0)
    }
  }
}
