import ScrollGeometry

/// The rows of a PNG file of 16 bits, as stored, in any order.
///
/// Rows can only be decompressed one after the other, so the state of the decompressor is recorded every few megabytes. Not
/// thread-safe.
final class PNGSamples {
  /// The distance of checkpoints, in bytes of rows: 2 MiB take some 10 ms; and their greatest number, and the memory that their
  /// rows may take. [C]
  private static let (interval, maximumCheckpoints, maximumBytes) = (2 << 20, 512, 64 << 20)

  let header: PNGSampleHeader
  private let file: ImageFile
  private let interval: Int
  private var cursor: PNGRowCursor
  /// Copies of cursors, in the order of their rows.
  private var checkpoints: [PNGRowCursor]
  private var sinceCheckpoint = 0

  /// Opens a file.
  ///
  /// - Throws: If it is damaged or has another depth.
  init(_ file: ImageFile) throws(ImagingError) {
    let bytes = try FileBytes(file)
    guard let head = bytes.read(0, PNGSampleHeader.byteCount), let header = PNGSampleHeader(head),
      let cursor = PNGRowCursor(header, bytes), let start = cursor.copy()
    else { throw ImagingError(.damaged, file.path, "the PNG header is damaged") }
    let row = header.size.width * header.pixelBytes
    let total = row * header.size.height
    let (spread, _) = (total / Self.maximumBytes).multipliedReportingOverflow(by: row)
    interval = max(Self.interval, total / Self.maximumCheckpoints, spread)
    self.header = header
    self.file = file
    self.cursor = cursor
    checkpoints = [start]
  }

  /// Returns the samples of a pixel; none where `shouldContinue` returns false.
  func samples(
    x: Int, y: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> [Double] {
    guard let (row, column) = header.place(x: x, y: y),
      try read(row, while: shouldContinue)
    else { return [] }
    return (0..<header.channels).map { cursor.sample(column, channel: $0) }
  }

  /// Adds all color samples to a meter.
  func measure(
    into meter: inout ToneMeter, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    for pass in header.passes {
      for row in pass.rows {
        // What a damaged file lacks has no tone.
        guard shouldContinue(), cursor.advance() else { return }
        let y = pass.y + (row - pass.rows.lowerBound) * pass.stepY
        for column in 0..<pass.width {
          for channel in 0..<header.colors {
            meter.add(
              cursor.sample(column, channel: channel), x: pass.x + column * pass.stepX, y: y,
              channel: channel)
          }
        }
      }
    }
  }

  /// The most bytes of rows that are decompressed for statistics: about a quarter of a second. [C]
  private static let sampledBytes = 64 << 20

  /// Returns samples of the colors, from the first rows on.
  ///
  /// - Parameters:
  ///   - shown: Ends as soon as the samples need no other range than this; `nil` for never.
  ///   - shouldContinue: Called between rows.
  /// - Returns: The samples, as far as the file is not damaged.
  func statistics(
    until shown: ClosedRange<Double>?, while shouldContinue: () -> Bool
  ) -> SampleStatistics {
    var statistics = SampleStatistics()
    let total = header.size.width * header.size.height * header.colors
    let step = total / SampleStatistics.capacity + 1
    var bytes = 0
    var checked = 1 << 12
    for pass in header.passes {
      for _ in pass.rows {
        guard shouldContinue(), bytes < Self.sampledBytes, cursor.advance() else {
          return statistics
        }
        bytes += cursor.rowBytes
        for column in stride(from: 0, to: pass.width, by: step) {
          // What is transparent is not seen.
          if header.channels > header.colors,
            cursor.sample(column, channel: header.channels - 1) == 0
          {
            continue
          }
          for channel in 0..<header.colors {
            statistics.add(cursor.sample(column, channel: channel))
          }
        }
        guard let shown, statistics.count >= checked else { continue }
        checked *= 2
        if let found = statistics.mapping?.range, !Tone.isNeeded(for: found, in: shown) {
          return statistics
        }
      }
    }
    return statistics
  }

  /// Makes a row of the file the current one.
  private func read(_ row: Int, while shouldContinue: () -> Bool) throws(ImagingError) -> Bool {
    let nearest = checkpoints.last { $0.rowCount <= row }
    if row + 1 < cursor.rowCount || cursor.rowCount < nearest?.rowCount ?? 0,
      let copy = nearest?.copy()
    {
      cursor = copy
      sinceCheckpoint = 0
    }
    while cursor.rowCount <= row {
      guard shouldContinue() else { return false }
      guard cursor.advance() else {
        throw ImagingError(.damaged, file.path, "the PNG file is damaged or ends early")
      }
      sinceCheckpoint += cursor.rowBytes
      guard sinceCheckpoint >= interval else { continue }
      sinceCheckpoint = 0
      if cursor.rowCount > checkpoints.last?.rowCount ?? 0, let copy = cursor.copy() {
        checkpoints.append(copy)
      }
    }
    return true
  }
}
