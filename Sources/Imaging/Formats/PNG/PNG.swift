import ScrollGeometry

/// A PNG file, of any color type and depth, also interlaced; of an animated one the default picture.
struct PNGSource: StoredColorSource {
  private(set) var info: ImageInfo
  let workBytes: Int
  private let file: ImageFile
  /// The sample that was found to mean no data.
  private var noData: Double?
  /// True where colors stay as the file has them.
  private var isStored = false

  /// Reads the header of a PNG file.
  init(_ file: ImageFile) throws(ImagingError) {
    let reader = try PNGReader(file)
    info = reader.info
    let canvas =
      reader.isInterlaced ? InterlacedCanvas.byteCount(info.orientation.applied(to: info.size)) : 0
    workBytes = max(canvas, reader.rowBytes)
    self.file = file
  }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    let reader = try PNGReader(file)
    var found = reader.info
    // A tone was mapped, and may have found what is transparent.
    (found.tone, found.exposure) = (info.tone, info.exposure)
    if noData != nil { (found.hasAlpha, found.color) = (true, info.color) }
    guard found == info else { throw file.changed }
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
      guesses: samples.channels == 1,
      statistics: { () throws(ImagingError) in
        try PNGSamples(file).statistics(until: shown, while: shouldContinue)
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
    if info.storesColors { return StoredColors(self) }
    return info.samples == nil ? nil : try PNGSampleReader(file)
  }

  func storedDescription() throws(ImagingError) -> StoredColors.Description {
    StoredColors.Description(samples: try PNGReader(file).description)
  }

  func decode(
    into builder: PyramidBuilder, isStored: Bool, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    var source = self
    source.isStored = isStored
    try source.decode(into: builder, while: shouldContinue)
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
    guard !isStored else { return }
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
        ? PNGComposer.frame(0, of: file, instead: picture) : picture
    },
    openPage: { (file, page, _) throws(ImagingError) in
      try PNGComposer.frame(page.index, of: file, instead: PNGSource(file))
    }, compose: { (file) throws(ImagingError) in try PNGComposer(file) })
}

/// What the chunks of a PNG file hold that libpng leaves out: EXIF anywhere, and EXIF and profiles as text.
///
/// Most programs write eXIf after the pixels; before it was standard, ImageMagick, exiftool and exiv2 wrote the same bytes as
/// hexadecimal digits in a text, "Raw profile type exif".
struct PNGNotes {
  /// The EXIF block; `nil` if there is none.
  private(set) var exif: [UInt8]?
  /// The profile that a text holds; `nil` if there is none.
  private(set) var profile: [UInt8]?
  /// True if a block is in a compressed text that was not read.
  private(set) var skipsExif = false

  /// Longer chunks are left out, in bytes. [C]
  private static let maximumLength = 8 << 20

  /// Searches the chunks of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - inflates: False to leave out compressed texts, which only a confined process reads.
  init(_ file: ImageFile, inflates: Bool = true) {
    guard let bytes = try? FileBytes(file) else { return }
    var budget = ReadBudget()
    var place = PNGChunk.signatureLength
    var textual: [UInt8]?
    while budget.take(PNGChunk.headLength), let chunk = PNGChunk(at: place, in: bytes),
      chunk.type != "IEND"
    {
      place = chunk.end
      guard ["eXIf", "tEXt", "zTXt"].contains(chunk.type), chunk.count <= Self.maximumLength,
        budget.take(chunk.type == "eXIf" ? chunk.count : PNGRawProfile.maximumName)
      else { continue }
      if chunk.type == "eXIf" {
        if let body = bytes.read(chunk.start, chunk.count), exif == nil { exif = body }
        continue
      }
      // A text of another name is not read further.
      let start = bytes.read(chunk.start, min(chunk.count, PNGRawProfile.maximumName)) ?? []
      let kind = PNGRawProfile.kind(start)
      if chunk.type == "zTXt", !inflates {
        if kind == .exif, textual == nil { skipsExif = true }
        continue
      }
      guard kind != nil, budget.take(chunk.count),
        let body = bytes.read(chunk.start, chunk.count),
        let text = PNGRawProfile(body, isCompressed: chunk.type == "zTXt")
      else { continue }
      switch text.kind {
      case .exif: textual = textual ?? text.bytes
      case .profile: profile = profile ?? text.bytes
      }
    }
    exif = exif ?? textual
  }
}

/// EXIF or a profile as the hexadecimal digits of a text, after its name and length.
struct PNGRawProfile {
  enum Kind: Hashable, Sendable {
    case exif
    case profile
  }

  let kind: Kind
  let bytes: [UInt8]

  /// The longest name, and the zero after it, in bytes.
  static let maximumName = 80
  private static let kinds: [String: Kind] = [
    "Raw profile type exif": .exif, "Raw profile type APP1": .exif,
    "Raw profile type icc": .profile, "Raw profile type icm": .profile,
  ]

  /// The kind of a text that starts with these bytes; `nil` for other texts.
  static func kind(_ bytes: [UInt8]) -> Kind? {
    guard let end = bytes.prefix(maximumName).firstIndex(of: 0) else { return nil }
    return kinds[String(decoding: bytes[..<end], as: UTF8.self)]
  }

  /// Reads the content of a text chunk; `nil` for other texts, and damaged ones.
  init?(_ body: [UInt8], isCompressed: Bool) {
    guard let kind = Self.kind(body), let end = body.firstIndex(of: 0) else { return nil }
    var text = Array(body[(end + 1)...])
    if isCompressed {
      text = MetadataBlocks.inflated(text.dropFirst(), most: MetadataBlocks.maximumBlock)
    }
    // A line feed, the name, a line feed, and the length; then the digits, in lines.
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: true)
    guard lines.count > 2 else { return nil }
    var (bytes, high): ([UInt8], UInt8?) = ([], nil)
    for digit in lines.dropFirst(2).joined() {
      guard let value = Self.value(digit) else {
        guard [0x20, 0x0D, 0x09, 0].contains(digit) else { return nil }
        continue
      }
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    guard !bytes.isEmpty else { return nil }
    (self.kind, self.bytes) = (kind, bytes)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
