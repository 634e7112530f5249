import Glibc
import ScrollGeometry
import Synchronization

/// Reads the samples of a TIFF page as libtiff decodes them.
final class TIFFSampleReader: SampleReader {
  let size: PixelSize
  private let file: ImageFile
  private let page: TIFFPage
  private let limits: ImageLimits
  private let blocks: Mutex<TIFFSampleBlocks>

  /// Opens the file once more; `nil` where libtiff converts the samples.
  init?(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    guard page.format.layout != nil else { return nil }
    size = page.size
    (self.file, self.page, self.limits) = (file, page, limits)
    blocks = Mutex(try TIFFSampleBlocks(file, page: page, limits: limits))
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    try blocks.withLock { (blocks) throws(ImagingError) in
      try blocks.samples(x: x, y: y, while: shouldContinue)
    }
  }

  func description() throws(ImagingError) -> SampleDescription {
    let handle = try TIFFHandle(file, page: page, limits: limits)
    let bytes = try FileBytes(file)
    let directory = TagDirectories(at: Int(page.offset), isAlone: true) { bytes.read($0, $1) }
    let tags = directory.entries.filter { $0.directory == .picture && $0.index == 0 }
    var description = page.data
    if page.format.isLab, let model = tags.first(where: { $0.tag == 262 })?.integer {
      description.photometric = model
    }
    description.tags = tags.filter { SampleDescription.Number.kept.contains($0.tag) }
      .compactMap { SampleDescription.Tag($0) }
    if let text = page.notedNoData { description.setNoData(text) }
    if description.tag(SampleDescription.Number.profile) == nil, !page.format.isLab {
      description.setProfile(of: handle.colorSource(of: page.format.model))
    }
    return description
  }

  func histograms() throws(ImagingError) -> [SampleHistogram] {
    guard page.format.takesMix else { return [] }
    let channels = Array(0..<min(page.format.samples, ChannelMix.maximumParts))
    let sample = page.format.sample
    // Bytes are seen as they are.
    let isPlain = sample.bits <= 8 && !sample.isFloat
    let found = TIFFRange.statistics(of: channels, page, of: file, limits: limits)
    return found.map { found in
      var histogram = found.histogram ?? SampleHistogram(range: sample.limits, heights: [])
      if isPlain { histogram.shown = sample.limits }
      return histogram
    }
  }

  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    try TIFFSampleBlocks(file, page: page, channels: page.format.samples, limits: limits)
      .rows(of: rect, take)
  }
}

/// The samples of a part of a page: of the block that was decoded last, or of a row of a strip too large for that.
///
/// Not thread-safe.
private final class TIFFSampleBlocks {
  private let page: TIFFPage
  private let layout: SampleLayout
  private let handles: TIFFPlanes
  /// The number of the block or row that is decoded; `nil` before the first.
  private var current: Int?
  /// The decoded bytes, plane after plane.
  private var bytes: [UInt8]
  private let mask: TIFFMask?
  private let planes: Int

  /// Opens the file once more, to read so many channels of each pixel.
  init(
    _ file: ImageFile, page: TIFFPage, channels: Int = SampleLayout.maximumChannels,
    limits: ImageLimits
  ) throws(ImagingError) {
    let planes = page.format.isPlanar ? min(page.format.samples, channels) : 1
    self.planes = planes
    handles = try TIFFPlanes(file, page, Array(0..<planes), byRows: page.readsRows, limits)
    mask = try TIFFMask(file, of: page, limits: limits)
    self.page = page
    layout =
      page.format.layout
      ?? SampleLayout(channels: 1, colors: 1, bits: page.format.sample.bits, takesTone: false)
    let part = page.readsRows ? page.rowBytes : page.blockBytes
    let (count, overflow) = part.multipliedReportingOverflow(by: planes)
    guard !overflow, count <= limits.heldBytes else { throw file.lacksMemory }
    bytes = [UInt8](repeating: 0, count: count)
  }

