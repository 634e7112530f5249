internal import CX11
internal import OverscrollHost

extension OverscrollHost.Cursor {
  /// The names in cursor themes, in order of preference.
  fileprivate var names: [String] {
    switch self {
    case .arrow: ["default", "left_ptr"]
    case .openHand: ["grab", "openhand", "hand1"]
    case .closedHand: ["grabbing", "closedhand", "fleur"]
    case .crosshair: ["crosshair", "cross", "tcross"]
    case .resizeHorizontally: ["ew-resize", "sb_h_double_arrow"]
    case .resizeVertically: ["ns-resize", "sb_v_double_arrow"]
    case .resizeFalling: ["nwse-resize", "size_fdiag", "bottom_right_corner"]
    case .resizeRising: ["nesw-resize", "size_bdiag", "bottom_left_corner"]
    case .dragCopy: ["copy", "dnd-copy"]
    case .dragRefused: ["no-drop", "dnd-no-drop", "not-allowed", "crossed_circle"]
    case .hidden: []
    }
  }

  /// The glyph of the server's cursor font, the fallback without a theme.
  fileprivate var fontShape: Int32 {
    switch self {
    case .arrow: XC_left_ptr
    case .openHand: XC_hand2
    case .closedHand: XC_fleur
    case .crosshair: XC_crosshair
    case .resizeHorizontally: XC_sb_h_double_arrow
    case .resizeVertically: XC_sb_v_double_arrow
    case .resizeFalling: XC_bottom_right_corner
    case .resizeRising: XC_bottom_left_corner
    case .dragCopy: XC_plus
    case .dragRefused: XC_X_cursor
    // It has no glyph.
    case .hidden: XC_dot
    }
  }
}

/// The cursors of a window, loaded on first use.
final class Cursors {
  private let connection: Connection
  private let window: CX11.Window
  private var loaded: [OverscrollHost.Cursor: CX11.Cursor] = [:]

  init(_ connection: Connection, window: CX11.Window) {
    self.connection = connection
    self.window = window
  }

  deinit {
    guard connection.isAlive else { return }
    for cursor in loaded.values { XFreeCursor(connection.display, cursor) }
  }

  func show(_ cursor: OverscrollHost.Cursor) {
    guard connection.isAlive else { return }
    let shape = loaded[cursor] ?? load(cursor)
    loaded[cursor] = shape
    XDefineCursor(connection.display, window, shape)
    XFlush(connection.display)
  }

  private func load(_ cursor: OverscrollHost.Cursor) -> CX11.Cursor {
    if cursor == .hidden { return blank }
    for name in cursor.names {
      let shape = XcursorLibraryLoadCursor(connection.display, name)
      if shape != 0 { return shape }
    }
    return XCreateFontCursor(connection.display, UInt32(cursor.fontShape))
  }

  /// A cursor without pixels.
  private var blank: CX11.Cursor {
    let bits: [CChar] = [0]
    let mask = XCreateBitmapFromData(connection.display, window, bits, 1, 1)
    defer { XFreePixmap(connection.display, mask) }
    var (front, back) = (XColor(), XColor())
    return XCreatePixmapCursor(connection.display, mask, mask, &front, &back, 0, 0)
  }
}
