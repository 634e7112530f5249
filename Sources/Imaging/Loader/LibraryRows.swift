import ScrollGeometry
import Synchronization

/// A picture that a library decodes row by row.
struct LibraryRows: ReducibleSource {
  private(set) var info: ImageInfo
  let workBytes: Int
  let reducibleLevels: Int
  private let file: ImageFile
  private let page: Int
  /// The size as stored.
  private let size: PixelSize
  private let library: any FormatLibrary
  /// How its samples become colors; `nil` where the library converts them.
  private var colors: LibraryColors?

  init(_ file: ImageFile, _ page: Int, _ library: any FormatLibrary) throws(ImagingError) {
    (self.file, self.page, self.library) = (file, page, library)
    let header: LibraryHeader
    do throws(LibraryError) {
      header = try library.header(file.path, page: page)
    } catch {
      throw error.error(file, library.name + " picture")
    }
    let notes = try LibraryNotes(FileBytes(file))
    if let channels = notes.otherChannels {
      throw ImagingError(
        .unsupported, file.path,
        "this \(library.name) picture has no colors, only \(channels); Krita and Blender open it")
    }
    size = header.size
    // Libraries apply other formats' orientation.
    info = ImageInfo(
      format: library.name, size: notes.orientation.applied(to: size), bitsPerChannel: header.bits,
      color: header.color, hasAlpha: header.hasAlpha, layout: library.layout,
      orientation: notes.orientation)
    colors = header.samples.flatMap { LibraryColors($0, notes) }
    if let samples = header.samples, colors == nil {
      info.colorSource = samples.profile.isEmpty ? "sRGB, assumed" : "ICC profile"
    }
    colors?.describe(in: &info)
    (workBytes, reducibleLevels) = (header.workBytes, header.reductions)
  }

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let width = builder.fileSize.width
    let converter = colors?.converter(width: width)
    var part = LibraryPart(size: builder.fileSize)
    (part.reduction, part.storedBits) = (level, colors?.storedBits)
    try decode(part) { row in
      guard !builder.isComplete, shouldContinue() else { return false }
      if let converter {
        converter.convert([row], into: builder.nextRow)
      } else {
        let pixels = UnsafeBufferPointer(
          start: row.assumingMemoryBound(to: UInt32.self), count: width)
        _ = builder.nextRow.update(fromContentsOf: pixels)
      }
      builder.commitRow()
      return true
    }
  }

  private func decode(
    _ part: LibraryPart, _ take: (UnsafeRawPointer) -> Bool
  ) throws(ImagingError) {
    do throws(LibraryError) {
      try library.decode(file.path, page: page, part, take)
    } catch {
      throw error.error(file, library.name + " picture")
    }
  }
}

// MARK: - Tones and samples

