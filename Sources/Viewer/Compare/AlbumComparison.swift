import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell

/// Opens pictures of an album to compare them.
struct AlbumComparison {
  private var opening: (job: Job<Result<[ComparedPicture], ImagingError>>, since: Double)?

  /// Opens the pictures that are selected in the overview to compare them, or else those that are marked; with one mark,
  /// that one and the picture that is shown or selected.
  mutating func begin(
    _ context: PictureContext, _ selected: [FilePath], at position: Int?
  ) -> [PictureEffect] {
    guard let album = context.album else {
      return [.say("This window shows a single picture; there is nothing to compare it with.")]
    }
    let counts = CompareSettings.counts
    // What is selected comes first, also where there is too much of it.
    let chosen =
      selected.count >= counts.lowerBound
      ? selected : album.album.picturesToCompare(with: position)
    guard let paths = chosen, counts.contains(paths.count) else {
      let most = max(selected.count, album.album.markedPaths.count)
      return [
        .say(
          most > counts.upperBound
            ? "At most six pictures can be compared at a time, not \(most)."
            : "Mark two to six pictures with v to compare them.")
      ]
    }
    let maker = context.maker
    let (names, turns) = (paths.map { album.label($0) }, paths.map { maker.turn(of: $0) })
    let (tone, limits) = (maker.tone.ofOthers, maker.options.openingLimits(.none))
    // A page that is looked at is compared with the same one.
    let content = context.content
    let isLookedAt = selected.isEmpty && content.file.map { paths.contains($0) } == true
    let page = isLookedAt && !content.isNotice ? content.page.describedIndex : 0
    typealias Opened = Result<[ComparedPicture], ImagingError>
    let job = Job<Opened>(in: paths[0].folderAsNamed, wake: maker.wake) { isCancelled in
      Result { () throws(ImagingError) in
        var pages: [ComparedPage] = []
        let sources = try zip(paths, turns).map {
          (path, turn) throws(ImagingError) -> any ImageSource in
          let opened = try FilePage(index: page).open(path, limits: limits, isClamped: true)
          pages.append(
            ComparedPage(opened.page.index, of: path, in: limits.sandbox) { !isCancelled() })
          return turn == .upright ? opened.source : opened.source.turned(by: turn) ?? opened.source
        }
        // Which samples of all are black and white.
        let toned = try sources.toned(to: tone) { !isCancelled() }
        return toned.indices.map { index in
          var picture = ComparedPicture(
            toned[index], name: names[index],
            scale: PictureMetadata.scale(of: paths[index], toned[index].info, in: limits.sandbox))
          (picture.file, picture.page) = (paths[index], pages[index])
          return picture
        }
      }
    }
    opening = (job, maker.time)
    return []
  }

  /// What is being opened.
  var work: Work? {
    opening.flatMap { Work("Opening pictures to compare", since: $0.since, by: $0.job) }
  }

  /// Shows the comparison once all pictures are open.
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
  /// Compares pictures in the place of the album's, where and as large as one of them is looked at.
  func compare(_ pictures: [ComparedPicture]) {
    guard let window else { return }
    endSwiping()
    let compared = ComparedPictures(
      pictures, store: maker.store, cache: maker.options.cache,
      otherBytes: content.compositor.byteCount, wake: maker.wake)
    var options = maker.options
    options.filter = appearance.filter
    options.backdrop = appearance.backdrop
    // In the place of the picture, the strip and the panels.
    let room = Room(pixels: setup.size, scale: maker.room.scale)
    window.show(
      ComparePage(
        compared, CompareSettings(count: pictures.count), options, room: room,
        at: placeOfComparison(pictures), in: setup
      ) { [weak window] in window?.show(self) })
  }

  /// What is seen of one of the pictures; `nil` where none is looked at, or another page of it.
  private func placeOfComparison(_ pictures: [ComparedPicture]) -> ComparePage.Place? {
    guard shownOverview == nil, !content.isNotice, let file = content.file else { return nil }
    let number = pictures.firstIndex { $0.file == file && $0.source.info.size == view.size }
    return number.map { ($0, view.position) }
  }

  /// Applies what happened while another page was shown.
  func resume() {
    drainResults()
    followColors()
    drawer.invalidateAll()
    view.flashIndicators(at: maker.time)
  }
}