  /// Returns the samples of a pixel; none where `shouldContinue` returns false.
  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    if page.readsRows {
      guard try readRows(upTo: y, while: shouldContinue) else { return [] }
      return (0..<layout.channels).map { value(x, line: 0, channel: $0, of: page.rowBytes) }
    }
    let (column, row) = (x / page.block.width, y / page.block.height)
    try readBlock(row * page.grid.width + column)
    return (0..<layout.channels).map {
      value(x % page.block.width, line: y % page.block.height, channel: $0, of: page.blockBytes)
    }
  }

  /// Adds the color samples of the page to a meter.
  func measure(into meter: inout ToneMeter, while shouldContinue: () -> Bool) throws(ImagingError) {
    if page.readsRows {
      for y in 0..<page.size.height where try readRows(upTo: y, while: shouldContinue) {
        add(0..<page.size.width, y: y, line: 0, of: page.rowBytes, to: &meter)
      }
      return
    }
    let skipsLeftOut = page.leavesOutNoData
    for number in 0..<page.planeBlocks where shouldContinue() {
      if skipsLeftOut, handles.leavesOut(number) { continue }
      // What is damaged has no tone.
      guard (try? readBlock(number)) != nil else { continue }
      let (row, column) = number.quotientAndRemainder(dividingBy: page.grid.width)
      let start = column * page.block.width
      let columns = start..<min(start + page.block.width, page.size.width)
      for line in 0..<page.rows(ofBlockRow: row) {
        let y = row * page.block.height + line
        add(columns, y: y, line: line, of: page.blockBytes, to: &meter)
      }
    }
  }

  /// The most bytes of rows that are put together. [C]
  private static let bandBytes = 32 << 20

  /// Passes on all samples of a rectangle, row by row.
  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    let size = SampleDescription.sampleBytes(ofBits: page.format.sample.bits)
    let pixelBytes = size * page.format.samples
    let (rowBytes, overflow) = rect.width.multipliedReportingOverflow(by: pixelBytes)
    guard !overflow, rowBytes <= 1 << 31 else { throw damage }
    var isWanted = true
    let most = max(1, Self.bandBytes / rowBytes)
    var top = rect.y
    var band: [UInt8] = []
    while top < rect.maxY, isWanted {
      // Blocks are decoded once more where a row of them is too large.
      let blockEnd = (top / page.block.height + 1) * page.block.height
      let end = page.readsRows ? top + 1 : min(rect.maxY, blockEnd, top + most)
      let count = (end - top) * rowBytes
      if band.count != count { band = [UInt8](repeating: 0, count: count) }
      if page.readsRows {
        _ = try readRows(upTo: top) { true }
        copy(rect.x..<rect.maxX, from: 0, line: 0, of: page.rowBytes, to: &band, at: 0)
      } else {
        for column in rect.x / page.block.width...(rect.maxX - 1) / page.block.width {
          let left = column * page.block.width
          let columns = max(left, rect.x)..<min(left + page.block.width, rect.maxX)
          try readBlock(top / page.block.height * page.grid.width + column)
          for y in top..<end {
            copy(
              columns, from: left, line: y % page.block.height, of: page.blockBytes, to: &band,
              at: (y - top) * rowBytes + (columns.lowerBound - rect.x) * pixelBytes)
          }
        }
      }
      band.withUnsafeBytes { band in
        for y in 0..<end - top where isWanted {
          let row = band[y * rowBytes..<(y + 1) * rowBytes]
          isWanted = take(UnsafeRawBufferPointer(rebasing: row))
        }
      }
      top = end
    }
  }

  /// Copies the samples of some columns of a row, in bytes of their own and channel after channel.
  private func copy(
    _ columns: Range<Int>, from left: Int, line: Int, of planeBytes: Int, to band: inout [UInt8],
    at place: Int
  ) {
    let (channels, sample) = (page.format.samples, page.format.sample)
    let size = SampleDescription.sampleBytes(ofBits: sample.bits)
    let isWhole = sample.bits % 8 == 0
    bytes.withUnsafeBytes { bytes in
      band.withUnsafeMutableBytes { band in
        guard let source = bytes.baseAddress, let target = band.baseAddress else { return }
        if isWhole, !page.format.isPlanar {
          let start = source + line * page.rowBytes + (columns.lowerBound - left) * channels * size
          (target + place).copyMemory(from: start, byteCount: columns.count * channels * size)
          return
        }
        for channel in 0..<channels {
          let row =
            source + (page.format.isPlanar ? channel * planeBytes : 0) + line * page.rowBytes
          for (index, x) in columns.enumerated() {
            let number = page.format.isPlanar ? x - left : (x - left) * channels + channel
            let output = target + place + (index * channels + channel) * size
            if isWhole {
              output.copyMemory(from: row + number * size, byteCount: size)
            } else {
              sample.store(sample.number(row, number), in: output)
            }
          }
        }
      }
    }
  }

  private func add(
    _ columns: Range<Int>, y: Int, line: Int, of planeBytes: Int, to meter: inout ToneMeter
  ) {
    for x in columns where mask?.isHidden(x: x, y: y) != true {
      for channel in 0..<layout.colors {
        let value = value(x - columns.lowerBound, line: line, channel: channel, of: planeBytes)
        meter.add(value, x: x, y: y, channel: channel)
      }
    }
  }

  private func value(_ x: Int, line: Int, channel: Int, of planeBytes: Int) -> Double {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      let plane = page.format.isPlanar ? channel : 0
      let row = base + plane * planeBytes + line * page.rowBytes
      let sample = page.format.isLab ? page.format.labSample : page.format.sample
      let value = sample.value(row, page.format.isPlanar ? x : x * page.format.samples + channel)
      return page.format.hasSign(channel) ? value.signed(bits: sample.bits) : value
    }
  }

  private func readBlock(_ number: Int) throws(ImagingError) {
    guard number != current else { return }
    current = nil
    try readPlanes(page.blockBytes) { handles.readBlock(number, of: $0, into: $1) }
    current = number
  }

  /// Decodes a row, and those of its strip before it that a compressed strip needs.
  private func readRows(
    upTo row: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> Bool {
    guard row != current else { return true }
    let strip = row / page.block.height * page.block.height
    let next = current.map { $0 < row ? max($0 + 1, strip) : strip } ?? strip
    current = nil
    for line in page.isCompressed ? next...row : row...row {
      guard shouldContinue() else { return false }
      try readPlanes(page.rowBytes) { handles.readRow(line, of: $0, into: $1) }
    }
    current = row
    return true
  }

  /// Has `read` fill the bytes of each plane, which follow each other.
  private func readPlanes(
    _ count: Int, _ read: (_ plane: Int, UnsafeMutableRawBufferPointer) -> Bool
  ) throws(ImagingError) {
    let isRead = bytes.withUnsafeMutableBytes { bytes in
      (0..<planes).allSatisfy {
        read($0, UnsafeMutableRawBufferPointer(rebasing: bytes[$0 * count..<($0 + 1) * count]))
      }
    }
    guard isRead, !handles.first.isChanged else { throw damage }
  }

  private var damage: ImagingError {
    handles.first.damage("some of the TIFF data is damaged or missing")
  }
}

