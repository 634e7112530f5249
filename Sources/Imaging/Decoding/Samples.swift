import OverscrollBase
package import ScrollGeometry

/// The samples that a file stores for each pixel, before they become colors.
package struct SampleLayout: Hashable, Sendable {
  /// The samples of a pixel that can be read, at most ``maximumChannels``.
  package var channels: Int
  /// The channels that are colors.
  package var colors: Int
  /// The bits of a sample.
  package var bits: Int
  /// True for floating point.
  package var isFloat: Bool
  /// True for intensities of more than 8 bits, which a ``Tone`` can map.
  package var takesTone: Bool
  /// The sample that means no data, infinite if only what is no number does; `nil` for none.
  package var noData: Double?
  /// The samples that are black and in full color without a ``Tone``; `nil` where that isn't known.
  package var range: ClosedRange<Double>?

  /// The most samples of a pixel that are read: as many as can be seen at a time. [C]
  package static let maximumChannels = ChannelMix.maximumParts

  /// The most channels that are named and can be seen on their own. [C]
  static let maximumNamed = 1024

  /// Makes a layout; more than ``maximumChannels`` are cut off.
  package init(
    channels: Int, colors: Int, bits: Int, isFloat: Bool = false, takesTone: Bool,
    noData: Double? = nil, range: ClosedRange<Double>? = nil
  ) {
    (self.noData, self.range) = (noData, range)
    self.channels = min(max(channels, 1), Self.maximumChannels)
    self.colors = min(max(colors, 1), self.channels)
    self.bits = bits
    self.isFloat = isFloat
    self.takesTone = takesTone
  }

  /// True where a number means no data, not only what is none.
  package var namesNoData: Bool { noData?.isFinite == true }

  /// Returns whether the samples of a pixel are no data: all of its colors.
  package func isNoData(_ samples: [Double]) -> Bool {
    guard let noData else { return false }
    return samples.prefix(colors).allSatisfy { noData.isFinite && $0 == noData || $0.isNaN }
  }
}

/// Reads the samples of single pixels as a file stores them.
///
/// Safe to use from any thread; reading may take as long as decoding a part of the file.
package protocol SampleReader: AnyObject, Sendable {
  /// The size of the picture as stored, in pixels.
  var size: PixelSize { get }

  /// Returns the samples of a pixel, as many as its ``SampleLayout/channels``.
  ///
  /// - Parameters:
  ///   - x: The column as stored.
  ///   - y: The row as stored.
  ///   - shouldContinue: Called now and then; if it returns false the method returns no samples.
  /// - Returns: The samples, in the file's order.
  /// - Throws: If they are missing or damaged.
  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double]

  /// Returns what a file with the same samples has to say about them.
  func description() throws(ImagingError) -> SampleDescription

  /// Returns how often the samples of each channel occur, as far as a part of the file tells; none where channels can't be seen on
  /// their own.
  func histograms() throws(ImagingError) -> [SampleHistogram]

  /// Reads the samples of a rectangle, a row at a time from the top.
  ///
  /// - Parameters:
  ///   - rect: The rectangle as stored, which lies in the picture.
  ///   - take: Receives all samples of a row, pixel by pixel, each in ``SampleDescription/sampleBytes`` bytes in the order of this
  ///     machine; if it returns false no more are read.
  /// - Throws: If samples are missing or damaged.
  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError)
}

extension SampleReader {
  package func histograms() throws(ImagingError) -> [SampleHistogram] { [] }

  /// Returns the samples of a pixel of the picture as shown.
  package func samples(
    x: Int, y: Int, of info: ImageInfo, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    let place = info.orientation.fileRect(
      of: PixelRect(x: x, y: y, width: 1, height: 1), in: info.size)
    return try samples(x: place.x, y: place.y, while: shouldContinue)
  }
}

/// How often samples occur.
package struct SampleHistogram: Hashable, Sendable {
  /// The least and the greatest.
  package var range: ClosedRange<Double>
  /// How often those between occur, in even steps; the most frequent ones are 1.
  package var heights: [Double]
  /// The range that they show best; `nil` where there is none.
  package var shown: ClosedRange<Double>?

  /// The number of steps. [C]
  package static let stepCount = 128

  package init(range: ClosedRange<Double>, heights: [Double], shown: ClosedRange<Double>? = nil) {
    (self.range, self.heights, self.shown) = (range, heights, shown)
  }
}

