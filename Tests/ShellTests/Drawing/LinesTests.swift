import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `Lines of text` {
  private static let text =
    "Below its own size the container stays in the middle; past a limit it resists."
  private static let font = Font(.sans, size: 12)

  private func canvas() throws -> Canvas {
    try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
  }

  @Test(arguments: [80.0, 150, 237.5, 1000])
  func `fit the width, and lose no word`(width: Double) throws {
    let canvas = try canvas()
    let lines = canvas.wrapped(Self.text, font: Self.font, width: width, lines: 20)
    #expect(lines.joined(separator: " ") == Self.text)
    for line in lines { #expect(canvas.measure(line, font: Self.font).width <= width) }
    // No line has room for the first word of the next.
    for (line, next) in zip(lines, lines.dropFirst()) {
      let longer = "\(line) \(next.prefix { $0 != " " })"
      #expect(canvas.measure(longer, font: Self.font).width > width)
    }
  }

  @Test func `end with an ellipsis where there are no more of them`() throws {
    let canvas = try canvas()
    let lines = canvas.wrapped(Self.text, font: Self.font, width: 150, lines: 2)
    #expect(lines.count == 2 && lines[1].hasSuffix("…"))
    #expect(Self.text.hasPrefix("\(lines[0]) \(lines[1].dropLast())"))
    #expect(canvas.measure(lines[1], font: Self.font).width <= 150)
  }

  @Test(arguments: [20.0, 60, 150])
  func `break a word that is too wide, and a path after its slashes`(width: Double) throws {
    let canvas = try canvas()
    let word = "incomprehensible"
    let lines = canvas.wrapped("a \(word) b", font: Self.font, width: width, lines: 99)
    #expect(lines.joined().filter { $0 != " " } == "a\(word)b")
    for line in lines { #expect(canvas.measure(line, font: Self.font).width <= width) }
    let path = "/home/somebody/pictures/of/winter"
    let parts = canvas.wrapped(path, font: Self.font, width: 120, lines: 99)
    #expect(parts.joined() == path && parts.count == 2 && parts[0].hasSuffix("/"))
  }

  @Test func `hold at least one character, and nothing of nothing`() throws {
    let canvas = try canvas()
    for width in [0, -5, Double.nan] {
      #expect(canvas.wrapped("ab", font: Self.font, width: width, lines: 9).joined() == "ab")
    }
    #expect(canvas.wrapped("", font: Self.font, width: 20, lines: 9) == [""])
  }
}
