import Geometry

/// Where walking over a JPEG file's scan can begin.
struct JPEGIndex: Sendable {
  /// A place to begin at.
  struct Entry: Hashable, Sendable {
    /// The first bit, counted in cleaned bytes from the scan's first.
    var bit: Int
    /// The first coefficients of the channels' last blocks before.
    var first: SIMD4<Int16>
  }

  /// The distance of entries, in pixels: that of tiles. [C]
  private static let distance = Pyramid.tileSide

  /// The units from one entry of a row to the next.
  let stride: Int
  /// The entries of one row of units.
  let entriesInRow: Int
  /// The units of a row.
  let unitsInRow: Int
  private(set) var entries: ContiguousArray<Entry> = []
  /// The first cleaned byte of each piece of the file.
  private(set) var pieces: [Int] = []
  /// The bit after the last unit; nil while there are units to come.
  var end: Int?

  init(_ layout: JPEGLayout) {
    unitsInRow = layout.units.width
    stride = max(1, Self.distance / layout.unit.width)
    // A row's first unit, and from there each one before a tile's first, where the apron lies.
    entriesInRow = 1 + unitsInRow / stride
  }

  /// The unit at which the entry of a row begins.
  ///
  /// Each begins one unit before a tile, so that the tile's apron costs no further distance.
  func unit(ofEntry number: Int) -> Int { max(0, number * stride - 1) }

  /// The last entry of a row that begins at a unit or before it.
  func entry(before unit: Int) -> Int { min((unit + 1) / stride, entriesInRow - 1) }

  /// The rows of units that were passed in whole.
  var completeRows: Int {
    end != nil ? entries.count / entriesInRow : max(0, entries.count - 1) / entriesInRow
  }

  /// Adds the next entry.
  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Adds the next piece.
  mutating func append(piece start: Int) { pieces.append(start) }

  /// The piece that a cleaned byte lies in.
  func piece(of byte: Int) -> Int {
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle] <= byte { low = middle } else { high = middle }
    }
    return low
  }

  /// A stretch of units of one row and where to find it.
  struct Stretch: Sendable {
    var entry: Entry
    /// The unit the entry begins at.
    var unit: Int
    /// The pieces that hold it.
    var pieces: Range<Int>
    /// The first cleaned byte of the first piece.
    var start: Int
  }

  /// Where the units of a row are found; nil when they were not passed yet.
  func stretch(row: Int, units: Range<Int>) -> Stretch? {
    guard row < completeRows else { return nil }
    let number = entry(before: units.lowerBound)
    let first = entries[row * entriesInRow + number]
    var last = number + 1
    while last < entriesInRow, unit(ofEntry: last) < units.upperBound { last += 1 }
    let place = row * entriesInRow + last
    guard let endBit = place < entries.count ? entries[place].bit : end else { return nil }
    let piece = piece(of: first.bit >> 3)
    let lastPiece = self.piece(of: (endBit + 7) >> 3)
    return Stretch(
      entry: first, unit: unit(ofEntry: number), pieces: piece..<lastPiece + 1,
      start: pieces[piece])
  }
}
