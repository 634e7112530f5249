import OverscrollFiles
import OverscrollImaging

/// The pictures next to the one that is shown, opened and decoded ahead, one at a time.
final class Neighbors {
  private struct Slot {
    let opening: FileOpening
    /// The file as it was when its opening began.
    let status: FileStatus?
    let need: FileOpening.Need
    /// The memory of its tiles that counts against the budget, in bytes.
    var byteCount = 0
  }

  /// The part of the budget that a picture may take: an eighth, so that two take a quarter. [C]
  static let budgetShare = 8

  private var slots: [FilePath: Slot] = [:]
  private let store: TileStore

  init(store: TileStore) {
    self.store = store
  }

  /// Begins to open the first of some pictures that is not open yet, unless one is being opened; gives up all others.
  ///
  /// - Parameters:
  ///   - paths: The pictures, the most likely one first.
  ///   - need: What is decoded of each.
  ///   - limits: Larger pictures are refused.
  ///   - didFinish: Called on another thread when a picture is decoded.
  func prepare(
    _ paths: [FilePath], _ need: FileOpening.Need, limits: ImageLimits,
    didFinish: @escaping @Sendable () -> Void
  ) {
    for (path, slot) in slots where !paths.contains(path) || slot.need != need { drop(path) }
    for path in paths {
      guard let slot = slots[path] else {
        let opening = FileOpening(path, limits: limits, decoding: need, didFinish: didFinish)
        slots[path] = Slot(opening: opening, status: FileStatus(of: path), need: need)
        return
      }
      guard let result = slot.opening.result else { return }
      guard slot.byteCount == 0, case .success(let opened) = result else { continue }
      slots[path]?.byteCount = opened.tiles.byteCount
      store.addWorkBytes(opened.tiles.byteCount)
    }
  }

  /// Removes and returns a picture that is open and has not changed since; `nil` if it has to be opened.
  func take(_ path: FilePath) -> FileOpening.Opened? {
    guard let slot = slots[path], case .success(let opened)? = slot.opening.result else {
      return nil
    }
    drop(path)
    return slot.status == FileStatus(of: path) ? opened : nil
  }

  /// Gives up a picture.
  private func drop(_ path: FilePath) {
    guard let slot = slots.removeValue(forKey: path) else { return }
    slot.opening.cancel()
    if slot.byteCount > 0 { store.addWorkBytes(-slot.byteCount) }
  }
}
