package import OverscrollImaging

/// How two pictures are shown: a value that keys, the wheel and the pointer change.
package struct CompareSettings: Hashable, Sendable {
  /// A way to show two pictures, by the number of its key.
  package enum Mode: Int, Hashable, Sendable, CaseIterable {
    /// Picture A alone.
    case a = 1
    /// Picture B alone.
    case b
    /// A and B in turn.
    case blink
    /// A to the left of a line, B to the right.
    case wipe
    /// A and B in two viewports.
    case sideBySide
    /// The absolute difference of the colors, multiplied.
    case difference
    /// A picture, and lines around what differs.
    case outline
  }

  /// What the difference shows of a pixel.
  package enum Channels: Hashable, Sendable {
    /// The differences of red, green and blue, as a color.
    case each
    /// The greatest of the three, as a gray.
    case greatest
  }

  /// What is drawn of the pictures.
  package enum Content: Hashable, Sendable {
    case picture(PairSide)
    /// The first picture up to a part of the width, the other one from there on.
    case wipe(PairSide, at: Double)
    /// The first picture in the left viewport.
    case sideBySide(PairSide)
    case difference(gain: Int, Channels)
    /// Lines around what differs by more than a threshold, over a picture.
    case outline(threshold: Int, over: PairSide)
  }

  package var mode = Mode.wipe
  package var place: PairPlace
  /// How B lies from there, by hand.
  package var adjustment = PairAdjustment.none
  /// The factor of the difference: a power of two from 1 to 64.
  package private(set) var gain = 1
  package var channels = Channels.each
  /// Differences above it are outlined: from 0 to 254.
  package private(set) var threshold = 16
  /// The place of the wipe's line, as a part of the width from the left.
  package private(set) var divider = 0.5
  /// Whether the key that shows the other picture is held.
  package var showsOther = false
  /// Which picture blinking shows.
  package private(set) var blinking = PairSide.a

  package init(place: PairPlace = .topLeft) {
    self.place = place
  }

  /// The time for which blinking shows a picture, in seconds. [C]
  package static let blinkInterval = 0.5
  /// The gains and the thresholds that can be chosen. [C]
  package static let gains = [1, 2, 4, 8, 16, 32, 64]
  package static let thresholds = [0, 1, 2, 4, 8, 16, 32, 64, 128]

  /// What is drawn.
  package var content: Content {
    let first = showsOther ? PairSide.b : .a
    return switch mode {
    case .a: .picture(first)
    case .b: .picture(first.other)
    case .blink: .picture(showsOther ? blinking.other : blinking)
    case .wipe: .wipe(first, at: divider)
    case .sideBySide: .sideBySide(first)
    case .difference: showsOther ? .picture(.b) : .difference(gain: gain, channels)
    case .outline: .outline(threshold: threshold, over: first)
    }
  }

  /// Whether the pictures alternate now.
  package var isBlinking: Bool { mode == .blink && !showsOther }

  /// Shows the other picture of a blink.
  package mutating func blink() { if isBlinking { blinking = blinking.other } }

  /// Moves the line of the wipe to a part of the width; it stays inside.
  package mutating func moveDivider(to part: Double) {
    if part.isFinite { divider = min(max(part, 0), 1) }
  }

  /// Raises the gain, or the threshold of the outlines, by steps.
  ///
  /// Negative steps lower it. It stops at the first and the last of ``gains`` or ``thresholds``.
  ///
  /// - Returns: Whether the mode has an amount to change.
  @discardableResult
  package mutating func changeAmount(by steps: Int) -> Bool {
    switch mode {
    case .difference: gain = Self.moved(gain, in: Self.gains, by: steps)
    case .outline: threshold = Self.moved(threshold, in: Self.thresholds, by: steps)
    default: return false
    }
    return true
  }

  private static func moved(_ value: Int, in values: [Int], by steps: Int) -> Int {
    let index = values.firstIndex(of: value) ?? 0
    return values[min(max(index + steps, 0), values.count - 1)]
  }
}
