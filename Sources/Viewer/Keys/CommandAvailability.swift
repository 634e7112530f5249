import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollEngine

/// What decides which commands have an effect.
struct CommandAvailability {
  private let context: PictureContext

  init(_ context: PictureContext) { self.context = context }

  private var content: OpenPicture { context.content }
  private var album: AlbumController? { context.album }

  /// Returns whether a command has an effect now.
  func allows(_ command: KeyCommand) -> Bool {
    if context.showsOverview, !OverviewController.canHandle(command) { return false }
    switch command {
    case .move(let motion): return context.showsOverview || allows(motion)
    case .go(let step): return allows(step)
    case .turnPage(let forward):
      return album != nil && content.page.hasNeighbor(forward: forward)
    case .togglePlayback: return AnimationController.canPlay(content)
    case .toggleSlideshow: return allows(.next)
    case .reload: return content.file != nil
    case .toggleOverview, .toggleStrip, .toggleLock, .paste, .open, .goTo: return album != nil
    case .toggleMark: return album?.album.position != nil
    case .unmarkAll: return album?.album.hasMarks == true
    case .compare: return album?.album.pairToCompare(with: album?.album.position) != nil
    case .mark: return context.recording != .off
    case .escape:
      return isLoading || context.showsOverview || context.isFullscreen || context.selection != nil
        || context.isSlideshowOn || context.showsInformation
    case .copy(.picture): return context.selection != nil || content.file != nil && album != nil
    case .copy, .moveToTrash: return content.file != nil && album != nil
    case .save, .selectAll: return !content.isPage
    case .turn: return album != nil && content.file != nil && !content.isPage
    case .toggleTone:
      return album != nil && content.file != nil
        && content.picture.info.takesTone
    case .toggleCaption: return content.file != nil
    case .togglePixelGrid, .toggleMinimap, .toggleReading: return !content.isPage
    case .copyReading: return !content.isPage && context.isReading
    case .toggleFilter, .changeBackground, .changeTransparency, .toggleHUD, .toggleTouches,
      .saveTake,
      .toggleRecording, .showCommands, .run, .window:
      return true
    }
  }

  private var isLoading: Bool {
    if case .loading = content.picture.state { return true }
    return album?.isOpening == true
  }

  /// At the ends of an album, a second press wraps around.
  private func allows(_ step: Album.Step) -> Bool {
    guard let album else { return false }
    switch step {
    case .next, .previous: return album.album.count > 1 || album.isListing
    case .first, .last, .to: return album.album.target(of: step) != nil
    }
  }

  private func allows(_ motion: MotionCommand) -> Bool {
    guard !content.isPage else { return false }
    let scrollView = content.view.scrollView
    let (low, high) = (scrollView.minimumContentOffset, scrollView.maximumContentOffset)
    let tolerance = 1e-6
    switch motion {
    case .pan("Left", _): return scrollView.contentOffset.x > low.x + tolerance
    case .pan("Right", _): return scrollView.contentOffset.x < high.x - tolerance
    case .pan("Up", _), .scrollToTop: return scrollView.contentOffset.y > low.y + tolerance
    case .pan: return scrollView.contentOffset.y < high.y - tolerance
    case .zoomStep(enlarges: true): return scrollView.zoomScale < scrollView.maximumZoomScale
    case .zoomStep: return scrollView.zoomScale > scrollView.minimumZoomScale
    case .zoom: return true
    }
  }
}
