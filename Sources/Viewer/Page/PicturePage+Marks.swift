import OverscrollBrowser
import OverscrollShell

// MARK: - Marks

extension PicturePage {
  /// Marks the picture that is shown, or those that are selected in the overview; or removes their marks.
  func toggleMark() {
    if let shownOverview, shownOverview.selected.count > 1 {
      let before = album?.album.marked ?? []
      update(album?.toggleMarks(at: shownOverview.selected))
      // A single mark is taken back by the same key.
      if let album = album?.album, album.marked != before {
        let paths = album.marked.symmetricDifference(before).map(album.path)
        changes.note(album.marked.count > before.count ? .marked(paths) : .unmarked(paths))
      }
    } else if let index = currentPosition {
      update(album?.toggleMark(at: index))
    }
    marksDidChange()
  }

  /// Removes all marks, and forgets those of earlier windows.
  func unmarkAll() {
    let offered = markMemory.offered
    if let marked = album?.album.markedPaths, !marked.isEmpty || !offered.isEmpty {
      changes.note(.unmarked(marked + offered))
    }
    update(album?.unmarkAll())
    if album != nil, !offered.isEmpty { show("No picture is marked.") }
    markMemory.forgetOffered()
    marksDidChange()
  }

  /// Selects the marked pictures in the overview, for what is done with all that are selected.
  func selectMarked() {
    guard album?.album.marked.isEmpty == false else { return show("No picture is marked.") }
    if shownOverview == nil { showOverview() }
    guard let shownOverview else { return }
    let count = shownOverview.selectMarked()
    show(
      count == 0
        ? "None of the marked pictures is among those that were found."
        : count == 1 ? "1 marked picture is selected." : "\(count) marked pictures are selected.")
    updateTitle()
  }

  /// Marks the pictures that were marked in an earlier window.
  func markAgain() {
    let offered = markMemory.offered
    guard !offered.isEmpty else { return show("No picture was marked here before.") }
    album?.mark(offered)
    marksDidChange()
    show(AlbumController.markedText(count: offered.count))
  }

  /// Offers the marks of an earlier window, once the album is known.
  func offerMarks() {
    guard let album else { return }
    markMemory.offer(in: album)
    // It waits for what is said of the picture.
    guard setup.message.text == nil, let count = markMemory.drainOffer() else { return }
    let key = appearance.commands.keys.label(of: .markAgain)
    show(
      (count == 1 ? "1 picture was marked here." : "\(count) pictures were marked here.")
        + (key.isEmpty ? "" : " \(key) marks \(count == 1 ? "it" : "them") again.")
    ) { [weak self] in
      self?.markMemory.offered.isEmpty == false
    }
  }

  /// Shows and remembers the marks, which the user has changed.
  func marksDidChange() {
    guard let album else { return }
    lists?.marksDidChange(album)
    markMemory.follow(album.namedMarkedPaths, forgets: true)
  }

  /// Remembers the marks where an effect may have changed them.
  func followMarks(after effect: PictureEffect) {
    guard let album else { return }
    switch effect {
    case .replaced:
      markMemory.follow(album.namedMarkedPaths, forgets: false)
      markMemory.read(wake: maker.wake)
    // Pictures that are gone, maybe with their disk, may come back.
    case .changed: markMemory.follow(album.namedMarkedPaths, forgets: false)
    case .renamed: markMemory.follow(album.namedMarkedPaths, forgets: true)
    default: break
    }
  }
}