extension TIFFSample {
  /// Writes a whole number into bytes of its own, in this machine's order.
  func store(_ number: UInt64, in output: UnsafeMutableRawPointer) {
    switch SampleDescription.sampleBytes(ofBits: bits) {
    case 1: output.storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
    case 2: output.storeBytes(of: UInt16(truncatingIfNeeded: number), as: UInt16.self)
    default: output.storeBytes(of: UInt32(truncatingIfNeeded: number), as: UInt32.self)
    }
  }
}

extension ChannelMix {
  /// How the mix is shown: with the ranges of the file, those that samples show best, or those of their type, where it has none; and
  /// with the sample that was found to mean no data, which doesn't count.
  fileprivate func mapping(
    _ page: TIFFPage, noData: Double?, _ names: [ChannelName], of file: ImageFile,
    _ limits: ImageLimits
  ) -> ToneMapping {
    let sample = page.format.sample
    var (mix, page) = (self, page)
    if let noData { page.format.noData = noData }
    if takesFileRanges {
      for index in parts.indices where parts[index].range == nil {
        let channel = parts[index].channel
        let named = names.indices.contains(channel) ? names[channel].range : nil
        mix.parts[index].range = named ?? sample.range
      }
      mix.takesFileRanges = false
    }
    let isMeasured = isStretched && (sample.isFloat || sample.bits > 8)
    let measured = isMeasured ? mix.parts.filter { $0.range == nil }.map(\.channel) : []
    let found =
      measured.isEmpty ? [] : TIFFRange.statistics(of: measured, page, of: file, limits: limits)
    for index in parts.indices where mix.parts[index].range == nil {
      let place = measured.firstIndex(of: parts[index].channel)
      mix.parts[index].range =
        place.flatMap { found[$0].mapping(guesses: false)?.range } ?? sample.range ?? sample.limits
    }
    return ToneMapping(noData: noData, mix: mix)
  }
}

