/// The mean colors of the blocks in a row of MCUs: the picture at an eighth of its size.
final class DCPreview {
  /// The level shift of 8-bit samples.
  private static let levelShift = 128
  /// One in 16.16 fixed point.
  private static let one = 1 << 16
  // The JFIF coefficients from YCbCr to RGB.
  private static let redOfCr = Int(1.402 * Double(one))
  private static let greenOfCb = Int(0.344_136 * Double(one))
  private static let greenOfCr = Int(0.714_136 * Double(one))
  private static let blueOfCb = Int(1.772 * Double(one))

  /// The DC coefficients of all blocks, component by component and row by row.
  let coefficients: UnsafeMutablePointer<Int16>
  private let header: JPEGHeader
  private let strides: [Int]
  private let starts: [Int]
  private let means: UnsafeMutablePointer<Int>
  /// The width in pixels.
  private let width: Int

  /// Allocates memory for a number of MCUs.
  init(_ header: JPEGHeader, mcus: Int) {
    self.header = header
    strides = header.components.map { $0.horizontalSampling * mcus }
    var starts: [Int] = []
    var total = 0
    for component in header.components {
      starts.append(total)
      total += component.horizontalSampling * component.verticalSampling * mcus
    }
    self.starts = starts
    width = header.maximumSampling.horizontal * mcus
    coefficients = .allocate(capacity: total)
    coefficients.initialize(repeating: 0, count: total)
    means = .allocate(capacity: width * header.components.count)
    means.initialize(repeating: 0, count: width * header.components.count)
  }

  deinit {
    coefficients.deallocate()
    means.deallocate()
  }

  /// The index in ``coefficients`` of a block of the first MCU, and the distance to the next MCU's.
  func place(of block: MCULayout.Block) -> (start: Int, step: Int) {
    let component = block.component
    return (
      starts[component] + block.row * strides[component] + block.column,
      header.components[component].horizontalSampling
    )
  }

  /// The number of rows.
  var rowCount: Int { header.maximumSampling.vertical }

  /// Writes one row of pixels.
  ///
  /// - Parameters:
  ///   - row: From 0 to less than ``rowCount``.
  ///   - start: The first pixel to write.
  ///   - output: The pixels.
  func write(row: Int, from start: Int, to output: UnsafeMutableBufferPointer<UInt32>) {
    for component in header.components.indices { upsample(component, row) }
    let luma = means + start
    guard header.components.count == 3 else {
      for index in output.indices {
        let value = UInt32(min(max(luma[index] + Self.levelShift, 0), 255))
        output[index] = PixelRows.opaqueAlpha | value << 16 | value << 8 | value
      }
      return
    }
    let (cb, cr) = (luma + width, luma + 2 * width)
    for index in output.indices {
      let base = (luma[index] + Self.levelShift) << 16 + Self.one / 2
      output[index] = Self.pixel(
        base + Self.redOfCr * cr[index],
        base - Self.greenOfCb * cb[index] - Self.greenOfCr * cr[index],
        base + Self.blueOfCb * cb[index])
    }
  }

  /// Computes a component's means, before the level shift, and repeats them to the full width.
  private func upsample(_ component: Int, _ row: Int) {
    let channel = header.components[component]
    let step = header.dcQuantizationStep(of: channel)
    let repeats = header.maximumSampling.horizontal / channel.horizontalSampling
    let source =
      coefficients + starts[component]
      + row * channel.verticalSampling / rowCount * strides[component]
    let target = means + component * width
    for block in 0..<strides[component] {
      // A DC coefficient is eight times the mean; adding 4 rounds to nearest.
      let mean = (Int(source[block]) * step + 4) >> 3
      for place in block * repeats..<(block + 1) * repeats { target[place] = mean }
    }
  }

  @inline(__always)
  private static func pixel(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    func byte(_ value: Int) -> UInt32 { UInt32(min(max(value >> 16, 0), 255)) }
    return PixelRows.opaqueAlpha | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}
