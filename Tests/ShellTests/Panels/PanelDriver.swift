import OverscrollTestSupport
import OverscrollDrawing
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Uses a panel as a person does, with events of the engine, and draws it on an image.
struct PanelDriver {
  let panel: EnginePanel
  var time = 100.0

  init(_ panel: EnginePanel, size: Size) {
    self.panel = panel
    panel.size = size
  }

  /// The middle of a view, in the panel's points.
  func middle(of view: View) -> Point { panel.window.convert(view.bounds, from: view).center }

  mutating func touch(_ phase: TouchEvent.Phase, _ location: Point) {
    time += 0.01
    panel.send(.touch(phase, at: location, time, id: -1, type: .indirectPointer))
  }

  /// Clicks, and waits until another click is one of its own.
  mutating func click(_ location: Point, count: Int = 1) {
    for _ in 0..<count {
      touch(.began, location)
      touch(.ended, location)
    }
    time += 1
  }

  mutating func click(_ view: View, count: Int = 1) { click(middle(of: view), count: count) }

  mutating func drag(_ view: View, by distance: Double, steps: Int = 5) {
    let start = middle(of: view)
    touch(.began, start)
    for step in 1...steps {
      touch(.moved, Point(start.x + distance * Double(step) / Double(steps), start.y))
    }
    touch(.ended, Point(start.x + distance, start.y))
    time += 1
  }

  mutating func wheel(_ location: Point, _ notches: Double, _ modifiers: Modifiers = []) {
    time += 0.01
    panel.send(.wheel(Point(0, notches), at: location, time, modifiers: modifiers))
  }

  @discardableResult
  mutating func press(_ key: String, _ modifiers: Modifiers = []) -> Bool {
    time += 0.01
    return panel.handleKey(
      KeyEvent(key: .init(rawValue: key), modifiers: modifiers, timestamp: time))
  }

  /// Presses keys; the host sends the text of those that type some while text is typed.
  mutating func type(_ keys: [String]) {
    let named = ["period": ".", "comma": ",", "minus": "-", "space": " "]
    for key in keys {
      guard panel.isTyping, let text = key.count == 1 ? key : named[key] else {
        press(key)
        continue
      }
      time += 0.01
      panel.send(.text(TextEvent(.inserted(text), timestamp: time)))
    }
  }

  /// Draws the panel as a window does, and returns the image.
  @discardableResult
  func draw(scale: Double = 1) throws -> Surface {
    let size = panel.size
    let surface = try Surface(
      imageOf: PixelSize(width: Int(size.width * scale), height: Int(size.height * scale)),
      opaque: true)
    let canvas = try Canvas(surface)
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    panel.draw(on: canvas, scale: scale)
    try canvas.check()
    panel.needsDisplay = false
    return surface
  }
}

extension Surface {
  /// Returns whether a pixel has a color, within 2 of 255 in each component.
  func isColor(_ color: Color, at point: Point) -> Bool {
    guard let pixel = pixel(x: Int(point.x), y: Int(point.y)) else { return false }
    return [0, 8, 16].allSatisfy { shift in
      abs(Int(pixel >> shift & 0xFF) - Int(color.rgb >> shift & 0xFF)) <= 2
    }
  }
}

/// A scene with a parameter of each type and a second scroll view.
final class PanelTestScene: LabScene {
  static let card = SceneCard(
    name: "panel-test", title: "Panel test", ids: [], viewport: Size(320, 240),
    properties: [.content(Size(320, 1000)), .flag(.bounces, false)],
    parameters: [
      .flag("on", "On"), .number("speed", "Speed", 0...10, default: 5),
      .choice("kind", "Kind", ["one", "two", "three"]),
    ], scrollViews: ["list"], expectation: "", demo: [])

  var looks: [ObjectIdentifier: Look] { [:] }

  func build(in root: View, _ stage: Stage) {
    for (name, x) in [(String?.none, 0.0), ("list", 160)] {
      let view = StageScrollView(frame: Rect(x: x, y: 0, width: 160, height: 240))
      root.addSubview(view)
      stage.adopt(view, as: name)
    }
  }

  static func stage() -> Stage {
    var header = Script.Header()
    header.scene = Script.Scene(PanelTestScene.self)
    return Stage(header)
  }
}
