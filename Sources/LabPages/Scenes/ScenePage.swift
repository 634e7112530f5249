import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// A scene in a lab window: the user or its demo plays with it, and a recorder keeps what happens.
final class ScenePage: LabPage {
  let recorder: Recorder
  let takes: Recording
  var message: WindowMessage { takes.message }
  var frame: LabPageFrame
  var needsDisplay = true
  /// Whether the scene's expectation stands below it.
  var showsExpectation = true
  /// Whether the scene takes the size of its room, rather than being shown enlarged or reduced there.
  var fillsRoom = false
  /// Whether the user has seen the scene.
  private var isShown = false
  /// The demo while it plays; `nil` once the user takes over.
  private var player: DemoPlayer?
  private let picture: PictureFile?
  private let card: SceneCard
  /// The halves in which the scene is shown twice; `nil` where it is shown once.
  private var halves: SceneHalves?
  private let shownPanels: RecorderPanels

  /// Prepares a scene.
  ///
  /// - Parameters:
  ///   - card: The scene's card.
  ///   - playsDemo: Whether the demo plays first.
  ///   - takes: What becomes of takes.
  ///   - panels: The panels, which show what happens.
  ///   - picture: The picture that scenes show; `nil` for a landscape.
  init(
    card: SceneCard, playsDemo: Bool, takes: Recording, panels: RecorderPanels,
    picture: PictureFile? = nil
  ) {
    self.card = card
    halves = panels.other == nil ? nil : SceneHalves(card.viewport)
    self.takes = takes
    shownPanels = panels
    self.picture = picture
    recorder = panels.recorder
    if playsDemo { player = DemoPlayer(card.demo) }
    frame = LabPageFrame(title: "\(card.title) – Overscroll", keys: LabKeys.scene)
    takes.attach { [weak recorder] in recorder }
    if let other = panels.other {
      // The take of B, which no one saves, goes on without its events: its end would begin the scene again, and A's goes on.
      other.hooks.didOverflow = { _ in true }
      // With A's take the scene begins again on both sides.
      recorder.hooks.willBegin = { [weak other] in other?.restart() }
    }
    panels.didChange = { [weak self] in self?.needsDisplay = true }
  }

  private var stage: Stage { recorder.stage }
  /// The recorders of the halves from left to right, or of all that there is.
  var recorders: [Recorder] { [recorder, shownPanels.other].compactMap(\.self) }

  var statistics: (sample: Trace.Sample, frames: FrameReadings)? {
    (recorder.shownSample, takes.refreshes.readings(recorder.counts))
  }

  func panel(in area: DockLayout.Area) -> (any Panel)? {
    shownPanels.panel(in: area) ?? frame.panels[area]
  }

  var traits: PageTraits {
    PageTraits(
      viewport: fillsRoom ? nil : size, enlargesViewport: !fillsRoom,
      engineWindow: stage.window,
      needsFrames: needsFrames,
      isFinished: takes.isOver)
  }

  /// The size that is drawn, in points.
  private var size: Size {
    halves?.size ?? (fillsRoom ? stage.window.frame.size : card.viewport)
  }

  private var needsFrames: Bool {
    recorders.contains { $0.stage.window.needsAdvance } || player != nil || shownPanels.isMarking
  }

  func schedule(_ scheduler: inout Scheduler) {
    scheduler.schedule(.recording, at: takes.deadline)
    scheduler.schedule(.caret, at: caretDeadline)
    scheduler.schedule(.curves, at: shownPanels.deadline)
  }

  var captions: Captions {
    Captions(
      title: card.title + (player == nil ? "" : "  ·  demo")
        + (halves != nil ? "  ·  UIKit, tuned" : stage.isTuned ? "  ·  tuned" : ""),
      description: showsExpectation ? card.expectation : "")
  }

  /// When a blinking caret goes off or on next, in seconds of the monotonic clock; `nil` where none blinks.
  private var caretDeadline: Double? {
    guard let input = stage.window.firstResponder as? any TextInput,
      input.caretRect != nil
    else { return nil }
    let age = shownPanels.time - input.caretTime
    guard age < TextCaret.blinkingTime else { return nil }
    let half = TextCaret.period / 2
    let next = ((max(age, 0) / half).rounded(.down) + 1) * half
    return recorder.present - stage.window.time + input.caretTime + next
  }

