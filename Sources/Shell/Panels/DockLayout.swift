import OverscrollBase
package import OverscrollDrawing
package import ScrollGeometry

/// Where the content and the panels of a lab window lie, in points from the window's top left corner.
///
/// Panels are docked: a column on the right, and strips across the whole width at the bottom for curves, thumbnails, the timeline and
/// the QA bar. Around a viewport of a fixed size, parameters and the log share the column, which is left out first where the window
/// is too small; then the curves shrink, and then the viewport is shown reduced. A scene is shown enlarged where there is room.
/// Around content that fills the rest, the column has one panel, with tabs for the others, and the content keeps half of the window:
/// where that is too narrow for a column, the panel lies below the content, as wide as the window.
package struct DockLayout: Hashable, Sendable {
  /// A place for a panel.
  package enum Area: String, Hashable, Sendable, CaseIterable {
    case parameters, log, information, channels, curves, strip, timeLine, qaBar
  }

  /// The tab of a panel that shares the column with others.
  package struct Tab: Hashable, Sendable {
    package let area: Area
    /// The name of the panel, or a short form of it where the column has no room for all names.
    package let title: String
    package let frame: Rect
  }

  /// The places of the panels that are shown.
  package private(set) var frames: [Area: Rect] = [:]
  /// The panels that share the column, of which one is shown; fewer than two have no tabs.
  package private(set) var tabs: [Tab] = []
  /// The room that the panels leave.
  package let content: Rect
  /// The place of the viewport within ``content``.
  package let viewport: Rect
  /// The size at which the viewport is shown relative to its own: reduced as much as needed, or enlarged by halves.
  package let viewportScale: Double

  /// The width of the column on the right. [C]
  package static let columnWidth = 300.0
  /// The width of the column of information, and the least of one that has half of a narrow window. [C]
  private static let informationWidth = (usual: 340.0, least: 220.0)
  /// The part of the column's height that the parameters have above the log. [C]
  private static let parametersPart = 0.6
  /// The heights below which the column's panels are not shown: they have room for nothing but their heads. [C]
  package static let minimumColumnHeight = (parameters: 120.0, log: 76.0)
  /// The height of the curves, and the smallest one. [C]
  package static let curvesHeight = (usual: 220.0, least: 120.0)
  /// The width below which curves are not shown: they have room for little but their numbers. [C]
  package static let minimumCurvesWidth = 200.0
  /// The height of the strip of thumbnails. [C]
  package static let stripHeight = 88.0
  /// The height of tabs. [C]
  package static let tabHeight = 32.0
  /// The least distance of a tab's title from its edges, in points. [C]
  private static let tabPadding = 3.0
  /// The largest part of a window that curves have beside content that fills the rest, and the part that this content keeps.
  private static let (curvesPart, contentPart) = (1.0 / 3, 0.5)
  /// The height of the timeline. [C]
  package static let timeLineHeight = 28.0
  /// The height of the QA bar in a window, which has room for the texts of every built-in step where the window is not low. [C]
  package static func qaBarHeight(in window: Size) -> Double {
    let isLow = window.height < 400
    guard window.width < qaBarWidth else { return window.width < 900 && !isLow ? 100 : 84 }
    return isLow ? 140 : window.width < 480 ? 208 : 160
  }
  /// The least width for the usual QA bar, which has room for the checklist of every built-in step beside its buttons. [C]
  package static let qaBarWidth = 700.0
  /// The distance from a viewport to the edges of the content's room. [C]
  package static let margin = 16.0
  /// The least room for the content; panels that leave less are not shown. [C]
  private static let minimumContent = Size(width: 160, height: 96)

  /// Lays a window out.
  ///
  /// - Parameters:
  ///   - window: The size of the window, in points.
  ///   - viewport: The size of the viewport, which is kept; `nil` where the viewport fills the room that the panels leave.
  ///   - enlarges: True for a viewport that is shown enlarged where there is room.
  ///   - areas: The panels to show.
  ///   - front: The panel that is shown of those that share a column.
  ///   - curvesHeight: The height that the user has chosen for the curves, which they get where the content keeps its least
  ///     room; `nil` for the usual one.
  ///   - descriptionHeight: The room below a viewport that is kept, in points: it is at most half of what the panels leave.
  package init(
    window: Size, viewport: Size?, enlarges: Bool = false, areas: Set<Area>, front: Area? = nil,
    curvesHeight: Double? = nil, descriptionHeight: Double = 0
  ) {
    let wanted = viewport.map(Self.room) ?? Self.minimumContent
    var strips = areas.intersection([.curves, .strip, .timeLine, .qaBar])
    if window.width < Self.minimumCurvesWidth { strips.remove(.curves) }
    let bars = strips.reduce(0) { $0 + (Self.height(of: $1, in: window) ?? 0) }
    let left = window.height - bars - wanted.height
    var curves = min(max(left, Self.curvesHeight.least), Self.curvesHeight.usual)
    if let curvesHeight {
      let most = window.height - bars - Self.minimumContent.height
      curves = min(max(curvesHeight.rounded(), Self.curvesHeight.least), max(curves, most))
    }
    if viewport == nil {
      curves = min(
        curves, (window.height * Self.curvesPart).rounded(.down),
        (window.height * (1 - Self.contentPart)).rounded(.down) - bars)
    }
    if window.height - bars - curves < Self.minimumContent.height
      || viewport == nil && curves < Self.curvesHeight.least
    {
      strips.remove(.curves)
    }
    var bottom = max(0, window.height)
    // The strip leaves at least as much to the content.
    for area in [Area.qaBar, .timeLine, .curves, .strip] where strips.contains(area) {
      if area == .strip, bottom < 2 * Self.stripHeight { continue }
      let height = min(Self.height(of: area, in: window) ?? curves, bottom)
      guard height > 0, window.width > 0 else { continue }
      bottom -= height
      frames[area] = Rect(x: 0, y: bottom, width: window.width, height: height)
    }
    let isHigh = bottom >= Self.minimumContent.height
    var width = max(0, window.width)
    var column: [(area: Area, height: Double)] = []
    if viewport == nil {
      let shared = Area.allCases.filter { Self.shared.contains($0) && areas.contains($0) }
      let top = shared.count > 1 ? Self.tabHeight : 0
      let dock = Self.dock(in: window, above: bottom)
      // Where there is no room for the one in front, there may be for another.
      let order = shared.filter { $0 == front } + shared
      if isHigh, let dock,
        let area = order.first(where: { dock.height - top >= Self.minimumHeight(of: $0) })
      {
        frames[area] = Rect(
          x: dock.minX, y: dock.minY + top, width: dock.width, height: dock.height - top)
        if top > 0 { tabs = Self.tabs(of: shared, in: dock) }
        if dock.minX > 0 { width = dock.minX } else { bottom = dock.minY }
      }
    } else if isHigh, width >= wanted.width + Self.columnWidth {
      column = Self.heights(of: areas, inColumn: bottom)
      if !column.isEmpty { width -= Self.columnWidth }
    }
    content = Rect(x: 0, y: 0, width: width, height: bottom)
    (self.viewport, viewportScale) = Self.place(
      viewport, enlarges: enlarges, in: content, above: descriptionHeight)
    var top = 0.0
    for (area, height) in column {
      frames[area] = Rect(x: width, y: top, width: Self.columnWidth, height: height)
      top += height
    }
  }

  /// The panels that have room for a row in a column of a height, from top to bottom, and their heights; of two that have it only
  /// by themselves, the parameters stay.
  private static func heights(
    of areas: Set<Area>, inColumn height: Double
  ) -> [(area: Area, height: Double)] {
    let (parameters, log) = minimumColumnHeight
    if areas.isSuperset(of: [.parameters, .log]), height >= parameters + log {
      let upper = min(max((height * parametersPart).rounded(), parameters), height - log)
      return [(.parameters, upper), (.log, height - upper)]
    }
    if areas.contains(.parameters), height >= parameters { return [(.parameters, height)] }
    return areas.contains(.log) && height >= log ? [(.log, height)] : []
  }

  /// The panels that share a column beside content that fills the rest.
  package static let shared: Set<Area> = [.parameters, .log, .information, .channels]

  /// The place that they share, which leaves half of the window to the content: beside it, or below it where a column would be
  /// narrower than the least; `nil` without room for either.
  private static func dock(in window: Size, above bottom: Double) -> Rect? {
    guard bottom > 0 else { return nil }
    let most = window.width - (contentPart * window.width * window.height / bottom).rounded(.up)
    let width = min(most, informationWidth.usual)
    guard width < informationWidth.least else {
      return Rect(x: window.width - width, y: 0, width: width, height: bottom)
    }
    let top = (contentPart * window.height).rounded(.up)
    guard window.width >= informationWidth.least, top >= minimumContent.height,
      bottom - top >= minimumContent.height
    else { return nil }
    return Rect(x: 0, y: top, width: window.width, height: bottom - top)
  }

  private static func minimumHeight(of area: Area) -> Double {
    switch area {
    case .parameters: minimumColumnHeight.parameters
    case .log: minimumColumnHeight.log
    default: 0
    }
  }

  /// Lays tabs out: equally wide where each has room for its title then, and otherwise wider for longer titles, in their short forms
  /// where the column has no room for the whole ones.
  private static func tabs(of areas: [Area], in dock: Rect) -> [Tab] {
    func needs(_ titles: [String]) -> [Double] {
      titles.map { (tabTitleWidths[$0] ?? 0).rounded(.up) + 2 * tabPadding }
    }
    let count = Double(areas.count)
    var titles = areas.map(\.tabTitle.whole)
    let width = dock.width
    if needs(titles).reduce(0, +) > width { titles = areas.map(\.tabTitle.short) }
    var widths = needs(titles)
    let rest = (width - widths.reduce(0, +)) / count
    let isEqual = widths.allSatisfy { $0 <= (width / count).rounded(.down) }
    widths = isEqual ? areas.map { _ in width / count } : widths.map { $0 + rest }
    var end = dock.minX
    return areas.indices.map { index in
      let start = end.rounded()
      end += widths[index]
      return Tab(
        area: areas[index], title: titles[index],
        frame: Rect(x: start, y: dock.minY, width: end.rounded() - start, height: tabHeight))
    }
  }

  /// The font of a tab's title, which is bold where the panel is shown.
  fileprivate static func tabFont(isShown: Bool) -> Font { Font(size: 12, isBold: isShown) }

  /// The widths of the titles in bold, so that tabs stay where they are whichever panel is shown, in points.
  private static let tabTitleWidths: [String: Double] = {
    let ruler = FieldFont(tabFont(isShown: true), scale: 1)
    let titles = Set(shared.flatMap { [$0.tabTitle.whole, $0.tabTitle.short] })
    return Dictionary(uniqueKeysWithValues: titles.map { ($0, ruler.width(of: $0)) })
  }()

  /// The area of the tab at a point of the window; `nil` beside them.
  package func tab(at place: Point) -> Area? { tabs.first { $0.frame.contains(place) }?.area }

  private static func hasColumn(_ areas: Set<Area>) -> Bool {
    !areas.isDisjoint(with: [.parameters, .log])
  }

  /// The height of a strip in a window, which is fixed but for the curves'.
  private static func height(of strip: Area, in window: Size) -> Double? {
    switch strip {
    case .timeLine: timeLineHeight
    case .strip: stripHeight
    case .qaBar: qaBarHeight(in: window)
    case .curves, .parameters, .log, .information, .channels: nil
    }
  }

  private static func room(_ viewport: Size) -> Size {
    Size(width: viewport.width + 2 * margin, height: viewport.height + 2 * margin)
  }

  private static func place(
    _ viewport: Size?, enlarges: Bool, in content: Rect, above descriptionHeight: Double
  ) -> (Rect, Double) {
    guard let viewport, viewport.width > 0, viewport.height > 0 else { return (content, 1) }
    let below = max(margin, min(descriptionHeight, content.height / 2))
    var room = content.insetBy(dx: margin, dy: margin)
    room.size.height -= below - margin
    let fitting = min(room.width / viewport.width, room.height / viewport.height)
    let scale =
      fitting < 1
      ? (fitting > 0 ? fitting : minimumScale)
      : enlarges ? min((fitting / scaleStep).rounded(.down) * scaleStep, maximumScale) : 1
    let size = viewport * scale
    let middle = content.minY + (content.height - size.height) / 2
    let lowest = content.maxY - below - size.height
    let origin = Point(
      (content.minX + (content.width - size.width) / 2).rounded(.down),
      (below > margin ? min(middle, lowest) : middle).rounded(.down))
    return (Rect(origin: origin, size: size), scale)
  }

  /// The scale where there is no room at all, the largest one, and the step between those above 1, which keeps pixels sharp. [C]
  private static let (minimumScale, maximumScale, scaleStep) = (1.0 / 64, 3.0, 0.5)
}

