import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

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
    case paused
  }

  /// How long each picture is shown once it is complete, in seconds.
  var duration: Double
  private var state: State

  /// Makes a slideshow, which runs from the beginning where a duration is given; `interval` is that of one that is started later.
  init(_ duration: Double?, interval: Double? = nil) {
    self.duration = duration ?? interval ?? Self.usualDuration
    state = duration == nil ? .off : .loading
  }

  /// True while it runs, or is paused.
  var isOn: Bool { state != .off }
  var isPaused: Bool { state == .paused }

  /// When the next picture is to be shown, in seconds; `nil` while that is not known.
  var deadline: Double? { if case .showing(_, let time) = state { time } else { nil } }

  /// Starts it.
  mutating func start() { state = .loading }

  /// Pauses it, or goes on.
  mutating func togglePause() { if isOn { state = isPaused ? .loading : .paused } }

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
    guard isOn, !isPaused else { return }
    state = isComplete() ? .showing(picture, until: now + duration) : .loading
  }

  /// Counts from the beginning: the user has done something, or the time is up.
  mutating func restart(at now: Double) {
    if case .showing(let picture, _) = state { state = .showing(picture, until: now + duration) }
  }

  /// Waits for another picture.
  mutating func wait() { if isOn, !isPaused { state = .loading } }
}

/// Shows one picture of an album after another, and keeps the screen on meanwhile where the window fills it.
struct SlideshowController {
  private var slideshow: Slideshow
  private var inhibitor = IdleInhibitor()
  /// What comes next where that is left to chance; `nil` in the album's order.
  private var shuffle: Shuffle?
  /// When the plate with its settings disappears, in seconds; `nil` while it is hidden.
  private(set) var plateDeadline: Double?
  /// True while the picture that it goes on to is being opened.
  private var isAdvancing = false

  /// How long the plate stays after it was shown or changed, in seconds. [C]
  private static let plateDuration = 4.0
  /// The times that keys choose from, in seconds. [C]
  private static let intervals: [Double] = [
    1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 120, 300, 600,
  ]

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

  /// Starts it.
  mutating func start(_ context: PictureContext, at now: Double) -> [PictureEffect] {
    guard let album = context.album, Self.hasPictures(album) else {
      return [.say("There is no other picture for a slideshow.")]
    }
    slideshow.start()
    plateDeadline = now + Self.plateDuration
    return [.redraw(.content)]
  }

  /// Stops it; returns whether it ran.
  mutating func stop() -> Bool {
    plateDeadline = nil
    return slideshow.stop()
  }

  /// Counts from the beginning, since the user has done something.
  mutating func restart(at now: Double) {
    isAdvancing = false
    slideshow.restart(at: now)
  }

  /// Returns whether a picture that is shown now is the one that the slideshow has gone on to.
  mutating func endAdvance() -> Bool {
    defer { isAdvancing = false }
    return isAdvancing && isOn
  }

