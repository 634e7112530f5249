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
  /// or 1 where the picture is fitted.
  case pixel(Point, scale: Double?)

  /// A text that doesn't name a place.
  package struct Problem: Error, Hashable, Sendable {
    /// The reason, as a message.
    package let message: String
  }

  /// The scales that can be named. [C]
  private static let scales = 0.000_001...1024.0

  /// Reads a text: `#12` (a picture), `p3` (a page), `12000,3400` or `12000,3400@2` (a pixel), or the beginning of a name.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The names of the album's pictures.
  ///   - size: The size of the picture that is shown, in pixels.
  ///   - pageCount: The number of pages of its file; `nil` until they are counted.
  ///   - kind: What the pages are.
  ///   - scale: Returns the pixel that a place is which is named in the picture's own unit; `nil` where it has none.
  /// - Throws: ``Problem`` for a text that names no place.
  package init(
    _ text: String, names: some Collection<String>, size: PixelSize, pageCount: Int? = 1,
    kind: FilePages.Kind = .pages, scale: ((String) -> Point?)? = nil
  ) throws(Problem) {
    let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !text.isEmpty else { throw Problem(message: "Type #12, p3, 12000,3400@2 or a name.") }
    if text.first == "#" {
      self = try Self.picture(text.dropFirst(), count: names.count)
    } else if let pixel = try Self.pixel(text, size, scale) {
      self = pixel
    } else if let page = try Self.page(text, names, count: pageCount, kind) {
      self = page
    } else {
      self = try Self.named(text, names)
    }
  }

  /// Reads a page; `nil` for a text that does not look like one, or is the beginning of a name where there is a single page.
  private static func page(
    _ text: String, _ names: some Collection<String>, count: Int?, _ kind: FilePages.Kind
  ) throws(Problem) -> GoTo? {
    let digits = text.dropFirst()
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

  /// Reads a pixel, or a place in the picture's own unit; `nil` for a text that does not look like one.
  private static func pixel(
    _ text: String, _ size: PixelSize, _ scale: ((String) -> Point?)?
  ) throws(Problem) -> GoTo? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    var place: Point?
    if numbers.count == 2, let x = numbers[0], let y = numbers[1] { place = Point(x, y) }
    func isInside(_ place: Point) -> Bool {
      place.x >= 0 && place.y >= 0 && place.x < Double(size.width) && place.y < Double(size.height)
    }
    // Numbers that are no pixel may be coordinates of a map.
    if place.map(isInside) != true { place = scale?(String(parts[0])) ?? place }
    guard let place else { return nil }
    guard isInside(place) else {
      throw Problem(message: "The pixel is outside the picture (\(size.width)×\(size.height)).")
    }
    guard parts.count > 1 else { return .pixel(place, scale: nil) }
    guard let zoom = Double(parts[1]), scales.contains(zoom) else {
      throw Problem(message: "The number after @ is the zoom, such as 2.")
    }
    return .pixel(place, scale: zoom)
  }

  private static func named(
    _ text: String, _ names: some Collection<String>
  ) throws(Problem) -> GoTo {
    let wanted = text.lowercased()
    for (index, name) in names.enumerated() where name.lowercased().hasPrefix(wanted) {
      return .picture(index)
    }
    throw Problem(message: "No picture's name starts with “\(text.isolated)”.")
  }
}
