import OverscrollBrowser
import OverscrollFiles
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Opens a comparison of two pictures of an album, and returns to the album.
final class AlbumComparison {
  /// The pictures that are being opened.
  private var opening: CompareOpening?

  /// Opens the two marked pictures to compare them; with one mark, that one and the picture that is shown or selected.
  func begin(on page: PicturePage) {
    guard let album = page.album else {
      return page.show("This window shows a single picture; there is nothing to compare it with.")
    }
    let current = page.shownOverview.map(\.selection) ?? album.album.position
    guard let paths = album.album.pairToCompare(with: current) else {
      return page.show("Mark two pictures with v to compare them.")
    }
    let pair = PicturePair(a: paths[0], b: paths[1])
    opening = CompareOpening(pair, names: pair.map { album.label($0) }, page.maker)
  }

  /// Shows the comparison once both pictures are open.
  func drain(on page: PicturePage) {
    guard let result = opening?.drainResult() else { return }
    opening = nil
    switch result {
    case .failure(let error): page.show(error.description)
    case .success(let pictures): show(pictures, on: page)
    }
  }

  private func show(_ pictures: PicturePair<ComparedPicture>, on page: PicturePage) {
    guard let window = page.window else { return }
    page.endSwiping()
    let maker = page.maker
    let pair = ComparedPair(
      pictures, store: maker.store, cache: maker.options.cache,
      otherBytes: page.content.compositor.byteCount, wake: maker.wake)
    var options = maker.options
    options.filter = page.frames.filter
    options.backdrop = page.frames.backdrop
    // In the place of the picture, the strip and the panels.
    let room = Room(pixels: page.setup.size, scale: maker.room.scale)
    window.show(
      ComparePage(pair, CompareSettings(), options, room: room, in: page.setup) {
        [weak window] in window?.show(page)
      })
  }

  /// Prepares for another page instead of an album's.
  func suspend(_ page: PicturePage) {
    opening = nil
  }

  /// Applies what happened while another page was shown.
  func resume(to page: PicturePage) {
    page.wakeUp()
    page.maker.colors.follow(on: page)
    page.drawer.invalidateAll()
    page.view.flashIndicators(at: page.maker.time)
  }
}