/// What a file has to say about its samples so that others read them as they are, in TIFF's terms.
package struct SampleDescription: Hashable, Sendable {
  /// A tag of TIFF's and its values, in the order of this machine.
  package struct Tag: Hashable, Sendable {
    var number: Int
    /// TIFF's number of the type.
    var type: Int
    var count: Int
    var bytes: [UInt8]
  }

  /// What samples are made of, by TIFF's numbers.
  package enum Format: Int, Hashable, Sendable {
    case unsigned = 1
    case signed = 2
    case float = 3
  }

  /// The samples of a pixel.
  package var channels: Int
  /// The bits of a sample.
  package var bits: Int
  package var format: Format
  /// TIFF's number of the color model.
  package var photometric: Int
  /// TIFF's numbers of the meaning of the samples behind the colors.
  package var extras: [Int] = []
  /// What else there is to say: the color profile, the resolution, where the pixels lie on a map, and what means no data.
  package var tags: [Tag] = []
  /// The orientation to apply before the picture is shown.
  package var orientation = Orientation.upright
  /// What the samples would lack beside them, such as `a mask`; `nil` for nothing.
  package var loss: String?

  /// The bytes of a sample: of samples that share bytes in a file, the fewest that hold one.
  package var sampleBytes: Int { Self.sampleBytes(ofBits: bits) }

  static func sampleBytes(ofBits bits: Int) -> Int {
    bits % 8 == 0 ? bits / 8 : bits < 8 ? 1 : bits < 16 ? 2 : 4
  }

  /// The bytes of a row of pixels; `nil` where that overflows.
  func rowBytes(of width: Int) -> Int? {
    let (bytes, overflow) = width.multipliedReportingOverflow(by: channels * sampleBytes)
    return overflow ? nil : bytes
  }

  /// Makes the description of samples whose model is one of TIFF's.
  init(_ format: SampleFormat, bits: Int? = nil, photometric: Int? = nil) {
    channels = format.samples
    self.bits = bits ?? format.sample.bits
    self.format = format.sample.isFloat ? .float : format.sample.isSigned ? .signed : .unsigned
    self.photometric = photometric ?? format.model.photometric
    extras = (format.model.channels..<max(format.samples, format.model.channels)).map { index in
      guard let alpha = format.alpha, alpha.index == index else { return 0 }
      return alpha.isPremultiplied ? 1 : 2
    }
  }

  /// Makes the description of whole numbers: gray or RGB, and opacity where there is a channel more.
  init(channels: Int, colors: Int, bits: Int, isInverted: Bool = false) {
    (self.channels, self.bits, format) = (channels, bits, .unsigned)
    photometric = colors >= 3 ? 2 : isInverted ? 0 : 1
    extras = (colors..<channels).map { $0 == colors ? 2 : 0 }
  }
}

// MARK: - Tags

extension SampleDescription {
  /// The numbers of tags. [TIFF 6, GeoTIFF 1.1, GDAL]
  enum Number {
    static let (resolution, unit, colorMap, profile) = ([282, 283], 296, 320, 34675)
    static let (tiePoints, pixelScale, transformation, keys) = (33922, 33550, 34264, 34735)
    static let (greatest, metadata, noData) = (341, 42112, 42113)
    /// Those that libtiff takes as one number whatever their type is.
    static let numbers = resolution + [340, greatest]
    /// What is kept as it is: besides these the bounds of the samples, the geographic keys, and GDAL's metadata.
    static let kept: Set<Int> = [
      282, 283, unit, colorMap, profile, tiePoints, pixelScale, transformation, 340, greatest,
      34735, 34736, 34737, metadata, noData, 332, 334,
    ]
  }

  /// The tag with a number.
  func tag(_ number: Int) -> Tag? { tags.first { $0.number == number } }

  /// Gives a tag other values, unless it has none.
  mutating func set(_ tag: Tag) {
    tags.removeAll { $0.number == tag.number }
    if tag.count > 0 { tags.append(tag) }
  }

  /// Has the color profile of a source, which is made where it has only curves and primaries.
  mutating func setProfile(of source: ColorSource) {
    set(Tag(Number.profile, source.profileBytes(isGray: photometric < 2)))
  }

  /// Says which sample means that there are no data.
  mutating func setNoData(_ value: Double) { setNoData(NumberText.shortest(value)) }

