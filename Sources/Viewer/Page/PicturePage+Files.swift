import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

// MARK: - Files that are chosen or typed

extension PicturePage {
  /// Asks for files or folders in the desktop's dialog.
  func choose(_ purpose: FilePurpose) {
    guard album != nil else {
      return show("This window shows a single picture; other files can't be opened in it.")
    }
    showDialog(purpose, in: filesFolder)
  }

  /// Shows the desktop's dialog, unless it is open.
  func showDialog(_ purpose: FilePurpose, in folder: FilePath?) {
    guard !dialog.isOpen else { return show("A file dialog is open already.") }
    dialog.show(purpose, by: setup.services, in: folder, wake: maker.wake)
  }

  /// Opens what was typed or chosen; if the desktop has no dialog, shows a field instead.
  func drainFiles() {
    if let outcome = frames.field.drain() { perform(outcome) }
    switch dialog.drain() {
    case .chosen(let paths): if !paths.isEmpty { album?.open(paths) }
    case .unavailable:
      showField(.open, text: filesFolder?.withSlash ?? "")
    case .saved(let path): save(to: path)
    case .unavailableForSaving: typeSave()
    case nil: break
    }
  }

  /// Handles a key while a field is shown; returns `false` for keys that remain commands.
  func handleInField(_ key: Input.Key) -> Bool {
    let outcome = frames.field.handle(
      key, shown: content.file, wake: maker.wake
    ) { (text) throws(GoTo.Problem) in
      let names = album?.names ?? []
      return try GoTo(
        text, names: names, size: content.picture.info.size,
        pageCount: content.page.knownCount, kind: content.page.kind)
    }
    if case .unhandled = outcome { return false }
    perform(outcome)
    return true
  }

  private func perform(_ outcome: FieldController.Outcome) {
    switch outcome {
    case .unhandled, .handled, .closed: break
    case .open(let path): album?.open([path])
    case .save(let path): save(to: path, isTyped: true)
    case .go(let place): go(to: place)
    }
    drawer.invalidate(.content)
  }

  private func go(to place: GoTo) {
    hideOverview()
    switch place {
    case .picture(let index): if index != album?.album.position { go(.to(index)) }
    case .page(let index): goToPage(index)
    case .pixel(let pixel, let scale):
      view.show(pixel, scale: scale, at: maker.time, animated: animates)
    }
  }
}

// MARK: - The pages of a file

extension PicturePage {
  /// Goes on to the next page of the file, or back; a key that is held waits for the page before.
  func turnPage(forward: Bool, isRepeat: Bool) {
    guard let album, !isRepeat || !album.isOpening else { return }
    perform(animation.pause(at: content.page.index))
    let current = album.page(of: content)
    guard current.hasNeighbor(forward: forward) else {
      if !isRepeat {
        let shown = ObjectIdentifier(view)
        show(Self.endText(current, forward: forward)) { [weak self] in
          self.map { ObjectIdentifier($0.view) } == shown
        }
      }
      return
    }
    update(album.turn(to: current.at(current.index + (forward ? 1 : -1)), content))
  }

  private static func endText(_ current: FilePage, forward: Bool) -> String {
    let (kind, count) = (current.kind, current.count.known)
    guard count > 1 else { return "This file has one \(kind.name)." }
    return forward
      ? "This is the last of \(kind.text(count))." : "This is the first \(kind.name)."
  }

  /// Goes to a page by its number, from 0.
  func goToPage(_ index: Int) {
    perform(animation.pause(at: content.page.index))
    guard let album, index != album.page(of: content).index else { return }
    update(album.turn(to: content.page.at(index), content))
  }

  /// Counts the pages once the first one is shown.
  func countPages() { pageCounter.count(content.page.pages, wake: maker.wake) }

  /// Shows how many pages there are.
  func drainPages() {
    guard pageCounter.drain() else { return }
    updateTitle()
    drawer.invalidate(.content)
  }
}
