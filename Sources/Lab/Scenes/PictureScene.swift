import ScrollEngine
import ScrollGeometry

/// A large picture in a small window: what can be reached depends on the content size alone.
final class PictureScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "picture", title: "A large picture in a small window",
    ids: ["view.viewport", "content.size", "content.reach", "content.picture", "content.origin"],
    viewport: Size(320, 600),
    parameters: [
      .choice("content", "Content size", ["picture", "none", "smaller", "larger"]),
      .number("originX", "Picture's x", 0...200, default: 0),
      .number("originY", "Picture's y", 0...200, default: 0),
    ],
    expectation:
      "Without a content size nothing can be dragged; with the picture's size, every corner "
      + "can be reached; a smaller one hides the rest again on release; a larger one "
      + "shows blank space.",
    demo: Demo.script { demo in
      demo.set("content", .word("none"))
      demo.drag(from: Point(250, 220), to: Point(80, 90))
      demo.set("content", .word("smaller"))
      demo.drag(from: Point(300, 280), to: Point(20, 80))
      demo.drag(from: Point(300, 280), to: Point(160, 120))
      demo.wait(1)
      demo.set("content", .word("larger"))
      demo.flick(from: Point(300, 280), to: Point(40, 90), for: 0.1)
      demo.wait(3)
      demo.set("content", .word("picture"))
      demo.call(.setContentOffset(Point(480, 300), animated: true))
      demo.wait(0.5)
      demo.set("originX", .number(60))
      demo.set("originY", .number(40))
    })

  /// The picture, in points.
  private static let size = Size(800, 600)
  private let picture = View(frame: Rect(origin: .zero, size: PictureScene.size))

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 0, y: 0, width: 320, height: 300), to: root, stage,
      look: Look(fill: Palette.black))
    scrollView.unscaledContentSize = Self.size
    scrollView.addSubview(picture)
    show(picture, Look(pattern: .picture))
    readout = addReadout(Rect(x: 16, y: 324, width: 288, height: 96), to: root)
    for (line, text) in [
      "A viewport of 320 × 300 in the upper half",
      "of a screen, on a picture of \(Self.size.text)",
    ].enumerated() {
      add(
        .caption(text), Rect(x: 16, y: 432 + 18 * Double(line), width: 288, height: 18), to: root)
    }
  }

  func set(_ parameter: String, _ value: Script.Value) {
    switch (parameter, value) {
    case ("content", .word(let word)): scrollView?.unscaledContentSize = Self.contentSize(word)
    case ("originX", .number(let x)): picture.frame.origin.x = x
    case ("originY", .number(let y)): picture.frame.origin.y = y
    default: break
    }
  }

  /// The content size for a word of the parameter, in points.
  static func contentSize(_ word: String) -> Size {
    switch word {
    case "none": .zero
    case "smaller": Size(500, 400)
    case "larger": Size(1000, 800)
    default: size
    }
  }

  override func refresh() {
    guard let scrollView else { return }
    write(
      """
      contentSize   \(scrollView.contentSize.text)
      contentOffset \(scrollView.contentOffset.text)
      maximum       \(scrollView.maximumContentOffset.text)
      picture at    \(picture.frame.origin.text)
      """, in: readout)
  }
}
