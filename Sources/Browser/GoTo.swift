import OverscrollBase
package import OverscrollImaging
package import ScrollGeometry

/// A place that the user names: a picture of the album, or a page or a pixel of the picture that is shown.
package enum GoTo: Hashable, Sendable {
  /// The picture of that number, from 0.
  case picture(Int)
  /// The page of that number, from 0.
  case page(Int)
  /// A pixel for the middle of the window, and a zoom scale in device pixels per pixel; `nil` for the present one,
  /// or 1 where the picture is fitted. The note says which place was taken where the text can name two.
  case pixel(Point, scale: Double?, note: String? = nil)

  /// A text that doesn't name a place.
  package struct Problem: Error, Hashable, Sendable {
    /// The reason, as a message.
    package let message: String
  }

  /// What the pages of the file that is shown are, and how they are named.
  package struct Pages: Hashable, Sendable {
    var kind: FilePages.Kind
    /// Their number; `nil` until they are counted.
    var count: Int?
    /// What the file calls those that are known; empty for one without a name.
    var names: [String]

    package init(
      _ kind: FilePages.Kind = .pages, count: Int? = 1, names: [String] = []
    ) {
      (self.kind, self.count, self.names) = (kind, count, names)
    }
  }

  /// Reads a text: `#12` (a picture), `p3` or a page's name, a ``TypedPlace``, or the beginning of a picture's name.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The names of the album's pictures.
  ///   - info: The picture that is shown.
  ///   - scale: How large its pixels are; `nil` where that isn't known.
  ///   - pages: The pages of its file.
  /// - Throws: ``Problem`` for a text that names no place.
  package init(
    _ text: String, names: some Collection<String>, in info: ImageInfo, scale: PixelScale? = nil,
    pages: Pages = Pages()
  ) throws(Problem) {
    let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !text.isEmpty else { throw Problem(message: Self.hint(in: info, scale)) }
    if text.first == "#" {
      self = try Self.picture(text.dropFirst(), count: names.count)
    } else if let place = try Self.place(text, names) {
      let (pixel, note) = try place.pixel(in: info, scale)
      self = .pixel(pixel, scale: place.zoom, note: note)
    } else if let page = try Self.page(text, names, pages) {
      self = page
    } else {
      self = try Self.named(text, names, pages)
    }
  }

  /// What can be typed, with an example of coordinates where the picture lies on a map.
  package static func hint(in info: ImageInfo, _ scale: PixelScale?) -> String {
    guard let example = scale?.exampleCoordinates(in: info) else {
      return "Type #12, p3, 12000,3400@2 or a name."
    }
    return "Type #12, p3, 12000,3400@2, map coordinates such as \(example), or a name."
  }

  /// Reads a place of the picture; `nil` for a text that does not look like one, or is the beginning of a name with a space.
  private static func place(
    _ text: String, _ names: some Collection<String>
  ) throws(Problem) -> TypedPlace? {
    if !text.contains(","), (try? named(text, names)) != nil { return nil }
    return try TypedPlace(text)
  }

  /// Reads a page; `nil` for a text that does not look like one, or is the beginning of a name where there is a single page.
  private static func page(
    _ text: String, _ names: some Collection<String>, _ pages: Pages
  ) throws(Problem) -> GoTo? {
    let wanted = text.lowercased()
    if let index = pages.names.firstIndex(where: { $0.lowercased() == wanted }) {
      return .page(index)
    }
    let (digits, count, kind) = (text.dropFirst(), pages.count, pages.kind)
    guard text.first == "p" || text.first == "P", !digits.isEmpty,
      digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    if count == 1, let name = try? named(text, names) { return name }
    guard let number = Int(digits), number >= 1, number <= count ?? .max else {
      let range = count.map { " (\(kind.text($0)))" } ?? ""
      throw Problem(message: "There is no \(kind.name) \(digits)\(range).")
    }
    return .page(number - 1)
  }

  private static func picture(_ digits: Substring, count: Int) throws(Problem) -> GoTo {
    guard let number = Int(digits), (1...max(count, 1)).contains(number), count > 0 else {
      let range = count == 1 ? "1 picture" : "\(count) pictures"
      throw Problem(message: "There is no picture #\(digits) (\(range)).")
    }
    return .picture(number - 1)
  }

  private static func named(
    _ text: String, _ names: some Collection<String>, _ pages: Pages = Pages()
  ) throws(Problem) -> GoTo {
    let wanted = text.lowercased()
    for (index, name) in names.enumerated() where name.lowercased().hasPrefix(wanted) {
      return .picture(index)
    }
    let isPaged = pages.names.contains { !$0.isEmpty }
    throw Problem(
      message: isPaged
        ? "No \(pages.kind.name) is called “\(text.isolated)”, and no picture's name starts with it."
        : "No picture's name starts with “\(text.isolated)”.")
  }
}

