import OverscrollBrowser
import OverscrollImaging
import OverscrollShell

/// Turns the pages of the file that is shown.
final class PagePerformer {
  private let page: PicturePage

  init(page: PicturePage) {
    self.page = page
  }

  /// Goes on to the next page of the file, or back; a key that is held waits for the page before.
  func turn(forward: Bool, isRepeat: Bool) {
    guard let album = page.album, !isRepeat || !album.isOpening else { return }
    page.animation.pause(on: page)
    let current = album.page(of: page.content)
    guard current.hasNeighbor(forward: forward) else {
      if !isRepeat {
        let shown = ObjectIdentifier(page.view)
        page.show(Self.endText(current, forward: forward)) { [weak page] in
          page.map { ObjectIdentifier($0.view) } == shown
        }
      }
      return
    }
    page.update(album.turn(to: current.at(current.index + (forward ? 1 : -1)), page.content))
  }

  private static func endText(_ current: FilePage, forward: Bool) -> String {
    let (kind, count) = (current.kind, current.count.known)
    guard count > 1 else { return "This file has one \(kind.name)." }
    return forward
      ? "This is the last of \(kind.text(count))." : "This is the first \(kind.name)."
  }

  /// Goes to a page by its number, from 0.
  func go(to index: Int) {
    page.animation.pause(on: page)
    guard let album = page.album, index != album.page(of: page.content).index else { return }
    page.update(album.turn(to: page.content.page.at(index), page.content))
  }

  /// Counts the pages once the first one is shown.
  func count() { page.pageCounter.count(page.content.page.pages, wake: page.maker.wake) }

  /// Shows how many pages there are.
  func drain() {
    guard page.pageCounter.drain() else { return }
    page.updateTitle()
    page.drawer.invalidate(.content)
  }
}
