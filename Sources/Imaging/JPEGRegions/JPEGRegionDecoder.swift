import Geometry
import Synchronization

/// A baseline JPEG file whose tiles can be decoded one by one after one look at it.
///
/// The look decodes nothing but the lengths of codes and the first coefficient of each block, which is
/// its mean colour: the picture at an eighth, in a third of the time that decoding takes. It also notes,
/// once a tile's width, the bit at which a unit begins and the coefficients that the next ones are
/// counted from. From there any part can be decoded: its codes are copied into a small JPEG file of
/// their own, which libjpeg decodes to just the pixels that it would find in the whole file.
final class JPEGRegionDecoder: RegionDecoder {
  /// The level that first coefficients give: three halvings are an eighth.
  static let level = 3

  let info: ImageInfo
  let layout: JPEGLayout
  let plan: UnitPlan
  let scan: ScanFile
  let file: ImageFile
  private let index: Mutex<JPEGIndex>
  private let color: Mutex<ColorTransform?>
  private let hasColor: Bool

  /// Looks at the header; nil for a file that is decoded some other way.
  init?(_ file: ImageFile, _ info: ImageInfo) {
    var found: JPEGLayout?
    let scan = ScanFile(file) { read in
      found = JPEGLayout(read)
      return found?.scanOffset
    }
    guard let scan, let layout = found, let plan = UnitPlan(layout),
      layout.size == info.orientation.applied(to: info.size),
      info.color == (layout.components.count == 1 ? "grey" : "YCbCr")
    else { return nil }
    // An axis that is shown backwards is halved from its far end, where blocks may begin elsewhere.
    let (width, height) = (layout.size.width, layout.size.height)
    guard !info.orientation.reversesX || width % JPEGLayout.blockSide == 0,
      !info.orientation.reversesY || height % JPEGLayout.blockSide == 0
    else { return nil }
    guard let reader = try? JPEGReader(file) else { return nil }
    let color = ColorTransform(profile: reader.profile, model: reader.colorModel)
    self.info = info
    self.file = file
    self.layout = layout
    self.plan = plan
    self.scan = scan
    index = Mutex(JPEGIndex(layout))
    hasColor = color != nil
    self.color = Mutex(color)
  }

  var level: Int { Self.level }

  /// The stretch of a row of units; nil when the look did not come there yet.
  func stretch(row: Int, units: Range<Int>) -> JPEGIndex.Stretch? {
    index.withLock { $0.stretch(row: row, units: units) }
  }
}

extension JPEGRegionDecoder {
  /// The error that says that codes are broken.
  var damage: ImagingError {
    ImagingError(.damaged, file.path, "some of the JPEG data is damaged")
  }

  /// Pixels in the screen's colours.
  func colored(_ pixels: consuming ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
    guard hasColor else { return pixels }
    return color.withLock { [pixels] color in
      var pixels = pixels
      pixels.withUnsafeMutableBufferPointer { color?.apply($0) }
      return pixels
    }
  }

  func buildIndex(into builder: PyramidBuilder, while shouldContinue: () -> Bool)
    throws(ImagingError)
  {
    let notes = MeanRows(layout, units: layout.units.width)
    let needed = plan.longestStride + BlockWalker.lookahead
    var stream = ScanStream(scan, needed: needed)
    var isGood = true
    plan.tables.entries.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return }
      let walker = BlockWalker(bytes: UnsafePointer(stream.bytes), tables: tables, bit: 0)
      var walk = UnitWalk(plan, notes: notes, walker: walker)
      for row in 0..<layout.units.height where isGood && shouldContinue() {
        index.withLock { indexRow(row, &walk, &stream, needed: needed, &$0) }
        isGood = !walk.walker.isBroken && walk.walker.bit <= stream.count * 8
        if isGood { commit(notes, to: builder) }
      }
      if isGood, builder.isComplete { isGood = finish(walk.walker, stream) }
    }
    if scan.isChanged { throw file.changed }
    if !isGood { throw damage }
  }

  private func look(
    atRow row: Int, _ walk: inout UnitWalk, _ stream: inout ScanStream, needed: Int,
    _ index: inout JPEGIndex
  ) {
    for entry in 0..<index.entriesInRow {
      if walk.walker.bit + needed * 8 > stream.count * 8, !stream.hasEnded {
        stream.advance(&walk.walker.bit) { index.append(piece: $0) }
      }
      index.append(
        JPEGIndex.Entry(bit: stream.start * 8 + walk.walker.bit, first: walk.first))
      let unit = index.unit(ofEntry: entry)
      let isLast = entry + 1 == index.entriesInRow
      let end = isLast ? index.unitsInRow : index.unit(ofEntry: entry + 1)
      walk.walk(unit..<end, number: row * index.unitsInRow)
    }
  }

  private func commit(_ notes: MeanRows, to builder: PyramidBuilder) {
    for row in 0..<notes.rowCount where !builder.isComplete {
      notes.write(row: row, from: 0, to: builder.nextRow)
      if hasColor { _ = builder.nextRow.update(fromContentsOf: colored(.init(builder.nextRow))) }
      builder.commitRow()
    }
  }

  /// Notes the end, and answers whether the scan ends there too.
  private func finish(_ walker: BlockWalker, _ stream: borrowing ScanStream) -> Bool {
    index.withLock { $0.end = stream.start * 8 + walker.bit }
    return stream.hasEnded && stream.count * 8 - walker.bit < 64
  }
}