/// A place of a picture as it is typed, such as `12000,3400@2`: two numbers, with or without units, and a zoom scale.
package struct TypedPlace: Hashable, Sendable {
  /// The numbers and their units.
  private let coordinates: PixelScale.Coordinates
  /// The device pixels per pixel; `nil` for the usual scale, or 1 where that fits the picture into the window.
  package let zoom: Double?

  /// The scales that can be named. [C]
  private static let zooms = 0.000_001...1024.0

  /// Reads a text; `nil` for one that does not look like a place.
  ///
  /// - Throws: If the zoom scale is none.
  package init?(_ text: String) throws(GoTo.Problem) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first,
      let coordinates = PixelScale.Coordinates(Self.degrees(first) ?? String(first))
    else { return nil }
    self.coordinates = coordinates
    guard parts.count > 1 else {
      zoom = nil
      return
    }
    guard let zoom = Double(parts[1]), Self.zooms.contains(zoom) else {
      throw GoTo.Problem(message: "The number after @ is the zoom, such as 2.")
    }
    self.zoom = zoom
  }

  /// Degrees east and north of those that a text has by their hemispheres, such as `33.3S 70.4W`; `nil` for another text.
  private static func degrees(_ text: Substring) -> String? {
    var (found, number): ([Character: Double], String) = ([:], "")
    for character in text.uppercased() {
      guard "NSEW".contains(character) else {
        // Separators are before a number, and what is behind it belongs to it.
        if !number.isEmpty || !" ,".contains(character) { number.append(character) }
        continue
      }
      let digits = number.prefix { $0.isNumber || $0 == "." }
      guard ["", " ", "°", " °", "° "].contains(number.dropFirst(digits.count)),
        let degrees = Double(digits)
      else { return nil }
      found[character] = degrees
      number = ""
    }
    guard number.isEmpty, found.count == 2,
      let east = found["E"] ?? found["W"].map({ -$0 }),
      let north = found["N"] ?? found["S"].map({ -$0 })
    else { return nil }
    return "\(east)°,\(north)°"
  }

  private static func isInside(_ place: Point, _ size: PixelSize) -> Bool {
    Rect(origin: .zero, size: size.size).contains(place)
  }

  /// Returns whether it is a pixel of a picture of a size, however large its pixels are.
  package func isPixel(of size: PixelSize) -> Bool {
    coordinates.isBare && !coordinates.hasDecimals && Self.isInside(coordinates.numbers, size)
  }

  /// Returns the pixel of a picture as shown, and what is to be said where the numbers name another place, too.
  ///
  /// Numbers with decimals are those of the map where they lie on it, others those of a pixel where there is one.
  ///
  /// - Parameters:
  ///   - info: The picture.
  ///   - scale: How large its pixels are; `nil` where that isn't known.
  /// - Returns: The pixel, and a message or `nil`.
  /// - Throws: ``GoTo/Problem`` where the picture has no such place.
  package func pixel(
    in info: ImageInfo, _ scale: PixelScale?
  ) throws(GoTo.Problem) -> (pixel: Point, note: String?) {
    let named = scale?.place(of: coordinates, in: info)
    let found = named.flatMap { Self.isInside($0, info.size) ? $0 : nil }
    let numbers = coordinates.numbers
    if coordinates.isBare, Self.isInside(numbers, info.size) {
      guard let found, let map = scale?.map else { return (numbers, nil) }
      guard !coordinates.hasDecimals else {
        return (found, "\(map.text(of: numbers)) on the map, not the pixel.")
      }
      let typed = [numbers.x, numbers.y].map { NumberText.shortest($0) + ".0" }
        .joined(separator: ",")
      return (numbers, "This is the pixel; type \(typed) for the place on the map.")
    }
    if let found { return (found, nil) }
    let message =
      if coordinates.isBare {
        scale?.map == nil
          ? "The pixel is outside the picture (\(info.size))."
          : "This is no pixel of the picture (\(info.size)), and not on its map."
      } else if let scale {
        named != nil
          ? "The place is outside the picture."
          : scale.kind == .unknown
            ? "The unit of this picture's map isn't known."
            : scale.kind == .angle
              ? "Places of this picture are in degrees." : "Places of this picture are lengths."
      } else {
        "The size of this picture's pixels isn't known."
      }
    throw GoTo.Problem(message: message)
  }
}
