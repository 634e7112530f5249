internal import CX11
package import OverscrollHost

extension DesktopWindow {
  /// The drag that has begun in the window; ``Input/dragChanged`` follows when it changes.
  package var drag: DragState { exchange.dragSource.state }

  /// Begins to drag contents to other programs, until the button that is held is released.
  ///
  /// - Parameter contents: The files, or the picture.
  /// - Returns: False where that is impossible.
  package func beginDrag(_ contents: ClipboardContents) -> Bool {
    guard connection.isAlive, let place = pressedButtons.heldPosition else { return false }
    let time = textInput.latestTime
    let isOwner = exchange.dragSource.offer.own(contents, time: time) { [weak self] in
      self?.exchange.dragSource.offer.pictureIsMade($0, ownedSince: $1)
    }
    guard isOwner else { return false }
    exchange.dragSource.begin(
      at: place, corner: placement.corner, time: time, now: MonotonicClock.now)
    return true
  }

  /// Ends a drag that has begun in the window.
  package func cancelDrag() {
    if connection.isAlive { exchange.dragSource.cancel() }
  }
}
