import ScrollEngine

/// Something that a take has to show before a step can pass: no one passes what was not exercised.
package struct QARequirement: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The word in plans.
  package let rawValue: String

  private init(_ word: String) { rawValue = word }

  /// The need with a word; `nil` for a word that plans do not know.
  ///
  /// Words are plain ones, `parameter:NAME`, `VIEW:NEED`, `MODIFIER+wheel`, `MODIFIER+key`, and one of those a number of times,
  /// `Nx:NEED`; `twice:NEED` is read as `2x:NEED`.
  package init?(rawValue: String) {
    let word =
      rawValue.hasPrefix(Self.formerTwice)
      ? "2x:" + rawValue.dropFirst(Self.formerTwice.count) : rawValue
    guard Self.isKnown(word) else { return nil }
    self.rawValue = word
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
  /// A drag whose finger was lifted between 30° and 60° from both axes.
  package static let dragDiagonal = Self("drag-diagonal")
  /// A drag of a second and 50 points or more, slower than a flick on average.
  package static let slow = Self("slow")
  /// A full circle of the finger while dragging, slower than a flick on average.
  package static let circle = Self("circle")
  /// At rest more than 10 points from the rest before, by whatever input.
  package static let scroll = Self("scroll")
  /// A release at 0.25 points per millisecond or more.
  package static let flick = Self("flick")
  /// A flick whose speed is at least 1.5 times that of each earlier one that counts, or at most 1/1.5 of it; the first one counts.
  package static let speed = Self("speed")
  /// More than a point beyond the scrollable range while dragging.
  package static let overscroll = Self("overscroll")
  /// More than a point beyond the range while decelerating, and then at rest in it.
  package static let edgeBounce = Self("edge-bounce")
  /// A touch that begins while the content decelerates more than a point beyond the range.
  package static let edgeCatch = Self("edge-catch")
  /// At rest at an end of a range that scrolls, where the rest before was elsewhere.
  package static let edge = Self("edge")
  package static let edgeTop = Self("edge-top")
  package static let edgeLeft = Self("edge-left")
  package static let edgeBottom = Self("edge-bottom")
  package static let edgeRight = Self("edge-right")
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
  /// A zoom scale beyond its largest, or below its smallest.
  package static let zoomMaximum = Self("zoom-maximum")
  package static let zoomMinimum = Self("zoom-minimum")
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
  /// A row, an item or text was selected, or copied.
  package static let select = Self("select")
  /// Text was copied.
  package static let copy = Self("copy")
  /// Text was typed.
  package static let text = Self("text")
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
    drag, swipe, hold, dragLeft, dragRight, dragUp, dragDown, dragDiagonal, slow, circle, scroll,
    flick, speed, overscroll, edgeBounce, edgeCatch, edge, edgeTop, edgeLeft, edgeBottom, edgeRight,
    cornerTopLeft, cornerTopRight, cornerBottomLeft, cornerBottomRight, regrab, zoomIn, zoomOut,
    zoomLimit, zoomMaximum, zoomMinimum, zoomBounce, page, tap, delayed, cancelled, refresh,
    select, copy, text, dismiss, wheel, key, parameter, resize, idle,
  ]

  /// The needs that can be asked for several times: those that happen, rather than last.
  static let countable: Set = [
    drag, swipe, hold, dragLeft, dragRight, dragUp, dragDown, dragDiagonal, slow, circle, scroll,
    flick, speed, edgeBounce, edgeCatch, regrab, zoomIn, zoomOut, page, tap, delayed, cancelled,
    refresh,
    select, copy, text, dismiss, wheel, key, parameter, resize,
  ]

  /// The needs that can be asked for of one scroll view: those that its state and its delegate show.
  static let ofViews: Set = [
    drag, swipe, hold, dragLeft, dragRight, dragUp, dragDown, dragDiagonal, scroll, flick,
    overscroll,
    edgeBounce, edge, edgeTop, edgeLeft, edgeBottom, edgeRight, cornerTopLeft, cornerTopRight,
    cornerBottomLeft, cornerBottomRight, zoomIn, zoomOut, zoomLimit, zoomMaximum, zoomMinimum,
    zoomBounce, page,
  ]

  /// The needs that can be asked for with a modifier.
  private static let withModifiers: Set = [wheel, key]
  /// The modifiers by their names in scripts.
  static let modifiers: [(name: String, modifier: Modifiers)] = [
    ("shift", .shift), ("control", .control), ("alternate", .alternate),
  ]
  /// The numbers of times that can be asked for. [C]
  static let counts = 2...99
  /// The name of the main scroll view in `VIEW:NEED`.
  static let mainView = "main"

  /// What plans may ask for, for messages.
  package static let known =
    allCases.map(\.rawValue) + [
      "parameter:NAME", "VIEW:NEED", "MODIFIER+wheel", "MODIFIER+key", "Nx:NEED",
    ]

  private static let words = Set(allCases.map(\.rawValue))
  private static let parameterPrefix = "parameter:"
  private static let formerTwice = "twice:"

  private static func isKnown(_ word: String) -> Bool {
    let need = Self(word)
    if let (base, _) = need.counted {
      return base.counted == nil && isKnown(base.rawValue) && base.isCountable
    }
    if need.parameterName != nil || words.contains(word) { return true }
    if let (name, base) = need.modified {
      return withModifiers.contains(base) && modifiers.contains { $0.name == name }
    }
    // A count that is none is not the name of a scroll view.
    return need.ofView.map { ofViews.contains($0.need) && $0.view.wholeMatch(of: /\d+x/) == nil }
      ?? false
  }

  /// Whether it happens, rather than lasts.
  private var isCountable: Bool {
    Self.countable.contains(ofView?.need ?? modified?.need ?? self) || parameterName != nil
  }

  /// The change of a property, or of a parameter of the scene by its name with `scene.`.
  package static func parameter(_ name: String) -> Self { Self(parameterPrefix + name) }

  /// The need, shown a number of times.
  package func times(_ count: Int) -> Self { Self("\(count)x:" + rawValue) }

  /// The need, shown by one scroll view; `nil` for the main one.
  package func of(_ view: String?) -> Self { Self("\(view ?? Self.mainView):" + rawValue) }

  /// The wheel or a key, with a modifier.
  static func modified(_ name: String, _ need: Self) -> Self { Self("\(name)+" + need.rawValue) }

  /// The requirement in the checklist, where there is little room: arrows for directions and corners, names without prefixes.
  package var label: String {
    if let names = Self.names[self] { return names.label }
    if let (base, count) = counted { return "\(count)×" + base.label }
    if let (view, need) = ofView { return need == .scroll ? view : "\(view) \(need.label)" }
    if let (name, need) = modified {
      return "\(name == "control" ? "ctrl" : name)+\(need.label)"
    }
    return parameterName ?? rawValue
  }

  /// The requirement in a sentence, such as "the top left corner ↖".
  package var title: String {
    if let names = Self.names[self] { return names.title }
    if let (base, count) = counted {
      if base == .speed { return "flicks at \(count) speeds" }
      return base.title + (count == 2 ? " a second time" : ", \(count) times")
    }
    if let (view, need) = ofView { return "\(need.title) of “\(view)”" }
    if let (name, need) = modified { return "\(need.title) with \(name)" }
    return parameterName.map { "a change of “\($0)”" } ?? rawValue
  }

  /// The need that is shown several times, and how often; `nil` for others.
  var counted: (need: Self, count: Int)? {
    guard let colon = rawValue.firstIndex(of: ":") else { return nil }
    let number = rawValue[..<colon]
    guard number.last == "x", let count = Int(number.dropLast()), Self.counts.contains(count),
      "\(count)x" == number
    else { return nil }
    return (Self(String(rawValue[colon...].dropFirst())), count)
  }

  /// Whether it is another size of the window, once or several times.
  package var isResize: Bool { (counted?.need ?? self) == .resize }

  /// The need that one scroll view shows, and its name; `nil` for others.
  var ofView: (view: String, need: Self)? {
    guard parameterName == nil, let colon = rawValue.lastIndex(of: ":") else { return nil }
    let view = rawValue[..<colon]
    return view.isEmpty ? nil : (String(view), Self(String(rawValue[colon...].dropFirst())))
  }

  /// The name of the scroll view that shows it; `nil` for the main one, and for needs that any one shows.
  package var viewName: String? {
    let view = (counted?.need ?? self).ofView?.view
    return view == Self.mainView ? nil : view
  }

  private var modified: (name: String, need: Self)? {
    let parts = rawValue.split(separator: "+", omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), Self(String(parts[1]))) : nil
  }

  /// The name of the parameter that is changed; `nil` for other needs.
  private var parameterName: String? {
    guard rawValue.hasPrefix(Self.parameterPrefix) else { return nil }
    return rawValue.dropFirst(Self.parameterPrefix.count).split(separator: ".").last
      .map(String.init)
  }

  /// The needs that are one word, for the checklist and for sentences.
  private static let names: [Self: (label: String, title: String)] = [
    drag: ("drag", "a drag"), swipe: ("swipe", "a quick drag"),
    hold: ("hold", "a drag that is held before it ends"), dragLeft: ("←", "a drag to the left ←"),
    dragRight: ("→", "a drag to the right →"), dragUp: ("↑", "a drag up ↑"),
    dragDown: ("↓", "a drag down ↓"), dragDiagonal: ("diagonal", "a diagonal drag"),
    slow: ("slow", "a slow drag"), circle: ("circle", "a slow circle"),
    scroll: ("scroll", "scrolling"), flick: ("flick", "a flick"),
    speed: ("speed", "a flick at another speed"),
    overscroll: ("past edge", "a drag past an edge"), edgeBounce: ("bounce", "a bounce at an edge"),
    edgeCatch: ("catch", "a touch while the content is past an edge"),
    edge: ("edge", "an edge"), edgeTop: ("top", "the top edge"),
    edgeLeft: ("left", "the left edge"), edgeBottom: ("bottom", "the bottom edge"),
    edgeRight: ("right", "the right edge"),
    cornerTopLeft: ("↖", "the top left corner ↖"), cornerTopRight: ("↗", "the top right corner ↗"),
    cornerBottomLeft: ("↙", "the bottom left corner ↙"),
    cornerBottomRight: ("↘", "the bottom right corner ↘"),
    regrab: ("regrab", "a touch while the content decelerates"), zoomIn: ("zoom in", "zooming in"),
    zoomOut: ("zoom out", "zooming out"), zoomLimit: ("past limit", "a zoom past its limit"),
    zoomMaximum: ("> max", "a zoom past its maximum"),
    zoomMinimum: ("< min", "a zoom past its minimum"),
    zoomBounce: ("zoom bounce", "a zoom that bounces back"), page: ("page", "another page"),
    tap: ("tap", "a tap"), delayed: ("delayed", "a delayed touch"),
    cancelled: ("canceled", "a canceled touch"), refresh: ("refresh", "a refresh"),
    select: ("select", "a selection"), copy: ("copy", "copied text"),
    text: ("text", "typed text"), dismiss: ("dismiss", "dismissing the keyboard"),
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
