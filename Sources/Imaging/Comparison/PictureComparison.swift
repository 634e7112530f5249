import Glibc
import OverscrollBase
import ScrollGeometry

/// Compares two pictures at their full size, band by band, within a budget of memory.
///
/// The pixels are those that the viewer shows at 1:1: upright and in sRGB. Areas that only one picture covers are not compared.
package struct PictureComparison: Sendable {
  /// The pictures.
  private let sources: PicturePair<any ImageSource>
  /// How they lie on each other.
  package let layout: PairLayout
  private let budget: Int
  private let scratch: CacheFolder?

  /// Prepares a comparison.
  ///
  /// - Parameters:
  ///   - sources: The pictures.
  ///   - layout: How they lie on each other.
  ///   - budget: The memory for bands of both, in bytes.
  ///   - scratch: Where large pictures are rotated on disk; `nil` for nowhere.
  package init(
    _ sources: PicturePair<any ImageSource>, _ layout: PairLayout, budget: Int,
    scratch: CacheFolder? = .standard()
  ) {
    (self.sources, self.layout) = (sources, layout)
    self.budget = budget
    self.scratch = scratch
  }

  /// Compares what is seen, and the samples of the files where both have the same kind of them, whatever tone they are seen in.
  ///
  /// - Parameter progress: Called now and then with the part that is done, from 0 to 1; where it returns false, the comparison
  ///   ends early.
  /// - Returns: All differences; `nil` if `progress` has ended it.
  /// - Throws: The error of a picture that cannot be decoded as a whole.
  package func differences(
    progress: (Double) -> Bool = { _ in true }
  ) throws(ImagingError) -> PictureDifferences? {
    // Each is a pass over the files.
    let share = noSampleDifferences == nil ? 1 : 0.5
    guard let statistics = try statistics(progress: { progress($0 * share) }) else { return nil }
    var isWanted = true
    let samples = try sampleDifferences { part in
      isWanted = progress(share + part * (1 - share))
      return isWanted
    }
    guard isWanted else { return nil }
    return PictureDifferences(statistics, samples, isComplete: samples != nil || seesSamples)
  }

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
    var rows = RowReader(sources.a, compared, budget: budget / 2, scratch: scratch)
    var (y, isWanted) = (compared.y, true)
    /// Compares the next row of A with what `body` adds; returns whether to go on.
    func compareRow(
      _ body: (UnsafeBufferPointer<UInt32>, inout DifferenceStatistics) -> Void
    ) throws(ImagingError) -> Bool {
      let goesOn = try rows.next { body($0, &statistics) }
      y += 1
      if y % Self.progressRows == 0 {
        let part = Double(y - compared.y) / Double(compared.height)
        isWanted = progress(layout.turned == nil ? part : (1 + part) / 2)
      }
      return goesOn && isWanted && y < compared.maxY
    }
    if let turned = layout.turned {
      guard let held = try heldPixelsOfB(turned, progress: { progress($0 / 2) }) else { return nil }
      let frame = layout.frames.a
      var other = [UInt32](repeating: 0, count: compared.width)
      var goesOn = true
      while goesOn {
        let row = y + frame.y
        let columns = turned.columns(ofRow: row).clamped(
          to: compared.x + frame.x..<compared.maxX + frame.x)
        goesOn = try compareRow { own, statistics in
          let start = columns.lowerBound - frame.x - compared.x
          other.withUnsafeMutableBufferPointer {
            let part = UnsafeMutableBufferPointer(rebasing: $0[start..<start + columns.count])
            held.sample(turned, row: row, columns, into: part)
            statistics.add(
              UnsafeBufferPointer(rebasing: own[start..<start + columns.count]),
              UnsafeBufferPointer(part), x: compared.x + start, y: y)
          }
        }
      }
    } else {
      var failure: ImagingError?
      var others = ScaledRows(
        sources.b, layout, part: layout.overlap, budget: budget / 2, scratch: scratch)
      try others.forEach { other in
        do throws(ImagingError) {
          return try compareRow { $1.add($0, other, x: compared.x, y: y) }
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
    }
    guard isWanted else { return nil }
    try rows.check()
    _ = progress(1)
    return statistics
  }

  /// Reads the pixels of B that lie over A, scaled and not turned yet; `nil` if `progress` has ended it.
  private func heldPixelsOfB(
    _ turned: TurnedRect, progress: (Double) -> Bool
  ) throws(ImagingError) -> HeldPixels? {
    // One more on each side, between which is interpolated.
    let area = turned.unturnedBounds(of: layout.overlap).insetBy(-1)
      .intersection(layout.frames.b)
    let held = try HeldPixels(area, budget: budget / 2, scratch: scratch)
    var rows = ScaledRows(sources.b, layout, part: area, budget: budget / 2, scratch: scratch)
    var isWanted = true
    try rows.forEach { row in
      held.append(row)
      if held.rowCount % Self.progressRows == 0 {
        isWanted = progress(Double(held.rowCount) / Double(area.height))
      }
      return isWanted
    }
    return isWanted ? held : nil
  }

  /// Whether the pixels that are compared are the samples of both files: opaque colors of 8 bits in sRGB.
  private var seesSamples: Bool {
    [sources.a.info, sources.b.info].allSatisfy { info in
      let isPlain =
        info.colorSource.isEmpty ? info.samples == nil : info.colorSource.hasPrefix("sRGB")
      return isPlain && !info.isConverted && !info.hasAlpha
    }
  }

  /// Differences of no samples yet; `nil` where the pictures have other kinds or numbers of them, or B does not lie on A pixel by
  /// pixel.
  private var noSampleDifferences: SampleDifferences? {
    let infos = sources.map(\.info)
    guard layout.areSameSize, layout.turned == nil, layout.frames.a == layout.frames.b,
      infos.a.orientation == infos.b.orientation, let data = infos.a.data
    else { return nil }
    return SampleDifferences(data, infos.b.data)
  }

  /// Compares all samples as the files have them.
  ///
  /// - Parameter progress: Called now and then with the part that is done, from 0 to 1; where it returns false, the comparison
  ///   ends early.
  /// - Returns: How they differ; `nil` where they can't be compared, or `progress` has ended it.
  /// - Throws: The error of a picture whose samples cannot be read.
  private func sampleDifferences(
    progress: (Double) -> Bool
  ) throws(ImagingError) -> SampleDifferences? {
    guard let data = sources.a.info.data, var differences = noSampleDifferences,
      let a = try sources.a.sampleReader(), let b = try sources.b.sampleReader(),
      a.size == b.size, let rowBytes = data.rowBytes(of: a.size.width)
    else { return nil }
    let most = max(1, budget / 4 / max(1, rowBytes))
    var (top, isWhole) = (0, true)
    while top < a.size.height, isWhole {
      let height = min(most, a.size.height - top)
      let part = PixelRect(x: 0, y: top, width: a.size.width, height: height)
      var held: [UInt8] = []
      held.reserveCapacity(height * rowBytes)
      try a.rows(of: part) { row in
        held.append(contentsOf: row)
        return true
      }
      var rest = held[...]
      try b.rows(of: part) { row in
        isWhole = isWhole && row.count == rowBytes && rest.count >= rowBytes
        guard isWhole else { return false }
        let y = top + height - rest.count / rowBytes
        rest.prefix(rowBytes).withUnsafeBytes { differences.add($0, row, y: y) }
        rest = rest.dropFirst(rowBytes)
        return true
      }
      top += height
      guard progress(Double(top) / Double(a.size.height)) else { return nil }
    }
    guard isWhole else { return nil }
    differences.show(sources.a.info.orientation, in: a.size)
    return differences
  }

  /// The number of rows from one report of progress to the next. [C]
  private static let progressRows = 64
}

/// The rows of a part of a picture, one after the other.
private struct RowReader {
  private let reader: BandReader
  private var band: PixelBand?
  private var row = 0

  init(_ source: any ImageSource, _ rect: PixelRect, budget: Int, scratch: CacheFolder?) {
    reader = BandReader(source, rect: rect, budget: budget, scratch: scratch)
  }

  /// Calls `body` with the next row; returns false at the end.
  mutating func next(_ body: (UnsafeBufferPointer<UInt32>) -> Void) throws(ImagingError) -> Bool {
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
  func check() throws(ImagingError) { if let damage = reader.damage { throw damage } }
}

/// The rows of a part of picture B as it lies on the canvas, before it is turned.
private struct ScaledRows {
  private var reader: RowReader
  private var scaler: RowScaler?

  /// Begins to read a part of B's frame, on the canvas.
  init(
    _ source: any ImageSource, _ layout: PairLayout, part: PixelRect, budget: Int,
    scratch: CacheFolder?
  ) {
    let frame = layout.frames.b
    let part = part.offset(x: -frame.x, y: -frame.y)
    scaler = layout.scalesB ? RowScaler(from: layout.sizes.b, to: frame.size, part: part) : nil
    reader = RowReader(source, scaler?.needed ?? part, budget: budget, scratch: scratch)
  }

  /// Calls `body` with each row until it returns false.
  mutating func forEach(_ body: (UnsafeBufferPointer<UInt32>) -> Bool) throws(ImagingError) {
    var isWanted = true
    func take(_ row: UnsafeBufferPointer<UInt32>) { if isWanted { isWanted = body(row) } }
    while isWanted {
      let goesOn = try reader.next { row in
        guard var taker = scaler else { return take(row) }
        // Moved, not copied: a copy would copy the rows that it holds.
        scaler = nil
        taker.add(row, take)
        scaler = taker
      }
      guard goesOn else { break }
    }
    try reader.check()
  }
}

/// Pixels of a part of a picture that are read in any order: in memory, or in a temporary file where they are many.
private final class HeldPixels {
  private let area: PixelRect
  private let pixels: UnsafeMutableBufferPointer<UInt32>
  /// How many rows there are.
  private(set) var rowCount = 0

  /// - Throws: If there is neither memory nor disk space.
  init(_ area: PixelRect, budget: Int, scratch: CacheFolder?) throws(ImagingError) {
    self.area = area
    let count = max(1, area.area)
    let bytes = count * TilePixels.bytesPerPixel
    func failure(_ reason: String) -> ImagingError {
      ImagingError(rotating: bytes, scratch?.path ?? FilePath("B"), reason)
    }
    var (descriptor, flags) = (Int32(-1), MAP_PRIVATE | MAP_ANONYMOUS)
    if bytes > budget {
      guard let file = scratch?.makeUnnamedFile() else {
        throw failure("there is no cache folder that can be written")
      }
      (descriptor, flags) = (file, MAP_SHARED)
      // The room is taken before it is mapped: a full disk would end the program later.
      let error = posix_fallocate(descriptor, 0, bytes)
      guard error == 0 else {
        close(descriptor)
        throw failure(SystemError(error).message)
      }
    }
    defer { if descriptor >= 0 { close(descriptor) } }
    let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw failure(SystemError(errno).message) }
    pixels = UnsafeMutableBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: count), count: count)
  }

  deinit { munmap(pixels.baseAddress, pixels.count * TilePixels.bytesPerPixel) }

  func append(_ row: UnsafeBufferPointer<UInt32>) {
    guard rowCount < area.height else { return }
    let start = rowCount * area.width
    _ = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + area.width])
      .update(fromContentsOf: row.prefix(area.width))
    rowCount += 1
  }

  func sample(
    _ turned: TurnedRect, row: Int, _ columns: Range<Int>,
    into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    turned.sample(
      row: row, columns, of: UnsafeBufferPointer(pixels), stride: area.width, in: area,
      into: target)
  }
}

