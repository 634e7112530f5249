package import OverscrollBase
package import ScrollGeometry
import Synchronization

/// Decodes the frames of an animation ahead, on a thread of its own, within a share of the budget.
///
/// An animation that fits into the share is decoded once. Of any other one the next frames are held, and at least one. The thread
/// sleeps while all of them are there, and ends with the queue.
package final class FrameQueue: Sendable {
  /// An animation to decode.
  package struct Animation: Sendable {
    let path: FilePath
    let pages: FilePages
    /// The picture that is shown, perhaps turned.
    let info: ImageInfo
    let turn: Orientation
    let limits: ImageLimits

    /// - Parameters:
    ///   - path: The file.
    ///   - pages: Its frames, all of them found.
    ///   - info: The header of the picture that is shown.
    ///   - turn: How it is turned or flipped.
    ///   - limits: The limits of the picture's size.
    package init(
      _ path: FilePath, _ pages: FilePages, shownAs info: ImageInfo, turned turn: Orientation,
      limits: ImageLimits
    ) {
      (self.path, self.pages, self.turn, self.limits) = (path, pages, turn, limits)
      // What the frames before have left may be clear.
      var info = info
      info.hasAlpha = true
      self.info = info
    }
  }

  private struct State: Sendable {
    /// The frames to hold, the next one first.
    var wanted: [Int] = []
    var frames: [Int: AnimationFrame] = [:]
    var isCancelled = false
  }

  /// The largest canvas that is played, in pixels. [C]
  private static let largestCanvas = 64_000_000
  /// The part of the budget that frames may take which are decoded ahead. [C]
  private static let budgetShare = 4

  /// The most frames that are held ahead of the one that is shown.
  package let capacity: Int
  private let animation: Animation
  private let store: TileStore
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())
  private let hasWork = WorkSignal()

  /// Makes a queue without any frames.
  ///
  /// - Parameters:
  ///   - animation: The animation, whose size has been checked by ``check(_:limits:_:)``.
  ///   - store: Its budget is shared.
  ///   - wake: Called on another thread when a frame has been decoded.
  package init(_ animation: Animation, store: TileStore, wake: @escaping @Sendable () -> Void) {
    (self.animation, self.store, self.wake) = (animation, store, wake)
    let frameBytes = max(1, Pyramid(size: animation.info.size).byteCount ?? .max)
    capacity = max(1, store.budget / Self.budgetShare / frameBytes)
  }

  /// Refuses to play an animation whose frames are too large.
  ///
  /// - Parameters:
  ///   - size: The size of the canvas.
  ///   - limits: The limits of the picture's size.
  ///   - path: The file.
  /// - Throws: If a limit is exceeded; the error names it.
  package static func check(
    _ size: PixelSize, limits: ImageLimits, _ path: FilePath
  ) throws(ImagingError) {
    guard let area = size.area, area <= largestCanvas else {
      throw ImagingError(.tooLarge, path, "animations of more than 64 megapixels are not played")
    }
    let frameBytes = Pyramid(size: size).byteCount ?? .max / 4
    // The canvas, the frame that is shown and the next one.
    let bytes = FrameCanvas.byteCount(size) + 2 * frameBytes
    guard bytes > limits.heldBytes else { return }
    let megabytes = (bytes - ImageLimits.spareBytes) >> 20 + 1
    throw ImagingError(
      .tooLarge, path, "playing frames of \(size) pixels needs at least --cache-mb \(megabytes)")
  }

  /// Starts the thread, which decodes what is requested; returns false if the system made none.
  ///
  /// The thread holds the queue: ``cancel()`` ends it.
  package func start() -> Bool { DecodeThread.start { self.run() } }

  /// Ends decoding, and frees the frames.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.frames = [:]
    }
    hasWork.signal()
  }

  /// Returns a frame, from 0, if it is decoded.
  package func frame(_ index: Int) -> AnimationFrame? { state.withLock { $0.frames[index] } }

  /// Returns whether a frame, from 0, is decoded.
  package func isReady(_ index: Int) -> Bool { frame(index) != nil }

  /// Requests the frames that are shown next, as many as there is room for; others are freed.
  ///
  /// - Parameters:
  ///   - index: The frame that is shown next, from 0.
  ///   - count: The number of frames to come.
  ///   - frameCount: The number of all frames.
  package func request(from index: Int, atMost count: Int, of frameCount: Int) {
    let count = min(count, capacity, frameCount)
    let wanted = (0..<count).map { (index + $0) % frameCount }
    let isNew = state.withLock { state in
      guard state.wanted != wanted else { return false }
      state.wanted = wanted
      if capacity < frameCount {
        let kept = Set(wanted)
        state.frames = state.frames.filter { kept.contains($0.key) }
      }
      return true
    }
    if isNew { hasWork.signal() }
  }
}

