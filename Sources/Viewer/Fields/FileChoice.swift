import OverscrollBrowser
import OverscrollFiles
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Carries out what the user chooses in the desktop's dialog or types into a field.
final class FileChoice {
  private let page: PicturePage

  init(page: PicturePage) {
    self.page = page
  }

  /// Asks for files or folders in the desktop's dialog.
  func show(_ purpose: FilePurpose) {
    guard page.album != nil else {
      return page.show("This window shows a single picture; other files can't be opened in it.")
    }
    show(purpose, in: SavePerformer(page: page).folder)
  }

  /// Shows the desktop's dialog, unless it is open.
  func show(_ purpose: FilePurpose, in folder: FilePath?) {
    guard !page.dialog.isOpen else { return page.show("A file dialog is open already.") }
    page.dialog.show(purpose, by: page.setup.services, in: folder, wake: page.maker.wake)
  }

  /// Opens what was typed or chosen; if the desktop has no dialog, shows a field instead.
  func drain() {
    if let outcome = page.field.drain() { perform(outcome) }
    switch page.dialog.drain() {
    case .chosen(let paths): if !paths.isEmpty { page.album?.open(paths) }
    case .unavailable:
      page.showField(.open, text: SavePerformer(page: page).folder?.withSlash ?? "")
    case .saved(let path): SavePerformer(page: page).save(to: path)
    case .unavailableForSaving: SavePerformer(page: page).type()
    case nil: break
    }
  }

  /// Handles a key while a field is shown; returns `false` for keys that remain commands.
  func handleInField(_ key: Input.Key) -> Bool {
    let outcome = page.field.handle(
      key, shown: page.content.file, wake: page.maker.wake
    ) { (text) throws(GoTo.Problem) in
      let names = page.album?.names ?? []
      return try GoTo(
        text, names: names, size: page.content.picture.info.size,
        pageCount: page.content.page.knownCount, kind: page.content.page.kind)
    }
    if case .unhandled = outcome { return false }
    perform(outcome)
    return true
  }

  private func perform(_ outcome: FieldController.Outcome) {
    switch outcome {
    case .unhandled, .handled, .closed: break
    case .open(let path): page.album?.open([path])
    case .save(let path): SavePerformer(page: page).save(to: path, isTyped: true)
    case .go(let place): go(to: place)
    }
    page.drawer.invalidate(.content)
  }

  private func go(to place: GoTo) {
    page.hideOverview()
    switch place {
    case .picture(let index): if index != page.album?.album.position { page.go(.to(index)) }
    case .page(let index): PagePerformer(page: page).go(to: index)
    case .pixel(let pixel, let scale):
      page.view.show(pixel, scale: scale, at: page.maker.time, animated: page.animates)
    }
  }
}
