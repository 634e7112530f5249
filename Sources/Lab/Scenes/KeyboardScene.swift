import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A text field over a table, with an on-screen keyboard that taps outside and drags dismiss.
final class KeyboardScene: BaseScene, LabScene, TableViewDataSource, GestureRecognizerDelegate {
  static let card = SceneCard(
    name: "keyboard", title: "A text field over a table",
    ids: ["keyboard.dismiss", "keyboard.tap"],
    viewport: Size(375, 640),
    parameters: [.flag("refuses", "shouldReceive refuses touches on the table")],
    expectation:
      "The keyboard is shown from the start. A tap outside the field dismisses the keyboard and still selects the row; a drag "
      + "dismisses it according to keyboardDismissMode.",
    demo: Demo.script { demo in
      demo.wait(0.6)
      demo.tap(Point(180, 200))
      demo.wait(0.6)
      demo.set(Script.Setting(.keyboardDismissMode, .word("onDrag")))
      demo.tap(field.center)
      demo.wait(0.6)
      demo.drag(from: Point(180, 330), to: Point(180, 250))
      demo.wait(0.6)
      demo.set(Script.Setting(.keyboardDismissMode, .word("interactive")))
      demo.tap(field.center)
      demo.wait(0.6)
      demo.drag(from: Point(180, 300), to: Point(180, 600), for: 0.8)
      demo.wait(1)
      demo.set("refuses", .bool(true))
      demo.tap(field.center)
      demo.wait(0.6)
      demo.tap(Point(180, 250))
    })

  /// The frame of the field, in points.
  static let field = Rect(x: 16, y: 16, width: 343, height: 36)
  /// The height of the keyboard, in points: that of a phone.
  static let keyboardHeight = 216.0

  private let keys = View()
  private let field = TextField(frame: KeyboardScene.field)
  private weak var stage: Stage?
  private var refuses = false

  func build(in root: View, _ stage: Stage) {
    self.stage = stage
    field.font = .scene
    field.placeholder = "Tap here, then a row"
    root.addSubview(field)
    let table = TableView(frame: Rect(x: 0, y: 64, width: 375, height: 576))
    root.addSubview(table)
    show(table, Look(fill: Palette.surface))
    table.dataSource = self
    stage.adopt(table)
    root.addSubview(keys)
    keys.isUserInteractionEnabled = false
    let tap = TapGestureRecognizer { [weak root] _ in root?.endEditing(true) }
    tap.cancelsTouchesInView = false
    tap.delegate = self
    root.addGestureRecognizer(tap)
    stage.window.keyboard.height = Self.keyboardHeight
    // As in the article, the field has the keyboard from the start.
    field.becomeFirstResponder()
    stage.window.keyboard.observe { [weak self, weak stage] change in
      guard let self, stage?.scene === self else { return }
      if change.kind == .willHide { stage?.note("dismiss") }
    }
  }

  func set(_ parameter: String, _ value: Script.Value) {
    if case .bool(let flag) = value { refuses = flag }
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    guard let view = touch.view, let table = stage?.scrollView else { return true }
    return !(refuses && view.isDescendant(of: table))
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "row") as? LabelRow
      ?? LabelRow(reuseIdentifier: "row")
    cell.title = "Row \(indexPath.row + 1)"
    cell.didChange = { [weak self] in self?.show($0, $0.look) }
    show(cell, cell.look)
    return cell
  }

  override func refresh() {
    guard let window = stage?.window else { return }
    show(
      field,
      Look(
        fill: Palette.surface,
        border: Look.Border(field.isEditing ? Palette.blue : Palette.line, width: 1.5),
        cornerRadius: 8))
    keys.frame = window.keyboard.frame
    keys.isHidden = keys.frame.minY >= window.bounds.maxY
    show(keys, .keyboard(width: keys.bounds.width))
  }
}

extension Look {
  /// A drawing of a keyboard of 216 points, without letters that could be typed.
  static func keyboard(width: Double) -> Look {
    var shapes: [Shape] = []
    for (row, letters) in ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"].enumerated() {
      let left = (width - Double(letters.count) * 36) / 2
      for (column, letter) in letters.enumerated() {
        let key = Rect(
          x: left + Double(column) * 36 + 2, y: 10 + Double(row) * 52, width: 32, height: 42)
        shapes.append(.rect(key, radius: 5, Palette.surface))
        shapes.append(
          .text(Label("\(letter)", size: Palette.title, color: Palette.ink), at: key.center))
      }
    }
    shapes.append(
      .rect(Rect(x: width / 2 - 100, y: 166, width: 200, height: 42), radius: 5, Palette.surface))
    return Look(fill: Palette.black, shapes: shapes)
  }
}