extension SampleFormat {
  /// True where channels can be seen on their own.
  var takesMix: Bool {
    switch model {
    case .gray, .rgb, .cmyk: true
    case .palette, .lab, .converted: false
    }
  }

  /// Returns whether a channel has signed samples whatever the file says of their type: a* and b* of CIELAB. [TIFF 6.0, 23]
  fileprivate func hasSign(_ channel: Int) -> Bool {
    guard case .lab(.cie, isGray: false) = model else { return false }
    return (1...2).contains(channel)
  }

  /// True for CIELAB.
  var isLab: Bool { if case .lab = model { true } else { false } }
}

extension TIFFPage {
  /// What the samples are, without the tags of the file.
  var data: SampleDescription {
    var description = SampleDescription(format)
    if mask != nil { description.loss = "a mask" }
    return description
  }

  /// Returns how a tone maps the samples; `nil` where it maps nothing.
  ///
  /// - Parameters:
  ///   - tone: The tone.
  ///   - names: What the file calls its channels.
  ///   - sibling: The first page of the file, whose samples decide for all pages like it; `nil` if it is this one.
  ///   - file: The file.
  ///   - limits: The limits of decoding.
  ///   - definesColors: True if the file says what colors the samples are; only asked where it matters, since it opens the file.
  ///   - shouldContinue: Called now and then.
  /// - Returns: The mapping, or `nil`.
  /// - Throws: If the file cannot be read.
  func mapping(
    _ tone: Tone, _ names: [ChannelName], like sibling: TIFFPage?, of file: ImageFile,
    _ limits: ImageLimits, definesColors: @autoclosure () throws(ImagingError) -> Bool,
    while shouldContinue: () -> Bool
  ) throws(ImagingError) -> ToneMapping? {
    let first = sibling?.isLike(self) == true ? sibling ?? self : self
    let canGuess = canGuessNoData && (format.samples > 1 || names.first?.range == nil)
    if var mix = wantedMix(tone, names) {
      mix.setColors(names)
      var noData: Double?
      if canGuess, mix.isStretched, try !definesColors() {
        noData = guessedNoData(first, of: file, limits)
      }
      return mix.mapping(first, noData: noData, names, of: file, limits)
    }
    guard let layout = format.layout, layout.takesTone else { return nil }
    if tone.isAsNeeded, !format.canBeStretched { return nil }
    // The file says what is black and white.
    if tone.isAsNeeded, format.samples == 1, let range = names.first?.range {
      return ToneMapping(range: range)
    }
    var measured = first
    let definesColors = try definesColors()
    if tone.isAsNeeded, format.model == .rgb, format.sample.isFloat {
      // Light beyond white; what is within is as usual.
      guard !definesColors, format.sample.range == nil,
        let range = TIFFRange.statistics(measured, of: file, limits: limits)
          .mapping(guesses: true)?.range,
        Tone.exceeds(range, format.sample.limits)
      else { return nil }
      return ToneMapping(exposure: tone.stops)
    }
    // Of several channels, all have to lack data.
    let isGuessed = canGuess && format.samples > 1 && tone != .none && !definesColors
    let noData = isGuessed ? guessedNoData(first, of: file, limits) : nil
    if let noData { measured.format.noData = noData }
    var mapping = try tone.mapping(
      of: size, channels: layout.colors,
      shown: definesColors || format.sample.range != nil ? nil : format.sample.limits,
      guesses: canGuess && format.samples == 1,
      statistics: { () throws(ImagingError) in
        TIFFRange.statistics(measured, of: file, limits: limits)
      },
      { (meter) throws(ImagingError) in
        if let noData = noData ?? format.noData { meter.noData = noData }
        try TIFFSampleBlocks(file, page: self, channels: layout.colors, limits: limits)
          .measure(into: &meter, while: shouldContinue)
      })
    if let noData { mapping = ToneMapping(range: mapping?.range, noData: noData) }
    return mapping
  }

