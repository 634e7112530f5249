import OverscrollBase
import OverscrollBrowser
import OverscrollImaging

/// The picture that is shown, opened again in another way.
extension AlbumController {
  /// Turns or flips the picture that is shown.
  mutating func turn(_ turn: Orientation, _ shown: OpenPicture) {
    guard let file = shown.file, !shown.isNotice, opening.isOpeningNothing(but: file) else {
      return
    }
    maker.turn(file, by: turn)
    opening.open(file, .turn, over: shown)
  }

  /// Turns or flips pictures, the one that is shown at once, and the others once they are opened.
  mutating func turn(_ files: [FilePath], by turn: Orientation, _ shown: OpenPicture) {
    for file in files where file != shown.file { maker.turn(file, by: turn) }
    if files.contains(where: { $0 != shown.file }) { opening.forgetNeighbors() }
    if let file = shown.file, files.contains(file) { self.turn(turn, shown) }
  }

  /// Maps other samples of the picture that is shown to black and white, or no longer does.
  mutating func toggleTone(_ shown: OpenPicture) -> [PictureEffect] {
    guard let file = shown.file, !shown.isNotice else { return [] }
    guard shown.picture.info.takesTone else {
      let text = "There is no tone to map: this picture has at most 8 bits per channel."
      return [.say(text, while: .shows(file))]
    }
    guard opening.isOpeningNothing(but: file) else { return [] }
    let ranges = shown.picture.info.mix.map { maker.nextRanges(of: $0) }
    maker.toggleTone(of: shown)
    opening.open(file, .tone, over: shown)
    return ranges.map { [.say(Self.rangeText($0), while: .shows(file))] } ?? []
  }

  /// Shows channels of the picture that is shown; an empty mix for its own colors.
  mutating func show(_ mix: ChannelMix, _ shown: OpenPicture) -> [PictureEffect] {
    guard let file = shown.file, !shown.isNotice, opening.isOpeningNothing(but: file) else {
      return []
    }
    maker.show(mix, of: shown)
    opening.open(file, .tone, over: shown)
    return []
  }

  /// Goes to another page of the file that is shown, or is being opened again.
  mutating func turn(to page: FilePage, _ shown: OpenPicture) {
    guard let file = shown.file, !shown.isAwaited, opening.isOpeningNothing(but: file) else {
      return
    }
    opening.open(file, .page, over: shown, at: page)
  }
}
