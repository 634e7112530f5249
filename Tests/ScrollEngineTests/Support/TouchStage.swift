import ScrollEngine
import ScrollGeometry

/// The calls that a view, a control or a scroll view received, in order.
final class TouchLog {
  var lines: [String] = []
}

/// A view that logs its touches.
final class NotingView: View {
  let log: TouchLog
  private(set) var timestamps: [Double] = []

  init(frame: Rect, log: TouchLog) {
    self.log = log
    super.init(frame: frame)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    log.lines.append("began")
    timestamps += touches.map(\.timestamp)
  }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    log.lines.append("moved")
  }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    log.lines.append("ended")
  }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    log.lines.append("cancelled")
  }
}

/// A control that logs when it is pressed.
final class NotingControl: Control {
  let log: TouchLog

  init(frame: Rect, log: TouchLog) {
    self.log = log
    super.init(frame: frame)
    addAction { log.lines.append("pressed") }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    log.lines.append("cancelled")
    super.touchesCancelled(touches, with: event)
  }
}

/// A scroll view that logs the calls of its overridable methods and returns configured answers.
final class AskedScrollView: ScrollView {
  let log = TouchLog()
  var begins = true
  /// The answer for any view; nil for the default.
  var cancels: Bool?

  override func touchesShouldBegin(_ touches: Set<Touch>, with event: Event?, in view: View) -> Bool
  {
    log.lines.append("shouldBegin")
    return begins
  }

  override func touchesShouldCancel(in view: View) -> Bool {
    log.lines.append("shouldCancel")
    return cancels ?? super.touchesShouldCancel(in: view)
  }
}

/// The case of the reference document: a viewport of 400×400 on a tall content, with a view of 200×400 at (100, 200).
final class TouchStage {
  let stage: Stage
  let scrollView = AskedScrollView()
  let view: NotingView
  let control: NotingControl
  var log: TouchLog { scrollView.log }
  var lines: [String] { log.lines }

  init() {
    stage = Stage(
      viewport: Size(400, 400), content: Size(0, 2000), displayScale: 1, scrollView: scrollView)
    view = NotingView(frame: Rect(x: 100, y: 200, width: 200, height: 400), log: scrollView.log)
    control = NotingControl(frame: Rect(x: 0, y: 0, width: 90, height: 90), log: scrollView.log)
    stage.content.frame = Rect(x: 0, y: 0, width: 400, height: 2000)
    stage.content.addSubview(view)
    stage.content.addSubview(control)
  }
}
