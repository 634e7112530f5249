import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The panel of information` {
  private static let size = Size(340, 400)
  private static let text =
    ["file: /a/b.jpg", "format: JPEG", "", "camera model: Model 7"]
    .joined(separator: "\n")
  private static let long = (1...100).map { "EXIF Tag\($0): value \($0)" }.joined(separator: "\n")

  private func driver(_ text: String = text) throws -> PanelDriver {
    let panel = InformationPanel()
    panel.animates = false
    let driver = PanelDriver(panel, size: Self.size)
    panel.show(text)
    try driver.draw()
    return driver
  }

  private func panel(_ driver: PanelDriver) throws -> InformationPanel {
    try #require(driver.panel as? InformationPanel)
  }

  /// The labels that are drawn, as their text and color.
  private func labels(_ panel: InformationPanel) -> [(text: String, color: Look.Color)] {
    panel.textView.look.shapes.compactMap {
      if case .text(let label, _) = $0 { (label.text, label.color) } else { nil }
    }
  }

  @Test func `has names in a fainter color than their values`() throws {
    let panel = try panel(driver())
    let labels = labels(panel)
    #expect(
      labels.map(\.text) == [
        "file:", " /a/b.jpg", "format:", " JPEG", "camera model:", " Model 7",
      ])
    #expect(Set(labels.map(\.color)).count == 2)
    for (index, label) in labels.enumerated() {
      #expect(label.color == labels[index % 2].color)
    }
  }

  @Test func `wraps a long value, in the color of values alone`() throws {
    let value = (1...40).map { "word\($0)" }.joined(separator: " ")
    let panel = try panel(driver("name: \(value)\nnext: 1"))
    let labels = labels(panel)
    #expect(labels.count > 5 && labels.first?.text == "name:")
    #expect(labels.filter { $0.color == labels[0].color }.map(\.text) == ["name:", "next:"])
    let drawn = labels.map(\.text).joined().split(separator: " ").joined(separator: " ")
    #expect(drawn == "name: \(value)next: 1")
    for case .text(let label, let place) in panel.textView.look.shapes {
      let width = panel.window.ruler.width(of: label.text.trimmed, .text)
      #expect(place.x >= 16 && place.x + width <= Self.size.width - 16 + 4, "\(label.text)")
    }
  }

  @Test func `draws text of other scripts word by word where the layout has it`() throws {
    let panel = try panel(driver("file: /図/صورة جميلة.jpg"))
    #expect(
      labels(panel).map(\.text) == ["file:", " ", "/図/صورة ", "جميلة.jpg"].filter { $0 != " " })
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
    #expect(press("c", .control) && copied == [Self.text])
    #expect(!press("c") && !press("v", .control))
    // A double click selects the word under it.
    let line = try #require(panel.textView.visibleLines.dropFirst().first)
    driver.click(line.origin + Point(10, -4), count: 2)
    #expect(press("c", .control) && copied.last == "format")
    #expect(press("a", .control) && press("c", .control))
    #expect(copied.last == Self.text)
    panel.resignFocus()
    panel.pointerMoved(to: nil)
    #expect(!press("c", .control) && !press("a", .control))
    panel.pointerMoved(to: Point(100, 300))
    panel.takesKeys = { false }
    #expect(!press("c", .control) && copied.count == 3)
  }

  @Test func `shows the first lines of a text that is too long for a frame, and copies all`() throws
  {
    let line = "EXIF Note: " + String(repeating: "ü", count: 994)
    let text = (1...200).map { _ in line }.joined(separator: "\n")
    var driver = try driver(text)
    let panel = try panel(driver)
    let shown = panel.textView.text.split(separator: "\n")
    #expect(shown.count == 51 && Set(shown.dropLast().map(\.count)) == [line.count])
    #expect(shown.last?.hasPrefix("and 150 more lines") == true)
    var copied = ""
    panel.copyText = { copied = $0 }
    panel.pointerMoved(to: Point(100, 300))
    driver.press("c", .control)
    let isWhole = copied == text
    #expect(isWhole)
    panel.show(line)
    #expect(panel.textView.text.count == line.count)
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
    panel.showReading("file: b")
    #expect(panel.textView.contentOffset.y == 0)
    panel.showReading("file: c")
    panel.showRead(Self.long)
    #expect(panel.textView.contentOffset.y == 200)
    panel.showReading("file: d")
    panel.showRead(Self.text)
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
