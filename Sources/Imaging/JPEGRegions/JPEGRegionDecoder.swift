import ScrollGeometry
import Synchronization

/// Decodes any region of a baseline JPEG file, after one scan over all of it.
///
/// The scan decodes only the lengths of codes and the DC coefficient of each block, which is the
/// block's mean color: the picture at an eighth of its size, in a third of the time that decoding
/// takes. Once a tile's width it adds an entry to the index: a bit offset and the DC predictors
/// there. A region is then copied, from such an entry on, into a small JPEG file of its own, which
/// libjpeg decodes to exactly the pixels that it would give for the whole file.
final class JPEGRegionDecoder: RegionDecoder {
  /// The level that DC coefficients give: three halvings are an eighth.
  static let dcLevel = 3

  let info: ImageInfo
  let header: JPEGHeader
  let layout: MCULayout
  let scan: ScanFile
  let file: ImageFile
  private let index: Mutex<JPEGIndex>
  private let color: Mutex<ColorTransform?>
  private let hasColor: Bool

  /// Reads the headers, or returns `nil` for a file that must be decoded as a whole.
  init?(_ file: ImageFile, _ info: ImageInfo) {
    var found: JPEGHeader?
    let scan = ScanFile(file) { read in
      found = JPEGHeader(read)
      return found?.scanOffset
    }
    guard let scan, let header = found, let layout = MCULayout(header),
      header.size == info.orientation.applied(to: info.size),
      info.color == (header.components.count == 1 ? "gray" : "YCbCr")
    else { return nil }
    guard header.restartInterval == 0 || !scan.hasFiller else { return nil }
    // A mirrored axis is halved from its far end, where blocks may begin at other pixels.
    let (width, height) = (header.size.width, header.size.height)
    guard !info.orientation.reversesX || width % JPEGHeader.blockSide == 0,
      !info.orientation.reversesY || height % JPEGHeader.blockSide == 0
    else { return nil }
    guard let reader = try? JPEGReader(file) else { return nil }
    let color = reader.colorSource().transform(for: reader.colorModel)
    self.info = info
    self.file = file
    self.header = header
    self.layout = layout
    self.scan = scan
    index = Mutex(JPEGIndex(header))
    hasColor = color != nil
    self.color = Mutex(color)
  }

  var indexedLevel: Int { Self.dcLevel }

  /// Returns where some MCUs of a row are, or `nil` if the row isn't indexed yet.
  func span(row: Int, mcus: Range<Int>) -> JPEGIndex.Span? {
    index.withLock { $0.span(row: row, mcus: mcus) }
  }
}

extension JPEGRegionDecoder {
  /// The error for bits that aren't a code.
  var damage: ImagingError {
    ImagingError(.damaged, file.path, "some of the JPEG data is damaged")
  }

  /// Converts pixels to the screen's color space.
  func colored(_ pixels: consuming ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
    guard hasColor else { return pixels }
    return color.withLock { [pixels] color in
      var pixels = pixels
      pixels.withUnsafeMutableBufferPointer { color?.apply($0) }
      return pixels
    }
  }

  func buildIndex(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let preview = DCPreview(header, mcus: header.mcuGrid.width)
    let needed = layout.maximumStride + BlockWalker.lookahead
    var stream = ScanStream(scan, needed: needed)
    var isGood = true
    layout.tables.entries.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return }
      let walker = BlockWalker(bytes: UnsafePointer(stream.bytes), tables: tables, bit: 0, end: 0)
      var mcus = MCUWalker(layout, into: preview, walker: walker)
      for row in 0..<header.mcuGrid.height where isGood && shouldContinue() {
        index.withLock { indexRow(row, &mcus, &stream, needed: needed, &$0) }
        isGood = !mcus.walker.isCorrupt && mcus.walker.bit <= stream.count * 8
        if isGood { commit(preview, to: builder) }
      }
      if isGood, builder.isComplete { isGood = finish(mcus.walker, stream) }
    }
    if scan.isChanged { throw file.changed }
    if !isGood { throw damage }
  }

  private func indexRow(
    _ row: Int, _ mcus: inout MCUWalker, _ stream: inout ScanStream, needed: Int,
    _ index: inout JPEGIndex
  ) {
    for entry in 0..<index.entriesPerRow {
      if mcus.walker.bit + needed * 8 > stream.count * 8, !stream.hasEnded {
        stream.advance(&mcus.walker.bit) { index.append(chunk: $0) }
        mcus.walker.end = stream.count * 8
      }
      index.append(
        JPEGIndex.Entry(bit: stream.start * 8 + mcus.walker.bit, predictors: mcus.predictors))
      let first = index.mcu(ofEntry: entry)
      let isLast = entry + 1 == index.entriesPerRow
      let end = isLast ? index.mcusPerRow : index.mcu(ofEntry: entry + 1)
      mcus.walk(first..<end, number: row * index.mcusPerRow)
      if mcus.walker.isCorrupt { return }
    }
  }

  private func commit(_ preview: DCPreview, to builder: PyramidBuilder) {
    for row in 0..<preview.rowCount where !builder.isComplete {
      preview.write(row: row, from: 0, to: builder.nextRow)
      if hasColor { _ = builder.nextRow.update(fromContentsOf: colored(.init(builder.nextRow))) }
      builder.commitRow()
    }
  }

  /// Completes the index, and returns whether the scan ends with the last MCU.
  private func finish(_ walker: BlockWalker, _ stream: borrowing ScanStream) -> Bool {
    index.withLock { $0.end = stream.start * 8 + walker.bit }
    return stream.hasEnded && stream.count * 8 - walker.bit < 64
  }
}
