import OverscrollBase
package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// The timeline of a replay: buttons, the time and the frame, and a track with what happened in the take.
package final class TimeLinePanel: Panel {
  package var size = Size.zero {
    didSet {
      layout = TimeLineLayout(size: size, digits: "\(playback.lastFrame)".count)
      needsDisplay = true
    }
  }
  package var needsDisplay = true
  package var palette = Palette.dark { didSet { if palette != oldValue { needsDisplay = true } } }
  /// What is shown; the owner sets it after every change.
  package var playback: Playback {
    didSet { if playback != oldValue { needsDisplay = true } }
  }
  /// What continues the take live; `nil` while it is replayed.
  package var live: Live? { didSet { if live != oldValue { needsDisplay = true } } }
  /// Called with the change of what is shown that the user requests.
  package var didRequest: (_ change: (inout Playback) -> Void) -> Void = { _ in }

  private let take: PerformedTake
  private let bands: [Chart.Band]
  private var layout = TimeLineLayout(size: .zero, digits: 1)
  private var pressed = Pressed.nothing
  /// True while the track is held, where a replay stays until it is let go.
  package var isHeld: Bool { pressed == .track }
  private var hovered: Point?
  /// The parts of a notch that have not made a step yet.
  private var notches = 0.0

  /// The notches of one event beyond which it is no wheel's. [C]
  private static let maximumTurn = 1000.0

  /// What a held button holds.
  private enum Pressed: Hashable {
    case nothing
    case track
    case part(TimeLineLayout.Part)
  }

  package init(_ take: PerformedTake, _ playback: Playback) {
    self.take = take
    self.playback = playback
    bands = take.bands(of: take.frames[...])
  }

  package func send(_ event: Event) {
    switch event {
    case .touch(let touch): follow(touch)
    case .wheel(let wheel):
      let turned = wheel.notches.y + wheel.notches.x
      guard abs(turned) <= Self.maximumTurn else { return }
      notches += turned
      let steps = notches.rounded(.towardZero)
      notches -= steps
      if steps != 0 { didRequest { $0.step(by: Int(steps)) } }
    case .touchpad, .pinch, .key, .text: break
    }
  }

  private func follow(_ touch: TouchEvent) {
    switch touch.phase {
    case .began:
      pressed =
        layout.part(at: touch.location).map(Pressed.part)
        ?? (layout.isOnTrack(touch.location) ? .track : .nothing)
      scrub(to: touch.location)
    case .moved: scrub(to: touch.location)
    case .stationary: break
    case .ended:
      scrub(to: touch.location)
      if let part = layout.part(at: touch.location), pressed == .part(part) { request(part) }
      pressed = .nothing
    case .cancelled: pressed = .nothing
    }
    needsDisplay = true
  }

  private func scrub(to place: Point) {
    guard pressed == .track else { return }
    let time = layout.time(at: place.x, duration: duration)
    didRequest { $0.scrub(to: time) }
  }

  private func request(_ part: TimeLineLayout.Part) {
    switch part {
    case .play: didRequest { $0.togglePlaying() }
    case .stepBack: didRequest { $0.step(by: -1) }
    case .stepOn: didRequest { $0.step(by: 1) }
    case .slower: didRequest { $0.setSpeed($0.speed.halved) }
    case .faster: didRequest { $0.setSpeed($0.speed.doubled) }
    case .mode: didRequest { $0.isAsSeen.toggle() }
    case .speed, .time, .frame: break
    }
  }

  package func pointerMoved(to location: Point?) {
    let before = hovered.flatMap(layout.part)
    hovered = location
    if hovered.flatMap(layout.part) != before { needsDisplay = true }
  }

  // MARK: - Drawing

  private var theme: ChartTheme { palette.chart }
  private static let numbers = Font(.mono, size: 11)
  private static let words = Font(.sans, size: 12)

  package func draw(on canvas: Canvas, scale: Double) {
    canvas.fill(Rect(origin: .zero, size: size), with: theme.background)
    canvas.fill(Rect(x: 0, y: 0, width: size.width, height: 1 / scale), with: theme.grid)
    for part in TimeLineLayout.Part.allCases {
      if let frame = layout.frames[part] { draw(part, in: frame, on: canvas) }
    }
    drawTrack(on: canvas, scale: scale)
  }

  private func draw(_ part: TimeLineLayout.Part, in frame: Rect, on canvas: Canvas) {
    if part.isButton, isLit(part) {
      canvas.fill(
        frame.insetBy(dx: 1, dy: 4), cornerRadius: 4,
        with: theme.text.withOpacity(pressed == .part(part) ? 0.24 : 0.12))
    }
    let (middle, color) = (frame.center, theme.text)
    switch part {
    case .play:
      if playback.isPlaying {
        for x in [-4.5, 1.5] {
          canvas.fill(
            Rect(x: middle.x + x, y: middle.y - 5, width: 3, height: 10), with: color)
        }
      } else {
        drawTriangle(at: middle + Point(0.5, 0), width: 9, height: 11, on: canvas)
      }
    case .stepBack, .stepOn:
      let side = part == .stepOn ? 1.0 : -1
      drawTriangle(at: middle - Point(side, 0), width: 6 * side, height: 8, on: canvas)
      canvas.fill(
        Rect(x: middle.x + 3 * side - 0.75, y: middle.y - 4, width: 1.5, height: 8), with: color)
    case .slower, .faster:
      canvas.fill(Rect(x: middle.x - 4, y: middle.y - 0.75, width: 8, height: 1.5), with: color)
      guard part == .faster else { return }
      canvas.fill(Rect(x: middle.x - 0.75, y: middle.y - 4, width: 1.5, height: 8), with: color)
    case .speed:
      let speed = live == nil ? playback.speed : .real
      write(speed.text, in: frame, on: canvas)
    case .mode:
      let mode = live != nil ? "live" : playback.isAsSeen ? "as seen" : "exact"
      write(mode, Self.words, in: frame, on: canvas)
    case .time: write(NumberText.fixed(time, decimals: 3) + " s", in: frame, .right, on: canvas)
    case .frame:
      let text = live.map { "frame \($0.frame)" }
      write(
        text ?? "frame \(playback.frame)/\(playback.lastFrame)", in: frame, .left, on: canvas)
    }
  }

  /// A button is lit under the pointer, and while it is held; that of the mode while frames are shown as seen.
  private func isLit(_ part: TimeLineLayout.Part) -> Bool {
    if part == .mode, playback.isAsSeen { return true }
    return hovered.flatMap(layout.part) == part || pressed == .part(part)
  }

  private enum Side { case left, middle, right }

  private func write(
    _ text: String, _ font: Font = TimeLinePanel.numbers, in frame: Rect, _ side: Side = .middle,
    on canvas: Canvas
  ) {
    let extents = canvas.measure(text, font: font)
    let room = frame.width - extents.width
    let x = frame.minX + (side == .left ? 0 : side == .right ? room : room / 2)
    let baseline = frame.minY + (frame.height + extents.ascent - extents.descent) / 2
    canvas.draw(
      text, at: Point(x.rounded(), baseline.rounded()), font: font, color: theme.text)
  }

  /// Draws a triangle that points to the right, or to the left where the width is negative.
  private func drawTriangle(at middle: Point, width: Double, height: Double, on canvas: Canvas) {
    canvas.fillPolygon(
      [
        middle + Point(-width / 2, -height / 2), middle + Point(width / 2, 0),
        middle + Point(-width / 2, height / 2),
      ], with: theme.text)
  }

  // MARK: - Track

  /// The strip of phases, and the rows of what is above and below it, in points from the top. [C]
  private static let (bandsTop, bandsHeight) = (13.0, 6.0)

  private func drawTrack(on canvas: Canvas, scale: Double) {
    let track = layout.track
    let strip = Rect(
      x: track.minX, y: Self.bandsTop, width: track.width, height: Self.bandsHeight)
    canvas.fill(strip, with: theme.grid)
    var reached = -Double.infinity
    for band in live?.bands ?? bands where band.phase != .idle {
      let (start, end) = (x(band.range.lowerBound), x(band.range.upperBound))
      // What is narrower than a pixel is drawn once.
      guard end > reached + 0.5 / scale else { continue }
      reached = max(end, start + 1 / scale)
      canvas.fill(
        Rect(x: start, y: strip.minY, width: reached - start, height: strip.height),
        with: theme.color(of: band.phase))
    }
    drawMissed(on: canvas, scale: scale)
    for moment in live?.moments ?? take.moments { draw(moment, on: canvas) }
    drawCursor(on: canvas)
  }

  private func x(_ time: Double) -> Double { layout.x(of: time, duration: duration) }

  /// The time that is shown, in seconds of the take.
  private var time: Double { live?.time ?? playback.time }

  /// The time along the track, in seconds: a take that continues live beyond its recorded end makes it longer.
  private var duration: Double { max(playback.duration, live?.time ?? 0) }

  private func drawMissed(on canvas: Canvas, scale: Double) {
    var reached = -Double.infinity
    let missed = take.frames.lazy.filter { $0.missed > 0 }.map(\.sample.time)
    for time in live?.missedTimes ?? Array(missed) {
      let x = x(time)
      guard x > reached + 0.5 / scale else { continue }
      reached = x
      canvas.fill(Rect(x: x - 0.5, y: 20, width: 1, height: 5), with: theme.missed)
    }
  }

  private func draw(_ moment: Moment, on canvas: Canvas) {
    let x = x(moment.time)
    switch moment.kind {
    case .touchDown:
      canvas.fillPolygon(
        [Point(x - 3.5, 4.5), Point(x + 3.5, 4.5), Point(x, 11)], with: theme.text)
    case .touchUp:
      canvas.fillPolygon(
        [Point(x - 3.5, 11), Point(x + 3.5, 11), Point(x, 4.5)], with: theme.text)
    case .mark:
      canvas.fillPolygon(
        [Point(x, 3.5), Point(x + 4, 7.5), Point(x, 11.5), Point(x - 4, 7.5)],
        with: theme.zoom)
    case .phase: break
    }
  }

  private func drawCursor(on canvas: Canvas) {
    let x = x(time)
    canvas.fill(Rect(x: x - 0.75, y: 3, width: 1.5, height: 22), with: palette.playhead)
    canvas.fillPolygon([Point(x - 4, 26), Point(x + 4, 26), Point(x, 20)], with: palette.playhead)
  }
}

extension TimeLineLayout.Part {
  /// Whether a click on the part does something.
  var isButton: Bool {
    switch self {
    case .play, .stepBack, .stepOn, .slower, .faster, .mode: true
    case .speed, .time, .frame: false
    }
  }
}
