import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine

/// Counts the time for which a slideshow shows each picture.
struct Slideshow {
  /// The time that a picture is shown where none was given, in seconds. [C]
  static let usualDuration = 5.0
  /// The times that can be given, in seconds. [C]
  static let durations = 0.1...86_400

  private enum State: Hashable {
    case off
    /// The picture is not complete yet, or another one is being opened.
    case loading
    /// A picture is shown until a time, in seconds.
    case showing(ObjectIdentifier, until: Double)
  }

  /// How long each picture is shown once it is complete, in seconds.
  var duration: Double
  private var state: State

  /// Makes a slideshow, which runs from the beginning where a duration is given; `interval` is that of one that is started later.
  init(_ duration: Double?, interval: Double? = nil) {
    self.duration = duration ?? interval ?? Self.usualDuration
    state = duration == nil ? .off : .loading
  }

  /// True while it runs.
  var isOn: Bool { state != .off }

  /// When the next picture is to be shown, in seconds; `nil` while that is not known.
  var deadline: Double? { if case .showing(_, let time) = state { time } else { nil } }

  /// Starts or stops it.
  mutating func toggle() { state = isOn ? .off : .loading }

  /// Stops it; returns whether it ran.
  mutating func stop() -> Bool {
    defer { state = .off }
    return isOn
  }

  /// Follows what is shown.
  ///
  /// - Parameters:
  ///   - picture: What identifies the picture.
  ///   - now: The time, in seconds.
  ///   - isComplete: Whether waiting brings no better pixels of what is visible of it.
  mutating func follow(
    _ picture: ObjectIdentifier, at now: Double, isComplete: @autoclosure () -> Bool
  ) {
    if case .showing(picture, _) = state { return }
    guard isOn else { return }
    state = isComplete() ? .showing(picture, until: now + duration) : .loading
  }

  /// Counts from the beginning: the user has done something, or the time is up.
  mutating func restart(at now: Double) {
    if case .showing(let picture, _) = state { state = .showing(picture, until: now + duration) }
  }

  /// Waits for another picture.
  mutating func wait() { if isOn { state = .loading } }
}

/// Shows one picture of an album after another, and keeps the screen on meanwhile where the window fills it.
struct SlideshowController {
  private var slideshow: Slideshow
  private var inhibitor = IdleInhibitor()

  /// Makes a slideshow, which runs from the beginning where a duration in seconds is given; `interval` is that of one that is
  /// started later.
  init(_ duration: Double?, interval: Double? = nil) {
    slideshow = Slideshow(duration, interval: interval)
  }

  /// How long each picture is shown, in seconds.
  var interval: Double { slideshow.duration }

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
    guard !isNotice else { return !isPlaceholder }
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

/// Keeps the desktop from its screen saver while it is wanted, by its portal; without one, nothing is done.
struct IdleInhibitor {
  private enum State {
    case off
    case asking(Job<(any Sendable & AnyObject)?>)
    /// `nil` where there is no portal.
    case on((any Sendable & AnyObject)?)
  }

  private var state = State.off

  /// Asks for the screen to stay on, or no longer.
  ///
  /// - Parameters:
  ///   - isWanted: Whether it is wanted now.
  ///   - services: What is asked.
  ///   - wake: Called on another thread once the portal has answered.
  mutating func follow(
    isWanted: Bool, by services: any HostServices, wake: @escaping @Sendable () -> Void
  ) {
    switch state {
    case .off where isWanted:
      state = .asking(
        Job(unavailable: nil, wake: wake) { _ in
          services.inhibitIdle("Slideshow")
        })
    case .asking(let job) where job.isDone:
      state = isWanted ? .on(job.drain().flatMap(\.self)) : .off
    case .on where !isWanted: state = .off
    case .off, .asking, .on: break
    }
  }
}
