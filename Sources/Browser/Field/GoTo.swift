package import ScrollGeometry

/// A place that a person names: a picture of the album, or a pixel of the picture that is shown.
package enum GoTo: Hashable, Sendable {
  /// The picture of that number, from 0.
  case picture(Int)
  /// A pixel for the middle of the window, and a zoom scale in device pixels per pixel; `nil` for the present one.
  case pixel(Point, scale: Double?)

  /// A text that names no place.
  package struct Problem: Error, Hashable, Sendable {
    /// Why, as a sentence.
    package let sentence: String
  }

  /// The scales that can be named. [C]
  private static let scales = 0.000_001...1024.0

  /// Reads a text: `#12` (a picture), `12000,3400` or `12000,3400@2` (a pixel), or the beginning of a name.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The names of the album's pictures.
  ///   - size: The size of the picture that is shown, in pixels.
  /// - Throws: ``Problem`` for a text that names no place.
  package init(
    _ text: String, names: some Collection<String>, size: PixelSize
  ) throws(Problem) {
    let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !text.isEmpty else { throw Problem(sentence: "Type #12, 12000,3400@2 or a name.") }
    if text.first == "#" {
      self = try Self.picture(text.dropFirst(), count: names.count)
    } else if let pixel = try Self.pixel(text, size) {
      self = pixel
    } else {
      self = try Self.named(text, names)
    }
  }

  private static func picture(_ digits: Substring, count: Int) throws(Problem) -> GoTo {
    guard let number = Int(digits), (1...max(count, 1)).contains(number), count > 0 else {
      let range = count == 1 ? "1 picture" : "\(count) pictures"
      throw Problem(sentence: "There is no picture #\(digits) (\(range)).")
    }
    return .picture(number - 1)
  }

  /// Reads a pixel; `nil` for a text that does not look like one.
  private static func pixel(_ text: String, _ size: PixelSize) throws(Problem) -> GoTo? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
    guard x >= 0, y >= 0, x < Double(size.width), y < Double(size.height) else {
      throw Problem(sentence: "The pixel is outside the picture (\(size.width)×\(size.height)).")
    }
    guard parts.count > 1 else { return .pixel(Point(x, y), scale: nil) }
    guard let scale = Double(parts[1]), scales.contains(scale) else {
      throw Problem(sentence: "The number after @ is the zoom, such as 2.")
    }
    return .pixel(Point(x, y), scale: scale)
  }

  private static func named(
    _ text: String, _ names: some Collection<String>
  ) throws(Problem) -> GoTo {
    let wanted = text.lowercased()
    for (index, name) in names.enumerated() where name.lowercased().hasPrefix(wanted) {
      return .picture(index)
    }
    throw Problem(sentence: "No picture's name starts with “\(text)”.")
  }
}
