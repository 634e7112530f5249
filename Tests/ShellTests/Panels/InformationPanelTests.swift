import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The panel of information` {
  private static let size = Size(340, 400)
  private static let information = Information(
    title: "b.jpg", summary: "1.0 MP",
    groups: [
      .init(
        "File",
        [
          .init("Folder", "/a", link: .file(FilePath("/a/b.jpg"))), .init("Type", "JPEG"),
        ]),
      .init("Camera", [.init("Model", "Model 7")]),
      .init(
        "All tags", [.init("EXIF", "Make: Maker"), .init("", "Model: Model 7")], isFolded: true),
    ], text: "file: /a/b.jpg\nformat: JPEG")

  /// Facts, one a line.
  private static func facts(_ values: [String], label: String = "EXIF") -> Information {
    Information(
      title: "b.jpg", groups: [.init("", values.map { .init(label, $0) })],
      text: values.map { "\(label) \($0)" }.joined(separator: "\n"))
  }

  private static let long = facts((1...100).map { "Tag\($0): value \($0)" })

  private func driver(_ information: Information = information) throws -> PanelDriver {
    let panel = InformationPanel()
    panel.animates = false
    let driver = PanelDriver(panel, size: Self.size)
    panel.show(information)
    try driver.draw()
    return driver
  }

  private func panel(_ driver: PanelDriver) throws -> InformationPanel {
    try #require(driver.panel as? InformationPanel)
  }

  /// The pieces of text that are drawn, from top to bottom.
  private func pieces(_ panel: InformationPanel) -> [(label: Look.Label, place: Point)] {
    panel.textView.look.shapes.compactMap {
      if case .text(let label, let place) = $0 { (label, place) } else { nil }
    }
  }

  private func texts(_ panel: InformationPanel) -> [String] { pieces(panel).map(\.label.text) }

  @Test func `has a long name with its ending`() throws {
    let name = String(repeating: "An extraordinarily long name ", count: 4) + "of page 0001.tiff"
    let panel = try panel(driver(Information(title: name, text: "")))
    let title = try #require(texts(panel).first)
    #expect(title.hasPrefix("An extra") && title.contains("…") && title.hasSuffix("0001.tiff"))
  }

  @Test(arguments: [220.0, 250, 340])
  func `has what is clipped at both ends of the histogram side by side`(width: Double) throws {
    let panel = InformationPanel()
    panel.show(Information(title: "b.jpg", hasHistogram: true, text: ""))
    var chart = HistogramChart(red: [0, 1], green: [0, 1], blue: [0, 1], luma: [0, 1])
    (chart.dark, chart.light) = (
      .init(.red, "Shadows 30.5% as shown"), .init(.red, "Highlights 30.5%")
    )
    panel.histogram = chart
    try PanelDriver(panel, size: Size(width, 400)).draw()
    let labels = panel.textView.histogram.look.shapes.compactMap { shape -> (String, Double)? in
      if case .text(let label, let place) = shape { (label.text, place.x) } else { nil }
    }
    try #require(labels.count == 2)
    let widths = labels.map { panel.window.ruler.width(of: $0.0, .text) }
    #expect(labels[0].0.hasPrefix("Shadows 3") && labels[1].0 == "Highlights 30.5%")
    #expect(labels[0].1 + widths[0] + 8 <= labels[1].1 - widths[1] + 0.01)
  }

  @Test func `has labels to the left of their values, fainter, below headings`() throws {
    let panel = try panel(driver())
    let pieces = pieces(panel)
    #expect(
      pieces.map(\.label.text) == [
        "b.jpg", "1.0 MP", "File", "Folder", "/a", "Type", "JPEG", "Camera", "Model", "Model 7",
        "All tags",
      ])
    for name in ["Folder", "Type", "Model"] {
      let index = try #require(pieces.firstIndex { $0.label.text == name })
      let (label, value) = (pieces[index], pieces[index + 1])
      // Labels end at a common edge, and values begin at another.
      #expect(label.place.x == 12 + 96 && label.label.anchor.x == 1)
      #expect(value.place.x == 12 + 96 + 12)
      #expect(label.label.color != value.label.color)
    }
    #expect(pieces[0].label.size == 15 && pieces[0].label.isBold)
    // What can be clicked has another color.
    let values = pieces.filter { ["/a", "JPEG"].contains($0.label.text) }.map(\.label.color)
    #expect(Set(values).count == 2)
  }

  @Test func `unfolds a group by a click on its heading, or by Return, and folds it again`() throws
  {
    var driver = try driver()
    let panel = try panel(driver)
    func click(_ text: String) throws {
      let piece = try #require(pieces(panel).last { $0.label.text == text })
      driver.click(Point(20, piece.place.y))
    }
    try click("All tags")
    #expect(texts(panel).suffix(3) == ["EXIF", "Make: Maker", "Model: Model 7"])
    // It stays so for the next picture.
    panel.show(Self.information)
    #expect(texts(panel).last == "Model: Model 7")
    try click("All tags")
    #expect(texts(panel).last == "All tags")
    try click("File")
    #expect(texts(panel).last == "All tags")
    // The click has given it the keys.
    driver.press("Return")
    #expect(texts(panel).last == "Model: Model 7")
  }

  @Test func `opens what is clicked only where it is a link`() throws {
    var driver = try driver()
    let panel = try panel(driver)
    var opened: [Information.Link] = []
    panel.open = { opened.append($0) }
    for text in ["/a", "JPEG", "Model 7"] {
      let piece = try #require(pieces(panel).first { $0.label.text == text })
      driver.click(piece.place + Point(4, 6))
    }
    #expect(opened == [.file(FilePath("/a/b.jpg"))])
  }

  @Test func `is light where what surrounds the picture is`() throws {
    let panel = try panel(driver())
    let dark = panel.textView.look
    panel.palette = .light
    #expect(panel.textView.look != dark && panel.needsDisplay)
    for palette in [Palette.dark, .light] {
      for color in [palette.ink, palette.label, palette.accent] {
        #expect(contrast(color, on: palette.paper) >= 4.5, "\(color)")
      }
    }
  }

  /// The contrast of two colors by WCAG 2.
  private func contrast(_ text: Color, on ground: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      let channels = [\Color.red, \.green, \.blue].map { channel in
        let part =
          color[keyPath: channel] * text.alpha + ground[keyPath: channel] * (1 - text.alpha)
        return color == ground ? ground[keyPath: channel] : part
      }.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      return channels[0] * 0.2126 + channels[1] * 0.7152 + channels[2] * 0.0722
    }
    let (one, other) = (luminance(text), luminance(ground))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  @Test func `wraps a long value beside its label`() throws {
    let value = (1...40).map { "word\($0)" }.joined(separator: " ")
    let panel = try panel(driver(Self.facts([value, "1"], label: "name")))
    let pieces = pieces(panel).dropFirst()
    #expect(pieces.count > 5 && pieces.filter { $0.label.text == "name" }.count == 2)
    let drawn = pieces.map(\.label.text).filter { $0 != "name" }.joined(separator: " ")
    #expect(drawn.trimmed == "\(value) 1")
    for piece in pieces where piece.label.text != "name" {
      let width = panel.window.ruler.width(of: piece.label.text.trimmed, .text)
      #expect(piece.place.x == 120 && piece.place.x + width <= Self.size.width - 12 + 4)
    }
  }

  @Test func `draws text of other scripts word by word where the layout has it`() throws {
    let panel = try panel(driver(Self.facts(["/図/صورة جميلة.jpg"])))
    #expect(texts(panel).suffix(2) == ["/図/صورة ", "جميلة.jpg"])
  }

  @Test func `moves on by itself after a touchpad's flick, and bounces at its end`() throws {
    var driver = try driver(Self.long)
    let panel = try panel(driver)
    let last = panel.textView.maximumContentOffset.y
    func scroll(_ phase: GesturePhase, _ distance: Double) {
      driver.time += 0.01
      panel.send(
        .touchpad(
          TouchpadEvent(
            phase: phase, delta: Point(0, distance), location: Point(100, 100),
            timestamp: driver.time)))
    }
    scroll(.began, 0)
    for _ in 1...6 { scroll(.changed, -40) }
    let lifted = panel.textView.contentOffset.y
    scroll(.ended, 0)
    #expect(lifted > 0 && panel.needsAdvance)
    var highest = 0.0
    for _ in 1...600 where panel.needsAdvance {
      driver.time += 1.0 / 60
      panel.advance(to: driver.time)
      highest = max(highest, panel.textView.contentOffset.y)
    }
    #expect(highest > last + 1, "\(lifted) \(highest) \(last)")
    #expect(abs(panel.textView.contentOffset.y - last) < 0.6 && !panel.needsAdvance)
  }

  @Test func `copies all of its text by Ctrl+C while the pointer is over it, or the selection`()
    throws
  {
    var driver = try driver()
    let panel = try panel(driver)
    func press(_ key: String, _ modifiers: Modifiers = []) -> Bool { driver.press(key, modifiers) }
    var copied: [String] = []
    panel.copyText = { copied.append($0) }
    #expect(!press("c", .control))
    panel.pointerMoved(to: Point(100, 300))
    #expect(press("c", .control) && copied == [Self.information.text])
    #expect(!press("c") && !press("v", .control))
    // A double click selects the word under it.
    let line = try #require(panel.textView.visibleLines.first { $0.text == "JPEG" })
    driver.click(line.origin + Point(10, -4), count: 2)
    #expect(press("c", .control) && copied.last == "JPEG")
    #expect(press("a", .control) && press("c", .control))
    #expect(copied.last == Self.information.text)
    panel.resignFocus()
    panel.pointerMoved(to: nil)
    #expect(!press("c", .control) && !press("a", .control))
    panel.pointerMoved(to: Point(100, 300))
    panel.takesKey = { _ in false }
    #expect(!press("c", .control) && copied.count == 3)
  }

  @Test func `shows the first of more facts than fit a frame, and copies all`() throws {
    let value = "Note: " + String(repeating: "ü", count: 994)
    let information = Self.facts(Array(repeating: value, count: 200))
    var driver = try driver(information)
    let panel = try panel(driver)
    let shown = panel.textView.text.split(separator: "\n")
    #expect(shown.count == 51 && Set(shown.dropLast().map(\.count)) == [value.count])
    #expect(shown.last == "and 150 more, which Ctrl+C copies")
    var copied = ""
    panel.copyText = { copied = $0 }
    panel.pointerMoved(to: Point(100, 300))
    driver.press("c", .control)
    let isWhole = copied == information.text
    #expect(isWhole)
  }

  @Test func `is scrolled by keys between two presses of Tab`() throws {
    var driver = try driver(Self.long)
    let panel = try panel(driver)
    func press(_ key: String, _ modifiers: Modifiers = []) -> Bool { driver.press(key, modifiers) }
    let last = panel.textView.maximumContentOffset.y
    for key in ["Next", "Down", "End", "Home"] { #expect(!press(key)) }
    #expect(press("Tab") && panel.isFocused && panel.needsDisplay)
    #expect(press("Next") && panel.textView.contentOffset.y == 360)
    #expect(press("Prior") && panel.textView.contentOffset.y == 0)
    #expect(press("End") && panel.textView.contentOffset.y == last)
    #expect(press("Home") && panel.textView.contentOffset.y == 0)
    #expect(press("Down"))
    while panel.needsAdvance {
      driver.time += 1.0 / 60
      panel.advance(to: driver.time)
    }
    #expect(panel.textView.contentOffset.y > 0)
    #expect(!press("n") && !press("Escape"))
    #expect(press("Tab") && !panel.isFocused && !press("Next"))
  }

  @Test func `keeps its place for the text of the next picture`() throws {
    let driver = try driver(Self.long)
    let panel = try panel(driver)
    panel.textView.contentOffset = Point(0, 200)
    panel.showReading(Self.facts([]))
    #expect(panel.textView.contentOffset.y == 0)
    panel.showReading(Self.facts([]))
    panel.showRead(Self.long)
    #expect(panel.textView.contentOffset.y == 200)
    panel.showReading(Self.facts([]))
    panel.showRead(Self.information)
    #expect(panel.textView.contentOffset.y == 0)
    panel.show(Self.long)
    #expect(panel.textView.contentOffset.y == 0)
  }
}

extension String {
  fileprivate var trimmed: String {
    split(separator: " ").joined(separator: " ")
  }
}
