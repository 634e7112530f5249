import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

/// A view that takes text while it is first responder, as a text field does.
private final class EntryField: View {
  override var canBecomeFirstResponder: Bool { true }
  override var acceptsText: Bool { true }
}

/// A field above a table, and a tap anywhere that ends editing.
private final class Form: GestureRecognizerDelegate {
  let rows = Rows(frame: Rect(x: 0, y: 60, width: 320, height: 400))
  let root = View(frame: Rect(x: 0, y: 0, width: 320, height: 460))
  let field = EntryField(frame: Rect(x: 10, y: 10, width: 300, height: 40))
  let tap = TapGestureRecognizer()
  var refuses: (Touch) -> Bool = { _ in false }
  private(set) var taps = 0

  init(cancelsTouches: Bool) {
    rows.counts = [100]
    rows.window.addSubview(root)
    root.addSubview(field)
    root.addSubview(rows.table)
    rows.reload()
    tap.cancelsTouchesInView = cancelsTouches
    tap.delegate = self
    tap.addAction { [weak self] _ in
      self?.taps += 1
      self?.root.endEditing(true)
    }
    root.addGestureRecognizer(tap)
    field.becomeFirstResponder()
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { !refuses(touch) }
}

@Suite struct `A text field above a table` {
  @Test
  func `keyboard.tap resigns, and the row is still selected, by a tap that cancels no touches`() {
    let form = Form(cancelsTouches: false)
    #expect(form.field.isFirstResponder)
    form.rows.finger.tap(form.rows.middle(2))
    #expect(form.taps == 1)
    #expect(!form.field.isFirstResponder)
    #expect(
      form.rows.takeLog() == ["highlight [0, 2]", "select [0, 2]", "unhighlight [0, 2]"])
  }

  @Test
  func
    `keyboard.tap resigns by the first tap after one on a field, whose own recognizer came first`()
  {
    let form = Form(cancelsTouches: false)
    let field = TextField(frame: Rect(x: 10, y: 10, width: 300, height: 40))
    form.root.addSubview(field)
    form.rows.finger.tap(Point(100, 30))
    #expect(field.isFirstResponder && form.taps == 0)
    form.rows.finger.tap(form.rows.middle(2))
    #expect(form.taps == 1)
    #expect(!field.isFirstResponder)
  }

  @Test(arguments: [false, true])
  func `keyboard.tap resigns by a tap outside the table too`(cancelsTouches: Bool) {
    let form = Form(cancelsTouches: cancelsTouches)
    form.rows.finger.tap(Point(315, 5))
    #expect(form.taps == 1)
    #expect(!form.field.isFirstResponder)
    #expect(form.rows.takeLog() == [])
  }

  @Test(arguments: [0.05, 0.4])
  func `keyboard.tap resigns, but no row is selected, by a tap that cancels touches`(rest: Double) {
    let form = Form(cancelsTouches: true)
    form.rows.finger.touch(.began, form.rows.middle(2))
    form.rows.finger.wait(rest)
    form.rows.finger.touch(.ended, form.rows.middle(2))
    #expect(form.taps == 1)
    #expect(!form.field.isFirstResponder)
    #expect(
      form.rows.takeLog() == (rest > 0.15 ? ["highlight [0, 2]", "unhighlight [0, 2]"] : []))
    #expect(form.rows.table.indexPathForSelectedRow == nil)
    #expect(form.rows.table.visibleCells.allSatisfy { !$0.isHighlighted })
  }

  @Test func `keyboard.tap stays where the delegate refuses the touch, which selects the row`() {
    let form = Form(cancelsTouches: true)
    let table = form.rows.table
    form.refuses = { $0.view?.isDescendant(of: table) ?? false }
    form.rows.finger.tap(form.rows.middle(2))
    #expect(form.taps == 0)
    #expect(form.field.isFirstResponder)
    #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    form.rows.finger.tap(Point(315, 5))
    #expect(form.taps == 1)
    #expect(!form.field.isFirstResponder)
  }

  @Test(arguments: ScrollView.KeyboardDismissMode.allCases)
  func `keyboard.tap resigns by a drag of the table where its dismiss mode is onDrag`(
    mode: ScrollView.KeyboardDismissMode
  ) {
    let form = Form(cancelsTouches: false)
    form.rows.table.keyboardDismissMode = mode
    form.rows.finger.touch(.began, Point(160, 400))
    form.rows.finger.touch(.moved, Point(160, 391))
    #expect(form.field.isFirstResponder)
    form.rows.finger.touch(.moved, Point(160, 380))
    #expect(form.field.isFirstResponder == (mode != .onDrag && mode != .onDragWithAccessory))
    form.rows.finger.touch(.ended, Point(160, 380))
    #expect(form.taps == 0, "a drag is no tap")
    #expect(form.rows.takeLog() == [])
  }
}
