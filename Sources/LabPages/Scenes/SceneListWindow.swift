import OverscrollDrawing
package import OverscrollHost
import OverscrollLab
package import OverscrollShell

/// The window that lists the scenes, and shows the one that the user opens.
package final class SceneListWindow {
  private static let areas: Set<DockLayout.Area> = [.curves, .parameters, .log]

  private let setup: WindowSetup
  private let page: ListPage
  private let window: WindowController

  /// Opens a window that is large enough for every scene, where the screen is.
  ///
  /// - Parameters:
  ///   - options: The options of the window.
  ///   - opener: Opens the window.
  /// - Throws: An error if no usable display exists.
  package init(
    _ options: WindowOptions, on opener: any HostOpener
  ) throws(HostError) {
    setup = try WindowSetup.lab(
      viewport: SceneWindow.room(for: Scenes.all.cards), areas: options.areas(usual: Self.areas),
      options: options, on: opener)
    page = ListPage(
      SceneList(Scenes.all.groupedCards) { Surface.still(of: $0, filling: $1, scale: $2) },
      message: setup.message, contrast: { [host = setup.host] in host.display.settings.contrast })
    page.frame.keys = page.frame.keys.inWindow(options)
    window = WindowController(setup, page: page)
    page.list.didOpen = { [unowned self] in open($0) }
  }

  /// The window, which is not shown yet, and lives as long.
  package var opened: OpenWindow {
    OpenWindow(window) { [self] in try $0.run(window) }
  }

  private func open(_ card: SceneCard) {
    guard let scene = Scenes.all.scene(card.name) else { return }
    var header = Script.Header()
    header.scene = scene
    let opened = SceneWindow(header: header, card: card).page(in: setup)
    opened.frame.keys = LabKeys.listedScene
    opened.frame.perform = { [unowned self] command in
      guard command == .showScenes else { return nil }
      if window.isFullscreen { return .window(.escape) }
      window.show(page)
      return .done
    }
    window.show(opened)
  }
}
