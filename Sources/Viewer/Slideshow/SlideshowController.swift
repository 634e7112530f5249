import OverscrollBrowser
import OverscrollFormatting
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine

/// Shows one picture of an album after another, and keeps the screen on meanwhile where the window fills it.
final class SlideshowController {
  private var slideshow: Slideshow
  private var inhibitor = IdleInhibitor()

  /// Makes a slideshow, which runs from the beginning where a duration in seconds is given.
  init(_ duration: Double?) { slideshow = Slideshow(duration) }

  /// When the next picture is to be shown, in seconds; `nil` while that is not known.
  var deadline: Double? { slideshow.deadline }

  var isOn: Bool { slideshow.isOn }

  /// Starts or stops it.
  func toggle(on page: PicturePage) {
    guard let album = page.album, Self.hasPictures(album) else {
      return page.show("There is no other picture for a slideshow.")
    }
    slideshow.toggle()
    let seconds = NumberText.trimmed(slideshow.duration, decimals: 1)
    page.show(isOn ? "Slideshow: \(seconds) s for each picture." : "The slideshow has stopped.")
  }

  /// Stops it; returns whether it ran.
  func stop() -> Bool { slideshow.stop() }

  /// Counts from the beginning, since the user has done something.
  func restart(at now: Double) { slideshow.restart(at: now) }

  /// Follows what a page shows.
  func follow(_ page: PicturePage, at now: Double) {
    inhibitor.follow(
      isWanted: isOn && page.window?.isFullscreen == true, by: page.setup.services,
      wake: page.maker.wake)
    guard isOn, page.album?.isOpening != true else { return slideshow.wait() }
    slideshow.follow(
      ObjectIdentifier(page.view), at: now, isComplete: page.content.isCompleteInWindow)
  }

  /// Goes on to the next picture, unless something else is done.
  func timeReached(on page: PicturePage, at now: Double) {
    guard let album = page.album, Self.hasPictures(album), page.shownOverview == nil,
      !page.isTyping, page.window?.isHeld != true, page.view.window.touches.isEmpty
    else { return restart(at: now) }
    slideshow.wait()
    if album.album.target(of: .next) == nil, !album.isListing,
      let first = album.album.target(of: .first)
    {
      page.go(.to(first))
    } else {
      page.go(.next, wraps: false)
    }
  }

  private static func hasPictures(_ album: AlbumController) -> Bool {
    album.album.count > 1 || album.isListing
  }
}

extension OpenPicture {
  /// True where waiting brings no better pixels of what is visible.
  fileprivate var isCompleteInWindow: Bool {
    guard !isPage else { return !isPlaceholder }
    switch picture.state {
    case .damaged, .stopped: return true
    case .loading, .complete: break
    }
    let plan = FramePlan(view.frame(), pyramid: picture.pyramid)
    return plan.tiles.entries.allSatisfy {
      compositor.surfaces.hasWhole($0.key) || picture.pixels($0.key)?.isComplete == true
    }
  }
}
