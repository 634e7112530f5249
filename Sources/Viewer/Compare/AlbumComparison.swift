import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Opens two pictures of an album to compare them.
struct AlbumComparison {
  /// The pictures that are being opened.
  private var opening: CompareOpening?

  /// Opens the two marked pictures to compare them; with one mark, that one and the picture that is shown or selected.
  mutating func begin(
    _ context: PictureContext, at position: Int?, _ maker: PictureMaker
  ) -> [PictureEffect] {
    guard let album = context.album else {
      return [.say("This window shows a single picture; there is nothing to compare it with.")]
    }
    guard let paths = album.album.pairToCompare(with: position) else {
      return [.say("Mark two pictures with v to compare them.")]
    }
    let pair = PicturePair(a: paths[0], b: paths[1])
    opening = CompareOpening(pair, names: pair.map { album.label($0) }, maker)
    return []
  }

  /// Shows the comparison once both pictures are open.
  mutating func drain() -> [PictureEffect] {
    guard let result = opening?.drainResult() else { return [] }
    opening = nil
    switch result {
    case .failure(let error): return [.say(error.description)]
    case .success(let pictures): return [.compare(pictures)]
    }
  }

  /// Opens nothing any more.
  mutating func cancel() { opening = nil }
}

extension PicturePage {
  /// Compares two pictures in the place of the album's.
  func compare(_ pictures: PicturePair<ComparedPicture>) {
    guard let window else { return }
    endSwiping()
    let pair = ComparedPair(
      pictures, store: maker.store, cache: maker.options.cache,
      otherBytes: content.compositor.byteCount, wake: maker.wake)
    var options = maker.options
    options.filter = frames.filter
    options.backdrop = frames.backdrop
    // In the place of the picture, the strip and the panels.
    let room = Room(pixels: setup.size, scale: maker.room.scale)
    window.show(
      ComparePage(pair, CompareSettings(), options, room: room, in: setup) { [weak window] in
        window?.show(self)
      })
  }

  /// Applies what happened while another page was shown.
  func resume() {
    wakeUp()
    followColors()
    drawer.invalidateAll()
    view.flashIndicators(at: maker.time)
  }
}
