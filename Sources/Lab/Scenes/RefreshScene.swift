import Glibc
import OverscrollDrawing
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A drawn refresh control over a table: a pull begins the refresh, which holds an inset open until it ends.
final class RefreshScene: BaseScene, LabScene, TableViewDataSource, TableViewDelegate {
  static let card = SceneCard(
    name: "refresh", title: "Pull to refresh", ids: ["refresh.control", "refresh.inset"],
    viewport: Size(375, 560),
    parameters: [.flag("done", "Refreshing ends")],
    expectation:
      "The pull starts a refresh; the inset, shown below, keeps the control in view until it ends, and "
      + "is then removed with an animation.",
    demo: Demo.script { demo in
      demo.drag(from: Point(190, 120), to: Point(190, 200), hold: 0.3)
      demo.wait(0.8)
      demo.drag(from: Point(190, 120), to: Point(190, 520), for: 0.7, hold: 0.3)
      demo.wait(1)
      demo.set("done", .bool(true))
    })

  /// The duration of a refresh that no one ends by the parameter, in seconds. [C]
  static let loadingTime = 3.0

  private let control = RefreshControl()
  private let spinner = View()
  private var table: TableView?
  private var count = 20
  /// Waits for the end of the refresh, and keeps the spinner turning; `nil` while nothing refreshes.
  private var loading: FrameObservation?

  deinit { loading?.cancel() }

  func build(in root: View, _ stage: Stage) {
    let table = TableView(frame: root.bounds)
    root.addSubview(table)
    show(table, Look(fill: Palette.paper))
    table.dataSource = self
    stage.adopt(table, delegate: self)
    table.refreshControl = control
    control.addSubview(spinner)
    readout = addReadout(Rect(x: 16, y: 508, width: 220, height: 36), to: root)
    control.addAction { [weak self, weak stage] in
      stage?.note("refresh")
      self?.load()
    }
    self.table = table
  }

  func set(_ parameter: String, _ value: Script.Value) {
    if case .bool(true) = value { finish() }
  }

  private func load() {
    guard let window = table?.window else { return }
    let end = window.time + Self.loadingTime
    loading = window.observeFrames { [weak self] time in
      if time >= end { self?.finish() }
    }
  }

  /// Ends the refresh with a new message.
  private func finish() {
    loading?.cancel()
    loading = nil
    guard control.isRefreshing else { return }
    count += 1
    control.endRefreshing()
    table?.reloadData()
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "row") ?? TableViewCell(reuseIdentifier: "row")
    show(
      cell,
      Look(
        fill: Palette.surface,
        shapes: [.line([Point(16, 43.5), Point(375, 43.5)], Palette.line, width: 1)],
        labels: [
          Look.Label(
            "Message \(count - indexPath.row)", color: Palette.ink, anchor: Point(0, 0.5),
            margin: 16)
        ]))
    return cell
  }

  /// How far the pull has come toward a refresh, from 0 to 1.
  private var progress: Double {
    guard let table, !control.isRefreshing else { return 1 }
    let pulled = table.minimumContentOffset.y - table.contentOffset.y
    return min(max(pulled / RefreshControl.triggerDistance, 0), 1)
  }

  override func refresh() {
    write("adjustedContentInset.top \((table?.adjustedContentInset.top ?? 0).text)", in: readout)
    spinner.frame = Rect(x: control.bounds.width / 2 - 16, y: 8, width: 32, height: 32)
    let spokes = control.isRefreshing ? 12 : Int(progress * 12)
    let time = table?.window?.time ?? 0
    let turn = control.isRefreshing ? Int(time * 12) : 0
    show(
      spinner,
      Look(
        shapes: (0..<spokes).map { spoke in
          let angle = Double(spoke) * .pi / 6 - .pi / 2
          let way = Point(cos(angle), sin(angle))
          let age = Double((turn - spoke) % 12 + 12).truncatingRemainder(dividingBy: 12)
          return .line(
            [Point(16, 16) + way * 8, Point(16, 16) + way * 14],
            Palette.muted.withOpacity(control.isRefreshing ? 1 - age / 16 : 1),
            width: 2.5)
        }))
    show(
      control,
      Look(
        labels: [
          Look.Label(
            control.isRefreshing ? "Refreshing" : "Pull to refresh", size: Palette.number,
            color: Palette.muted, anchor: Point(0.5, 1), margin: 2)
        ]))
  }
}