extension LibraryRows {
  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard let colors, let mapping = try mapping(tone, colors, while: shouldContinue) else {
      return nil
    }
    var toned = self
    toned.colors = colors.toned(to: mapping)
    toned.colors?.describe(in: &toned.info)
    return toned
  }

  private func mapping(
    _ tone: Tone, _ colors: LibraryColors, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> ToneMapping? {
    if tone.isAsNeeded, let stops = colors.format.exposure {
      return tone.stops == stops ? nil : ToneMapping(exposure: tone.stops)
    }
    guard let layout = colors.layout, layout.takesTone,
      !tone.isAsNeeded || colors.format.canBeStretched
    else { return nil }
    return try tone.mapping(
      of: size, channels: layout.colors, shown: colors.shown,
      guesses: layout.channels == 1 && colors.noData == nil,
      statistics: { () throws(ImagingError) in
        try statistics(colors, while: shouldContinue)
      },
      { (meter) throws(ImagingError) in
        if let noData = colors.noData { meter.noData = noData }
        var (part, y) = (LibraryPart(size: size), 0)
        part.storedBits = colors.storedBits
        try decode(part) { row in
          for x in 0..<size.width where !colors.isTransparent(row, x) {
            for channel in 0..<layout.colors {
              meter.add(colors.value(row, x, channel), x: x, y: y, channel: channel)
            }
          }
          y += 1
          return shouldContinue()
        }
      })
  }

  /// The most samples that are decoded for statistics. [C]
  private static let sampledCount = 4 << 20

  /// Returns samples of the colors, of a smaller level or from rows all over the picture.
  private func statistics(
    _ colors: LibraryColors, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> SampleStatistics {
    var statistics = SampleStatistics(noData: colors.noData)
    let pyramid = Pyramid(size: size)
    func count(_ size: PixelSize) -> Int { (size.area ?? .max / 4) * colors.format.model.channels }
    let level =
      (0...reducibleLevels).first { count(pyramid.size(ofLevel: $0)) <= Self.sampledCount }
      ?? reducibleLevels
    var part = LibraryPart(size: pyramid.size(ofLevel: level))
    (part.reduction, part.storedBits) = (level, colors.storedBits)
    part.step = (count(part.size) - 1) / Self.sampledCount + 1
    let step = count(part.size) / part.step / SampleStatistics.capacity + 1
    // What a damaged file lacks has no tone.
    try? decode(part) { row in
      for x in stride(from: 0, to: part.size.width, by: step)
      where !colors.isTransparent(row, x) {
        for channel in 0..<colors.format.model.channels {
          statistics.add(colors.value(row, x, channel))
        }
      }
      return shouldContinue()
    }
    return statistics
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    guard let colors, info.samples != nil else { return nil }
    let rows = self
    return LibrarySampleReader(size, colors) { (part, take) throws(ImagingError) in
      try rows.decode(part, take)
    }
  }
}

/// Reads the samples of pixels as a library decodes them.
///
/// A library begins at the first row for each part; hence some rows are kept.
private final class LibrarySampleReader: SampleReader {
  typealias Decode =
    @Sendable (LibraryPart, (UnsafeRawPointer) -> Bool) throws(ImagingError) -> Void

  /// The most bytes of rows that are kept. [C]
  private static let keptBytes = 4 << 20

  let size: PixelSize
  private let colors: LibraryColors
  private let decode: Decode
  /// The first row that is kept, and the bytes of all.
  private let kept = Mutex<(top: Int, bytes: [UInt8])>((0, []))

  init(_ size: PixelSize, _ colors: LibraryColors, _ decode: @escaping Decode) {
    (self.size, self.colors, self.decode) = (size, colors, decode)
  }

  func description() throws(ImagingError) -> SampleDescription { colors.description }

  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    var part = LibraryPart(size: size)
    (part.top, part.storedBits) = (rect.y, colors.storedBits)
    var row: [UInt8] = []
    var left = rect.height
    try decode(part) { bytes in
      colors.copy(bytes, rect.x..<rect.maxX, to: &row)
      left -= 1
      return row.withUnsafeBytes(take) && left > 0
    }
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    try kept.withLock { (kept) throws(ImagingError) in
      let rowBytes = colors.rowBytes(of: size.width)
      if !(kept.top..<kept.top + kept.bytes.count / rowBytes).contains(y) {
        let count = max(1, Self.keptBytes / rowBytes)
        var part = LibraryPart(size: size)
        (part.top, part.storedBits) = (y / count * count, colors.storedBits)
        var bytes: [UInt8] = []
        try decode(part) { row in
          bytes.append(contentsOf: UnsafeRawBufferPointer(start: row, count: rowBytes))
          return bytes.count < count * rowBytes && shouldContinue()
        }
        kept = (part.top, bytes)
      }
      let place = (y - kept.top) * rowBytes
      guard place + rowBytes <= kept.bytes.count else { return [] }
      return kept.bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return [] }
        return colors.channels.map { colors.value(base + place, x, $0) }
      }
    }
  }
}