extension DockLayout.Tab {
  /// Returns the title as it is drawn, and its font; a font that is wider than usual may leave no room for all of it.
  package func shownTitle(on canvas: Canvas, isShown: Bool) -> (text: String, font: Font) {
    let font = DockLayout.tabFont(isShown: isShown)
    return (canvas.elided(title, font: font, width: max(frame.width - 2, 1)), font)
  }
}

extension DockLayout.Area {
  /// The title of the panel's tab, and a short form of it.
  fileprivate var tabTitle: (whole: String, short: String) {
    let whole = title.prefix(1).uppercased() + title.dropFirst()
    return (whole, self == .information ? "Info" : whole)
  }

  /// The name of the panel for people.
  package var title: String {
    switch self {
    case .parameters: "parameters"
    case .log: "log"
    case .information: "information"
    case .channels: "channels"
    case .curves: "curves"
    case .strip: "thumbnails"
    case .timeLine: "controls"
    case .qaBar: "steps"
    }
  }
}

extension DockLayout {
  /// The size of a window that shows everything, in points.
  package static func preferredSize(viewport: Size, areas: Set<Area>) -> Size {
    let width = room(viewport).width + (hasColumn(areas) ? columnWidth : 0)
    return Size(width: width, height: preferredHeight(viewport, areas, width: width))
  }

