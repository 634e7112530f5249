import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

// What is done ahead of a step, while the picture that is shown needs nothing.
extension Viewer {
  /// Decodes the pictures next to the one that is shown once that needs nothing any more; while a key leafs through pictures,
  /// the next one only.
  func prepareNeighbors() {
    guard let album, album.pending == nil, album.hasWatch, let position = album.album.position,
      album.album.currentPath == content.file,
      album.isLeafing || content.isLoaded && tiles.isSettled
    else { return }
    let neighbors = album.neighbors ?? Neighbors(store: store)
    album.neighbors = neighbors
    let order =
      album.direction == .forwards ? [position + 1, position - 1] : [position - 1, position + 1]
    let paths = order.prefix(album.isLeafing ? 1 : 2)
      .filter(album.album.entries.indices.contains)
      .map { album.album.path(of: album.album.entries[$0]) }
    let waker = waker
    neighbors.prepare(
      paths, need, limits: album.limits,
      load: { (opened, path) throws(DrawingError) in
        try self.load(opened, path, .step(album.direction), waits: true)
      }, didFinish: { waker.wake() })
  }

  /// What is decoded of a picture before it is shown.
  var need: FileOpening.Need {
    let scale: Double? =
      if album?.album.isLocked == true { view.scrollView.zoomScale } else {
        album?.fit == .actual ? 1 : nil
      }
    return FileOpening.Need(
      viewport: contentSize, scale: scale, byteLimit: store.budget / Neighbors.budgetShare,
      isPreview: album?.isLeafing ?? false)
  }

  /// Draws a part of a neighbor that is decoded, or waits for the next redraw slot while something else is to be drawn.
  func drawNeighbor(isIdle: Bool) throws {
    guard redraw.isVisible, let album, !album.isLeafing, album.pending == nil,
      !redraw.isAnimating, view.window.touches.isEmpty, let next = album.neighbors?.undrawn
    else { return }
    loop.wantsRedrawSlot = true
    guard isIdle else { return }
    let plan = FramePlan(plainFrame(next), pyramid: next.picture.pyramid)
    let byteCount = Compositor.bytesAhead(of: plan)
    guard byteCount <= need.byteLimit else {
      album.neighbors?.didDraw(next, byteCount: 0)
      return
    }
    do throws(DrawingError) {
      _ = try window.surface()
      if try next.compositor.drawAhead(plan) {
        album.neighbors?.didDraw(next, byteCount: byteCount)
        discardDrawn(plan, of: next)
      }
    } catch {
      // Memory is short; it is drawn when it is shown.
      album.neighbors?.didDraw(next, byteCount: 0)
    }
    try window.present()
  }

  /// Frees the pixels of tiles that are on surfaces.
  private func discardDrawn(_ plan: FramePlan, of next: OpenPicture) {
    for entry in plan.tiles.entries where next.compositor.surfaces.hasWhole(entry.key) {
      next.picture.discard(entry.key)
    }
  }

  /// Ends leafing: the picture that is shown is decoded in full.
  func endLeafing() {
    guard let album, album.isLeafing else { return }
    album.leafedAt = nil
    if case .loading(let next)? = album.pending?.state { next.picture.begin() }
    if display.plan != nil { picture.begin() }
  }

  /// Ends leafing once the key has not been repeated for a while, as where the window has lost the focus.
  func checkLeafing(at now: Double) {
    guard let deadline = album?.leafingDeadline, now >= deadline else { return }
    endLeafing()
  }
}

extension AlbumControl {
  /// The time after the last repetition of a key after which it counts as released, in seconds. [C]
  private static let leafingDelay = 0.3

  /// A Boolean value that indicates whether a key that is held leafs through the album.
  var isLeafing: Bool { leafedAt != nil }

  /// When leafing ends unless the key is repeated, in seconds.
  var leafingDeadline: Double? { leafedAt.map { $0 + Self.leafingDelay } }
}
