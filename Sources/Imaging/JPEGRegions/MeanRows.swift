/// The mean colours of the blocks in a row of units: the picture at an eighth.
final class MeanRows {
  /// What is half of the range of samples, in the file's numbers.
  private static let middle = 128
  /// One, in numbers of sixteen bits after the point.
  private static let one = 1 << 16
  // The standard's coefficients from luminance and two differences to red, green and blue.
  private static let redOfRed = Int(1.402 * Double(one))
  private static let greenOfBlue = Int(0.344_136 * Double(one))
  private static let greenOfRed = Int(0.714_136 * Double(one))
  private static let blueOfBlue = Int(1.772 * Double(one))

  /// The first coefficients of all blocks, channel by channel and row by row.
  let first: UnsafeMutablePointer<Int16>
  private let layout: JPEGLayout
  private let strides: [Int]
  private let starts: [Int]
  private let means: UnsafeMutablePointer<Int>
  /// The width in pixels.
  let width: Int

  /// Takes memory for a number of units.
  init(_ layout: JPEGLayout, units: Int) {
    self.layout = layout
    strides = layout.components.map { $0.across * units }
    var starts: [Int] = []
    var total = 0
    for component in layout.components {
      starts.append(total)
      total += component.across * component.down * units
    }
    self.starts = starts
    width = layout.maximum.across * units
    first = .allocate(capacity: total)
    first.initialize(repeating: 0, count: total)
    means = .allocate(capacity: width * layout.components.count)
    means.initialize(repeating: 0, count: width * layout.components.count)
  }

  deinit {
    first.deallocate()
    means.deallocate()
  }

  /// The place in ``first`` of a block of the first unit, and the distance to the next unit's.
  func place(of block: UnitPlan.Block) -> (start: Int, step: Int) {
    let component = block.component
    return (
      starts[component] + block.row * strides[component] + block.column,
      layout.components[component].across
    )
  }

  /// The number of rows.
  var rowCount: Int { layout.maximum.down }

  /// Writes one row of pixels.
  ///
  /// - Parameters:
  ///   - row: from 0 to less than ``rowCount``.
  ///   - start: the first pixel that is wanted.
  ///   - output: as many pixels as are wanted.
  func write(row: Int, from start: Int, to output: UnsafeMutableBufferPointer<UInt32>) {
    for component in layout.components.indices { findMeans(component, row) }
    let light = means + start
    guard layout.components.count == 3 else {
      for index in output.indices {
        let value = UInt32(min(max(light[index] + Self.middle, 0), 255))
        output[index] = PixelRows.opaqueAlpha | value << 16 | value << 8 | value
      }
      return
    }
    let (blues, reds) = (light + width, light + 2 * width)
    for index in output.indices {
      let base = (light[index] + Self.middle) << 16 + Self.one / 2
      let (blue, red) = (blues[index], reds[index])
      output[index] = Self.pixel(
        base + Self.redOfRed * red, base - Self.greenOfBlue * blue - Self.greenOfRed * red,
        base + Self.blueOfBlue * blue)
    }
  }

  /// Spreads a channel's means, less half of the range, over the width of the picture.
  private func findMeans(_ component: Int, _ row: Int) {
    let channel = layout.components[component]
    let quantum = layout.quantum(of: channel)
    let repeats = layout.maximum.across / channel.across
    let source = first + starts[component] + row * channel.down / rowCount * strides[component]
    let target = means + component * width
    for block in 0..<strides[component] {
      // A first coefficient is eight times the mean, and 4 rounds to nearest.
      let mean = (Int(source[block]) * quantum + 4) >> 3
      for place in block * repeats..<(block + 1) * repeats { target[place] = mean }
    }
  }

  @inline(__always)
  private static func pixel(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    func byte(_ value: Int) -> UInt32 { UInt32(min(max(value >> 16, 0), 255)) }
    return PixelRows.opaqueAlpha | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}
