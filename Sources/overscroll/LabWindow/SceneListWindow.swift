import OverscrollDesktop
import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import OverscrollScenes
import OverscrollStage
import ScrollGeometry

/// The window that lists the scenes, and shows the one that a person opens.
final class SceneListWindow {
  private static let areas: Set<DockLayout.Area> = [.curves, .parameters, .log]
  private static let title = "Scenes – Overscroll"

  private let setup: LabWindow.Setup
  private let content: SceneListContent
  private var window: LabWindow?
  /// What becomes of the takes of the scene that is open.
  private var takes: TakeKeeper?

  /// Opens a window that is large enough for every scene, where the screen is.
  ///
  /// - Parameter options: The command-line options.
  /// - Throws: One sentence when there is no display that can be used.
  init(_ options: ViewerOptions) throws(DesktopError) {
    let cards = Scenes.all.cards
    let room = cards.reduce(Size.zero) {
      Size(
        width: max($0.width, $1.viewport.width), height: max($0.height, SceneWindow.height(of: $1)))
    }
    setup = try LabWindow.Setup(
      title: Self.title, viewport: room, areas: options.areas(usual: Self.areas), options: options)
    content = SceneListContent(
      SceneList(cards) { Surface.still(of: $0, filling: $1, scale: $2) })
  }

  /// Shows the window until it is closed.
  func run() throws {
    content.list.didOpen = { [unowned self] in open($0) }
    let window = LabWindow(setup, content: content, panels: [:], keys: LabKeys.sceneList)
    self.window = window
    window.show(listPage)
    window.willClose = { [unowned self] in takes?.finishRecording(.closed) }
    try window.run()
  }

  private var listPage: LabPage {
    LabPage(content: content, keys: LabKeys.sceneList) { [unowned self] command in
      guard command == .openScene else { return false }
      content.list.openCurrent()
      return true
    }
  }

  private func open(_ card: SceneCard) {
    guard let scene = Scenes.all.scene(card.name) else { return }
    var header = Script.Header()
    header.scene = scene
    let opened = SceneWindow(header: header, card: card).content(in: setup)
    takes = opened.takes
    setup.window.setTitle("\(card.title) – Overscroll")
    window?.show(
      LabPage(content: opened.content, panels: opened.panels, keys: LabKeys.listedScene) {
        [unowned self] command in
        guard command == .showScenes else { return false }
        if window?.isFullscreen == true { window?.toggleFullscreen() } else { showList() }
        return true
      })
  }

  private func showList() {
    takes?.finishRecording(.stopped)
    takes = nil
    setup.window.setTitle(Self.title)
    window?.show(listPage)
  }
}
