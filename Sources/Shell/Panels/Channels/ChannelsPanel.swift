import OverscrollBase
import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// The panel with the channels of a picture: which are seen, in which color and range, and by which ramp.
package final class ChannelsPanel: EnginePanel {
  /// A channel as a row of the panel shows it.
  package struct Channel: Hashable, Sendable {
    package var name: String
    /// 0xRRGGBB.
    package var color: UInt32
    package var isShown: Bool
    /// The samples that are black and in full color.
    package var range: ClosedRange<Double>
    /// The least and the greatest sample, and how often those between occur, 0 … 1; none before they are counted.
    package var limits: ClosedRange<Double>
    package var heights: [Double] = []
    /// The value of a sample that is zero, and the values from one to the next, where samples stand for what was measured.
    package var offset = 0.0
    package var scale = 1.0
    /// The unit as it follows a value.
    package var unit = ""

    package init(
      name: String, color: UInt32, isShown: Bool, range: ClosedRange<Double>,
      limits: ClosedRange<Double>
    ) {
      (self.name, self.color, self.isShown) = (name, color, isShown)
      (self.range, self.limits) = (range, limits)
    }
  }

  /// The colors of a ramp, and the samples of its ends.
  package struct Legend: Hashable, Sendable {
    /// 0xRRGGBB, in even steps.
    package var colors: [UInt32]
    /// As text.
    package var black: String
    package var white: String

    package init(colors: [UInt32], black: String, white: String) {
      (self.colors, self.black, self.white) = (colors, black, white)
    }
  }

  /// A direction in which the pages of a file follow each other.
  package struct Axis: Hashable, Sendable {
    package var name: String
    package var count: Int
    /// The place of the page that is shown, from 0.
    package var place: Int

    package init(name: String, count: Int, place: Int) {
      (self.name, self.count, self.place) = (name, count, place)
    }
  }

  /// What the user changes.
  package enum Change: Hashable, Sendable {
    /// The place along an axis.
    case place(axis: Int, Int)
    case shows(Int, Bool)
    /// The color of a channel, 0xRRGGBB.
    case color(Int, UInt32)
    case range(Int, ClosedRange<Double>)
    /// The ranges that samples show best, of one channel or of all.
    case automaticRange(Int?)
    /// The ramp of a single channel; `nil` for its color.
    case ramp(String?)
    /// The colors that the picture has without any change.
    case ownColors

    /// The row that it is about; `nil` for none or all.
    package var row: Int? {
      switch self {
      case .shows(let row, _), .color(let row, _), .range(let row, _): row
      case .automaticRange(let row): row
      case .place, .ramp, .ownColors: nil
      }
    }
  }

  /// Receives what the user changes.
  package var perform: (Change) -> Void = { _ in }
  /// The rows, in the order of the file.
  package private(set) var rows: [ChannelRow] = []
  /// A row for each direction in which there are further pages.
  package private(set) var axes: [AxisRow] = []
  package let ramps: PopUpButton
  package let automatic = PanelButton("Auto")
  package let own = PanelButton("File's colors")

  private let bar = PanelBar()
  private let edge = PanelBox(\.line)
  private let title = PanelLabel("Channels", .strong)
  package let note = PanelParagraph()
  private let list = ScrollView()
  package let legend = RampView()

  /// The word for the channel's own color in the list of ramps.
  private static let color = "color"
  private static let barHeight = 32.0

  /// Makes an empty panel, with the names of the ramps.
  package init(ramps names: [String]) {
    ramps = PopUpButton([Self.color] + names)
    super.init()
    ramps.didChoose = { [weak self] in self?.perform(.ramp($0 == Self.color ? nil : $0)) }
    automatic.addAction { [weak self] in self?.perform(.automaticRange(nil)) }
    own.addAction { [weak self] in self?.perform(.ownColors) }
    list.clipsToBounds = true
    list.alwaysBounceVertical = true
    // A range follows the pointer at once.
    list.delaysContentTouches = false
    window.addSubview(list)
    for view in [bar, title, automatic, own, ramps, note, legend, edge] { window.addSubview(view) }
  }

  /// Shows channels.
  ///
  /// - Parameters:
  ///   - channels: All of them; none for a picture whose channels cannot be seen on their own.
  ///   - ramp: The ramp of a single one; `nil` for its color.
  ///   - legend: What the colors of the ramp mean; `nil` without a ramp.
  ///   - isMixed: False where the picture has its own colors.
  package func show(
    _ channels: [Channel], ramp: String?, legend: Legend? = nil, isMixed: Bool
  ) {
    while rows.count > channels.count { rows.removeLast().removeFromSuperview() }
    while rows.count < channels.count {
      let row = ChannelRow(rows.count) { [weak self] in self?.perform($0) }
      rows.append(row)
      list.addSubview(row)
    }
    for (row, channel) in zip(rows, channels) { row.channel = channel }
    ramps.selected = ramp ?? Self.color
    self.legend.legend = legend
    self.legend.isHidden = legend == nil
    ramps.isEnabled = channels.count(where: \.isShown) == 1
    (automatic.isEnabled, own.isEnabled) = (!channels.isEmpty, isMixed)
    note.text = channels.isEmpty ? "This picture's channels cannot be seen on their own." : ""
    for control in [automatic, own, ramps] { control.isHidden = channels.isEmpty }
    layOut()
    didChange()
  }

  /// Shows where a page lies along the axes of its stack; none for a page that is no part of one.
  package func show(_ shown: [Axis]) {
    if axes.map(\.slider.scale) != shown.map(AxisRow.scale) {
      for row in axes { row.removeFromSuperview() }
      axes = shown.enumerated().map { index, axis in
        AxisRow(axis) { [weak self] in self?.perform(.place(axis: index, $0)) }
      }
      for row in axes { window.addSubview(row) }
    }
    for (row, axis) in zip(axes, shown) { row.axis = axis }
    layOut()
    didChange()
  }

  package override func layOut() {
    let width = size.width
    bar.frame = Rect(x: 0, y: 0, width: width, height: Self.barHeight)
    edge.frame = Rect(x: 0, y: 0, width: 1, height: size.height)
    var right = width - PanelSpacing.gap
    for control in [ramps, own, automatic] {
      let wanted =
        control === ramps
        ? ramps.preferredWidth(window.ruler)
        : (control as? PanelButton)?.preferredWidth(window.ruler) ?? 0
      control.frame = Rect(x: right - wanted, y: 6, width: wanted, height: 20)
      right -= wanted + PanelSpacing.gap
    }
    title.frame = Rect(
      x: PanelSpacing.margin, y: 0, width: max(0, right - PanelSpacing.margin),
      height: Self.barHeight)
    title.isHidden = right < 80
    var top = Self.barHeight
    for row in axes {
      row.frame = Rect(x: 0, y: top + 4, width: width, height: AxisRow.height)
      top += AxisRow.height
    }
    if !axes.isEmpty { top += 4 }
    note.frame = Rect(
      x: PanelSpacing.margin, y: top + 8, width: max(0, width - 2 * PanelSpacing.margin),
      height: max(0, size.height - top - 8))
    note.isHidden = note.text.isEmpty
    legend.frame = Rect(x: 0, y: top, width: width, height: RampView.height)
    if !legend.isHidden { top += RampView.height }
    list.frame = Rect(x: 0, y: top, width: width, height: max(0, size.height - top))
    for (index, row) in rows.enumerated() {
      row.frame = Rect(
        x: 0, y: 4 + Double(index) * ChannelRow.height, width: width, height: ChannelRow.height)
    }
    list.contentSize = Size(width: width, height: 8 + Double(rows.count) * ChannelRow.height)
  }
}