// What the thread calls.
extension FrameQueue {
  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The first frame that is missing; `nil` if there is none.
  private var missing: Int? {
    state.withLock { state in state.wanted.first { state.frames[$0] == nil } }
  }

  private func run() {
    store.addWorkBytes(workBytes)
    defer { store.addWorkBytes(-workBytes) }
    var composer: (any FrameComposer)?
    var next = 0
    while true {
      hasWork.wait()
      while !isCancelled, let index = missing {
        var damage: String?
        do throws(ImagingError) {
          if composer == nil || index < next {
            (composer, next) = (nil, 0)
            composer = try open()
          }
          while next <= index, !isCancelled {
            next += 1
            try composer?.composeNext { !isCancelled }
          }
        } catch {
          damage = error.message
        }
        guard !isCancelled else { return }
        deliver(frame(index, composer?.canvas, damage))
      }
      guard !isCancelled else { return }
    }
  }

  private var workBytes: Int { FrameCanvas.byteCount(animation.info.size) }

  private func open() throws(ImagingError) -> any FrameComposer {
    let (file, head) = try ImageFile.examine(animation.path)
    guard animation.pages.belong(to: file),
      let compose = ImageFormat.all.first(where: { $0.recognizes(head) })?.compose
    else { throw file.changed }
    guard let sandbox = animation.limits.sandbox else { return try compose(file) }
    let info = animation.info
    let size = info.orientation.applied(to: info.size)
    return RemoteComposer(file, head, size, in: sandbox)
  }

  /// Builds the tiles of what is on the canvas.
  private func frame(_ index: Int, _ canvas: FrameCanvas?, _ damage: String?) -> AnimationFrame {
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(animation.info, progressiveArea: .max) { key, pixels in
      if pixels.isComplete { tiles[key] = pixels }
    }
    if let canvas, canvas.size == builder.fileSize {
      canvas.commit(to: builder) { !isCancelled }
    }
    let opened = try? ImageFile.open(
      animation.path, page: index, of: animation.pages, limits: animation.limits)
    let source = animation.turn == .upright ? opened : opened?.turned(by: animation.turn)
    return AnimationFrame(index, tiles: tiles, source: source, damage: damage, in: store)
  }

  private func deliver(_ frame: AnimationFrame) {
    state.withLock { state in
      if !state.isCancelled, state.wanted.contains(frame.index) {
        state.frames[frame.index] = frame
      }
    }
    wake()
  }
}

/// A frame of an animation with all of its tiles.
package final class AnimationFrame: Sendable {
  /// The number of the frame, from 0.
  package let index: Int
  /// Why it is damaged, as one sentence; `nil` for a frame that is whole.
  package let damage: String?
  /// Decodes the frame again; `nil` if the file can no longer be read.
  let source: (any ImageSource)?
  let tiles: [TileKey: TilePixels]
  private let store: TileStore
  private let byteCount: Int

  /// Counts the tiles against the budget of a store as long as the frame exists.
  init(
    _ index: Int, tiles: [TileKey: TilePixels], source: (any ImageSource)?, damage: String?,
    in store: TileStore
  ) {
    (self.index, self.damage, self.source) = (index, damage, source)
    (self.tiles, self.store) = (tiles, store)
    byteCount = tiles.values.reduce(0) { $0 + $1.byteCount }
    store.addWorkBytes(byteCount)
  }

  /// True if there is anything to show.
  package var hasPixels: Bool { !tiles.isEmpty }

  deinit { store.addWorkBytes(-byteCount) }
}
