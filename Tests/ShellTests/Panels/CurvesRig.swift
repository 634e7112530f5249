import OverscrollDrawing
import OverscrollLab
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

/// A scroll view that a script drives, and a panel that shows it.
final class CurvesRig {
  let panel: CurvesPanel
  let surface: Surface
  private let canvas: Canvas
  private let scale: Double
  private let simulation: Simulation
  private let script: Script
  /// What the panel has been given.
  private(set) var history = CurveHistory()
  private var nextEvent = 0

  var scrollView: ScrollView { simulation.stage.scrollView }

  init(_ script: Script, size: Size = Size(700, 220), scale: Double = 1) throws {
    self.script = script
    self.scale = scale
    simulation = Simulation(script)
    panel = CurvesPanel(maker: ImageSurfaceFactory())
    panel.size = size
    surface = try Surface(
      imageOf: PixelSize(
        width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded())),
      opaque: true)
    canvas = try Canvas(surface)
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
  }

  private var meter = VelocityMeter()

  /// Adds the frame of a time.
  func append(_ time: Double, missed: Int = 0, isMoving: Bool = false) {
    while nextEvent < script.events.count, script.events[nextEvent].time <= time {
      let event = script.events[nextEvent]
      nextEvent += 1
      switch event.action {
      case .event(.touch(let touch)) where touch.phase == .began:
        panel.add(Chart.Tick(kind: .touchDown, time: event.time))
      case .event(.touch(let touch)) where touch.phase == .ended:
        panel.add(Chart.Tick(kind: .touchUp, time: event.time))
      case .event(.wheel): panel.add(Chart.Tick(kind: .notch, time: event.time))
      default: break
      }
    }
    var sample = simulation.sample(at: time)
    sample.measuredVelocity = meter.measure(sample.offset, at: time)
    let geometry = ScrollLimits(simulation.stage.scrollView)
    panel.append(sample, geometry, at: time, missed: missed, isMoving: isMoving)
    history.append(sample, geometry, at: time, missed: missed)
  }

  /// What a painter draws of a chart in the panel's place.
  func pixels(
    of chart: Chart, caption: String, _ body: (ChartPainter) -> Void
  ) throws -> [UInt32] {
    let surface = try Surface(imageOf: surface.size, opaque: true)
    let canvas = try Canvas(surface)
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    let painter = ChartPainter(
      chart: chart, canvas: canvas,
      layout: .panel(
        Rect(origin: .zero, size: panel.size), lanes: chart.lanes.map(\.kind),
        constant: chart.lanes.map { $0.constant != nil }),
      theme: .dark, pixelsPerPoint: scale)
    painter.drawPanelFrame(caption: caption)
    body(painter)
    try surface.flush()
    return surface.pixels()
  }

  func show() { panel.draw(on: canvas, scale: scale) }

  func draw() throws -> [UInt32] {
    show()
    try surface.flush()
    return surface.pixels()
  }

  func pixel(_ x: Double, _ y: Double) -> UInt32? {
    surface.pixel(x: Int(x * scale), y: Int(y * scale))
  }

  /// Flicks into an edge, a pinch and notches of the wheel, after a random start.
  static func use(_ seed: UInt64) throws -> Script {
    var random = SplitMix64(seed: seed)
    var lines = [
      #"{"overscroll":1,"viewport":[320,480],"content":[900,2000],"minimumZoomScale":0.5,"maximumZoomScale":4}"#
    ]
    var time = 0.05
    for _ in 0..<4 {
      time += random.number(0.1, 0.9)
      let step = Point(random.number(-40, 40), random.number(-70, 70))
      for index in 0..<6 {
        let phase = index == 0 ? "began" : index == 5 ? "ended" : "moved"
        let place = Point(160, 240) + step * Double(index)
        lines.append(
          #"{"t":\#(time),"touch":"\#(phase)","id":0,"at":[\#(place.x),\#(place.y)]}"#)
        time += random.number(0.004, 0.03)
      }
      time += random.number(0.2, 1.4)
      lines.append(#"{"t":\#(time),"wheel":[0,\#(random.index(2) == 0 ? 1 : -1)],"at":[160,240]}"#)
    }
    return try Script(parsing: lines.joined(separator: "\n"), file: "use")
  }
}

extension CurvesPanel {
  /// Adds a frame of a window with one scroll view.
  func append(
    _ sample: Trace.Sample, _ geometry: ScrollLimits, at time: Double, missed: Int = 0,
    isMoving: Bool = false
  ) {
    let state = State(sample: sample, geometry: geometry)
    append([state], at: time, missed: missed, isMoving: isMoving)
  }
}
