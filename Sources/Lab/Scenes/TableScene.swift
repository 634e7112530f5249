import OverscrollDrawing
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A million rows with an index, each printing the flags that it saw in `cellForRow`.
final class TableScene: BaseScene, LabScene, TableViewDataSource, TableViewDelegate {
  static let card = SceneCard(
    name: "table", title: "A table of a million rows",
    ids: ["view.subclasses", "list.index", "list.views", "list.flags"],
    viewport: Size(420, 600),
    expectation:
      "While the table decelerates after a second flick, new rows show both dragging "
      + "and decelerating; the index jumps to a section; a tap selects a row.",
    demo: Demo.script { demo in
      demo.flick(from: Point(180, 480), to: Point(180, 180))
      demo.wait(0.4)
      demo.flick(from: Point(180, 480), to: Point(180, 180))
      demo.wait(3)
      demo.drag(from: Point(412, 260), to: Point(412, 420), for: 0.6)
      demo.wait(0.3)
      demo.tap(Point(180, 300))
    })

  /// Twenty-six sections, which together have a million rows.
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
  private static let count = 1_000_000
  /// The flags that rows saw when they were made, in order, without repetitions.
  private(set) var seen: [String] = []

  func build(in root: View, _ stage: Stage) {
    let table = TableView(frame: root.bounds)
    root.addSubview(table)
    show(table, Look(fill: Palette.surface))
    table.sectionHeaderHeight = 26
    table.dataSource = self
    stage.adopt(table, delegate: self)
  }

  func numberOfSections(in tableView: TableView) -> Int { Self.letters.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    let each = Self.count / Self.letters.count
    return section == 0 ? Self.count - each * (Self.letters.count - 1) : each
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? { Self.letters }

  func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? {
    let header =
      tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
      ?? TableViewHeaderFooterView(reuseIdentifier: "header")
    show(
      header,
      Look(
        fill: Color(0x2C313A),
        labels: [
          Look.Label(
            Self.letters[section], color: Palette.muted, isBold: true, anchor: Point(0, 0.5),
            margin: 16)
        ]))
    return header
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "row") as? LabelRow
      ?? LabelRow(reuseIdentifier: "row")
    let flags = [
      tableView.isDragging ? "dragging" : nil, tableView.isDecelerating ? "decelerating" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    if seen.last != flags { seen.append(flags) }
    cell.title = "\(Self.letters[indexPath.section]) \(indexPath.row + 1)"
    cell.note = flags.isEmpty ? "at rest" : flags
    cell.noteColor = flags.contains("and") ? Palette.red : Palette.muted
    cell.didChange = { [weak self] in self?.show($0, $0.look) }
    show(cell, cell.look)
    return cell
  }
}
