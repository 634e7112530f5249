import ScrollGeometry
import Synchronization

/// Reads the samples of a PNG file of 16 bits.
///
/// The first pixel takes a pass over the rows above it, which records checkpoints; others then take little.
final class PNGSampleReader: SampleReader {
  let size: PixelSize
  private let samples: Mutex<PNGSamples>

  init(_ file: ImageFile) throws(ImagingError) {
    let samples = try PNGSamples(file)
    size = samples.header.size
    self.samples = Mutex(samples)
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    try samples.withLock { (samples) throws(ImagingError) in
      try samples.samples(x: x, y: y, while: shouldContinue)
    }
  }
}

/// The header of a PNG file of 16 bits, and the order of its rows.
struct PNGSampleHeader: Hashable, Sendable {
  /// A picture of every so many columns and rows, whose rows follow each other in the file.
  struct Pass: Hashable, Sendable {
    var x: Int
    var y: Int
    var stepX: Int
    var stepY: Int
    var width: Int
    /// The rows of the file that belong to it.
    var rows: Range<Int>
  }

  let size: PixelSize
  let channels: Int
  let colors: Int
  let passes: [Pass]

  /// The first column and row of Adam7's passes, and their steps.
  private static let interlacing = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]
  /// The bytes of the signature and of the header's chunk. [PNG]
  static let byteCount = 33

  /// Reads the first bytes of a file; `nil` for another depth, or a damaged one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.byteCount, bytes[24] == 16 else { return nil }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    size = PixelSize(width: number(16), height: number(20))
    switch bytes[25] {
    case 0: (channels, colors) = (1, 1)
    case 2: (channels, colors) = (3, 3)
    case 4: (channels, colors) = (2, 1)
    case 6: (channels, colors) = (4, 3)
    default: return nil
    }
    guard !size.isEmpty else { return nil }
    var (passes, row) = ([Pass](), 0)
    for (x, y, stepX, stepY) in bytes[28] == 0 ? [(0, 0, 1, 1)] : Self.interlacing
    where x < size.width && y < size.height {
      let height = (size.height - y + stepY - 1) / stepY
      passes.append(
        Pass(
          x: x, y: y, stepX: stepX, stepY: stepY,
          width: (size.width - x + stepX - 1) / stepX, rows: row..<row + height))
      row += height
    }
    self.passes = passes
  }

  var pixelBytes: Int { 2 * channels }

  /// The pass of a row of the file.
  func pass(ofRow row: Int) -> Pass? { passes.first { $0.rows.contains(row) } }

  /// The row of the file with a pixel, and its place there.
  func place(x: Int, y: Int) -> (row: Int, column: Int)? {
    for pass in passes where x >= pass.x && y >= pass.y {
      let (column, beside) = (x - pass.x).quotientAndRemainder(dividingBy: pass.stepX)
      let (row, between) = (y - pass.y).quotientAndRemainder(dividingBy: pass.stepY)
      if beside == 0, between == 0 { return (pass.rows.lowerBound + row, column) }
    }
    return nil
  }
}