/// A direction of a stack in a row: its name, the place of the page that is shown, and a slider.
package final class AxisRow: View {
  package internal(set) var axis: ChannelsPanel.Axis {
    didSet {
      slider.value = Double(axis.place + 1)
      label.text = "\(axis.name) \(axis.place + 1) of \(axis.count)"
    }
  }
  package let slider: Slider
  package let label = PanelLabel()

  /// The height of the row, and the width of the text, in points.
  static let height = 28.0
  private static let textWidth = 104.0

  static func scale(_ axis: ChannelsPanel.Axis) -> SliderScale {
    SliderScale(1...Double(max(axis.count, 2)), step: 1)
  }

  init(_ axis: ChannelsPanel.Axis, perform: @escaping (Int) -> Void) {
    self.axis = axis
    slider = Slider(Self.scale(axis))
    super.init(frame: .zero)
    slider.takesKeys = true
    slider.didSlide = { value, _ in perform(Int(value.rounded()) - 1) }
    for view in [label, slider] { addSubview(view) }
  }

  package override func layoutSubviews() {
    label.frame = Rect(x: PanelSpacing.margin, y: 0, width: Self.textWidth, height: bounds.height)
    let start = 2 * PanelSpacing.margin + Self.textWidth
    slider.frame = Rect(
      x: start, y: 0, width: max(1, bounds.width - start - PanelSpacing.margin),
      height: bounds.height)
  }
}

