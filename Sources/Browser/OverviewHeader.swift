package import OverscrollBase
import OverscrollDrawing
import OverscrollShell
package import ScrollGeometry

/// The header of an overview: where its pictures are, how many there are, their order, and a search.
///
/// A value: it has the places of its buttons in a width, and draws them.
package struct OverviewHeader: Hashable, Sendable {
  /// What a click on it means.
  package enum Part: Hashable, Sendable {
    /// Goes to the enclosing folder.
    case up
    /// Goes to one of ``folders``.
    case folder(Int)
    /// Chooses what the pictures are sorted by.
    case sort
    case reverse
    case search
    /// Ends the search.
    case clear
  }

  /// The names of the folders on the path, the one whose pictures are shown last.
  package var folders: [String] = []
  /// How many pictures there are, as a phrase.
  package var count = ""
  /// What they are sorted by.
  package var sort = ""
  package var isReversed = false
  /// What is searched for; empty for nothing.
  package var query = ""
  /// True while a field lies over the search.
  package var isTyping = false

  package init() {}

  /// Sets ``count`` to a phrase such as `58 pictures, 3 marked`, or for a search `4 of 58 pictures`.
  package mutating func setCount(
    of all: Int, found: Int?, isComplete: Bool, marked: Int, _ locale: LocaleText = .user
  ) {
    let number = all == 0 && found == nil ? "No" : locale.number(all)
    count =
      (found.map { locale.number($0) + " of " } ?? "") + number
      + (all == 1 ? " picture" : " pictures") + (isComplete ? "" : " so far")
      + (marked > 0 ? ", \(locale.number(marked)) marked" : "")
  }

  /// The height, in points. [C]
  package static let height = 44.0
  /// The distance of the buttons from the edges, the side of one, its corner radius, and the distance of its text from both sides, in
  /// points. [C]
  private static let (margin, button, radius, padding) = (4.0, 36.0, 6.0, 8.0)
  /// The width of the button that reverses the order, and of the search, in points. [C]
  private static let (reverseWidth, searchWidth) = (28.0, 208.0)
  /// The distance of a search's text from the left of its box, in points. [C]
  static let searchTextInset = 30.0
  /// The smallest width of a button with text, in points. [C]
  private static let smallest = 24.0
  /// The widths from which on the search and the name of the order have room, in points. [C]
  private static let (wide, medium) = (720.0, 420.0)

  /// A button or a text, and its place in points.
  struct Piece: Hashable {
    var part: Part?
    var frame: Rect
    var text = ""
    var style = Style.faint

    enum Style: Hashable {
      case faint, strong, icon, box
    }
  }

  private var isSearching: Bool { isTyping || !query.isEmpty }

  /// The place of the field in which one types what to search for, in points.
  package func field(in width: Double) -> Rect {
    let left =
      width >= Self.wide
      ? width - Self.margin * 2 - Self.searchWidth : Self.margin * 2 + Self.button
    return Rect(
      x: left, y: (Self.height - 32) / 2, width: max(width - left - Self.margin * 2, 1), height: 32)
  }

  /// The buttons and texts in a width, from left to right.
  func pieces(in width: Double, measuredBy ruler: TextRuler) -> [Piece] {
    let top = Self.margin
    var pieces = [
      Piece(
        part: folders.isEmpty ? nil : .up,
        frame: Rect(x: Self.margin, y: top, width: Self.button, height: Self.button), style: .icon)
    ]
    let isWide = width >= Self.wide
    if isSearching, !isWide { return pieces + searchPieces(in: width) }
    var right = isWide ? field(in: width).minX - Self.padding : width - Self.margin
    var rest: [Piece] = []
    func add(_ part: Part, width: Double, text: String = "") {
      right -= width
      rest.insert(
        Piece(
          part: part, frame: Rect(x: right, y: top, width: width, height: Self.button), text: text,
          style: text.isEmpty ? .icon : .faint), at: 0)
    }
    if !isWide { add(.search, width: Self.button) }
    add(.reverse, width: Self.reverseWidth)
    if width >= Self.medium {
      add(.sort, width: (ruler.width(of: sort, .text) + 2 * Self.padding).rounded(.up), text: sort)
    } else {
      add(.sort, width: Self.button)
    }
    pieces += pathPieces(from: Self.margin + Self.button, to: right - Self.padding, ruler)
    return pieces + rest + (isWide ? searchPieces(in: width) : [])
  }

  private func searchPieces(in width: Double) -> [Piece] {
    let box = field(in: width)
    let isEmpty = query.isEmpty
    let text = isEmpty ? SearchQuery.hint : query
    let search = Piece(part: .search, frame: box, text: text, style: .box)
    guard !isEmpty, !isTyping else { return [search] }
    let side = box.height
    return [
      search,
      Piece(
        part: .clear, frame: Rect(x: box.maxX - side, y: box.minY, width: side, height: side),
        style: .icon),
    ]
  }

  /// As many of the folders as fit, with the last one in full if possible, and the count after them.
  private func pathPieces(from left: Double, to right: Double, _ ruler: TextRuler) -> [Piece] {
    func width(_ text: String, _ style: TextStyle) -> Double {
      max((ruler.width(of: text, style) + 2 * Self.padding).rounded(.up), Self.smallest)
    }
    var pieces: [Piece] = []
    var x = left
    func add(_ part: Part?, _ text: String, _ style: TextStyle) {
      let piece = Rect(x: x, y: Self.margin, width: width(text, style), height: Self.button)
      pieces.append(
        Piece(part: part, frame: piece, text: text, style: style == .strong ? .strong : .faint))
      x = piece.maxX
    }
    let countWidth = width(count, .text)
    guard let last = folders.last else {
      if countWidth <= right - left { add(nil, count, .text) }
      return pieces
    }
    let name = ruler.elided(last, .strong, width: right - left - 2 * Self.padding)
    let lastWidth = width(name, .strong)
    let countFits = left + lastWidth + countWidth <= right
    var room = right - left - lastWidth - (countFits ? countWidth : 0)
    // The nearest folders, from the last one backward.
    var first = folders.count - 1
    let separator = ruler.width(of: "›", .text).rounded(.up)
    while first > 0, width(folders[first - 1], .text) + separator <= room {
      first -= 1
      room -= width(folders[first], .text) + separator
    }
    for index in first..<(folders.count - 1) {
      add(.folder(index), folders[index], .text)
      let place = Rect(x: x, y: Self.margin, width: separator, height: Self.button)
      pieces.append(Piece(part: nil, frame: place, text: "›"))
      x = place.maxX
    }
    if !name.isEmpty { add(.folder(folders.count - 1), name, .strong) }
    if countFits, !count.isEmpty { add(nil, count, .text) }
    return pieces
  }

  /// Returns what a click at a point means; `nil` for nothing.
  func part(at point: Point, in width: Double, measuredBy ruler: TextRuler) -> Part? {
    // The last one lies above the others.
    pieces(in: width, measuredBy: ruler).last { $0.part != nil && $0.frame.contains(point) }?.part
  }
}