  // MARK: - Input and time

  func handle(_ input: PageInput) {
    switch input {
    case .disappears(let isLast): takes.finishRecording(isLast ? .closed : .stopped)
    case .resized(let room, let time): resize(to: room.size, at: time)
    case .messageChanged: needsDisplay = true
    case .received(let received): refuse(received)
    case .due(.curves, let time): shownPanels.settle(at: time)
    case .frame(let time), .due(_, let time): advance(to: time)
    case .wakeUp:
      takes.drainResults()
      shownPanels.drainResults()
      if picture?.drainArrivals() == true { needsDisplay = true }
      frame.didWakeUp()
    default: break
    }
  }

  /// Gives the scene the size of its room: before it is seen that is how it begins, and later an event of the take.
  private func resize(to room: Size, at time: Double) {
    let (size, view) = (stage.window.frame.size, stage.scrollView.frame.size)
    let (width, height) = (room.width - size.width, room.height - size.height)
    // What was added up is a rounding away.
    guard fillsRoom, max(abs(width), abs(height)) > 0.01 else { return }
    let next = Size(width: view.width + width, height: view.height + height)
    guard next.width >= 16, next.height >= 16 else { return }
    needsDisplay = true
    if isShown || recorder.latestTake != nil {
      recorder.perform(.resize(next), at: time)
      shownPanels.follow(at: time)
    } else {
      stage.restart(with: [.viewport(next)])
      shownPanels.restart(at: time)
    }
  }

  func send(_ event: Event, from origin: Script.Origin?) {
    guard !event.isTooLongToRecord else { return show(Self.tooLong) }
    shownPanels.log.endNaming()
    endDemo(at: event.timestamp)
    let event = halves?.shared(event) ?? event
    for recorder in recorders { recorder.send(event, origin: origin) }
    shownPanels.follow(at: event.timestamp)
    takes.update(at: event.timestamp)
    needsDisplay = true
  }

  /// Lifts the demo's fingers when the user takes over.
  private func endDemo(at time: Double) {
    for event in player?.end(at: time) ?? [] {
      for recorder in recorders { recorder.send(event) }
    }
    player = nil
  }

  private static let tooLong =
    "Text is limited to \(TextEvent.maximumRecordedLength) characters at once; nothing was pasted."

  private func advance(to time: Double) {
    for (event, moment) in player?.due(at: time) ?? [] {
      for recorder in recorders {
        switch event.action {
        case .event(let input): recorder.send(input.stamped(moment))
        default: recorder.perform(event.action, at: moment, target: event.target)
        }
      }
    }
    if player?.isOver == true { player = nil }
    let refresh = takes.refreshes.next()
    for recorder in recorders { recorder.frame(at: time, refresh) }
    shownPanels.follow(at: time)
    takes.update(at: time)
    // No frame waits for the server's answers.
    if !needsFrames { takes.metadata.learn() }
    needsDisplay = true
  }

  func perform(_ command: LabCommand, at time: Double) {
    switch command {
    case .restart:
      endDemo(at: time)
      takes.finishRecording(.stopped)
      for recorder in recorders { recorder.restart() }
      shownPanels.restart(at: time)
    case .undo: shownPanels.parameters.undo()
    case .toggleTouches: shownPanels.marksTouches.toggle()
    case .saveTake: takes.saveLatest()
    case .toggleRecording: takes.toggleRecording()
    case .mark: mark(at: time)
    case .curves(let command): if let text = shownPanels.curves.perform(command) { show(text) }
    default: return
    }
    needsDisplay = true
  }

  /// Adds a mark to the take: with a name that the log's panel asks for, where it is shown and nothing moves meanwhile.
  private func mark(at time: Double) {
    let log = shownPanels.log
    guard log.canNameMarks, recorder.current != nil, !stage.window.needsAdvance,
      stage.window.touches.isEmpty
    else { return mark("", at: time) }
    log.nameMark { [weak self] name in self?.mark(name, at: time) }
  }

