import Glibc
import OverscrollBase
package import ScrollGeometry

/// How large the pixels of a picture are, and where they lie on a map, as its file says: a unit per pixel.
///
/// Its axes are those of the file's rows and columns, before any orientation.
package struct PixelScale: Hashable, Sendable {
  /// What a unit measures.
  package enum Kind: Int, Hashable, Sendable {
    /// The paper on which a picture is to be printed, in meters.
    case print
    /// What the picture shows, in meters.
    case length
    /// What the picture shows, in degrees, which are not projected.
    case angle
    /// What the picture shows, in the unit of its map, which isn't known.
    case unknown
  }

  package var kind: Kind
  /// The extents of a pixel, in meters, degrees or the unit of the map; positive and finite.
  package var x: Double
  package var y: Double
  /// Where they come from, such as `OME` or `GeoTIFF`.
  package var source: String
  /// Where the pixels lie on a map; `nil` where that isn't known.
  package var map: MapFrame?

  /// Coordinates on a map: an affine function of columns and rows, both counted from the top left corner of the first pixel.
  package struct MapFrame: Hashable, Sendable {
    /// The steps of a column and of a row, and the corner, in the map's unit.
    package var column: Point
    package var row: Point
    package var origin: Point
    /// The unit, such as `m` or `°`; empty where it isn't known.
    package var unit: String
    /// The number of the coordinate reference system in EPSG's list; 0 where there is none.
    package var code: Int

    /// The coordinates of a place, in pixels.
    package func coordinates(of place: Point) -> Point {
      origin + column * place.x + row * place.y
    }

    /// Coordinates with the map's unit, as they can be typed, such as `9.5°, 47.5°` or `500000, 4649000 m`.
    ///
    /// - Parameters:
    ///   - coordinates: The coordinates.
    ///   - decimals: The number of decimals; `nil` for as few as say all.
    /// - Returns: The text.
    package func text(of coordinates: Point, decimals: Int? = nil) -> String {
      let numbers = [coordinates.x, coordinates.y].map { number in
        decimals.map { NumberText.fixed(number, decimals: $0) } ?? NumberText.shortest(number)
      }
      guard unit != "°" else { return numbers.map { $0 + unit }.joined(separator: ", ") }
      return numbers.joined(separator: ", ") + (unit.isEmpty ? "" : " \(unit)")
    }

    /// The place of coordinates, in pixels; `nil` where that is not finite.
    package func place(of coordinates: Point) -> Point? {
      let determinant = column.x * row.y - column.y * row.x
      let rest = coordinates - origin
      let place = Point(
        (rest.x * row.y - rest.y * row.x) / determinant,
        (rest.y * column.x - rest.x * column.y) / determinant)
      return place.x.isFinite && place.y.isFinite ? place : nil
    }
  }

  /// Makes a scale; `nil` where the extents are none, or absurd.
  package init?(_ kind: Kind, x: Double, y: Double, _ source: String, map: MapFrame? = nil) {
    guard Self.range.contains(x), Self.range.contains(y) else { return nil }
    (self.kind, self.x, self.y, self.source, self.map) = (kind, x, y, source, map)
  }

  /// Extents of pixels, from those of electron microscopes to light years. [C]
  package static let range = 1e-13...1e16

  /// The source of a scale that the user has given.
  private static let given = "given"
  /// The meters of an inch.
  private static let inch = 0.0254
  /// More dots per inch than any printer makes: such pixels are those of a scanner or a microscope. [C]
  private static let mostDots = 10_000.0

  /// Makes the scale of so many pixels per inch; `nil` where there are none.
  package init?(dotsPerInch x: Double, _ y: Double, _ source: String) {
    let kind: Kind = min(x, y) > Self.mostDots ? .length : .print
    self.init(kind, x: Self.inch / x, y: Self.inch / y, source)
  }

  /// True where it measures what is shown: that of paper does only where the user has given it.
  package var measures: Bool { kind != .print || source == Self.given }

  /// True where lengths in the picture have a unit.
  package var hasUnit: Bool { measures && kind != .unknown }

  /// Returns whether it is that of a page of its file, too, if it is that of the first one: other pages have other pixels.
  package func applies(toPage index: Int) -> Bool { index == 0 || source == Self.given }

  /// The greatest difference of extents that are the same but for rounding. [C]
  private static let rounding = 0.1

  /// Returns whether pictures of two sizes may be versions of one: both cover the same, as far as that is known.
  static func canShowTheSame(
    _ one: Self?, _ size: PixelSize, _ other: Self?, _ otherSize: PixelSize
  ) -> Bool {
    guard let one, let other else { return true }
    let ratio = one.x * Double(size.width) / (other.x * Double(otherSize.width))
    return abs(ratio - 1) < rounding
  }

  /// The scale of a picture that is shown turned or flipped: its extents along the axes of the screen.
  package func shown(_ orientation: Orientation) -> Size {
    orientation.transposes ? Size(width: y, height: x) : Size(width: x, height: y)
  }

  /// The scale of a picture that is shown turned or flipped, as text names it: its axes are those of the screen.
  func turned(_ orientation: Orientation) -> Self {
    var scale = self
    let extents = shown(orientation)
    (scale.x, scale.y) = (extents.width, extents.height)
    return scale
  }

  /// Web Mercator: its number, the radius of its sphere, and its northern edge, in meters. [EPSG 3857]
  private static let (mercator, radius, edge) = (3857, 6_378_137.0, 20_037_508.342789244)

  /// The scale around a place in the file's columns and rows, with lengths as they are on the ground.
  ///
  /// A map in Web Mercator has them at the equator alone; elsewhere they are longer on it, so that a bar would lie. Other systems that
  /// are in use differ by less than a percent where they are meant to be used.
  package func onGround(at place: Point) -> Self {
    guard kind == .length, let map, map.code == Self.mercator else { return self }
    let north = min(abs(map.coordinates(of: place).y), Self.edge)
    var scale = self
    scale.x /= cosh(north / Self.radius)
    scale.y /= cosh(north / Self.radius)
    return scale
  }

  /// Such as `0.25 µm per pixel, OME` or `300 dpi, JFIF`.
  package var text: String {
    if kind == .print {
      let (x, y) = (Self.short(Self.inch / x), Self.short(Self.inch / y))
      return (x == y ? x : "\(x) × \(y)") + " dpi, \(source)"
    }
    let unit = pixelUnit
    let (x, y) = (Self.short(x / unit.size), Self.short(y / unit.size))
    let name = kind == .unknown ? " of an unknown unit" : unit.gap + unit.name
    return (x == y ? x : "\(x) × \(y)") + "\(name) per pixel, \(source)"
  }

  /// The size at which a picture is printed, such as `25.4 × 20.3 cm`; `nil` where pixels are not those of paper.
  package func printSize(of size: PixelSize) -> String? {
    guard kind == .print else { return nil }
    let (width, height) = (Double(size.width) * x * 100, Double(size.height) * y * 100)
    guard max(width, height) < 1e6 else { return nil }
    return "\(NumberText.fixed(width, decimals: 1)) × \(NumberText.fixed(height, decimals: 1)) cm"
  }

  /// A unit of lengths or angles: its name, how many meters or degrees it has, and what separates it from a number.
  package struct Unit: Hashable, Sendable {
    package let name: String
    package let size: Double
    package var gap: String { name == "°" || name.isEmpty ? "" : " " }
  }

  package static let lengths = [
    Unit(name: "nm", size: 1e-9), Unit(name: "µm", size: 1e-6), Unit(name: "mm", size: 1e-3),
    Unit(name: "cm", size: 1e-2), Unit(name: "m", size: 1), Unit(name: "km", size: 1000),
  ]

  /// The largest unit in which an extent, with four digits, is at least 1; or else the smallest.
  package func unit(for extent: Double) -> Unit {
    guard kind != .angle else { return Unit(name: "°", size: 1) }
    guard kind != .unknown else { return Unit(name: "", size: 1) }
    let units = Self.lengths.filter { $0.name != "cm" || kind == .print }
    return units.last { extent >= $0.size * 0.99995 } ?? units[0]
  }

  /// The unit of a pixel: tenths of a micrometer, and of a meter on maps, are usual.
  private var pixelUnit: Unit {
    let extent = max(x, y)
    return kind == .length
      ? Self.lengths.first {
        ["µm", "m"].contains($0.name) && $0.size * 0.0999..<$0.size ~= extent
      } ?? unit(for: extent) : unit(for: extent)
  }

  /// An extent with its unit, such as `12.5 µm`: with four digits, and at most three decimals where there is a smaller unit.
  ///
  /// - Parameters:
  ///   - extent: The extent, in meters or degrees.
  ///   - other: An extent beside it, whose unit it has; `nil` for its own.
  /// - Returns: The text.
  package func text(of extent: Double, beside other: Double? = nil) -> String {
    let unit = unit(for: abs(other ?? extent))
    let number = extent / unit.size
    let isSmall = kind == .angle || unit == Self.lengths[0] && abs(number) < 0.1
    let decimals = min(max(3 - Int(log10(max(abs(number), 1)).rounded(.down)), 0), 3)
    let text = isSmall ? Self.short(number) : NumberText.trimmed(number, decimals: decimals)
    return text + unit.gap + unit.name
  }

  /// What a place of a picture as shown is called, to a tenth of a pixel: its coordinates on the map, or else its distance from the
  /// corner.
  ///
  /// - Parameters:
  ///   - place: The place, in pixels.
  ///   - info: The picture.
  ///   - unit: The unit of the distances; `nil` for that of the greater one.
  /// - Returns: The text.
  package func text(ofPlace place: Point, in info: ImageInfo, as unit: Unit? = nil) -> String {
    guard let map else {
      let extents = shown(info.orientation)
      let (x, y) = (place.x * extents.width, place.y * extents.height)
      let unit = unit ?? self.unit(for: max(x, y))
      return text(of: x, in: unit, pixel: extents.width) + ", "
        + text(of: y, in: unit, pixel: extents.height)
    }
    let found = map.coordinates(of: info.filePlace(of: place))
    let decimals = Self.decimals(toTenthOf: min(map.column.length, map.row.length))
    return map.text(of: found, decimals: decimals) + (map.code > 0 ? "  EPSG:\(map.code)" : "")
  }

  /// A length with its unit, to a tenth of a pixel.
  private func text(of extent: Double, in unit: Unit, pixel: Double) -> String {
    let decimals = Self.decimals(toTenthOf: pixel / unit.size)
    return NumberText.fixed(extent / unit.size, decimals: decimals) + unit.gap + unit.name
  }

  private static func decimals(toTenthOf step: Double) -> Int {
    step > 0 ? min(max(Int((1 - log10(step)).rounded(.up)), 0), 9) : 0
  }

  /// The coordinates of the middle of a picture, as they can be typed; `nil` where it lies on no map.
  package func exampleCoordinates(in info: ImageInfo) -> String? {
    guard let map else { return nil }
    let middle = info.size.size / 2
    let found = map.coordinates(of: info.filePlace(of: Point(middle.width, middle.height)))
    let step = min(map.column.length, map.row.length)
    // Whole numbers may be those of a pixel.
    let isPixel = Rect(origin: .zero, size: info.size.size).contains(found)
    let decimals = max(Self.decimals(toTenthOf: 10 * step), isPixel ? 1 : 0)
    let sign = map.unit == "°" ? map.unit : ""
    return [found.x, found.y].map { NumberText.fixed($0, decimals: decimals) + sign }
      .joined(separator: ",")
  }

  /// Returns the place of a picture as shown that coordinates name: a distance from the corner, or coordinates of the map, with or
  /// without their unit; `nil` where they name none.
  package func place(of coordinates: Coordinates, in info: ImageInfo) -> Point? {
    let (numbers, units) = (coordinates.numbers, coordinates.units)
    // The unit of the second one is that of both.
    guard let unit = units[1] ?? units[0] else {
      return map?.place(of: numbers).map(info.shownPlace)
    }
    let own: Kind = kind == .angle ? .angle : .length
    guard kind != .unknown, units.allSatisfy({ ($0 ?? unit).kind == own }) else { return nil }
    func length(_ number: Double, in unit: Measure) -> Double {
      guard let map else { return number * unit.factor }
      // Feet are those of the map, of which there are several.
      return unit == Measure(map.unit) ? number : number * unit.factor * map.column.length / x
    }
    let lengths = Point(
      length(numbers.x, in: units[0] ?? unit), length(numbers.y, in: units[1] ?? unit))
    guard let map else {
      let extents = shown(info.orientation)
      return Point(lengths.x / extents.width, lengths.y / extents.height)
    }
    return map.place(of: lengths).map(info.shownPlace)
  }

  /// Two numbers that name a place, each with or without a unit: `12000,3400`, `120um 80um` or `10.1°,47.9°`.
  package struct Coordinates: Hashable, Sendable {
    /// The numbers, across and down, without their units.
    package let numbers: Point
    fileprivate let units: [Measure?]
    /// True where a number is written with decimals, as those of pixels seldom are.
    package let hasDecimals: Bool

    /// True where neither number has a unit.
    package var isBare: Bool { units.allSatisfy { $0 == nil } }

    /// Reads a text; `nil` for any other.
    package init?(_ text: some StringProtocol) {
      var (found, units): ([Double], [Measure?]) = ([], [])
      for part in Self.parts(String(text)) {
        guard let (number, name) = PixelScale.amount(part), number.isFinite else { return nil }
        let unit = Measure(name)
        guard name.isEmpty || unit != nil else { return nil }
        found.append(number)
        units.append(unit)
      }
      guard found.count == 2 else { return nil }
      (numbers, self.units) = (Point(found[0], found[1]), units)
      hasDecimals = text.contains(".")
    }

    /// What commas separate, or else spaces; a space may also be between a number and its unit.
    private static func parts(_ text: String) -> [String] {
      guard !text.contains(",") else {
        return text.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.filter { $0 != " " }
        }
      }
      return text.split(separator: " ").reduce(into: []) { parts, word in
        let isNumber = word.first.map { $0.isNumber || "+-.".contains($0) } ?? false
        if isNumber || parts.isEmpty {
          parts.append(String(word))
        } else {
          parts[parts.count - 1] += word
        }
      }
    }
  }

  /// A number with four digits that say something.
  package static func short(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return "0" }
    let decimals = min(max(3 - Int(log10(abs(number)).rounded(.down)), 0), 12)
    return NumberText.trimmed(number, decimals: decimals)
  }

  /// The scale that the user has given, such as `0.25um`; `nil` for anything else.
  package init?(parsing text: String) {
    guard let (value, name) = Self.amount(text) else { return nil }
    if name == "dpi" {
      self.init(dotsPerInch: value, value, Self.given)
      return
    }
    guard let unit = Measure(name) else { return nil }
    self.init(unit.kind, x: value * unit.factor, y: value * unit.factor, Self.given)
  }

  /// A number and the name behind it; `nil` where there is no number.
  private static func amount(_ text: some StringProtocol) -> (number: Double, name: String)? {
    let digits = text.prefix { $0.isNumber || ".eE+-".contains($0) }
    return Double(digits).map { ($0, String(text.dropFirst(digits.count).trimmingPrefix(" "))) }
  }

  /// A unit as files name it.
  struct Measure: Hashable {
    let kind: Kind
    /// The meters or degrees that it has.
    let factor: Double

    /// `nil` for a unit that isn't known.
    init?(_ name: some StringProtocol) {
      let meters: Double
      let name = name.lowercased()
      // Some spell it out, of one or of several; `ms` are no meters.
      let singular = name.count > 3 && name.hasSuffix("s") ? String(name.dropLast()) : name
      switch singular.hasSuffix("metre") ? singular.dropLast(2) + "er" : singular {
      case "pm", "picometer": meters = 1e-12
      case "å", "angstrom", "ångström": meters = 1e-10
      case "nm", "nanometer": meters = 1e-9
      case "um", "µm", "μm", "micron", "micrometer", "\\u00b5m": meters = 1e-6
      case "mm", "millimeter": meters = 1e-3
      case "cm", "centimeter": meters = 1e-2
      case "m", "meter": meters = 1
      case "km", "kilometer": meters = 1000
      case "in", "inch", "inche": meters = inch
      case "ft", "foot", "feet": meters = 0.3048
      case "yd": meters = 0.9144
      case "fathom": meters = 1.8288
      case "lk": meters = 0.201168
      case "ch": meters = 20.1168
      case "mi": meters = 1609.344
      case "nmi": meters = 1852
      case "°", "deg", "degree":
        (kind, factor) = (.angle, 1)
        return
      case "gon", "grad":
        (kind, factor) = (.angle, 0.9)
        return
      case "rad":
        (kind, factor) = (.angle, 180 / .pi)
        return
      default: return nil
      }
      (kind, factor) = (.length, meters)
    }
  }
}

