import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine

/// Shows one picture of an album after another, and keeps the screen on meanwhile where the window fills it.
struct SlideshowController {
  private var slideshow: Slideshow
  private var inhibitor = IdleInhibitor()

  /// Makes a slideshow, which runs from the beginning where a duration in seconds is given.
  init(_ duration: Double?) { slideshow = Slideshow(duration) }

  /// When the next picture is to be shown, in seconds; `nil` while that is not known.
  var deadline: Double? { slideshow.deadline }

  var isOn: Bool { slideshow.isOn }

  /// Starts or stops it.
  mutating func toggle(_ context: PictureContext) -> [PictureEffect] {
    guard let album = context.album, Self.hasPictures(album) else {
      return [.say("There is no other picture for a slideshow.")]
    }
    slideshow.toggle()
    let seconds = NumberText.trimmed(slideshow.duration, decimals: 1)
    return [
      .say(isOn ? "Slideshow: \(seconds) s for each picture." : "The slideshow has stopped.")
    ]
  }

  /// Stops it; returns whether it ran.
  mutating func stop() -> Bool { slideshow.stop() }

  /// Counts from the beginning, since the user has done something.
  mutating func restart(at now: Double) { slideshow.restart(at: now) }

  /// Follows what a page shows.
  mutating func follow(
    _ context: PictureContext, by services: any HostServices, at now: Double,
    wake: @escaping @Sendable () -> Void
  ) {
    inhibitor.follow(isWanted: isOn && context.isFullscreen, by: services, wake: wake)
    guard isOn, context.album?.isOpening != true else { return slideshow.wait() }
    slideshow.follow(
      ObjectIdentifier(context.content.view), at: now,
      isComplete: context.content.isCompleteInWindow)
  }

  /// Goes on to the next picture, unless something else is done.
  mutating func timeReached(_ context: PictureContext, at now: Double) -> [PictureEffect] {
    guard let album = context.album, Self.hasPictures(album), !context.showsOverview,
      !context.isBusy
    else {
      restart(at: now)
      return []
    }
    slideshow.wait()
    if album.album.target(of: .next) == nil, !album.isListing,
      let first = album.album.target(of: .first)
    {
      return [.go(.to(first), wraps: true)]
    }
    return [.go(.next, wraps: false)]
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