  /// Adds a mark, and a frame that shows it in the curves.
  private func mark(_ name: String, at time: Double) {
    takes.mark(name, at: time)
    advance(to: time)
  }

  // MARK: - Drawing

  /// The red dot while a take is recorded: its diameter and its distance from the corner, in points. [C]
  private static let dot = (size: 8.0, inset: 12.0)

  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    isShown = true
    // What input has changed since the last refresh is shown at once, and is a frame of the take.
    let refresh = takes.refreshes.next(isDrawn: true)
    for recorder in recorders { recorder.frame(at: recorder.present, refresh) }
    shownPanels.follow(at: recorder.present)
    let canvas = try Canvas(surface)
    canvas.clear(halves == nil ? Palette.paper : DarkTheme.frame)
    for (index, recorder) in recorders.enumerated() {
      draw(recorder.stage, in: halves?.part(index), on: canvas, scale)
    }
    canvas.saved {
      canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
      if takes.state != .off { drawDot(on: canvas) }
    }
    guard let message = message.text else { return }
    // Text has the window's scale where the scene is shown reduced.
    canvas.concatenate(AffineTransform(scaleX: textScale, y: textScale))
    draw(message, in: size * (scale / textScale), on: canvas)
  }

  /// Draws a stage with the marks of touches, in a part of the window in points; in all of it where there is one stage.
  private func draw(_ stage: Stage, in part: Rect?, on canvas: Canvas, _ scale: Double) {
    let corner = (part?.origin ?? .zero) * scale
    let toPixels = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: corner.x, ty: corner.y)
    canvas.saved {
      canvas.concatenate(toPixels)
      if let part { canvas.clip(to: Rect(origin: .zero, size: part.size)) }
      if let scene = stage.scene {
        var painter = ViewPainter(scene, picture: picture)
        painter.time = shownPanels.time
        painter.draw(stage.window, on: canvas, toPixels: toPixels)
      }
      shownPanels.drawMarks(on: canvas)
      for place in player?.fingers ?? [] { drawHand(at: place, on: canvas) }
    }
  }

  /// Draws a fingertip.
  private func drawHand(at place: Point, on canvas: Canvas) {
    let ring = Rect(x: place.x - 18, y: place.y - 18, width: 36, height: 36)
    canvas.fill(ring, cornerRadius: 18, with: Palette.blue.withOpacity(0.28))
    canvas.stroke(ring, cornerRadius: 18, with: Palette.ink, lineWidth: 2)
    canvas.stroke(
      ring.insetBy(dx: -1.5, dy: -1.5), cornerRadius: 19.5,
      with: Color(white: 0, alpha: 0.5), lineWidth: 1)
  }

  private func drawDot(on canvas: Canvas) {
    let (diameter, inset) = Self.dot
    let dot = Rect(
      x: size.width - inset - diameter, y: inset, width: diameter, height: diameter)
    let red = Color(0xE5383B)
    if takes.state != .waiting {
      canvas.fill(dot, cornerRadius: diameter / 2, with: red)
    } else {
      canvas.stroke(
        dot.insetBy(dx: 1, dy: 1), cornerRadius: diameter / 2 - 1, with: red, lineWidth: 2)
    }
  }

  /// Draws a message at the bottom of a room, in points of the window, over as many lines as it needs.
  private func draw(_ message: String, in room: Size, on canvas: Canvas) {
    let font = Font(size: Palette.text)
    let lines = canvas.wrapped(message, font: font, width: room.width - 56, lines: 8)
    let height = Double(lines.count) * Palette.text * Canvas.lineSpacing + 16
    let plate = Rect(
      x: 12, y: room.height - height - 12, width: room.width - 24, height: height)
    Plate(plate, cornerRadius: 8, color: Palette.black.withOpacity(0.92)).draw(on: canvas)
    canvas.draw(Look.Label(lines.joined(separator: "\n"), color: Palette.ink), in: plate)
  }
}
