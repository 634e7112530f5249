import OverscrollBrowser
import OverscrollFiles
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Plays the animation of the picture that is shown.
///
/// The picture, its view and its surfaces stay: only their pixels change. While the picture isn't visible, time stands still.
final class AnimationController {
  /// A picture that is played, or paused.
  private struct Playback {
    let queue: FrameQueue
    var clock: AnimationClock
  }

  private let maker: PictureMaker
  /// The picture that was followed last.
  private weak var picture: TiledPicture?
  private var file: FilePath?
  /// Whether the picture plays if it is an animation.
  private var isOn = false
  private var playback: Playback?
  /// Whether motion was wanted when the picture came; `nil` before the first one.
  private var animated: Bool?

  init(_ maker: PictureMaker) { self.maker = maker }

  deinit { playback?.queue.cancel() }

  /// When the next frame is due, in seconds; `nil` while nothing plays, or the frame is late.
  var deadline: Double? { playback?.clock.deadline }
}

extension AnimationController {
  /// Returns whether a picture has several frames, as far as they are counted.
  static func canPlay(_ content: OpenPicture) -> Bool {
    content.page.kind == .frames && content.page.count.known > 1 && !content.isPage
  }

  /// Follows what a page shows: begins to play an animation once it is loaded, and holds it while it isn't visible.
  func follow(_ page: PicturePage, at now: Double) {
    let content = page.content
    if content.picture !== picture {
      end()
      // A picture that is turned or reloaded goes on, or stays paused.
      if content.file != file { isOn = page.animates }
      animated = page.animates
      (picture, file) = (content.picture, content.file)
    }
    if isOn, playback == nil { begin(on: page, at: now) }
    // Surfaces that wait for their upload have the pixels of an earlier frame.
    if content.picture.showsFrame { content.compositor.uploadsWhole = true }
    var isVisible = false
    if case .picture = page.mode { isVisible = page.setup.host.display.isVisible }
    if isOn, isVisible {
      playback?.clock.resume(at: now)
    } else {
      playback?.clock.hold(at: now)
    }
  }

  /// Shows the frame that is due.
  func advance(on page: PicturePage, at now: Double) {
    guard isOn, let queue = playback?.queue, page.content.picture === picture,
      let index = playback?.clock.advance(to: now, isReady: { queue.isReady($0) }),
      let frame = queue.frame(index)
    else { return }
    if frame.hasPixels { show(frame, on: page) }
    if let damage = frame.damage {
      page.show(damage)
      stop(on: page)
    } else if playback?.clock.isOver == true {
      stop(on: page)
    } else {
      request()
    }
  }

  /// Plays the animation, or pauses it.
  func toggle(on page: PicturePage) {
    guard Self.canPlay(page.content) else {
      return page.show("This picture isn't animated.")
    }
    if isOn {
      pause(on: page)
    } else {
      isOn = true
      page.noteFrame(page.content.page.index, isPlaying: playback != nil)
    }
  }

  /// Pauses the animation; the frame stays.
  func pause(on page: PicturePage) {
    isOn = false
    page.noteFrame(page.content.page.index, isPlaying: false)
  }

  /// Plays or pauses where the desktop's setting for motion has changed.
  func settingsDidChange(on page: PicturePage) {
    guard let animated, page.animates != animated else { return }
    self.animated = page.animates
    guard Self.canPlay(page.content), isOn != page.animates else { return }
    toggle(on: page)
  }

  private func show(_ frame: PictureFrame, on page: PicturePage) {
    let content = page.content
    content.picture.show(frame)
    // Later frames may be clear where the first one isn't.
    content.compositor.painter.isOpaque = false
    content.compositor.invalidateAll()
    content.tiles.pixelsDidChange()
    page.noteFrame(frame.index, isPlaying: true)
    page.drawer.invalidate(.tiles)
  }
}

// MARK: - Playback

extension AnimationController {
  private func begin(on page: PicturePage, at now: Double) {
    let content = page.content
    guard Self.canPlay(content), content.loadingSince == nil, page.drawer.hasDrawn,
      let file = content.file, let pages = content.page.pages, pages.isCurrent,
      let timing = pages.timing
    else { return }
    do throws(ImagingError) {
      let info = content.picture.info
      try FrameQueue.check(info.size, limits: maker.options.limits, file)
      let animation = FrameQueue.Animation(
        file, pages, shownAs: info, turned: content.turn, limits: maker.options.limits)
      let queue = FrameQueue(animation, store: maker.store, wake: maker.wake)
      guard queue.start() else { return isOn = false }
      let index = content.page.index
      // After the last frame of the last round, Ctrl+Space begins again.
      let isAtEnd = timing.playCount != nil && index == timing.frameCount - 1
      playback = Playback(
        queue: queue,
        clock: isAtEnd
          ? AnimationClock(timing, beginningAt: now)
          : AnimationClock(timing, showing: index, at: now))
      request()
      page.noteFrame(index, isPlaying: true)
    } catch {
      isOn = false
      page.show(error.message)
    }
  }

  private func request() {
    guard let playback else { return }
    let (queue, clock) = (playback.queue, playback.clock)
    let count = clock.timing.frameCount
    queue.request(from: clock.nextFrame, atMost: clock.remaining(atMost: count), of: count)
  }

  /// Stops at the frame that is shown.
  private func stop(on page: PicturePage) {
    end()
    pause(on: page)
  }

  private func end() {
    playback?.queue.cancel()
    playback = nil
  }
}
