import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging

/// The pictures next to the one that is shown, opened, decoded and drawn ahead, one at a time.
final class Prefetcher {
  /// The progress of a picture.
  private enum Stage {
    case opening
    /// Its tiles are loaded.
    case decoded(OpenPicture)
    /// It is drawn, so that showing it only takes a copy.
    case drawn(OpenPicture)
    /// It cannot be opened or drawn.
    case failed
  }

  private struct Slot {
    let opening: FileOpening
    let need: FileOpening.Need
    let limits: ImageLimits
    var stage = Stage.opening
    /// The memory of its surfaces, in bytes, which counts against the budget.
    var byteCount = 0
  }

  /// A picture that was asked for.
  enum Taken {
    /// Its tiles are loaded.
    case picture(OpenPicture)
    /// It is being opened, and will be ready sooner than if it were reopened.
    case opening(FileOpening)
  }

  /// The part of the budget that a picture may take: an eighth, so that two take a quarter. [C]
  static let budgetShare = 8

  private var slots: [FilePath: Slot] = [:]
  private var order: [FilePath] = []
  private let store: TileStore

  init(store: TileStore) {
    self.store = store
  }

  deinit { dropAll() }

  /// Drops all pictures.
  func dropAll() {
    for path in slots.keys { cancel(path) }
  }

  /// Whether these pictures, and no others, are there in this order.
  func holds(_ paths: [FilePath], _ need: FileOpening.Need, limits: ImageLimits) -> Bool {
    order == paths && slots.count == paths.count
      && paths.allSatisfy { path in
        guard let slot = slots[path], slot.need == need, slot.limits == limits else { return false }
        if case .opening = slot.stage { return false }
        return true
      }
  }

  /// Begins to open the first of some pictures that is not open yet, unless one is being opened; drops all others.
  ///
  /// - Parameters:
  ///   - paths: The pictures, the most likely one first.
  ///   - need: What is decoded of each.
  ///   - turn: Returns how a picture is turned.
  ///   - limits: Larger pictures are refused.
  ///   - load: Makes a picture of what was opened.
  ///   - didFinish: Called on another thread when a picture is decoded.
  func prepare(
    _ paths: [FilePath], _ need: FileOpening.Need, turned turn: (FilePath) -> Orientation,
    limits: ImageLimits,
    load: (FileOpening.Opened, FilePath) throws(DrawingError) -> OpenPicture,
    didFinish: @escaping @Sendable () -> Void
  ) {
    order = paths
    for (path, slot) in slots
    where !paths.contains(path) || slot.need != need || slot.limits != limits {
      cancel(path)
    }
    for path in paths {
      guard let slot = slots[path] else {
        let opening = FileOpening(
          path, turned: turn(path), limits: limits, decoding: need, didFinish: didFinish)
        slots[path] = Slot(opening: opening, need: need, limits: limits)
        return
      }
      guard case .opening = slot.stage else { continue }
      guard let result = slot.opening.result else { return }
      slots[path]?.stage = Self.stage(result, path, load)
    }
  }

  private static func stage(
    _ result: FileOpening.Outcome, _ path: FilePath,
    _ load: (FileOpening.Opened, FilePath) throws(DrawingError) -> OpenPicture
  ) -> Stage {
    guard case .success(let opened) = result, let picture = try? load(opened, path) else {
      return .failed
    }
    return .decoded(picture)
  }

  /// The first picture that is decoded but not drawn.
  var undrawn: OpenPicture? {
    for path in order {
      if case .decoded(let picture)? = slots[path]?.stage { return picture }
    }
    return nil
  }

  /// Notes that a picture is drawn, or cannot be; its surfaces take a number of bytes.
  func didDraw(_ picture: OpenPicture, byteCount: Int) {
    guard let path = picture.file, case .decoded? = slots[path]?.stage else { return }
    slots[path]?.stage = .drawn(picture)
    slots[path]?.byteCount = byteCount
    store.addWorkBytes(byteCount)
  }

  /// Removes and returns a picture that is open, or being opened; its file may have changed since.
  ///
  /// - Parameters:
  ///   - path: The picture.
  ///   - forPreview: Pass `true` if a low-resolution preview is enough.
  ///   - limits: How it is to be opened.
  /// - Returns: The picture, or `nil` if it has to be opened.
  func claim(_ path: FilePath, forPreview: Bool, limits: ImageLimits) -> Taken? {
    guard let slot = slots[path] else { return nil }
    drop(path)
    guard slot.limits == limits, forPreview || !slot.need.isPreview else { return nil }
    switch slot.stage {
    case .opening:
      let isQuick = forPreview ? slot.need.isPreview : slot.opening.isNearlyDone
      if isQuick { return .opening(slot.opening) }
      slot.opening.cancel()
      return nil
    case .decoded(let picture), .drawn(let picture): return .picture(picture)
    case .failed: return nil
    }
  }

  /// Ends the opening of a picture, and drops it.
  private func cancel(_ path: FilePath) {
    slots[path]?.opening.cancel()
    drop(path)
  }

  /// Drops a picture.
  private func drop(_ path: FilePath) {
    guard let slot = slots.removeValue(forKey: path) else { return }
    if slot.byteCount > 0 { store.addWorkBytes(-slot.byteCount) }
  }
}