// MARK: - Drawing

extension OverviewHeader {
  /// Draws it on a canvas whose unit is a point.
  func draw(
    on canvas: Canvas, width: Double, hovered: Part?, _ colors: Theme.Overview.Colors,
    over background: Color, measuredBy ruler: TextRuler
  ) {
    canvas.fill(Rect(x: 0, y: 0, width: width, height: Self.height), with: background)
    canvas.fill(Rect(x: 0, y: Self.height - 1, width: width, height: 1), with: colors.placeholder)
    for piece in pieces(in: width, measuredBy: ruler) {
      if piece.style == .box {
        canvas.fill(piece.frame, cornerRadius: Self.radius, with: colors.placeholder)
      }
      if let part = piece.part, part == hovered, piece.style != .box || !isTyping {
        let place =
          switch piece.style {
          case .box: piece.frame
          case .icon: piece.frame.insetBy(dx: 2, dy: 2)
          case .faint, .strong: piece.frame.insetBy(dx: 0, dy: 4)
          }
        canvas.fill(place, cornerRadius: Self.radius, with: colors.placeholder)
      }
      draw(piece, colors, on: canvas)
    }
  }

  private func draw(_ piece: Piece, _ colors: Theme.Overview.Colors, on canvas: Canvas) {
    let center = piece.frame.center
    switch piece.style {
    case .icon: drawIcon(piece, colors, on: canvas)
    case .box:
      // Its field lies over it, through which the text would show.
      guard !isTyping else { return }
      let color = query.isEmpty ? colors.faintText : colors.text
      canvas.drawMagnifier(at: Point(piece.frame.minX + 16, center.y), with: colors.faintText)
      let font = TextStyle.text.font
      let text = canvas.elided(piece.text, font: font, width: piece.frame.width - 64, atEnd: true)
      canvas.draw(
        text, x: piece.frame.minX + Self.searchTextInset, middle: center.y, font: font, color: color
      )
    case .faint, .strong:
      let isStrong = piece.style == .strong
      let font = isStrong ? TextStyle.strong.font : TextStyle.text.font
      canvas.draw(
        piece.text, centeredAt: center, font: font,
        color: isStrong ? colors.text : colors.faintText)
    }
  }

  private func drawIcon(_ piece: Piece, _ colors: Theme.Overview.Colors, on canvas: Canvas) {
    let center = piece.frame.center
    func line(_ points: [(Double, Double)]) {
      canvas.strokeLine(
        through: points.map { Point(center.x + $0.0, center.y + $0.1) },
        with: piece.part == nil ? colors.placeholder : colors.text, lineWidth: 1.75)
    }
    switch piece.part {
    case .up, nil: line([(2.5, -6), (-3.5, 0), (2.5, 6)])
    case .reverse:
      let sign = isReversed ? -1.0 : 1
      line([(0, -5.5 * sign), (0, 5.5 * sign)])
      line([(-4, 1.5 * sign), (0, 5.5 * sign), (4, 1.5 * sign)])
    case .sort:
      for (index, half) in [7.0, 4.5, 2].enumerated() {
        let y = Double(index) * 4.5 - 4.5
        line([(-half, y), (half, y)])
      }
    case .search: canvas.drawMagnifier(at: center, with: colors.text)
    case .clear: canvas.drawCross(at: center, with: colors.text)
    case .folder: break
    }
  }

}

// MARK: - The signs of a search

extension Canvas {
  /// Draws the sign of a search, of 12 points, on a canvas whose unit is a point.
  func drawMagnifier(at center: Point, with color: Color) {
    stroke(
      Rect(x: center.x - 6, y: center.y - 6, width: 9, height: 9), cornerRadius: 4.5, with: color,
      lineWidth: 1.75)
    strokeLine(
      through: [Point(center.x + 2.5, center.y + 2.5), Point(center.x + 6, center.y + 6)],
      with: color, lineWidth: 1.75)
  }

  /// Draws the sign of a button that clears a text, of 8 points, on a canvas whose unit is a point.
  func drawCross(at center: Point, with color: Color) {
    for side in [-4.0, 4] {
      strokeLine(
        through: [Point(center.x - 4, center.y - side), Point(center.x + 4, center.y + side)],
        with: color, lineWidth: 1.75)
    }
  }
}