/// Scales a picture whose rows come from the top.
///
/// Where the picture grows, it interpolates linearly; where it shrinks, a pixel is the mean of the area that it covers, as in the
/// levels of a pyramid. At the edges, what lies outside has no weight. Colors are premultiplied, so that what is transparent has no
/// color.
///
/// It holds the rows that the next row depends on, already at the new width: two where the picture grows, and the ratio of the
/// heights and one more where it shrinks.
struct RowScaler {
  /// The weights of some neighboring pixels, which add up to 1.
  struct Taps: Hashable, Sendable {
    var first: Int
    var weights: [Float]

    var last: Int { first + weights.count - 1 }
  }

  private let columns: [Taps]
  private let height: (from: Int, to: Int)
  /// The rows of the scaled picture that are made.
  private let rows: Range<Int>
  /// The pixels that they depend on, of which the rows are to be added.
  let needed: PixelRect
  /// Rows at the new width, four channels per pixel, from ``firstHeld`` on.
  private var held: [[Float]] = []
  private var firstHeld: Int
  /// The row that is taken next.
  private var taken: Int
  /// The row that is made next.
  private var rowCount: Int

  /// Prepares scaling; sides are at least one pixel long.
  ///
  /// - Parameters:
  ///   - from: The size of the picture.
  ///   - to: That of the scaled one.
  ///   - part: The part of the scaled one that is made, which is not empty; `nil` for all of it.
  init(from: PixelSize, to: PixelSize, part: PixelRect? = nil) {
    let part = part ?? PixelRect(to)
    let columns = part.columns.map { Self.taps(of: $0, from: from.width, to: to.width) }
    let ends = [part.y, part.maxY - 1].map { Self.taps(of: $0, from: from.height, to: to.height) }
    let (left, top) = (columns.map(\.first).min() ?? 0, ends[0].first)
    needed = PixelRect(
      x: left, y: top, width: (columns.map(\.last).max() ?? 0) + 1 - left,
      height: ends[1].last + 1 - top)
    self.columns = columns.map { Taps(first: $0.first - left, weights: $0.weights) }
    height = (from.height, to.height)
    (rows, firstHeld, taken, rowCount) = (part.rows, top, top, part.y)
  }

