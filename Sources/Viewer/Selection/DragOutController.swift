import OverscrollBrowser
import OverscrollFiles
import OverscrollHost
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Drags the file that is shown, or the selection, to another program: with Ctrl and the mouse.
///
/// What begins as such a drag never moves the picture, even if it is canceled.
final class DragOutController {
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
  func modifiersChanged(_ modifiers: ScrollEngine.Modifiers) {
    holdsControl = modifiers == .control
  }

  /// Handles input that drags the file or the selection; returns `false` for any other.
  func handle(_ event: ScrollEngine.Event, on page: PicturePage) -> Bool {
    // The wheel doesn't move the picture away under a drag.
    guard case .touch(let touch) = event else { return isHeld }
    switch state {
    case .idle:
      guard touch.phase == .began, touch.type == .indirectPointer, holdsControl,
        Self.canDrag(page)
      else { return false }
      state = .pressed(touch: touch.id, at: touch.location)
    case .pressed(let id, let start):
      guard touch.id == id else { return false }
      let threshold = page.maker.settings.dragThreshold ?? Self.usualThreshold
      if touch.phase == .moved, (touch.location - start).length > threshold {
        begin(on: page)
        state = .dragged(touch: id)
      }
      end(touch)
    case .dragged(let id):
      guard touch.id == id else { return false }
      if touch.phase == .cancelled { page.setup.host.perform(.cancelDrag) }
      end(touch)
    }
    return true
  }

  /// Whether a button is held that drags something out.
  private var isHeld: Bool { if case .idle = state { false } else { true } }

  private func end(_ touch: TouchEvent) {
    if touch.phase == .ended || touch.phase == .cancelled { state = .idle }
  }

  /// Returns whether there is something to drag: a selection, or a file that other programs can open.
  private static func canDrag(_ page: PicturePage) -> Bool {
    if page.selection.rect != nil { return true }
    guard let album = page.album, let file = page.content.file else { return false }
    return !album.folders.origin.isUnnamed(file)
  }

  private func begin(on page: PicturePage) {
    guard let contents = Self.contents(page) else {
      return page.show("The selection has more than 64 megapixels; save it with Ctrl+S.")
    }
    if !page.setup.host.perform(.drag(contents)) {
      page.show("The display doesn't allow the drag.")
    }
  }

  private static func contents(_ page: PicturePage) -> ClipboardContents? {
    if let rect = page.selection.rect {
      return page.copier.contents(of: rect, in: page.content, page.maker)
    }
    var contents = ClipboardContents(text: "")
    contents.files = page.content.file?.fromRoot.map { [$0] } ?? []
    return contents
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
