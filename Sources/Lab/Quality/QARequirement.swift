import OverscrollBase
package import ScrollEngine
import ScrollGeometry

/// Something that a take has to show before a step can pass: no one passes what was not exercised.
package struct QARequirement: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The word in plans.
  package let rawValue: String

  private init(_ word: String) { rawValue = word }

  /// The need with a word: a plain one, `parameter:NAME` or `twice:NAME`; `nil` for any other word.
  package init?(rawValue: String) {
    guard Self.isKnown(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Dragging has begun.
  package static let drag = Self("drag")
  /// A drag has begun less than 0.149 seconds after the touch, before content would have had it.
  package static let swipe = Self("swipe")
  /// A drag whose finger rested before it was lifted, so that nothing goes on.
  package static let hold = Self("hold")
  /// A drag whose finger was lifted in this direction from where it came down.
  package static let dragLeft = Self("drag-left")
  package static let dragRight = Self("drag-right")
  package static let dragUp = Self("drag-up")
  package static let dragDown = Self("drag-down")
  /// A release at 0.25 points per millisecond or more.
  package static let flick = Self("flick")
  /// More than a point beyond the scrollable range while dragging.
  package static let overscroll = Self("overscroll")
  /// More than a point beyond the range while decelerating, and then at rest in it.
  package static let edgeBounce = Self("edge-bounce")
  /// At rest in a corner of the range.
  package static let cornerTopLeft = Self("corner-top-left")
  package static let cornerTopRight = Self("corner-top-right")
  package static let cornerBottomLeft = Self("corner-bottom-left")
  package static let cornerBottomRight = Self("corner-bottom-right")
  /// A touch that begins while the content decelerates.
  package static let regrab = Self("regrab")
  /// The zoom scale has grown by 5 % or more.
  package static let zoomIn = Self("zoom-in")
  /// The zoom scale has shrunk by 5 % or more.
  package static let zoomOut = Self("zoom-out")
  /// A zoom scale beyond its limits.
  package static let zoomLimit = Self("zoom-limit")
  /// The zoom scale springs back to a limit.
  package static let zoomBounce = Self("zoom-bounce")
  /// At rest on another page.
  package static let page = Self("page")
  /// A view's touch has ended in it, or a tap was recognized.
  package static let tap = Self("tap")
  /// A view got its touch 0.149 seconds after the finger came down, or later.
  package static let delayed = Self("delayed")
  /// A view's touch was canceled.
  package static let cancelled = Self("cancelled")
  /// A refresh was asked for.
  package static let refresh = Self("refresh")
  /// A row or an item was selected.
  package static let select = Self("select")
  /// The keyboard was dismissed.
  package static let dismiss = Self("dismiss")
  /// A notch of the wheel.
  package static let wheel = Self("wheel")
  /// A key that scrolls or zooms.
  package static let key = Self("key")
  /// A property or a parameter of the scene was changed.
  package static let parameter = Self("parameter")
  /// The window was resized.
  package static let resize = Self("resize")
  /// Everything is at rest.
  package static let idle = Self("idle")

  /// The needs that are one word.
  package static let allCases = [
    drag, swipe, hold, dragLeft, dragRight, dragUp, dragDown, flick, overscroll, edgeBounce,
    cornerTopLeft, cornerTopRight, cornerBottomLeft, cornerBottomRight, regrab, zoomIn, zoomOut,
    zoomLimit, zoomBounce, page, tap, delayed, cancelled, refresh, select, dismiss, wheel, key,
    parameter, resize, idle,
  ]

  /// The needs that can be asked for twice: those that happen, rather than last.
  static let countable: Set = [
    drag, swipe, hold, dragLeft, dragRight, dragUp, dragDown, flick, edgeBounce, regrab, page, tap,
    delayed, cancelled, refresh, select, dismiss, wheel, key, parameter,
  ]

  /// What plans may ask for, for messages.
  package static let known =
    allCases.map(\.rawValue) + ["parameter:NAME", "twice:NAME"]

  private static let words = Set(allCases.map(\.rawValue))
  private static let parameterPrefix = "parameter:"
  private static let twicePrefix = "twice:"

  private static func isKnown(_ word: String) -> Bool {
    if word.hasPrefix(twicePrefix) {
      return countable.contains(Self(String(word.dropFirst(twicePrefix.count))))
    }
    return words.contains(word)
      || word.hasPrefix(parameterPrefix) && word.count > parameterPrefix.count
  }

  /// The change of a property, or of a parameter of the scene by its name with `scene.`.
  package static func parameter(_ name: String) -> Self { Self(parameterPrefix + name) }

  /// The need, shown a second time.
  package var twice: Self { Self(Self.twicePrefix + rawValue) }

  /// The requirement in the checklist, where there is little room: arrows for directions and corners, names without prefixes.
  package var label: String {
    if let names = Self.names[self] { return names.label }
    if let once { return "2×" + once.label }
    return parameterName ?? rawValue
  }

  /// The requirement in a sentence, such as "the top left corner ↖".
  package var title: String {
    if let names = Self.names[self] { return names.title }
    if let once { return once.title + " a second time" }
    return parameterName.map { "a change of “\($0)”" } ?? rawValue
  }

  /// The need that is shown twice; `nil` for others.
  private var once: Self? {
    guard rawValue.hasPrefix(Self.twicePrefix) else { return nil }
    return Self(String(rawValue.dropFirst(Self.twicePrefix.count)))
  }

  /// The name of the parameter that is changed; `nil` for other needs.
  private var parameterName: String? {
    guard rawValue.hasPrefix(Self.parameterPrefix) else { return nil }
    return String(rawValue.dropFirst(Self.parameterPrefix.count).split(separator: ".").last ?? "")
  }

  /// The needs that are one word, for the checklist and for sentences.
  private static let names: [Self: (label: String, title: String)] = [
    drag: ("drag", "a drag"), swipe: ("swipe", "a quick drag"),
    hold: ("hold", "a drag that is held before it ends"), dragLeft: ("←", "a drag to the left ←"),
    dragRight: ("→", "a drag to the right →"), dragUp: ("↑", "a drag up ↑"),
    dragDown: ("↓", "a drag down ↓"), flick: ("flick", "a flick"),
    overscroll: ("past edge", "a drag past an edge"), edgeBounce: ("bounce", "a bounce at an edge"),
    cornerTopLeft: ("↖", "the top left corner ↖"), cornerTopRight: ("↗", "the top right corner ↗"),
    cornerBottomLeft: ("↙", "the bottom left corner ↙"),
    cornerBottomRight: ("↘", "the bottom right corner ↘"),
    regrab: ("regrab", "a touch while the content decelerates"), zoomIn: ("zoom in", "zooming in"),
    zoomOut: ("zoom out", "zooming out"), zoomLimit: ("past limit", "a zoom past its limit"),
    zoomBounce: ("zoom bounce", "a zoom that bounces back"), page: ("page", "another page"),
    tap: ("tap", "a tap"), delayed: ("delayed", "a delayed touch"),
    cancelled: ("canceled", "a canceled touch"), refresh: ("refresh", "a refresh"),
    select: ("select", "a selection"), dismiss: ("dismiss", "dismissing the keyboard"),
    wheel: ("wheel", "the wheel"), key: ("key", "a key"),
    parameter: ("parameter", "a change of a parameter"),
    resize: ("resize", "another size of the window"), idle: ("rest", "coming to rest"),
  ]

  /// Needs in the order in which a report has them: single words first.
  static func sorted(_ needs: Set<Self>) -> [Self] {
    let plain = allCases.filter(needs.contains)
    return plain + needs.subtracting(plain).sorted { $0.rawValue < $1.rawValue }
  }
}

/// Finds out, event by event, which needs of a step a take has shown.
package struct QARequirementTracker {
  /// The speed of a flick at its release, in points per millisecond. [A]
  static let flick = 0.25
  /// The distance beyond the range that counts, in points. [C]
  static let beyond = 1.0
  /// The change of the zoom scale that counts. [C]
  static let zoomRatio = 1.05
  /// The distance of a lift from the touch that gives a drag a direction, in points. [C]
  static let direction = 10.0
  /// The distance from the ends of the range that counts as being in a corner, in points. [C]
  static let corner = 0.5
  /// The delay of a touch that was held back, in seconds: the 0.15 s of the engine, less a rounding. [A]
  static let delay = 0.149

  /// What has been shown so far.
  package private(set) var shown: Set<QARequirement> = []
  /// The largest distance beyond the range so far, in points.
  package private(set) var overshoot = 0.0
  private var states: [ObjectIdentifier: State] = [:]
  /// When the finger that came down last did so, in seconds, and where.
  private var touchDown: Double?
  private var downPlace = Point.zero
  /// Where the finger was that was lifted last.
  private var liftPlace = Point.zero
  /// True if a scroll view was decelerating after the last event.
  private var wasDecelerating = false

  /// What is remembered of a scroll view.
  private struct State {
    var zoomScale: Double
    /// True while a deceleration has been beyond the range and has not come to rest.
    var hasBounced = false
    var restingPage: Point
  }

  package init() {}

  /// Forgets everything, and takes in how scroll views are before a take's first event.
  package mutating func start(_ scrollViews: [ScrollView]) {
    self = QARequirementTracker()
    for view in scrollViews {
      states[ObjectIdentifier(view)] = State(
        zoomScale: view.zoomScale, restingPage: Self.page(of: view))
    }
  }

  /// Takes in an event that has been performed.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - scrollViews: The scroll views of the stage, as they are after it.
  ///   - callbacks: The callbacks that the event has caused.
  package mutating func note(
    _ event: Script.TimedEvent, scrollViews: [ScrollView], callbacks: some Sequence<Callback>
  ) {
    shown.remove(.idle)
    note(event)
    for scrollView in scrollViews { note(scrollView) }
    for callback in callbacks { note(callback) }
    if scrollViews.allSatisfy({ $0.phase == .idle }) { shown.insert(.idle) }
    wasDecelerating = scrollViews.contains { $0.phase == .decelerating }
  }

  private mutating func note(_ event: Script.TimedEvent) {
    switch event.action {
    case .resize: shown.insert(.resize)
    case .event(.touch(let touch)): note(touch, at: event.time)
    case .event(.wheel): happen(.wheel)
    case .event(.key): happen(.key)
    case .set(let settings): for setting in settings { change(setting.property.rawValue) }
    case .setScene(let settings): for setting in settings { change("scene." + setting.parameter) }
    case .event, .call, .frame, .mark: break
    }
  }

  private mutating func note(_ touch: TouchEvent, at time: Double) {
    switch touch.phase {
    case .began:
      (touchDown, downPlace) = (time, touch.location)
      if wasDecelerating { happen(.regrab) }
    case .ended, .cancelled: liftPlace = touch.location
    case .moved, .stationary: break
    }
  }

  /// Notes what happens at one moment, the second time also as that.
  private mutating func happen(_ need: QARequirement) {
    if !shown.insert(need).inserted { shown.insert(need.twice) }
  }

  private mutating func change(_ name: String) {
    happen(.parameter)
    shown.insert(.parameter(name))
  }

  private mutating func note(_ view: ScrollView) {
    let key = ObjectIdentifier(view)
    var state =
      states[key] ?? State(zoomScale: view.zoomScale, restingPage: Self.page(of: view))
    let distance = Self.distanceBeyondRange(view)
    overshoot = max(overshoot, distance)
    switch view.phase {
    case .dragging: if distance > Self.beyond { shown.insert(.overscroll) }
    case .decelerating: if distance > Self.beyond { state.hasBounced = true }
    case .idle:
      if state.hasBounced, distance <= Self.beyond { happen(.edgeBounce) }
      if shown.contains(.drag), let corner = Self.corner(of: view) { shown.insert(corner) }
      state.hasBounced = false
      let page = Self.page(of: view)
      if view.isPagingEnabled, page != state.restingPage { happen(.page) }
      state.restingPage = page
    case .tracking, .zooming, .animating, .zoomBouncing: break
    }
    if view.isZoomBouncing { shown.insert(.zoomBounce) }
    let limits = view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale)
    // The way back from beyond a limit is no zooming.
    let scale = min(max(view.zoomScale, limits.lowerBound), limits.upperBound)
    if scale >= state.zoomScale * Self.zoomRatio {
      shown.insert(.zoomIn)
      state.zoomScale = scale
    } else if scale <= state.zoomScale / Self.zoomRatio {
      shown.insert(.zoomOut)
      state.zoomScale = scale
    }
    if view.zoomScale < limits.lowerBound * (1 - 1e-9)
      || view.zoomScale > limits.upperBound * (1 + 1e-9)
    {
      shown.insert(.zoomLimit)
    }
    states[key] = state
  }

  private mutating func note(_ callback: Callback) {
    switch callback.name {
    case "scrollViewWillBeginDragging":
      happen(.drag)
      if let touchDown, callback.time - touchDown < Self.delay { happen(.swipe) }
    case "scrollViewWillEndDragging": noteRelease(callback)
    case "touchesBegan":
      guard let touchDown else { return }
      if callback.time - touchDown >= Self.delay { happen(.delayed) }
    // A control sends its action where its touch ends in it.
    case "touchesEnded", "action", "tap": happen(.tap)
    case "touchesCancelled": happen(.cancelled)
    case "refresh": happen(.refresh)
    case "select", "copy": happen(.select)
    case "dismiss": happen(.dismiss)
    default: return
    }
  }

  private mutating func noteRelease(_ callback: Callback) {
    guard case .array(let velocity)? = callback["velocity"] else { return }
    let speeds = velocity.map { part in if case .number(let part) = part { abs(part) } else { 0.0 }
    }
    if speeds.contains(where: { $0 >= Self.flick }) { happen(.flick) }
    if speeds.allSatisfy({ $0 == 0 }) { happen(.hold) }
    let way = liftPlace - downPlace
    if way.x <= -Self.direction { happen(.dragLeft) }
    if way.x >= Self.direction { happen(.dragRight) }
    if way.y <= -Self.direction { happen(.dragUp) }
    if way.y >= Self.direction { happen(.dragDown) }
  }

  /// The distance of the offset from the scrollable range along the axis where it is larger, in points.
  private static func distanceBeyondRange(_ view: ScrollView) -> Double {
    let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
    let offset = view.contentOffset
    return max(
      low.x - offset.x, offset.x - max(low.x, high.x), low.y - offset.y,
      offset.y - max(low.y, high.y), 0)
  }

  /// The corner of its range in which a scroll view that scrolls along both axes is; `nil` elsewhere.
  private static func corner(of view: ScrollView) -> QARequirement? {
    let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
    let offset = view.contentOffset
    guard high.x - low.x > corner, high.y - low.y > corner else { return nil }
    let (isLeft, isTop) = (offset.x - low.x <= corner, offset.y - low.y <= corner)
    guard isLeft || high.x - offset.x <= corner, isTop || high.y - offset.y <= corner else {
      return nil
    }
    return isTop
      ? isLeft ? .cornerTopLeft : .cornerTopRight : isLeft ? .cornerBottomLeft : .cornerBottomRight
  }

  /// The number of the page at the offset along each axis.
  private static func page(of view: ScrollView) -> Point {
    let size = view.bounds.size
    guard size.width > 0, size.height > 0 else { return .zero }
    return Point(
      (view.contentOffset.x / size.width).rounded(),
      (view.contentOffset.y / size.height).rounded())
  }
}