  /// Follows what a page shows.
  mutating func follow(
    _ context: PictureContext, by services: any HostServices, at now: Double,
    wake: @escaping @Sendable () -> Void
  ) {
    inhibitor.follow(
      isWanted: isOn && !slideshow.isPaused && context.isFullscreen, by: services, wake: wake)
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
    isAdvancing = true
    if let next = shuffle?.next(after: album.album.position, in: album.album) {
      return [.go(.to(next), wraps: true)]
    }
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

// MARK: - Settings

extension SlideshowController {
  /// What the plate says; `nil` while it is hidden.
  var plate: String? {
    if slideshow.isPaused { return "The slideshow is paused. Space goes on." }
    guard plateDeadline != nil else { return nil }
    let order = shuffle == nil ? "in order" : "shuffled"
    return "Slideshow · \(Self.text(interval)) (↑ ↓) · \(order) (Tab) · pause (Space)"
  }

  private static func text(_ seconds: Double) -> String {
    seconds >= 60 && seconds.remainder(dividingBy: 60) == 0
      ? "\(NumberText.trimmed(seconds / 60, decimals: 0)) min"
      : "\(NumberText.trimmed(seconds, decimals: 1)) s"
  }

  /// Hides the plate once its time is up.
  mutating func expire(at now: Double) {
    if let plateDeadline, now >= plateDeadline { self.plateDeadline = nil }
  }

  /// The keys that mean something else while it runs.
  private static let keys: Set<String> = ["Up", "KP_Up", "Down", "KP_Down", "Tab", "space"]

  /// Returns whether a key without modifiers is the slideshow's now, also where a panel has the focus.
  func takesKey(_ name: String) -> Bool { isOn && Self.keys.contains(name) }

  /// Handles a key that means something else while it runs, and shows the plate: Up and Down change the interval, Tab changes the
  /// order, and Space pauses.
  ///
  /// - Returns: False for any other key.
  mutating func handle(_ key: Input.Key) -> Bool {
    guard takesKey(key.name), key.action != .released, key.modifiers.isEmpty else { return false }
    let current = interval
    switch key.name {
    case "Up", "KP_Up": slideshow.duration = Self.intervals.first { $0 > current } ?? current
    case "Down", "KP_Down": slideshow.duration = Self.intervals.last { $0 < current } ?? current
    case "Tab": shuffle = shuffle == nil ? Shuffle() : nil
    default: if key.action == .pressed { slideshow.togglePause() }
    }
    plateDeadline = key.time + Self.plateDuration
    restart(at: key.time)
    return true
  }
}

/// The pictures of an album in a random order, each once before any comes again.
struct Shuffle {
  /// The numbers of the pictures that are left, the next one last.
  private var rest: [Int] = []
  /// The state of the album that they are about.
  private var revision: Int?

  /// Returns the number of the picture that follows another; `nil` where there is no other.
  mutating func next(after current: Int?, in album: Album) -> Int? {
    guard album.count > 1 else { return nil }
    if album.revision != revision {
      (revision, rest) = (album.revision, album.entries.indices.shuffled())
    }
    rest.removeAll { $0 == current }
    if rest.isEmpty { rest = album.entries.indices.filter { $0 != current }.shuffled() }
    return rest.popLast()
  }
}

// MARK: - From picture to picture

/// A picture as the window shows it without what lies over it.
struct PictureSheet {
  let surface: Surface
  /// The file, and its properties before it was opened.
  let (file, status): (FilePath?, FileStatus?)
  /// The placement that was drawn.
  let frame: Frame

  /// Draws a picture on a surface of its own.
  ///
  /// - Throws: An error if memory is short or the display is gone.
  init(of picture: OpenPicture, _ frame: Frame, _ maker: PictureMaker) throws(DrawingError) {
    surface = try maker.surfaces.makeSurface(size: maker.room.pixels, opaque: true)
    self.frame = frame
    (file, status) = (picture.file, picture.status)
    try picture.compositor.painter.draw(frame, on: Canvas(surface))
  }
}

/// A picture of a slideshow that fades into the next one.
final class CrossFade {
  /// How long it takes, in seconds. [A]
  static let duration = 0.3

  private let maker: PictureMaker
  private let old: PictureSheet
  /// The picture that is shown from now on; `nil` where it has to be drawn again.
  private var new: PictureSheet?
  private let start: Double
  private var time: Double
  /// What was drawn last: the opacity of the old picture, and what lies over both.
  private var drawn: (opacity: Double, overlays: Frame)?

  /// Begins with a picture that is shown.
  ///
  /// - Throws: An error if memory is short or the display is gone.
  init(from picture: OpenPicture, _ frame: Frame, _ maker: PictureMaker) throws(DrawingError) {
    self.maker = maker
    old = try PictureSheet(of: picture, frame, maker)
    (start, time) = (maker.time, maker.time)
  }

  private var opacity: Double { min(max(1 - (time - start) / Self.duration, 0), 1) }

  /// True once the next picture alone is seen.
  var isOver: Bool { opacity == 0 }

  func advance(to time: Double) { self.time = max(time, self.time) }

  /// Draws the next picture again, since more of it has been decoded.
  func pixelsDidArrive() { new = nil }

  /// Returns whether the window looks different from when it was last drawn.
  func needsDisplay(_ overlays: Frame) -> Bool {
    new == nil || drawn.map { $0 != (opacity, overlays) } ?? true
  }

  /// Draws both pictures, and what lies over them.
  ///
  /// - Throws: An error if memory is short or the display is gone.
  func draw(
    _ content: OpenPicture, _ frame: Frame, under overlays: Frame, on target: DrawingTarget
  ) throws(DrawingError) {
    if new?.frame != frame { new = try PictureSheet(of: content, frame, maker) }
    guard let new else { return }
    let (whole, opacity) = (PixelRect(maker.room.pixels), opacity)
    try target.staging.compose(target.place, on: target.window) {
      (surface) throws(DrawingError) in
      surface.copy(whole, from: new.surface, toX: 0, y: 0)
      let canvas = try Canvas(surface)
      canvas.draw(old.surface, whole, at: .zero, opacity: opacity)
      try content.compositor.painter.drawOverlays(overlays, on: Canvas(surface))
    }
    drawn = (opacity, overlays)
  }
}

extension OpenPicture {
  /// True where waiting brings no better pixels of what is visible.
  fileprivate var isCompleteInWindow: Bool {
    guard !isNotice else { return !isPlaceholder && !isAwaited }
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
      state = .asking(Job(unavailable: nil, wake: wake) { _ in services.inhibitIdle("Slideshow") })
    case .asking(let job) where job.isDone:
      state = isWanted ? .on(job.drain().flatMap(\.self)) : .off
    case .on where !isWanted: state = .off
    case .off, .asking, .on: break
    }
  }
}