// MARK: - What files say

extension PixelScale {
  /// What the tags of a TIFF file, or of a block of EXIF, say of its first picture.
  ///
  /// What its makers mean comes before what printers are told.
  init?(_ tags: TagDirectories, _ source: String) {
    func numbers(_ tag: Int) -> [Double] {
      tags.entries.first { $0.tag == tag && $0.directory == .picture && $0.index == 0 }?.numbers
        ?? []
    }
    let description = tags.first(270).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    if let scale = Self(describedBy: description, numbers) ?? Self(geotags: numbers) {
      self = scale
      return
    }
    guard let x = numbers(282).first, let y = numbers(283).first ?? numbers(282).first else {
      return nil
    }
    switch numbers(296).first ?? 2 {
    case 2: self.init(dotsPerInch: x, y, source)
    case 3: self.init(dotsPerInch: x * 2.54, y * 2.54, source)
    default: return nil
    }
  }

  /// What JFIF and EXIF say of a JPEG file together.
  ///
  /// EXIF's counts, as in Photoshop: programs that know no EXIF, and convert a file, change JFIF's alone. But EXIF must have one, and
  /// cameras write 72 dpi, which mean nothing: then JFIF's counts.
  static func ofJPEG(jfif: Self?, exif: Self?) -> Self? {
    guard let jfif, let exif else { return exif ?? jfif }
    let isUnknown = [exif.x, exif.y].allSatisfy { abs(inch / $0 - 72) < 0.5 }
    return isUnknown ? jfif : exif
  }

