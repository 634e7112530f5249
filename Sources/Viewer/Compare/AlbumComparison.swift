import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Opens two pictures of an album to compare them.
struct AlbumComparison {
  private var opening:
    (job: Job<Result<PicturePair<ComparedPicture>, ImagingError>>, since: Double)?

  /// Opens the two pictures that are selected in the overview to compare them, or else the two that are marked; with one mark,
  /// that one and the picture that is shown or selected.
  mutating func begin(
    _ context: PictureContext, _ selected: [FilePath], at position: Int?
  ) -> [PictureEffect] {
    guard let album = context.album else {
      return [.say("This window shows a single picture; there is nothing to compare it with.")]
    }
    let chosen = selected.count == 2 ? selected : album.album.pairToCompare(with: position)
    guard let paths = chosen else {
      return [.say("Mark two pictures with v to compare them.")]
    }
    let (pair, maker) = (PicturePair(a: paths[0], b: paths[1]), context.maker)
    let (names, turns) = (pair.map { album.label($0) }, pair.map { maker.turn(of: $0) })
    let (tone, limits) = (maker.tone, maker.options.openingLimits(.none))
    typealias Opened = Result<PicturePair<ComparedPicture>, ImagingError>
    let job = Job<Opened>(in: pair.a.folderAsNamed, wake: maker.wake) { isCancelled in
      Result { () throws(ImagingError) in
        let sources = try PicturePair { (side) throws(ImagingError) in
          let source = try FilePage().open(pair[side], limits: limits, isClamped: true).source
          return turns[side] == .upright ? source : source.turned(by: turns[side]) ?? source
        }
        // Which samples of both are black and white.
        let toned = try sources.toned(to: tone) { !isCancelled() }
        return PicturePair { side in
          var picture = ComparedPicture(
            toned[side], name: names[side],
            scale: PictureMetadata.scale(
              of: pair[side], format: toned[side].info.format, in: limits.sandbox))
          picture.file = pair[side]
          return picture
        }
      }
    }
    opening = (job, maker.time)
    return []
  }

  /// What is being opened.
  var work: Work? {
    opening.flatMap { Work("Opening two pictures to compare", since: $0.since, by: $0.job) }
  }

  /// Shows the comparison once both pictures are open.
  mutating func drain() -> [PictureEffect] {
    guard let job = opening?.job, job.isDone else { return [] }
    opening = nil
    guard !job.isCancelled else { return [] }
    switch job.drain() {
    case .failure(let error): return [.say(error.description)]
    case .success(let pictures): return [.compare(pictures)]
    case nil: return []
    }
  }

  /// Opens nothing any more.
  mutating func cancel() { opening = nil }
}

extension PicturePage {
  /// Compares two pictures in the place of the album's, where and as large as one of them is looked at.
  func compare(_ pictures: PicturePair<ComparedPicture>) {
    guard let window else { return }
    endSwiping()
    let pair = ComparedPair(
      pictures, store: maker.store, cache: maker.options.cache,
      otherBytes: content.compositor.byteCount, wake: maker.wake)
    var options = maker.options
    options.filter = appearance.filter
    options.backdrop = appearance.backdrop
    // In the place of the picture, the strip and the panels.
    let room = Room(pixels: setup.size, scale: maker.room.scale)
    window.show(
      ComparePage(
        pair, CompareSettings(), options, room: room, at: placeOfComparison(pictures), in: setup
      ) { [weak window] in
        window?.show(self)
      })
  }

  /// What is seen of one of two pictures; `nil` where neither is looked at, or another page of it.
  private func placeOfComparison(
    _ pictures: PicturePair<ComparedPicture>
  ) -> ComparePage.Place? {
    guard shownOverview == nil, !content.isNotice, let file = content.file else { return nil }
    let side = PairSide.allCases.first {
      pictures[$0].file == file && pictures[$0].source.info.size == view.size
    }
    return side.map { ($0, view.position) }
  }

  /// Applies what happened while another page was shown.
  func resume() {
    drainResults()
    followColors()
    drawer.invalidateAll()
    view.flashIndicators(at: maker.time)
  }
}