  /// The height of a window of a width that shows everything, in points.
  private static func preferredHeight(
    _ viewport: Size, _ areas: Set<Area>, width: Double
  ) -> Double {
    areas.reduce(room(viewport).height) {
      $0
        + (height(of: $1, in: Size(width: width, height: .infinity))
          ?? ($1 == .curves ? curvesHeight.usual : 0))
    }
  }

  /// The size with which a window opens, in points: the preferred one, or less where the screen is smaller.
  package static func initialSize(viewport: Size, areas: Set<Area>, screen: Size) -> Size {
    let preferred = preferredSize(viewport: viewport, areas: areas)
    let bare = room(viewport).width
    // Without room for the column it is not shown, and the window need not be wider than the viewport.
    let width = preferred.width <= screen.width ? preferred.width : min(bare, screen.width)
    let height = preferredHeight(viewport, areas, width: width)
    return Size(width: width, height: min(height, screen.height))
  }

  /// Says why a panel is not shown.
  package func absence(of area: Area, viewport: Size?) -> String {
    let side = isTooNarrow(for: area, viewport: viewport) ? "narrow" : "short"
    return "The window is too \(side) to show the \(area.title)."
  }

  /// Returns whether the window is too narrow for a panel around a viewport; where it is not shown and this is `false`, the window
  /// is too short.
  package func isTooNarrow(for area: Area, viewport: Size?) -> Bool {
    let width = frames.values.reduce(content.maxX) { max($0, $1.maxX) }
    switch area {
    case .parameters, .log, .information, .channels:
      guard let viewport else { return width < Self.informationWidth.least }
      return width < Self.room(viewport).width + Self.columnWidth
    case .curves: return width < Self.minimumCurvesWidth
    case .strip, .timeLine, .qaBar: return false
    }
  }

  /// What tells that the viewport is shown reduced, such as "shown at 62%"; `nil` at its own size.
  package var reductionText: String? {
    viewportScale < 1
      ? "shown at \(NumberText.fixed((viewportScale * 100).rounded(), decimals: 0))%" : nil
  }
}
