import OverscrollBase
package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// The pixel of a picture at the pointer: its position and its color.
///
/// Positions are in the picture as shown, from 0 at its top left corner. Colors are those at full resolution, in sRGB with 8 bits
/// per component; a picture with transparency has a fourth component, and its colors are as exact as its opacity allows. Samples
/// are those of the file, in its own range.
package struct PixelReading: Hashable, Sendable {
  /// A pixel of a picture.
  package struct Pixel: Hashable, Sendable {
    package var x: Int
    package var y: Int
  }

  /// The color of a pixel.
  package enum Color: Hashable, Sendable {
    /// Its tile is not loaded yet.
    case pending
    /// It cannot be decoded.
    case missing
    /// 0xAARRGGBB, premultiplied by alpha.
    case premultiplied(UInt32)
  }

  /// The file's own samples of a pixel.
  package enum Samples: Hashable, Sendable {
    /// They are being read.
    case pending
    /// They cannot be read.
    case missing
    case known([Double])
  }

  /// The size of the picture, which determines the width of the reading.
  let size: PixelSize
  /// Whether the picture has transparency.
  let hasAlpha: Bool
  /// The pixel; `nil` if the pointer is not over the picture.
  package let pixel: Pixel?
  /// The pixel's color.
  package let color: Color
  /// The layout of the file's samples; `nil` where it has none of its own.
  package var layout: SampleLayout?
  /// The pixel's samples.
  package var samples = Samples.missing
  /// The channels that are seen instead of the picture's own colors, from 0.
  package var seenChannels: [Int] = []
  /// How the samples of each channel become values; `nil` for those that don't, and fewer where there are no more that do.
  package var calibrations: [Calibration?] = []

  /// What the pixel's place is called in the unit of what is shown; `nil` where there is none.
  package var place: String?

  /// Makes a reading.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in pixels.
  ///   - hasAlpha: Whether the picture has transparency.
  ///   - pixel: The pixel; `nil` if the pointer is not over the picture.
  ///   - color: The pixel's color.
  package init(
    of size: PixelSize, hasAlpha: Bool, at pixel: Pixel?, color: Color = .missing
  ) {
    self.size = size
    self.hasAlpha = hasAlpha
    self.pixel = pixel
    self.color = color
  }

  /// The text shown without a pixel, and before its color is loaded.
  private static let (none, pending) = ("–", "…")

  /// True while the samples are being read.
  package var awaitsSamples: Bool { layout != nil && samples == .pending }

  /// The reading as a line of text, such as `x 12034  y 8817   #A3B1C2   163 177 194   file 41985 45489 49858`.
  package var text: String {
    let parts = [
      text { value, _ in "\(value)" },
      layout != nil && pixel != nil ? samplesText : nil, valuesText { text, _ in text }, place,
    ]
    return parts.compactMap(\.self).joined(separator: "   ")
  }

  /// The same with numbers of constant width, so that the text doesn't jump from pixel to pixel.
  var alignedText: String {
    text { value, width in
      let digits = "\(value)"
      return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
  }

  /// The line without the color's parts that fit worst, the longest first: without the hexadecimal color, and the position alone.
  var shorterTexts: [String] {
    guard let pixel else { return [] }
    let place = "x \(pixel.x)  y \(pixel.y)"
    guard case .premultiplied(let word) = color else { return [place] }
    return ["\(place)   " + components(of: word).map { "\($0)" }.joined(separator: " "), place]
  }

  /// The place without the map's number, a part of which would be another one.
  var shorterPlaces: [String] {
    guard let place, let end = place.firstRange(of: "  ") else { return [] }
    return [String(place[..<end.lowerBound])]
  }

  /// The length of ``alignedText`` where there is a color, in characters.
  var length: Int {
    let components = hasAlpha ? 4 : 3
    return "x   y    #   ".count + Self.digits(size.width) + Self.digits(size.height)
      + 2 * components + 4 * components - 1
  }

  /// The samples as lines of text of constant width; none for a picture without.
  ///
  /// After the first line each begins with the number of its first channel. Where there are too many, the last one ends with an
  /// ellipsis, and the first one has the channels that are seen, each with its number, if the others don't.
  var alignedSamples: [String] {
    guard let layout, pixel != nil else { return [] }
    guard case .known(let values) = samples, !values.isEmpty else { return [samplesText] }
    let width = Self.width(of: layout)
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func text(_ channel: Int) -> String { padded(Self.text(of: values[channel], layout), width) }
    var lines: [String] = []
    if namesSeen {
      let seen = seenChannels.filter(values.indices.contains).prefix(Self.lineChannels)
      lines.append(Self.seenName + seen.map { " \($0 + 1)=" + text($0) }.joined())
    }
    let listed = values.indices.prefix(listedCount)
    for first in stride(from: 0, to: listed.count, by: Self.lineChannels) {
      let name = first == 0 ? Self.samplesName : padded("\(first + 1)", Self.samplesName.count)
      let part = listed.dropFirst(first).prefix(Self.lineChannels)
      lines.append(name + part.map { " " + text($0) }.joined())
    }
    let end = listed.count < values.count ? " " + Self.pending : ""
    lines[lines.count - 1] += end + (layout.isNoData(values) ? Self.noData : "")
    return lines + (valuesText(padded).map { [$0] } ?? [])
  }

  /// The channels whose values are shown: those of the first line, or those that are seen of more.
  private var valuedChannels: [Int] {
    guard let layout, calibrations.contains(where: { $0 != nil }) else { return [] }
    let shown =
      layout.channels > Self.lineChannels && !seenChannels.isEmpty
      ? seenChannels : Array(0..<layout.channels)
    return Array(shown.filter { $0 < layout.channels }.prefix(Self.lineChannels))
  }

  private func calibration(of channel: Int) -> Calibration? {
    calibrations.indices.contains(channel) ? calibrations[channel] : nil
  }

  /// The values that the samples stand for, each with its unit; `nil` where they are samples alone.
  private func valuesText(_ padded: (_ text: String, _ width: Int) -> String) -> String? {
    let channels = valuedChannels
    guard !channels.isEmpty, let layout, pixel != nil, case .known(let values) = samples else {
      return nil
    }
    let isNoData = layout.isNoData(values)
    return channels.reduce(Self.valuesName) { line, channel in
      let calibration = calibration(of: channel)
      let value = values.indices.contains(channel) && !isNoData ? values[channel] : .nan
      let text = calibration?.text(of: value) ?? Self.none
      return line + " " + padded(text, Self.floatingWidth) + (calibration?.suffix ?? "")
    }
  }

  /// The number of ``alignedSamples`` where there are samples; 0 for a picture without.
  var sampleLineCount: Int {
    let lines = (listedCount + Self.lineChannels - 1) / Self.lineChannels
    return lines + (namesSeen ? 1 : 0) + (valuedChannels.isEmpty ? 0 : 1)
  }

  /// The length of the longest of ``alignedSamples`` where there are samples, in characters; 0 for a picture without.
  var samplesLength: Int {
    guard let layout else { return 0 }
    let width = Self.width(of: layout) + 1
    let listed = Self.samplesName.count + min(layout.channels, Self.lineChannels) * width
    let seen = Self.seenName.count + min(seenChannels.count, Self.lineChannels) * (width + 3)
    let values = valuedChannels.reduce(Self.valuesName.count) { length, channel in
      let calibration = calibration(of: channel)
      return length + 1 + Self.floatingWidth + (calibration?.suffix.count ?? 0)
    }
    return max(
      valuedChannels.isEmpty ? 0 : values,
      listed + (layout.channels > listedCount ? 2 : 0)
        + (layout.noData == nil ? 0 : Self.noData.count), namesSeen ? seen : 0)
  }

  /// The channels that are listed one after the other.
  private var listedCount: Int {
    guard let layout else { return 0 }
    let room = Self.lineCount * Self.lineChannels
    guard layout.channels > room else { return layout.channels }
    return seenChannels.allSatisfy { $0 < room } ? room : room - Self.lineChannels
  }

  /// Whether the channels that are seen have a line of their own.
  private var namesSeen: Bool {
    guard let layout else { return false }
    return layout.channels > listedCount && listedCount < Self.lineCount * Self.lineChannels
  }

  private static let (samplesName, seenName, valuesName) = ("file", "seen", "value")
  private static let noData = "  no data"
  /// The lines of samples on the plate, and the channels of each. [C]
  private static let (lineCount, lineChannels) = (4, 8)
  /// The length of a number in floating point, in characters. [C]
  private static let floatingWidth = 12

  private static func width(of layout: SampleLayout) -> Int {
    if layout.isFloat { return floatingWidth }
    let greatest = UInt64.max >> UInt64(64 - min(max(layout.bits, 1), 64))
    return "\(greatest)".count
  }

  private var samplesText: String {
    guard let layout else { return "" }
    switch samples {
    case .pending: return "\(Self.samplesName) \(Self.pending)"
    case .missing: return "\(Self.samplesName) \(Self.none)"
    case .known(let values):
      let texts = values.map { Self.text(of: $0, layout) }
      return "\(Self.samplesName) " + texts.joined(separator: " ")
        + (layout.isNoData(values) ? Self.noData : "")
    }
  }

  /// A sample as a number: the shortest that the file's precision distinguishes from others.
  private static func text(of value: Double, _ layout: SampleLayout) -> String {
    guard layout.isFloat else { return NumberText.shortest(value) }
    if value.isNaN { return "nan" }
    return layout.bits <= 32 ? "\(Float(value))" : "\(value)"
  }

  private func text(_ number: (Int, _ width: Int) -> String) -> String {
    guard let pixel else { return Self.none }
    let place =
      "x \(number(pixel.x, Self.digits(size.width)))  y \(number(pixel.y, Self.digits(size.height)))"
    switch color {
    case .pending: return "\(place)   \(Self.pending)"
    case .missing: return "\(place)   \(Self.none)"
    case .premultiplied(let word):
      let components = components(of: word)
      let hex = components.map { Self.hexadecimal($0) }.joined()
      return "\(place)   #\(hex)   " + components.map { number($0, 3) }.joined(separator: " ")
    }
  }

  /// Red, green and blue, and alpha where the picture has it.
  private func components(of word: UInt32) -> [Int] {
    let alpha = Int(word >> 24)
    let colors = [16, 8, 0].map { (shift: UInt32) -> Int in
      let value = Int(word >> shift & 0xFF)
      return alpha == 0 ? 0 : min((value * 255 + alpha / 2) / alpha, 255)
    }
    return hasAlpha ? colors + [alpha] : colors
  }

  /// The color without its transparency, 0xRRGGBB; `nil` if there is none.
  var opaqueColor: UInt32? {
    guard pixel != nil, case .premultiplied(let word) = color else { return nil }
    return components(of: word).prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func digits(_ count: Int) -> Int { "\(max(count - 1, 0))".count }

  private static func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension Placement {
  /// Returns the picture's pixel at the center of a device pixel; `nil` beside the picture.
  package func pixel(atX x: Int, y: Int) -> PixelReading.Pixel? {
    let place = (Point(Double(x) + 0.5, Double(y) + 0.5) - origin) / scale
    guard place.x >= 0, place.y >= 0, place.x < Double(size.width), place.y < Double(size.height)
    else { return nil }
    return PixelReading.Pixel(x: Int(place.x), y: Int(place.y))
  }
}

/// The reading of the pixel at the pointer, with a patch of its color, in the lower left corner of the window.
package struct ReadingLayer: OverlayContent {
  private let reading: PixelReading
  private let area: Rect

  /// The height of the plate, its margin in the window, its padding, the side of the color patch and its distance from the text, in
  /// points. [C]
  private static let (height, margin, padding, patch, gap) = (26.0, 14.0, 10.0, 12.0, 8.0)
  /// The distance from a line of text to the next, in points. [C]
  private static let leading = 18.0
  /// The width of a character relative to the size of the font: at least that of the usual monospaced fonts. [C]
  private static let characterWidth = 0.62

  private init(_ reading: PixelReading, in room: Size) {
    self.reading = reading
    let length = Double(
      max(reading.length, reading.samplesLength, reading.place.map { $0.count + 1 } ?? 0))
    let text = length * Self.characterWidth * Theme.plate.readingSize
    let width = 2 * Self.padding + Self.patch + Self.gap + text.rounded(.up)
    let lines = reading.sampleLineCount + (reading.place == nil ? 0 : 1)
    let height = Self.height + Double(lines) * Self.leading
    area = Rect(
      x: Self.margin, y: room.height - Self.margin - height,
      width: max(min(width, room.width - 2 * Self.margin), 1), height: height)
  }

  /// Makes the layer of a reading in a window of a size in points.
  package static func layer(_ reading: PixelReading, in room: Size) -> OverlayLayer {
    let plate = Self(reading, in: room)
    return OverlayLayer(plate, area: plate.area)
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? { area }

  package func draw(on canvas: Canvas) {
    Plate(area, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    let middle = area.minY + Self.height / 2
    let patch = Rect(
      x: area.minX + Self.padding, y: middle - Self.patch / 2, width: Self.patch,
      height: Self.patch)
    if let color = reading.opaqueColor {
      canvas.fill(patch, cornerRadius: 2, with: Color(color))
      canvas.stroke(
        patch.insetBy(dx: 0.5, dy: 0.5), cornerRadius: 1.5, with: Theme.plate.patchEdge,
        lineWidth: 1)
    }
    draw(
      reading.alignedText, or: reading.shorterTexts, right: patch.maxX, at: middle, on: canvas)
    let samples = reading.alignedSamples
    for (line, text) in samples.enumerated() {
      draw(text, right: patch.maxX, at: middle + Double(line + 1) * Self.leading, on: canvas)
    }
    if let place = reading.place {
      // It stays where it is while samples are read.
      draw(
        place, or: reading.shorterPlaces, right: patch.maxX,
        at: middle + Double(reading.sampleLineCount + 1) * Self.leading, on: canvas)
    }
  }

  /// Draws the longest line of text that fits beside the color patch.
  private func draw(
    _ text: String, or shorter: @autoclosure () -> [String] = [], right: Double,
    at middle: Double, on canvas: Canvas
  ) {
    let font = Font(.mono, size: Theme.plate.readingSize)
    let left = right + Self.gap
    let width = area.maxX - Self.padding / 2 - left
    let fits = { canvas.measure($0, font: font).width <= width }
    var shown = text
    if !fits(text) {
      let shorter = shorter()
      shown =
        shorter.first(where: fits)
        ?? canvas.elided(shorter.last ?? text, font: font, width: width, atEnd: true)
    }
    canvas.draw(shown, x: left, middle: middle, font: font, color: Theme.message.text)
  }
}
