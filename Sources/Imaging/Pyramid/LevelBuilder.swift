import ScrollGeometry

/// Cuts the rows of one level into tiles, and halves them for the next level.
///
/// It holds one row of tiles and the last few rows of pixels, where the next row of tiles and its apron
/// begin.
final class LevelBuilder {
  /// Receives a tile: its key, its pixels.
  typealias Emit = (TileKey, TilePixels) -> Void

  let level: Int
  /// False if the level is only halved for the next.
  let cuts: Bool
  private let columns: TileAxis
  private let rows: TileAxis
  private let transform: OrientationTransform
  private let hasAlpha: Bool
  private let hasClasses: Bool
  let next: LevelBuilder?
  /// Receives the rows of the coarsest level.
  private let takeRow: PyramidBuilder.TakeRow?
  /// The last ``rowsKept`` rows, each with an apron on both sides.
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let stride: Int
  private var row = 0
  private var building: TileRowBuilder?
  private var begun = 0

  /// Makes the builder of a level and of all coarser ones; tiles are cut from `first` on.
  init(
    level: Int, of count: Int, first: Int, columns: TileAxis, rows: TileAxis, info: ImageInfo,
    takeRow: PyramidBuilder.TakeRow?
  ) {
    self.level = level
    cuts = level >= first
    self.columns = columns
    self.rows = rows
    transform = OrientationTransform(orientation: info.orientation)
    (hasAlpha, hasClasses) = (info.hasAlpha, info.hasClasses)
    next =
      level + 1 < count
      ? LevelBuilder(
        level: level + 1, of: count, first: first, columns: columns.halved, rows: rows.halved,
        info: info, takeRow: takeRow) : nil
    self.takeRow = next == nil ? takeRow : nil
    stride = columns.length + 2 * TilePixels.apron
    memory = .allocate(capacity: Self.rowsKept * stride)
    memory.initialize(repeating: 0)
  }

  deinit { memory.deallocate() }

  /// The number of its rows.
  var rowCount: Int { rows.length }

  /// Where the next row is to be written, as many pixels as the level is wide.
  var nextRow: UnsafeMutableBufferPointer<UInt32> {
    let start = Self.place(row) * stride + TilePixels.apron
    return UnsafeMutableBufferPointer(rebasing: memory[start..<start + columns.length])
  }

  /// The rows that the aprons of two tiles, one above the other, share.
  private static let rowsKept = 2 * TilePixels.apron

  private static func place(_ row: Int) -> Int { row % rowsKept }

  /// The distance from the current row's pixels to those of an earlier row.
  private func distance(to earlier: Int) -> Int {
    (Self.place(earlier) - Self.place(row)) * stride
  }

  /// Commits the row that was written: to the tiles, and with its partner to the next level.
  func commitRow(emit: Emit) {
    guard row < rows.length, let pixels = nextRow.baseAddress else { return }
    takeRow?(UnsafeBufferPointer(nextRow))
    repeatEdges(pixels)
    cut(pixels, emit: emit)
    halve(pixels, emit: emit)
    row += 1
  }

  /// Emits the tiles under construction, of this level and coarser ones.
  ///
  /// Levels with more rows of pixels than `maximumHeight` are left out.
  func emitPartialTiles(maximumHeight: Int = .max, emit: Emit) {
    if rows.length <= maximumHeight, let building, building.filledRows > 0 {
      for column in 0..<columns.tileCount {
        self.emit(building.snapshot(column: column), column, of: building, emit)
      }
    }
    next?.emitPartialTiles(maximumHeight: maximumHeight, emit: emit)
  }

  private func repeatEdges(_ pixels: UnsafeMutablePointer<UInt32>) {
    for distance in 1...TilePixels.apron {
      pixels[-distance] = pixels[0]
      pixels[columns.length - 1 + distance] = pixels[columns.length - 1]
    }
  }

  /// Copies the current row into the tiles, and begins the next ones when these are complete.
  private func cut(_ pixels: UnsafePointer<UInt32>, emit: Emit) {
    if building == nil { beginTileRow(pixels) } else { building?.place(row: row, pixels: pixels) }
    while let complete = building, complete.isComplete {
      building = nil
      finish(complete, emit: emit)
      beginTileRow(pixels)
    }
  }

  /// Begins a row of tiles with the rows of pixels so far, the current one last.
  private func beginTileRow(_ pixels: UnsafePointer<UInt32>) {
    guard cuts, begun < rows.tileCount else { return }
    var next = TileRowBuilder(index: begun, columns: columns, rows: rows)
    for earlier in next.firstRow...row {
      next.place(row: earlier, pixels: pixels + distance(to: earlier))
    }
    building = next
    begun += 1
  }

  private func finish(_ tileRow: consuming TileRowBuilder, emit: Emit) {
    var tileRow = tileRow
    for column in 0..<columns.tileCount {
      self.emit(tileRow.finish(column: column), column, of: tileRow, emit)
    }
  }

