package import OverscrollImaging

/// How pictures are shown that are compared: a value that keys, the wheel and the pointer change.
///
/// Picture A, the first one, stays; one of the others at a time is B.
package struct CompareSettings: Hashable, Sendable {
  /// A way to show the pictures, by the number of its key.
  package enum Mode: Int, Hashable, Sendable, CaseIterable {
    /// Picture A alone.
    case a = 1
    /// Picture B alone.
    case b
    /// All pictures in turn.
    case blink
    /// A to the left of a line, B to the right.
    case wipe
    /// All pictures, each in a viewport.
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
    /// A picture, by its number; that of A is 0.
    case picture(Int)
    /// The first picture up to a part of the width, the other one from there on.
    case wipe(PairSide, at: Double)
    /// The pictures in the order of their viewports, by their numbers.
    case sideBySide([Int])
    case difference(gain: Int, Channels)
    /// Lines around what differs by more than a threshold, over a picture.
    case outline(threshold: Int, over: PairSide)
  }

  /// How many pictures can be compared. [C]
  package static let counts = 2...6

  package var mode: Mode
  package var place: PairPlace
  /// Which picture is B, by its number.
  package private(set) var b = 1
  /// How each picture lies from there, by hand.
  package private(set) var adjustments: [PairAdjustment]
  /// The factor of the difference: a power of two from 1 to 64.
  package private(set) var gain = 1
  package var channels = Channels.each
  /// Differences above it are outlined: from 0 to 254.
  package private(set) var threshold = 16
  /// The place of the wipe's line, as a part of the width from the left.
  package private(set) var divider = 0.5
  /// Whether the key that shows the other picture is held.
  package var showsOther = false
  /// Which picture blinking shows, by its number.
  package private(set) var blinking = 0

  /// - Parameters:
  ///   - place: How the pictures are aligned.
  ///   - count: The number of pictures; more than two begin side by side.
  package init(place: PairPlace = .topLeft, count: Int = 2) {
    self.place = place
    adjustments = Array(repeating: .none, count: count)
    mode = count > 2 ? .sideBySide : .wipe
  }

  /// The number of pictures.
  package var count: Int { adjustments.count }

  /// How B lies from where it is aligned, by hand.
  package var adjustment: PairAdjustment {
    get { adjustments[b] }
    set { adjustments[b] = newValue }
  }

  /// Makes the next picture B, or one before; A is left out.
  package mutating func chooseB(by steps: Int) {
    let others = count - 1
    b = 1 + ((b - 1 + steps) % others + others) % others
  }

  /// What a picture is called: A, B or its number from 1 on.
  package func letter(of picture: Int) -> String {
    picture == 0 ? "A" : picture == b ? "B" : "\(picture + 1)"
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
    case .a: .picture(showsOther ? b : 0)
    case .b: .picture(showsOther ? 0 : b)
    case .blink: .picture(showsOther ? (blinking == 0 ? b : 0) : blinking)
    case .wipe: .wipe(first, at: divider)
    case .sideBySide: .sideBySide(order)
    case .difference: showsOther ? .picture(b) : .difference(gain: gain, channels)
    case .outline: .outline(threshold: threshold, over: first)
    }
  }

  /// The numbers of the pictures side by side.
  private var order: [Int] {
    var order = Array(0..<count)
    if showsOther { order.swapAt(0, b) }
    return order
  }

  /// Whether the pictures alternate now.
  package var isBlinking: Bool { mode == .blink && !showsOther }

  /// Shows the next picture of a blink.
  package mutating func blink() { if isBlinking { blinking = (blinking + 1) % count } }

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