  /// Says by its text which sample means that there are no data.
  mutating func setNoData(_ text: String) {
    set(Tag(Number.noData, Array(text.utf8) + [0], isText: true))
  }

  /// Has the names of channels as GDAL's bands have them, unless there are such: those of OME-XML and of inks are elsewhere in a file.
  mutating func setNames(of channels: [ChannelName]) {
    guard tag(Number.metadata) == nil, channels.contains(where: { !$0.name.isEmpty }) else {
      return
    }
    let items = channels.enumerated().filter { !$1.name.isEmpty }.map { index, channel in
      #"<Item name="DESCRIPTION" sample="\#(index)" role="description">"#
        + channel.name.escapedForXML + "</Item>"
    }
    let text = "<GDALMetadata>\(items.joined())</GDALMetadata>"
    set(Tag(Number.metadata, Array(text.utf8) + [0], isText: true))
  }

  /// Says which sample is white, unless it is the greatest that there can be.
  mutating func setGreatest(_ value: Int) {
    if value < 1 << bits - 1 { set(Tag(Number.greatest, [Double(value)])) }
  }

  /// Has so many pixels per centimeter.
  mutating func setResolution(perCentimeter x: Double, _ y: Double) {
    for (number, value) in zip(Number.resolution, [x, y]) { set(Tag(number, [value])) }
    let centimeters: UInt16 = 3
    set(
      Tag(
        number: Number.unit, type: 3, count: 1,
        bytes: withUnsafeBytes(of: centimeters) { Array($0) }))
  }

  /// Says how large pixels are, or where they lie on a map, as a file says it elsewhere than in tags that are kept.
  mutating func setScale(_ scale: PixelScale, hasMap: Bool) {
    guard let map = scale.earth else {
      let dots = [scale.x, scale.y].map { 0.01 / $0 }
      guard scale.kind != .angle, scale.measures, dots.allSatisfy(Self.resolutions.contains) else {
        return
      }
      return setResolution(perCentimeter: dots[0], dots[1])
    }
    guard hasMap, tag(Number.tiePoints) == nil, tag(Number.transformation) == nil else { return }
    if map.column.y == 0, map.row.x == 0, map.column.x > 0, map.row.y < 0 {
      set(Tag(Number.pixelScale, [map.column.x, -map.row.y, 0]))
      set(Tag(Number.tiePoints, [0, 0, 0, map.origin.x, map.origin.y, 0]))
    } else {
      let rows = [
        [map.column.x, map.row.x, 0, map.origin.x], [map.column.y, map.row.y, 0, map.origin.y],
        [0, 0, 0, 0], [0, 0, 0, 1],
      ]
      set(Tag(Number.transformation, rows.flatMap(\.self)))
    }
    // Coordinates are those of corners, and of a system without a number, its kind and its unit are known.
    var entries: [UInt16] = [1025, 0, 1, 1]
    let code = map.code > 0 ? UInt16(exactly: map.code) : nil
    if scale.kind == .angle {
      entries = [1024, 0, 1, 2] + entries + (code.map { [2048, 0, 1, $0] } ?? [])
    } else if scale.kind == .length, code != nil || scale.lengthUnit != nil {
      entries = [1024, 0, 1, 1] + entries + [3072, 0, 1, code ?? 32767]
      if let unit = scale.lengthUnit { entries += [3076, 0, 1, UInt16(unit)] }
    }
    let keys = [1, 1, 0, UInt16(entries.count / 4)] + entries
    set(
      Tag(
        number: Number.keys, type: 3, count: keys.count, bytes: keys.withUnsafeBytes { Array($0) }))
  }

  /// The resolutions that a TIFF file can hold, in pixels per centimeter. [TIFF 6]
  private static let resolutions = 1e-6...4e9

  /// Moves where the pixels lie on a map to those of a part, in pixels as stored.
  mutating func crop(to part: PixelRect) {
    let (x, y) = (Double(part.x), Double(part.y))
    if var matrix = tag(Number.transformation)?.doubles, matrix.count == 16 {
      matrix[3] += matrix[0] * x + matrix[1] * y
      matrix[7] += matrix[4] * x + matrix[5] * y
      set(Tag(Number.transformation, matrix))
    }
    guard var points = tag(Number.tiePoints)?.doubles, points.count >= 6 else { return }
    if let scale = tag(Number.pixelScale)?.doubles, scale.count >= 2, points.count == 6 {
      // As GDAL writes it: the corner of the first pixel.
      points[3] += (x - points[0]) * scale[0]
      points[4] -= (y - points[1]) * scale[1]
      (points[0], points[1]) = (0, 0)
    } else {
      for place in stride(from: 0, to: points.count - 5, by: 6) {
        points[place] -= x
        points[place + 1] -= y
      }
    }
    set(Tag(Number.tiePoints, points))
  }
}