  /// The weights of the pixels that a pixel of a scaled line is made of.
  private static func taps(of index: Int, from: Int, to: Int) -> Taps {
    guard from <= to else {
      // In parts of a pixel of which both pictures' pixels are multiples.
      let (start, end) = (index * from, (index + 1) * from)
      let covered = start / to...(end - 1) / to
      return Taps(
        first: covered.lowerBound,
        weights: covered.map { pixel in
          Float(Double(min(end, (pixel + 1) * to) - max(start, pixel * to)) / Double(from))
        })
    }
    let center = (Double(index) + 0.5) * Double(from) / Double(to) - 0.5
    let first = max(0, Int(center.rounded(.down)))
    let last = min(from - 1, Int((center + 1).rounded(.up)) - 1)
    let weights = (first...max(first, last)).map { max(0, 1 - abs(Double($0) - center)) }
    let sum = weights.reduce(0, +)
    return Taps(first: first, weights: weights.map { Float($0 / sum) })
  }

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
    while rowCount < rows.upperBound {
      let taps = Self.taps(of: rowCount, from: height.from, to: height.to)
      guard taps.last < taken else { return }
      let row = blended(taps)
      row.withUnsafeBufferPointer(emit)
      rowCount += 1
      guard rowCount < rows.upperBound else { return held = [] }
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
