import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// What can be clicked on a page in place of a picture.
struct NoticeController {
  /// What a click gives.
  typealias Actions = [Frame.Notice.Item: KeyCommand]

  private var actions: Actions = [:]
  private var layout: NoticeLayout?
  private var pointed: Frame.Notice.Item?
  private var focused: Frame.Notice.Item?
  private var press: (touch: Int, item: Frame.Notice.Item, isInside: Bool)?
  /// The pointer, in pixels of the window.
  private var pointer: Point?
  /// What the page says, without where the pointer is.
  private var last: Frame.Notice?
  private var scale = 1.0

  /// Measures text as it is drawn.
  private let canvas = (try? Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
    .flatMap { try? Canvas($0) }

  /// Follows a page that is shown; returns how it looks.
  mutating func follow(
    _ page: (notice: Frame.Notice, actions: Actions)?, in room: Room
  ) -> Frame.Notice? {
    guard let page, let canvas else {
      (layout, last, actions, pointed, focused, press) = (nil, nil, [:], nil, nil, nil)
      return page?.notice
    }
    if last?.title != page.notice.title || last?.buttons != page.notice.buttons { focused = nil }
    (last, actions, scale) = (page.notice, page.actions, room.scale)
    layout = NoticeLayout(page.notice, in: room.pixels, scale: room.scale, measuredBy: canvas)
    if let focused, layout?.place(of: focused) == nil { self.focused = nil }
    pointed = pointer.flatMap { layout?.item(at: $0) }
    var notice = page.notice
    notice.focused = focused
    notice.pointed = press.map { $0.isInside ? $0.item : nil } ?? pointed
    notice.pressed = press?.item
    return notice
  }

  /// True while the pointer is over something that can be clicked.
  var hasPointer: Bool { pointed != nil }

  /// Follows the pointer, in points of the window; returns whether the page looks different.
  mutating func pointerMoved(to location: Point?) -> Bool {
    pointer = location.map { $0 * scale }
    let before = pointed
    pointed = pointer.flatMap { layout?.item(at: $0) }
    return pointed != before
  }

  /// What a recent picture is at a place, in points.
  func recent(at location: Point) -> KeyCommand? {
    guard case .recent = layout?.item(at: location * scale) else { return nil }
    return layout?.item(at: location * scale).flatMap { actions[$0] }
  }

  /// Handles input on what can be clicked; `nil` for any other.
  mutating func handle(_ event: Event) -> [KeyCommand]? {
    guard case .touch(let touch) = event else { return nil }
    let item = layout?.item(at: touch.location * scale)
    if let press {
      guard press.touch == touch.id else { return nil }
      self.press?.isInside = item == press.item
      guard touch.phase == .ended || touch.phase == .cancelled else { return [] }
      self.press = nil
      let isClick = touch.phase == .ended && item == press.item
      return isClick ? [actions[press.item]].compactMap(\.self) : []
    }
    guard touch.phase == .began, let item else { return nil }
    (press, focused) = ((touch.id, item, true), nil)
    return []
  }

  /// Handles a key: Tab and the arrow keys move from one to the next, Return and the space bar choose; `nil` for any other.
  mutating func handle(_ key: String) -> [KeyCommand]? {
    guard let layout, !layout.items.isEmpty else { return nil }
    let items = layout.items.map(\.item)
    let place = focused.flatMap(items.firstIndex)
    let step: Int
    switch key {
    case "Tab", "Right", "Down", "KP_Right", "KP_Down": step = 1
    case "ISO_Left_Tab", "Left", "Up", "KP_Left", "KP_Up": step = -1
    case "Return", "KP_Enter", "space":
      // Beside other pictures, these keys go on to them or to the overview.
      let usual = key == "space" || last?.hasIcon != true ? nil : items.first
      guard let item = focused ?? usual else { return nil }
      return [actions[item]].compactMap(\.self)
    default: return nil
    }
    // The album is gone through by arrow keys where a page is one of its pictures.
    guard key.hasSuffix("Tab") || last?.hasIcon == true || focused != nil else { return nil }
    focused =
      items[
        place.map { ($0 + step + items.count) % items.count } ?? (step > 0 ? 0 : items.count - 1)]
    return []
  }
}

extension NoticeController {
  /// Returns the page that explains why a picture cannot be shown, and what can be done; `nil` for any other.
  static func page(
    of picture: OpenPicture, _ album: AlbumController?
  ) -> (notice: Frame.Notice, actions: Actions)? {
    // What is being opened is named once that takes long.
    if picture.isAwaited { return (Frame.Notice(title: ""), [:]) }
    if picture.isPlaceholder {
      return (Frame.Notice(title: album?.openingName ?? "", message: "Opening…"), [:])
    }
    guard let problem = picture.problem else { return nil }
    var buttons: [(String, KeyCommand)] = []
    var notice: Frame.Notice
    if let file = picture.file, !picture.isAboutFolder {
      notice = Frame.Notice(
        title: album?.label(file) ?? file.lastComponent.description.isolated, message: problem)
      let isUnnamed = album?.folders.origin.isUnnamed(file) == true
      if picture.mayRetry, !isUnnamed { buttons.append(("Retry", .reload)) }
      if let album {
        buttons.append(("Open…", .open(.files)))
        // Beside other pictures the overview shows the folder.
        if album.album.count <= 1, !album.isListing {
          buttons.append(("Open Folder…", .open(.folders)))
        }
      }
    } else {
      let folder = album?.folders.origin.folder?.lastComponent.description.isolated
      notice = Frame.Notice(
        title: folder.map { "No pictures in \($0)" } ?? "No picture can be shown",
        message: problem == AlbumArguments.emptyFolder
          ? "Drop some here, or open another folder." : problem)
      if album != nil {
        buttons = [("Open Folder…", .open(.folders)), ("Open…", .open(.files))]
      }
    }
    if problem.contains(LoaderFormat.package) { notice.hint = LoaderFormat.installation }
    notice.buttons = buttons.map(\.0)
    return (
      notice,
      Dictionary(
        uniqueKeysWithValues: buttons.enumerated().map { (.button($0.offset), $0.element.1) })
    )
  }
}
