import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Plays the animation of the picture that is shown.
///
/// The picture, its view and its surfaces stay: only their pixels change. While the picture isn't visible, time stands still.
struct AnimationController {
  /// A picture that is played, or paused.
  private struct Playback {
    let frames: Frames
    var clock: AnimationClock
    var queue: FrameQueue { frames.queue }
  }

  /// The frames that are decoded ahead, until no one plays them.
  private final class Frames {
    let queue: FrameQueue

    init(_ queue: FrameQueue) { self.queue = queue }

    deinit { queue.cancel() }
  }

  /// The picture that was followed last.
  private weak var picture: TiledPicture?
  private var file: FilePath?
  /// Whether the picture plays if it is an animation.
  private var isOn = false
  private var playback: Playback?
  /// Whether motion was wanted when the picture came; `nil` before the first one.
  private var animated: Bool?

  /// When the next frame is due, in seconds; `nil` while nothing plays, or the frame is late.
  var deadline: Double? { playback?.clock.deadline }
}

extension AnimationController {
  /// Returns whether a picture has several frames, as far as they are counted.
  static func canPlay(_ content: OpenPicture) -> Bool {
    content.page.kind == .frames && content.page.count.known > 1 && !content.isNotice
  }

  /// Follows what a page shows: begins to play an animation once it is loaded, and holds it while it isn't visible.
  mutating func follow(_ context: PictureContext, at now: Double) -> [PictureEffect] {
    let content = context.content
    if content.picture !== picture {
      playback = nil
      // A picture that is turned or reloaded goes on, or stays paused.
      if content.file != file { isOn = context.animates }
      animated = context.animates
      (picture, file) = (content.picture, content.file)
    }
    let effects = isOn && playback == nil ? begin(context, at: now) : []
    // Surfaces that wait for their upload have the pixels of an earlier frame.
    if content.picture.showsFrame { content.compositor.uploadsWhole = true }
    if isOn, context.showsPicture, context.display.isVisible {
      playback?.clock.resume(at: now)
    } else {
      playback?.clock.hold(at: now)
    }
    return effects
  }

  /// Shows the frame that is due.
  mutating func advance(_ content: OpenPicture, at now: Double) -> [PictureEffect] {
    guard isOn, let queue = playback?.queue, content.picture === picture,
      let index = playback?.clock.advance(to: now, isReady: { queue.isReady($0) }),
      let frame = queue.frame(index)
    else { return [] }
    let shown = frame.hasPixels ? show(frame, content) : []
    // What is shown from now on, which is what a pause is at.
    let last = frame.hasPixels ? frame.index : content.page.index
    if let damage = frame.damage {
      return shown + [.say(damage, while: .shows(content.file))] + stop(at: last)
    }
    if playback?.clock.isOver == true { return shown + stop(at: last) }
    request()
    return shown
  }

  /// Plays the animation, or pauses it.
  mutating func toggle(_ content: OpenPicture) -> [PictureEffect] {
    guard Self.canPlay(content) else {
      return [.say("This picture isn't animated.", while: .shows(content.file))]
    }
    guard !isOn else { return pause(at: content.page.index) }
    isOn = true
    return [.frame(content.page.index, isPlaying: playback != nil)]
  }

  /// Pauses the animation; the frame stays.
  mutating func pause(at index: Int) -> [PictureEffect] {
    isOn = false
    return [.frame(index, isPlaying: false)]
  }

  /// Plays or pauses where the desktop's setting for motion has changed.
  mutating func settingsDidChange(_ context: PictureContext) -> [PictureEffect] {
    guard let animated, context.animates != animated else { return [] }
    self.animated = context.animates
    guard Self.canPlay(context.content), isOn != context.animates else { return [] }
    return toggle(context.content)
  }

  private func show(_ frame: AnimationFrame, _ content: OpenPicture) -> [PictureEffect] {
    content.picture.show(frame)
    // Later frames may be clear where the first one isn't.
    content.compositor.painter.isOpaque = false
    content.compositor.invalidateAll()
    content.tiles.pixelsDidChange()
    return [.frame(frame.index, isPlaying: true), .redraw(.tiles)]
  }
}

// MARK: - Playback

extension AnimationController {
  private mutating func begin(_ context: PictureContext, at now: Double) -> [PictureEffect] {
    let (content, maker) = (context.content, context.maker)
    guard Self.canPlay(content), content.loadingSince == nil, context.hasDrawn,
      let file = content.file, let pages = content.page.pages, pages.isCurrent,
      let timing = pages.timing
    else { return [] }
    do throws(ImagingError) {
      let info = content.picture.info
      try FrameQueue.check(info.size, limits: maker.options.limits, file)
      let animation = FrameQueue.Animation(
        file, pages, shownAs: info, turned: content.turn, limits: maker.options.limits)
      let queue = FrameQueue(animation, store: maker.store, wake: maker.wake)
      guard queue.start() else {
        isOn = false
        return []
      }
      let index = content.page.index
      // After the last frame of the last round, Ctrl+Space begins again.
      let isAtEnd = timing.playCount != nil && index == timing.frameCount - 1
      playback = Playback(
        frames: Frames(queue),
        clock: isAtEnd
          ? AnimationClock(timing, beginningAt: now)
          : AnimationClock(timing, showing: index, at: now))
      request()
      return [.frame(index, isPlaying: true)]
    } catch {
      isOn = false
      return [.say(error.message, while: .shows(content.file))]
    }
  }

  private func request() {
    guard let playback else { return }
    let (queue, clock) = (playback.queue, playback.clock)
    let count = clock.timing.frameCount
    queue.request(from: clock.nextFrame, atMost: clock.remaining(atMost: count), of: count)
  }

  /// Stops at the frame that is shown.
  private mutating func stop(at index: Int) -> [PictureEffect] {
    playback = nil
    return pause(at: index)
  }
}
