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
    if let sign = Self.signs[self] { return sign }
    if rawValue.hasPrefix(Self.twicePrefix) {
      let once = Self(String(rawValue.dropFirst(Self.twicePrefix.count)))
      return "2×" + once.label
    }
    guard rawValue.hasPrefix(Self.parameterPrefix) else { return rawValue }
    return String(rawValue.dropFirst(Self.parameterPrefix.count).split(separator: ".").last ?? "")
  }

  private static let signs = [
    dragLeft: "←", dragRight: "→", dragUp: "↑", dragDown: "↓", cornerTopLeft: "↖",
    cornerTopRight: "↗", cornerBottomLeft: "↙", cornerBottomRight: "↘",
  ]

  /// Needs in the order in which a report has them: single words first.
  static func sorted(_ needs: Set<Self>) -> [Self] {
    let plain = allCases.filter(needs.contains)
    return plain + needs.subtracting(plain).sorted { $0.rawValue < $1.rawValue }
  }
}
