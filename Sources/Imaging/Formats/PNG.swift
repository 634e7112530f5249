import ScrollGeometry

/// A PNG file, of any color type and depth, also interlaced; of an animated one the default picture.
struct PNGSource: RowSource {
  private(set) var info: ImageInfo
  let workBytes: Int
  private let file: ImageFile
  /// The sample that was found to mean no data.
  private var noData: Double?

  /// Reads the header of a PNG file.
  init(_ file: ImageFile) throws(ImagingError) {
    let reader = try PNGReader(file)
    info = reader.info
    let canvas =
      reader.isInterlaced ? InterlacedCanvas.byteCount(info.orientation.applied(to: info.size)) : 0
    workBytes = max(canvas, reader.rowBytes)
    self.file = file
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try PNGReader(file)
    var found = reader.info
    // A tone was mapped, and may have found what is transparent.
    (found.tone, found.exposure) = (info.tone, info.exposure)
    if noData != nil { found.hasAlpha = true }
    guard found == info else {
      throw file.changed
    }
    let (deep, rest) = reader.colors(stops: info.exposure, isToned: info.tone != nil)
    defer { withExtendedLifetime(deep) {} }
    let passes = try reader.start(info.tone, noData: noData, deep: deep)
    if passes == 1 {
      try decodeRows(reader, rest, into: builder, while: shouldContinue)
    } else {
      try decodeInterlaced(reader, rest, passes: passes, into: builder, while: shouldContinue)
    }
  }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    if tone.isAsNeeded, let stops = info.exposure {
      guard tone.stops != stops else { return nil }
      var toned = self
      toned.info.exposure = tone.stops
      return toned
    }
    guard let samples = info.samples, samples.takesTone else { return nil }
    let file = file
    let shown = try PNGReader(file).definesColor ? nil : 0...Double(UInt16.max)
    let mapping = try tone.mapping(
      of: info.orientation.applied(to: info.size), channels: samples.colors, shown: shown,
      statistics: { () throws(ImagingError) in
        try PNGSamples(file).statistics(
          until: tone == .auto ? nil : shown, while: shouldContinue)
      },
      { (meter) throws(ImagingError) in
        try PNGSamples(file).measure(into: &meter, while: shouldContinue)
      })
    guard let mapping else { return nil }
    var toned = self
    toned.info = info.toned(to: mapping)
    toned.noData = mapping.noData
    return toned
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    info.samples == nil ? nil : try PNGSampleReader(file)
  }

  private func decodeRows(
    _ reader: borrowing PNGReader, _ color: ColorTransform?, into builder: PyramidBuilder,
    while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    while !builder.isComplete, shouldContinue() {
      try reader.read(builder.nextRow, position: builder.rowCount)
      commitRow(color, to: builder)
    }
    if builder.isComplete { try reader.finish() }
  }

  private func commitRow(_ color: ColorTransform?, to builder: PyramidBuilder) {
    finish(builder.nextRow, color)
    builder.commitRow()
  }

  private func finish(_ row: UnsafeMutableBufferPointer<UInt32>, _ color: ColorTransform?) {
    color?.apply(row)
    if info.hasAlpha { PixelRows.premultiply(row) }
  }

  /// The levels whose pixels (every eighth, fourth or second) are complete after a pass, counted from 0.
  private static let previewLevels = [0: 3, 2: 2, 4: 1]

  private func addPreview(
    _ canvas: borrowing InterlacedCanvas, after pass: Int, _ color: ColorTransform?,
    to builder: PyramidBuilder
  ) {
    guard let level = Self.previewLevels[pass] else { return }
    builder.addPreview(level: level) { row, output in
      let source = canvas.row(row << level)
      for column in output.indices { output[column] = source[column << level] }
      finish(output, color)
      return true
    }
  }

  /// Decodes all passes but the last to a canvas, and commits rows with the odd ones of the last pass.
  ///
  /// Where a pass fails, a missing odd row repeats the even one above it.
  private func decodeInterlaced(
    _ reader: borrowing PNGReader, _ color: ColorTransform?, passes: Int,
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let size = builder.fileSize
    let canvas = try InterlacedCanvas(size: size, of: file)
    var failure: ImagingError?
    do {
      for pass in 0..<passes - 1 {
        for row in 0..<size.height {
          guard shouldContinue() else { return }
          try reader.read(canvas.row(row), position: row)
        }
        if builder.wantsPreview { addPreview(canvas, after: pass, color, to: builder) }
      }
    } catch { failure = error }
    for row in 0..<size.height {
      guard shouldContinue() else { return }
      _ = builder.nextRow.update(fromContentsOf: canvas.row(row / 2 * 2))
      if failure == nil {
        do { try reader.read(builder.nextRow, position: row) } catch { failure = error }
      }
      commitRow(color, to: builder)
    }
    if let failure { throw failure }
    try reader.finish()
  }
}

extension ImageFormat {
  /// The bytes at the start of every PNG file.
  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Portable Network Graphics.
  static let png = ImageFormat(
    name: "PNG", mediaTypes: ["image/png"], suffixes: ["png", "apng"],
    recognizes: { $0.starts(with: pngSignature) },
    open: { (file, _) throws(ImagingError) in
      let picture = try PNGSource(file)
      // Programs that know animations don't show a default picture that is no part of it.
      return PNGFrames.hidesPicture(of: file)
        ? PNGFrameSource(file, frame: 0, instead: picture) : picture
    },
    openPage: { (file, page, _) throws(ImagingError) in
      try PNGFrameSource(file, frame: page.index, instead: PNGSource(file))
    }, compose: { (file) throws(ImagingError) in try PNGComposer(file) })
}
