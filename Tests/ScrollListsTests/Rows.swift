import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A cell that knows what it shows and how often it was used again.
final class TextCell: TableViewCell {
  var text = ""
  private(set) var reuses = 0

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
  }
}

/// A data source of texts in sections, with a log of what the table tells; all rows are alike.
final class Rows: TableViewDataSource, TableViewDelegate {
  var texts: [[String]]
  var counts: [Int]?
  var identifier: (IndexPath) -> String = { _ in "row" }
  var hasHeaders = false
  var indexTitles: [String]?
  var sectionForTitle: ((Int) -> Int)?
  var refusesHighlight = false
  var choice: (IndexPath) -> IndexPath? = { $0 }
  var deselection: (IndexPath) -> IndexPath? = { $0 }
  private(set) var made: [TextCell] = []
  private(set) var madeHeaders: [View] = []
  private(set) var log: [String] = []
  let table: TableView
  let window: Window
  let finger: Finger

  init(
    _ texts: [[String]] = [], style: TableView.Style = .plain,
    frame: Rect = Rect(x: 0, y: 0, width: 320, height: 460)
  ) {
    self.texts = texts
    table = TableView(frame: frame, style: style)
    window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    window.addSubview(table)
    finger = Finger(window)
    table.register(TextCell.self, forCellReuseIdentifier: "row")
    table.register(TextCell.self, forCellReuseIdentifier: "odd")
    table.register(
      TableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
    table.dataSource = self
    table.delegate = self
    window.layoutIfNeeded()
  }

  convenience init(count: Int) {
    self.init()
    counts = [count]
    reload()
  }

  func reload() {
    table.reloadData()
    window.layoutIfNeeded()
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// The middle of a row in the window.
  func middle(_ row: Int, section: Int = 0) -> Point {
    let rect = table.rectForRow(at: IndexPath(row: row, section: section))
    return table.convert(rect.center, to: nil)
  }

  func numberOfSections(in tableView: TableView) -> Int { (counts ?? texts.map(\.count)).count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    counts?[section] ?? texts[section].count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(
      withIdentifier: identifier(indexPath), for: indexPath)
    guard let cell = cell as? TextCell else { return cell }
    if !made.contains(where: { $0 === cell }) { made.append(cell) }
    cell.text =
      counts == nil ? texts[indexPath.section][indexPath.row] : "\(indexPath)"
    return cell
  }

  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
    hasHeaders ? 20 : 0
  }

  func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? {
    let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
    if let header, !madeHeaders.contains(where: { $0 === header }) { madeHeaders.append(header) }
    return header
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? { indexTitles }

  func tableView(
    _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int {
    log.append("title \(title)")
    return sectionForTitle?(index) ?? index
  }

  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    !refusesHighlight
  }
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    log.append("highlight \(indexPath)")
  }
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
    log.append("unhighlight \(indexPath)")
  }
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    choice(indexPath)
  }
  func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    deselection(indexPath)
  }
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    log.append("select \(indexPath)")
  }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
    log.append("deselect \(indexPath)")
  }
}

/// A data source whose rows have heights of their own.
final class HighRows: TableViewDataSource, TableViewDelegate {
  var heights: [[Double]]
  var headers: [Double]
  let table: TableView

  init(_ heights: [[Double]], headers: [Double], style: TableView.Style = .grouped) {
    self.heights = heights
    self.headers = headers
    table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 460), style: style)
    table.dataSource = self
    table.delegate = self
  }

  func numberOfSections(in tableView: TableView) -> Int { heights.count }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    heights[section].count
  }
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    TableViewCell(reuseIdentifier: nil)
  }
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    heights[indexPath.section][indexPath.row]
  }
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
    headers[section]
  }
}