extension SampleDescription.Tag {
  /// A tag of numbers of 64 bits.
  init(_ number: Int, _ values: [Double]) {
    self.init(
      number: number, type: 12, count: values.count,
      bytes: values.withUnsafeBytes { Array($0) })
  }

  /// A tag of bytes, or of a text that ends with a zero.
  init(_ number: Int, _ bytes: [UInt8], isText: Bool = false) {
    self.init(number: number, type: isText ? 2 : 7, count: bytes.count, bytes: bytes)
  }

  /// The values of numbers of 64 bits; empty for other types.
  var doubles: [Double] {
    guard type == 12 else { return [] }
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self) }
    }
  }

  /// A tag of a file, with resolutions and bounds as numbers; `nil` where not all of its values were read.
  init?(_ entry: TagDirectories.Entry) {
    if SampleDescription.Number.numbers.contains(entry.tag) {
      guard let value = entry.numbers.first else { return nil }
      self.init(entry.tag, [value])
      return
    }
    guard let size = TagDirectories.size(ofType: entry.type),
      entry.bytes.count == size * entry.count
    else { return nil }
    // Pairs of numbers are turned one by one.
    let length = [5, 10].contains(entry.type) ? 4 : size
    let isNative = entry.isBigEndian == (UInt16(bigEndian: 1) == 1)
    var bytes = entry.bytes
    if !isNative, length > 1 {
      for start in stride(from: 0, to: bytes.count, by: length) {
        bytes[start..<start + length].reverse()
      }
    }
    self.init(number: entry.tag, type: entry.type, count: entry.count, bytes: bytes)
  }
}

// MARK: - Writing

extension SampleDescription {
  /// The gray that means no data, where PNG can say so: an opaque picture's.
  var transparentGray: Int? {
    guard photometric < 2, extras.isEmpty, format == .unsigned, let tag = tag(Number.noData)
    else { return nil }
    let text = String(decoding: tag.bytes.prefix { $0 != 0 }, as: UTF8.self)
    guard let value = Double(text), let number = Int(exactly: value),
      (0..<1 << min(bits, 16)).contains(number)
    else { return nil }
    return number
  }

  /// True if nothing is said of pixels but their colors and resolution.
  var isPlainPicture: Bool {
    let plain = Set(Number.resolution + [Number.unit, Number.profile])
    return tags.allSatisfy {
      plain.contains($0.number) || $0.number == Number.noData && transparentGray != nil
    }
  }

  /// The resolution in pixels per meter, rounded; zeros where there is none.
  var dotsPerMeter: (x: Int, y: Int) {
    let unit = tag(Number.unit)?.bytes.first { $0 != 0 } ?? 2
    let values = Number.resolution.compactMap { tag($0)?.doubles.first }
    guard values.count == 2, let inMeter = [2: 1 / 0.0254, 3: 100][unit] else { return (0, 0) }
    let dots = values.map { $0 * inMeter }
    guard dots.allSatisfy({ (1...1e9).contains($0) }) else { return (0, 0) }
    return (Int(dots[0].rounded()), Int(dots[1].rounded()))
  }

  /// Puts samples that do not fill bytes together, the highest bit first.
  func pack(_ row: UnsafeBufferPointer<UInt8>, into packed: inout [UInt8]) {
    let size = sampleBytes
    var (word, filled, place) = (0 as UInt64, 0, 0)
    let bytes = UnsafeRawBufferPointer(row)
    for start in stride(from: 0, to: row.count, by: size) {
      let number: UInt64 =
        switch size {
        case 1: UInt64(bytes[start])
        case 2: UInt64(bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self))
        default: UInt64(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        }
      word = word << UInt64(bits) | number & (1 << UInt64(bits) - 1)
      filled += bits
      while filled >= 8 {
        filled -= 8
        packed[place] = UInt8(truncatingIfNeeded: word >> UInt64(filled))
        place += 1
      }
    }
    if filled > 0 { packed[place] = UInt8(truncatingIfNeeded: word << UInt64(8 - filled)) }
  }
}
