import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Drags the file that is shown, or the selection, to another program: with Ctrl and the mouse.
///
/// What begins as such a drag never moves the picture, even if it is canceled.
struct DragOutController {
  /// How far a press must move where the desktop doesn't say, in points. [C]
  private static let usualThreshold = 8.0

  private enum State {
    case idle
    /// The button is held where it was pressed.
    case pressed(touch: Int, at: Point)
    /// It has moved far enough; the desktop has the drag.
    case dragged(touch: Int)
  }

  private var state = State.idle
  private var holdsControl = false
}

extension DragOutController {
  /// Follows the modifier keys.
  mutating func modifiersChanged(_ modifiers: ScrollEngine.Modifiers) {
    holdsControl = modifiers == .control
  }

  /// Handles input that drags the file or the selection; `nil` for any other.
  mutating func handle(
    _ event: ScrollEngine.Event, _ context: PictureContext
  ) -> [PictureEffect]? {
    // The wheel doesn't move the picture away under a drag.
    guard case .touch(let touch) = event else { return isHeld ? [] : nil }
    var effects: [PictureEffect] = []
    switch state {
    case .idle:
      guard touch.phase == .began, touch.type == .indirectPointer, holdsControl,
        Self.canDrag(context)
      else { return nil }
      state = .pressed(touch: touch.id, at: touch.location)
    case .pressed(let id, let start):
      guard touch.id == id else { return nil }
      let threshold = context.display.settings.dragThreshold ?? Self.usualThreshold
      if touch.phase == .moved, (touch.location - start).length > threshold {
        effects = [.drag]
        state = .dragged(touch: id)
      }
      end(touch)
    case .dragged(let id):
      guard touch.id == id else { return nil }
      if touch.phase == .cancelled { effects = [.host(.cancelDrag)] }
      end(touch)
    }
    return effects
  }

  /// Whether a button is held that drags something out.
  private var isHeld: Bool { if case .idle = state { false } else { true } }

  private mutating func end(_ touch: TouchEvent) {
    if touch.phase == .ended || touch.phase == .cancelled { state = .idle }
  }

  /// Returns whether there is something to drag: a selection, or a file that other programs can open.
  private static func canDrag(_ context: PictureContext) -> Bool {
    if context.selection != nil { return true }
    guard let album = context.album, let file = context.content.file else { return false }
    return !album.folders.origin.isUnnamed(file)
  }

  /// The pointer's shape; `nil` where nothing is dragged.
  func cursor(_ drag: DragState) -> Cursor? {
    switch (state, drag) {
    case (.idle, _): nil
    case (.pressed, _): .closedHand
    case (.dragged, .accepted): .dragCopy
    case (.dragged, .refused): .dragRefused
    // It was canceled.
    case (.dragged, .none): .arrow
    }
  }
}