/// The colors of a ramp in a row, with the samples of its ends below them.
package final class RampView: View, PanelView {
  package internal(set) var legend: ChannelsPanel.Legend?

  /// The height of the view, and that of its colors, in points.
  static let height = 44.0
  private static let thickness = 12.0

  package var look: Look {
    guard let legend else { return Look() }
    let bar = Rect(
      x: PanelSpacing.margin, y: 10, width: max(1, bounds.width - 2 * PanelSpacing.margin),
      height: Self.thickness)
    let step = bar.width / Double(max(legend.colors.count, 1))
    // Each reaches beyond its end, so that none shines through the edge of another.
    var shapes = legend.colors.enumerated().map { index, color -> Look.Shape in
      let start = step * Double(index)
      return .rect(
        Rect(
          x: bar.minX + start, y: bar.minY, width: min(step + 1, bar.width - start),
          height: bar.height), radius: 0, Color(color))
    }
    let text = Rect(
      x: bar.minX, y: bar.maxY, width: bar.width, height: Self.height - bar.maxY - 2)
    for (number, x) in [(legend.black, 0.0), (legend.white, 1)] {
      let shown = elided(number, .text, width: text.width / 2 - 4)
      shapes.append(.line(shown, in: text, x: x, color: palette.muted))
    }
    return Look(shapes: shapes)
  }
}

