import ScrollGeometry

/// Compares two pictures at their full size, band by band, within a budget of memory.
///
/// The pixels are those that the viewer shows at 1:1: upright and in sRGB. Areas that only one picture covers are not compared.
package struct PictureComparison: Sendable {
  /// The pictures.
  package let sources: PicturePair<any ImageSource>
  /// How they lie on each other.
  package let layout: PairLayout
  private let budget: Int
  private let scratch: CacheFolder?

  /// Prepares a comparison.
  ///
  /// - Parameters:
  ///   - sources: The pictures.
  ///   - place: How pictures of different sizes are placed.
  ///   - budget: The memory for bands of both, in bytes.
  ///   - scratch: Where large pictures are rotated on disk; `nil` for nowhere.
  package init(
    _ sources: PicturePair<any ImageSource>, place: PairPlace, budget: Int,
    scratch: CacheFolder? = .standard()
  ) {
    self.sources = sources
    layout = PairLayout(sources.map(\.info.size), place: place)
    self.budget = budget
    self.scratch = scratch
  }
}

extension PictureComparison {
  /// Compares all pixels that both pictures cover.
  ///
  /// - Parameter progress: Called now and then with the part that is done, from 0 to 1; where it returns false, the comparison
  ///   ends early.
  /// - Returns: The statistics; places are in pixels of picture A. `nil` if `progress` has ended it.
  /// - Throws: The error of a picture that cannot be decoded as a whole.
  package func statistics(
    progress: (Double) -> Bool = { _ in true }
  ) throws(ImagingError) -> DifferenceStatistics? {
    let compared = layout.compared
    var statistics = DifferenceStatistics()
    guard !compared.isEmpty else { return statistics }
    let inB = layout.overlap.offset(x: -layout.frames.b.x, y: -layout.frames.b.y)
    var rows = RowReader(sources.a, compared, budget: budget / 2, scratch: scratch)
    var others = RowReader(
      sources.b, layout.scalesB ? PixelRect(layout.sizes.b) : inB, budget: budget / 2,
      scratch: scratch)
    var scaler = layout.scalesB ? RowScaler(from: layout.sizes.b, to: inB.size) : nil
    var y = compared.y
    var isWanted = true
    var failure: ImagingError?
    /// Compares a row of B with the next one of A.
    func compare(_ other: UnsafeBufferPointer<UInt32>) {
      do throws(ImagingError) {
        _ = try rows.next { statistics.add($0, other, x: compared.x, y: y) }
      } catch {
        failure = error
      }
      y += 1
      if y % Self.progressRows == 0 {
        isWanted = progress(Double(y - compared.y) / Double(compared.height))
      }
    }
    while y < compared.maxY, isWanted, failure == nil {
      let goesOn = try others.next { row in
        guard var taker = scaler else { return compare(row) }
        // Moved, not copied: a copy would copy the rows that it holds.
        scaler = nil
        taker.add(row, compare)
        scaler = taker
      }
      if !goesOn { break }
    }
    if let failure { throw failure }
    guard isWanted else { return nil }
    try rows.check()
    try others.check()
    _ = progress(1)
    return statistics
  }

  /// The number of rows from one report of progress to the next. [C]
  private static let progressRows = 64
}

/// The rows of a part of a picture, one after the other.
private struct RowReader {
  private let reader: BandReader
  private var band: PixelBand?
  private var row = 0

  init(
    _ source: any ImageSource, _ rect: PixelRect, budget: Int, scratch: CacheFolder?
  ) {
    reader = BandReader(source, rect: rect, budget: budget, scratch: scratch)
  }

  /// Calls `body` with the next row; returns false at the end.
  mutating func next(
    _ body: (UnsafeBufferPointer<UInt32>) -> Void
  ) throws(ImagingError) -> Bool {
    if band.map({ row >= $0.rect.maxY }) ?? true {
      band = nil
      band = try reader.nextBand()
      row = band?.rect.y ?? 0
    }
    guard let band else { return false }
    band.withRow(row, body)
    row += 1
    return true
  }

  /// Throws what could not be decoded.
  func check() throws(ImagingError) {
    if let damage = reader.damage { throw damage }
  }
}