  private func emit(
    _ pixels: ContiguousArray<UInt32>, _ column: Int, of tileRow: TileRowBuilder, _ emit: Emit
  ) {
    let content = PixelSize(width: columns.span(column).count, height: tileRow.span.count)
    let oriented = transform.apply(to: pixels, size: TilePixels.padded(content))
    let across = columns.shownIndex(column)
    let down = rows.shownIndex(tileRow.index)
    let transposes = transform.orientation.transposes
    let tile = TilePixels(
      size: transform.orientation.applied(to: content),
      isOpaque: !hasAlpha || PixelRows.isOpaque(oriented),
      filled: transform.filledRect(rows: tileRow.filledRows, of: content), storage: oriented)
    emit(
      TileKey(level: level, column: transposes ? down : across, row: transposes ? across : down),
      tile)
  }

  /// Halves this row with the one before, or with itself if it is unpaired.
  private func halve(_ pixels: UnsafePointer<UInt32>, emit: Emit) {
    guard let next, let output = next.nextRow.baseAddress else { return }
    let isLeader = rows.startsUnpaired && row == 0
    let isSecond = (row % 2 == 1) != rows.startsUnpaired
    guard isLeader || isSecond || row == rows.length - 1 else { return }
    let partner = isSecond && !isLeader ? pixels + distance(to: row - 1) : pixels
    BoxFilter.halve(
      partner, pixels, count: columns.length, startsUnpaired: columns.startsUnpaired,
      hasClasses: hasClasses, into: output)
    next.commitRow(emit: emit)
  }
}

/// The 2×2 box filter on rows of premultiplied pixels.
///
/// Two channels are summed at once in the halves of a word: four bytes need ten bits, so sixteen bits a
/// channel never overflow. An unpaired row is passed twice and an unpaired column is averaged with
/// itself, so an odd edge is the average of the pixels there are. Rounds to nearest, half up.
enum BoxFilter {
  /// Every other byte of a word, from the lowest on: blue and red, or, shifted, green and alpha.
  private static let evenBytes: UInt32 = 0x00FF_00FF
  /// The same for two pixels.
  private static let evenBytesOfTwo: UInt64 = 0x00FF_00FF_00FF_00FF
  /// Half of the divisor four, in both halves of a word.
  private static let rounding: UInt32 = 0x0002_0002

  /// Halves two rows into one of half the width, rounded up.
  ///
  /// - Parameters:
  ///   - upper: The first row, `count` pixels.
  ///   - lower: The second row; may be the first one again.
  ///   - count: The pixels of a row, at least 1.
  ///   - startsUnpaired: True if the first pixel has no partner, instead of the last one of an odd `count`.
  ///   - hasClasses: True for colors that aren't averaged: the most frequent one of a block is taken.
  ///   - output: Room for (count + 1) / 2 pixels.
  static func halve(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, count: Int,
    startsUnpaired: Bool, hasClasses: Bool = false,
    into output: UnsafeMutablePointer<UInt32>
  ) {
    let lead = startsUnpaired ? 1 : 0
    if hasClasses {
      for index in 0..<(count + lead + 1) / 2 {
        let (left, right) = (max(2 * index - lead, 0), min(2 * index - lead + 1, count - 1))
        output[index] = mostFrequent(upper[left], upper[right], lower[left], lower[right])
      }
      return
    }
    if startsUnpaired { output[0] = column(upper[0], lower[0]) }
    let pairs = (count - lead) / 2
    halvePairs(upper + lead, lower + lead, pairs, into: output + lead)
    let done = lead + 2 * pairs
    if done < count { output[lead + pairs] = column(upper[done], lower[done]) }
  }

  /// The most frequent of four pixels; of several such ones, the first.
  private static func mostFrequent(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    if a == b || a == c || a == d { return a }
    if b == c || b == d { return b }
    return c == d ? c : a
  }

  /// The average of two pixels, one above the other.
  private static func column(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
    let low = 2 &* ((upper & evenBytes) &+ (lower & evenBytes)) &+ rounding
    let high = 2 &* ((upper >> 8 & evenBytes) &+ (lower >> 8 & evenBytes)) &+ rounding
    return (low >> 2 & evenBytes) | (high >> 2 & evenBytes) << 8
  }

  /// Averages blocks of two by two pixels, a word of two pixels from each row at a time.
  private static func halvePairs(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ pairs: Int,
    into output: UnsafeMutablePointer<UInt32>
  ) {
    let first = UnsafeRawPointer(upper)
    let second = UnsafeRawPointer(lower)
    for index in 0..<pairs {
      let above = first.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      let below = second.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      let low = (above & evenBytesOfTwo) &+ (below & evenBytesOfTwo)
      let high = (above >> 8 & evenBytesOfTwo) &+ (below >> 8 & evenBytesOfTwo)
      let lowSum = UInt32(truncatingIfNeeded: low &+ (low >> 32)) &+ rounding
      let highSum = UInt32(truncatingIfNeeded: high &+ (high >> 32)) &+ rounding
      output[index] = (lowSum >> 2 & evenBytes) | (highSum >> 2 & evenBytes) << 8
    }
  }
}
