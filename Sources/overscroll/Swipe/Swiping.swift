import OverscrollBrowser
import OverscrollDrawing
import ScrollGeometry

/// The pictures of a window while a drag moves them sideways.
final class Swiping {
  let row = PictureRow()
  /// The neighbor that is being opened, or is open; `nil` while none is visible.
  var side: PictureRow.Side?
  /// A Boolean value that indicates whether the neighbor takes the window as soon as it can be shown.
  var isCommitted = false
  /// The picture that is shown, without what lies over it.
  var shown: Sheet?
  /// The neighbor; `nil` until it can be shown.
  var neighbor: Sheet?
  /// Where both are put together before they are copied to the window.
  var staging: Surface?
  /// What was drawn last.
  var drawn: Look?

  /// A picture as the window would show it.
  struct Sheet {
    let surface: Surface
    /// The placement that was drawn.
    let frame: Frame
  }

  /// What a frame shows.
  struct Look: Equatable {
    /// The distance of the picture from its place, in pixels.
    var displacement: Int
    var side: PictureRow.Side?
    var hasNeighbor: Bool
    /// What lies over the pictures.
    var overlays: Frame
  }

  /// A Boolean value that indicates whether a drag, or what follows it, has begun.
  var isActive: Bool { side != nil || row.isActive }
}

extension PictureRow.Side {
  var step: Album.Step {
    switch self {
    case .previous: .previous
    case .next: .next
    }
  }

  var direction: AlbumControl.Direction {
    switch self {
    case .previous: .backwards
    case .next: .forwards
    }
  }
}