/// A channel: a click on its name shows or hides it, one on its color goes to the next color, or back with Shift, a drag over its
/// histogram moves the nearer end of its range, and a double click there takes the range that its samples show best.
package final class ChannelRow: PanelControl {
  package internal(set) var channel = ChannelsPanel.Channel(
    name: "", color: 0, isShown: false, range: 0...1, limits: 0...1)
  private let index: Int
  private let perform: (ChannelsPanel.Change) -> Void
  /// True for the end of the range that is white, while one is dragged.
  private var draggedEnd: Bool?
  private var lastClick: Double?

  /// The height of a row, and of its name, in points.
  static let height = 72.0
  private static let nameHeight = 28.0
  /// The place of the color, and how much farther clicks on it may be, in points.
  private static let (swatch, reach) = (
    Rect(x: PanelSpacing.margin, y: 8, width: 14, height: 14), 4.0
  )
  /// The colors to choose from, 0xRRGGBB. [C]
  private static let colors: [UInt32] = [
    0xFF_0000, 0x00_FF00, 0x00_00FF, 0x00_FFFF, 0xFF_00FF, 0xFF_FF00, 0xFF_FFFF,
  ]
  /// The part of the limits by which a key moves an end of the range, and the least range. [C]
  private static let (keyStep, leastPart) = (1.0 / 64, 1.0 / 1024)

  init(_ index: Int, perform: @escaping (ChannelsPanel.Change) -> Void) {
    (self.index, self.perform) = (index, perform)
    super.init()
  }

  private var plot: Rect {
    Rect(
      x: PanelSpacing.margin, y: Self.nameHeight,
      width: max(1, bounds.width - 2 * PanelSpacing.margin),
      height: Self.height - Self.nameHeight - 12)
  }

  private var room: Double { channel.limits.upperBound - channel.limits.lowerBound }

  private func place(of value: Double) -> Double {
    let share = room > 0 ? (value - channel.limits.lowerBound) / room : 0
    return plot.minX + plot.width * min(max(share, 0), 1)
  }

  private func value(at x: Double) -> Double {
    channel.limits.lowerBound + room * min(max((x - plot.minX) / plot.width, 0), 1)
  }

  /// Moves an end of the range, which keeps its distance from the other one.
  private func move(white: Bool, to value: Double) {
    let least = max(room * Self.leastPart, .leastNonzeroMagnitude)
    let (black, full) = (channel.range.lowerBound, channel.range.upperBound)
    let range = white ? black...max(value, black + least) : min(value, full - least)...full
    guard range != channel.range else { return }
    channel.range = range
    perform(.range(index, range))
  }

  package override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    super.touchesBegan(touches, with: event)
    guard let touch = touches.first else { return }
    let place = touch.location(in: self)
    guard place.y >= Self.nameHeight else { return }
    if let lastClick, touch.timestamp - lastClick <= Slider.doubleClick {
      self.lastClick = nil
      return perform(.automaticRange(index))
    }
    lastClick = touch.timestamp
    let ends = [channel.range.lowerBound, channel.range.upperBound].map { self.place(of: $0) }
    draggedEnd = abs(place.x - ends[1]) < abs(place.x - ends[0]) || place.x > ends[1]
  }

  package override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = touches.first, let draggedEnd else { return }
    guard touch.maximumDistance > 3 else { return }
    lastClick = nil
    move(white: draggedEnd, to: value(at: touch.location(in: self).x))
  }

  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    super.touchesEnded(touches, with: event)
    defer { draggedEnd = nil }
    guard draggedEnd == nil, let place = touches.first?.location(in: self),
      place.y < Self.nameHeight, bounds.contains(place)
    else { return }
    // One that is hidden shows no color.
    if channel.isShown, place.x < Self.swatch.maxX + Self.reach {
      changeColor(isBack: panelWindow?.modifiers.contains(.shift) == true)
    } else {
      toggle()
    }
  }

  package override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    super.touchesCancelled(touches, with: event)
    draggedEnd = nil
  }

  private func toggle() { perform(.shows(index, !channel.isShown)) }

  /// Goes to the next color, or the one before; from one that is not among them to the first, or the last.
  private func changeColor(isBack: Bool) {
    let (colors, step) = (Self.colors, isBack ? -1 : 1)
    let place = colors.firstIndex(of: channel.color) ?? (isBack ? 0 : -1)
    perform(.color(index, colors[(place + step + colors.count) % colors.count]))
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    let isWhite = !key.modifiers.contains(.shift)
    let end = isWhite ? channel.range.upperBound : channel.range.lowerBound
    switch key.key {
    case "space", "Return", "KP_Enter": toggle()
    case "Up", "Down": changeColor(isBack: key.key == "Up")
    case "Left": move(white: isWhite, to: end - room * Self.keyStep)
    case "Right": move(white: isWhite, to: end + room * Self.keyStep)
    default: return false
    }
    return true
  }

  package override var look: Look {
    let color = Color(channel.color)
    let opacity = channel.isShown ? 1.0 : 0.35
    let box = Self.swatch
    let frame = isFocused ? palette.blue : isHovered ? palette.ink : palette.muted
    var shapes: [Look.Shape] = [
      .rect(box, radius: 3, frame),
      .rect(
        box.insetBy(dx: 1.5, dy: 1.5), radius: 2, channel.isShown ? color : palette.surface),
    ]
    let text = Rect(
      x: box.maxX + 8, y: 2, width: bounds.width - box.maxX - 8 - PanelSpacing.margin,
      height: Self.nameHeight - 4)
    let numbers = rangeText
    let numbersWidth = width(of: numbers, .text)
    shapes.append(
      .line(
        elided(channel.name, .text, width: max(0, text.width - numbersWidth - 12)), in: text,
        color: channel.isShown ? palette.ink : palette.muted))
    shapes.append(.line(numbers, in: text, x: 1, color: palette.muted))
    let plot = plot
    shapes.append(.rect(plot, radius: 3, palette.paper))
    if channel.heights.count > 1 {
      let step = plot.width / Double(channel.heights.count - 1)
      let curve = channel.heights.enumerated().map { index, height in
        Point(plot.minX + Double(index) * step, plot.maxY - height * (plot.height - 3))
      }
      let tint = (channel.color == 0xFF_FFFF ? palette.muted : color).withOpacity(0.75)
      shapes.append(
        .polygon(
          curve + [Point(plot.maxX, plot.maxY), Point(plot.minX, plot.maxY)],
          palette.seen(tint).withOpacity(opacity)))
    }
    for (value, isWhite) in [(channel.range.lowerBound, false), (channel.range.upperBound, true)] {
      let x = place(of: value)
      let ink = palette.ink.withOpacity(opacity)
      shapes.append(
        .line([Point(x, plot.minY), Point(x, plot.maxY)], ink, width: 1))
      shapes.append(
        .polygon(
          [Point(x, plot.maxY), Point(x - 5, plot.maxY + 8), Point(x + 5, plot.maxY + 8)],
          (isWhite ? palette.ink : palette.muted).withOpacity(opacity)))
    }
    return Look(shapes: shapes)
  }

  /// Such as `1000 – 4990`, or the values of these samples, such as `-105 – -25.4 m`.
  package var rangeText: String {
    let room = room * abs(channel.scale)
    let decimals = room >= 100 ? 0 : room >= 1 ? 2 : 4
    let numbers = [channel.range.lowerBound, channel.range.upperBound]
    return numbers.map {
      NumberText.trimmed(channel.offset + channel.scale * $0, decimals: decimals)
    }.joined(separator: " – ") + channel.unit
  }
}

extension Palette {
  /// A channel's color as its histogram has it: darker where it would not be seen on light paper.
  func seen(_ color: Color) -> Color {
    guard self == .light else { return color }
    let shades = [1, 0.75, 0.5, 0.35].map {
      Color(
        red: color.red * $0, green: color.green * $0, blue: color.blue * $0, alpha: color.alpha)
    }
    return shades.first { $0.over(paper).contrast(to: paper) >= Self.seenContrast } ?? ink
  }

  /// The least contrast of what is drawn to what it is drawn on, as WCAG 2.1 asks for it. [C]
  private static let seenContrast = 3.0
}