  /// What a TIFF file's description says: OME-XML, or the lines of Aperio or ImageJ.
  private init?(describedBy text: String, _ numbers: (Int) -> [Double]) {
    if DescribedImage.isOME(text) {
      guard let scale = DescribedImage.ome(text).first?.scale else { return nil }
      self = scale
    } else if text.hasPrefix("Aperio") {
      let part = text.split(separator: "|").first { $0.trimmingPrefix(" ").hasPrefix("MPP") }
      guard
        let value = part?.split(separator: "=").last.flatMap({ Double($0.filter { $0 != " " }) })
      else { return nil }
      self.init(.length, x: value * 1e-6, y: value * 1e-6, "Aperio")
    } else if text.hasPrefix("ImageJ=") {
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("unit=") }
      guard let unit = line.flatMap({ Measure($0.dropFirst(5)) }), unit.kind == .length,
        let x = numbers(282).first
      else { return nil }
      self.init(
        .length, x: unit.factor / x, y: unit.factor / (numbers(283).first ?? x), "ImageJ")
    } else {
      return nil
    }
  }

  /// What the tags of GeoTIFF say.
  private init?(geotags numbers: (Int) -> [Double]) {
    let (steps, tie, matrix) = (numbers(33550), numbers(33922), numbers(34264))
    var frame: MapFrame
    if matrix.count >= 8 {
      frame = MapFrame(
        column: Point(matrix[0], matrix[4]), row: Point(matrix[1], matrix[5]),
        origin: Point(matrix[3], matrix[7]), unit: "", code: 0)
    } else if steps.count >= 2, tie.count >= 5 {
      frame = MapFrame(
        column: Point(steps[0], 0), row: Point(0, -steps[1]), origin: .zero, unit: "", code: 0)
      frame.origin = Point(tie[3], tie[4]) - frame.column * tie[0] - frame.row * tie[1]
    } else {
      return nil
    }
    let keys = numbers(34735)
    /// The value of a key in the directory, or its index in the tag that has it.
    func key(_ number: Double, in tag: Double = 0) -> Int? {
      for index in stride(from: 4, to: keys.count - 3, by: 4)
      where keys[index] == number && keys[index + 1] == tag {
        return Int(exactly: keys[index + 3])
      }
      return nil
    }
    // Where a pixel is a point, the coordinates are those of its middle.
    if key(1025) == 2 { frame.origin = frame.origin - (frame.column + frame.row) * 0.5 }
    /// The value of a key that is a number with decimals.
    func size(_ number: Double) -> Double? {
      let doubles = numbers(34736)
      return key(number, in: 34736).flatMap { doubles.indices.contains($0) ? doubles[$0] : nil }
    }
    let isAngle = key(1024) == 2
    let code = key(isAngle ? 2048 : 3072) ?? 0
    // 32767 stands for one that the file itself defines.
    frame.code = 1024..<32767 ~= code ? code : 0
    let number = key(isAngle ? 2054 : 3076) ?? Self.unit(ofSystem: code, isAngle: isAngle)
    var unit = isAngle ? Self.mapAngles[number] : Self.mapLengths[number]
    if number == 32767, let size = size(isAngle ? 2055 : 3077), size > 0 {
      unit = isAngle ? ("", size * 180 / .pi) : Self.unit(ofMeters: size)
    }
    frame.unit = unit?.name ?? ""
    let factor = unit?.size ?? 1
    self.init(
      unit == nil ? .unknown : isAngle ? .angle : .length, x: frame.column.length * factor,
      y: frame.row.length * factor, "GeoTIFF", map: frame)
  }

  /// What a world file says: six numbers, one per line, of which the last two are the middle of the first pixel.
  ///
  /// Some programs write them with the decimal comma of the user's language. Their unit and EPSG's number are those of the coordinate
  /// reference system in the text of a `.prj` file, and aren't known without one.
  package init?(worldFile text: String, projection: String? = nil) {
    let numbers = text.split(whereSeparator: \.isNewline).prefix(6).compactMap { line -> Double? in
      let number = line.filter { !$0.isWhitespace }
      return Double(number) ?? Double(String(number.map { $0 == "," ? "." : $0 }))
    }
    guard numbers.count == 6 else { return nil }
    let (column, row) = (Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
    let middle = Point(numbers[4], numbers[5])
    let unit = projection.flatMap(Self.unit(ofProjection:))
    let frame = MapFrame(
      column: column, row: row, origin: middle - (column + row) * 0.5, unit: unit?.name ?? "",
      code: projection.flatMap(Self.code(ofProjection:)) ?? 0)
    let size = unit?.size ?? 1
    self.init(
      unit?.kind ?? .unknown, x: column.length * size, y: row.length * size, "world file",
      map: frame)
  }

  /// What the cards of a FITS file say of the linear part of its world coordinates. [FITS 4.0, 8]
  init?(cards: [UInt8]) {
    var values: [String: String] = [:]
    for start in stride(from: 0, to: cards.count - 79, by: 80) {
      let card = String(decoding: cards[start..<start + 80], as: UTF8.self)
      let name = card.prefix(8).filter { $0 != " " }
      if name == "END" { break }
      guard card.dropFirst(8).hasPrefix("=") else { continue }
      let value = card.dropFirst(9).prefix { $0 != "/" }
      if values[name] == nil { values[name] = value.filter { $0 != " " && $0 != "'" } }
    }
    func number(_ name: String) -> Double? {
      values[name].flatMap { Double($0.replacing("D", with: "E")) }
    }
    func point(_ one: String, _ other: String) -> Point? {
      guard let x = number(one), let y = number(other) else { return nil }
      return Point(x, y)
    }
    var (column, up) = (Point.zero, Point.zero)
    if ["CD1_1", "CD1_2", "CD2_1", "CD2_2"].contains(where: { values[$0] != nil }) {
      column = Point(number("CD1_1") ?? 0, number("CD2_1") ?? 0)
      up = Point(number("CD1_2") ?? 0, number("CD2_2") ?? 0)
    } else if let step = point("CDELT1", "CDELT2") {
      let turn = (number("CROTA2") ?? 0) * .pi / 180
      column = Point(step.x * (number("PC1_1") ?? cos(turn)), step.y * (number("PC2_1") ?? 0))
      up = Point(step.x * (number("PC1_2") ?? 0), step.y * (number("PC2_2") ?? cos(turn)))
      if turn != 0 { (column.y, up.x) = (step.x * sin(turn), -step.y * sin(turn)) }
    }
    // Celestial axes are in degrees unless they say otherwise.
    let types = ["CTYPE1", "CTYPE2"].map { values[$0] ?? "" }
    let isCelestial = ["RA", "DEC", "GL"].contains { types[0].hasPrefix($0) }
    let name = values["CUNIT1"] ?? (isCelestial ? "deg" : "")
    guard let unit = Measure(name) else { return nil }
    self.init(
      unit.kind, x: column.length * unit.factor, y: up.length * unit.factor, Self.fits)
    guard let reference = point("CRPIX1", "CRPIX2"), let value = point("CRVAL1", "CRVAL2"),
      let height = number("NAXIS2"), values["CUNIT2"].map({ Measure($0) == unit }) ?? true,
      let stretch = Self.stretch(of: types, at: value, unit)
    else { return }
    let factor = unit.kind == .angle ? unit.factor : 1
    func scaled(_ step: Point) -> Point { Point(step.x * stretch.x, step.y * stretch.y) * factor }
    // The first row of the file is the last one of the picture, and places are those of the middles of pixels, from 1.
    (column, up) = (scaled(column), scaled(up))
    let corner = Point(0.5, height + 0.5) - reference
    let frame = MapFrame(
      column: column, row: up * -1, origin: value * factor + column * corner.x + up * corner.y,
      unit: unit.kind == .angle ? "°" : name, code: 0)
    if frame.place(of: frame.origin) != nil { map = frame }
  }

  /// The source of the scale of a FITS file, whose coordinates are not on the earth.
  private static let fits = "FITS"

  /// Where the pixels lie on the earth; `nil` where that isn't known.
  package var earth: MapFrame? { source == Self.fits ? nil : map }

  /// The least cosine of a latitude whose surroundings have linear coordinates. [C]
  private static let leastCosine = 0.1

  /// What steps on the sky become as differences of its coordinates; `nil` where they are no coordinates.
  ///
  /// Meridians come together towards the poles.
  private static func stretch(of types: [String], at value: Point, _ unit: Measure) -> Point? {
    guard types.contains(where: { $0.contains("-") }) else { return Point(1, 1) }
    func isLatitude(_ type: String) -> Bool {
      type.hasPrefix("DEC") || ["LAT", "LT"].contains { type.prefix(4).hasSuffix($0) }
    }
    guard unit.kind == .angle, isLatitude(types[0]) != isLatitude(types[1]) else { return nil }
    let isSecond = isLatitude(types[1])
    let cosine = cos((isSecond ? value.y : value.x) * unit.factor * .pi / 180)
    guard cosine > leastCosine else { return nil }
    return isSecond ? Point(1 / cosine, 1) : Point(1, 1 / cosine)
  }
}