  /// True where a frequent sample may mean no data: what the file is about may lack some, and it doesn't say which sample means that.
  private var canGuessNoData: Bool {
    mayLackData && format.canBeStretched && format.alpha == nil && format.sample.range == nil
      && format.noData?.isFinite != true
  }

  /// The sample that means no data, found by the rules of a picture that is shown as needed, in all channels; `nil` for none.
  ///
  /// It is the same whichever channels are shown, and in whichever colors and range.
  private func guessedNoData(
    _ measured: TIFFPage, of file: ImageFile, _ limits: ImageLimits
  ) -> Double? {
    let channels = Array(0..<min(format.samples, ChannelMix.maximumParts))
    let found =
      format.samples == 1
      ? [TIFFRange.statistics(measured, of: file, limits: limits)]
      : TIFFRange.statistics(of: channels, measured, of: file, limits: limits)
    let mappings = found.map { $0.mapping(guesses: true) }
    guard let range = mappings.first??.range, Tone.isNeeded(for: range, in: format.sample.limits)
    else { return nil }
    return ToneMapping.noData(ofAll: mappings)
  }

  /// Returns whether the page has a color profile, which overviews of it need not have.
  func definesColors(_ file: ImageFile, _ limits: ImageLimits) throws(ImagingError) -> Bool {
    try !TIFFHandle(file, page: self, limits: limits).profile.isEmpty
  }

  /// The mix that is asked for, if all channels are there that it shows, or that of pages which are channels; `nil` for none.
  private func wantedMix(_ tone: Tone, _ names: [ChannelName]) -> ChannelMix? {
    guard format.takesMix else { return nil }
    if case .mix(var mix) = tone, mix.isComplete(amongChannels: format.samples) {
      mix.parts.removeAll { $0.channel >= format.samples }
      if !mix.parts.isEmpty { return mix }
    }
    guard !stack.isEmpty else { return nil }
    let mix = ChannelMix(
      (0..<format.samples).map { channel in
        let name = names.indices.contains(channel) ? names[channel] : ChannelName("")
        return ChannelMix.Part(channel: channel, color: name.color, range: name.range)
      })
    return mix.toned(to: tone)
  }

  /// Returns whether the samples of another page are of the same kind.
  private func isLike(_ other: TIFFPage) -> Bool {
    var layouts = [format.layout, other.format.layout]
    // What is no number is on some pages only.
    for index in layouts.indices where layouts[index]?.noData?.isFinite == false {
      layouts[index]?.noData = nil
    }
    return layouts[0] == layouts[1] && format.sample == other.format.sample
      && format.model == other.format.model
  }
}

extension Double {
  /// The signed sample of the same bits as an unsigned one.
  fileprivate func signed(bits: Int) -> Double {
    self < exp2(Double(bits - 1)) ? self : self - exp2(Double(bits))
  }
}
