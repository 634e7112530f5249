import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `The HUD` {
  private static let viewport = PixelSize(width: 4000, height: 2400)

  /// A row as it is to be seen.
  private typealias Row = (name: String, value: String, isAlert: Bool)

  private static var busy: HUD {
    var hud = HUD()
    hud.frameTime = 0.012345
    hud.rate = 59.94
    hud.frames = 1200
    hud.missed = 1
    hud.offset = Point(-0.04, 1234.56)
    hud.velocity = Point(-3000.4, 0.5)
    hud.phase = "decelerating"
    hud.zoom = 0.12345
    hud.level = 3
    hud.visibleTiles = 24
    hud.missingTiles = 1
    hud.cacheBytes = 26_345_472
    hud.cacheLimit = 256 << 20
    hud.queue = 17
    hud.sandbox = "seccomp, Landlock"
    hud.tone = 120...4095.5
    return hud
  }

  private static var endless: HUD {
    var hud = HUD()
    hud.frameTime = .nan
    hud.rate = .infinity
    hud.offset = Point(-1e12, 999_999_999_999)
    hud.velocity = Point(1e12, -999_999_999_999)
    hud.phase = "a phase that is much too long"
    hud.zoom = 1e10
    return hud
  }

  private static let nothing: [Row] = [
    ("frame", "        0.00 ms      60.0 Hz", false),
    ("missed", "           0 of 0", false),
    ("offset", "         0.0          0.0", false),
    ("velocity", "           0            0", false),
    ("phase", "            ", false),
    ("zoom", "      100.00%", false),
    ("level", "           0 1:1", false),
    ("tiles", "           0 0 missing", false),
    ("cache", "         0.0 of 0 MB", false),
    ("queue", "           0", false), ("sandbox", "none", false),
    ("tone", "none", false),
  ]

  private static let motion: [Row] = [
    ("frame", "       12.35 ms      59.9 Hz", false),
    ("missed", "           1 of 1200", true),
    ("offset", "         0.0       1234.6", false),
    ("velocity", "       -3000            1", false),
    ("phase", "decelerating", false),
    ("zoom", "       12.35%", false),
  ]

  private static func ofLab(_ hud: HUD) -> HUD {
    var hud = hud
    hud.isOfLab = true
    return hud
  }

  private static let readings: [(HUD, [Row])] = [
    (HUD(), nothing),
    (
      busy,
      motion + [
        ("level", "           3 1:8", false),
        ("tiles", "          24 1 missing", true),
        ("cache", "        25.1 of 256 MB", false),
        ("queue", "          17", false), ("sandbox", "seccomp, Landlock", false),
        ("tone", "120 to 4095.5", false),
      ]
    ),
    // The lab's statistics are about motion; scenes have no tiles.
    (ofLab(busy), motion + [("tiles", "          24 1 missing", true)]),
    (ofLab(HUD()), Array(nothing[..<6])),
    (
      endless,
      [
        ("frame", "           – ms         – Hz", false), nothing[1],
        ("offset", "           –   999999999999.0", false),
        ("velocity", "           –   -999999999999", false),
        ("phase", "a phase that is much too long", false),
        ("zoom", "           –%", false),
      ] + nothing[6...]
    ),
  ]

  @Test(arguments: readings.indices, [1.0, 1.5, 10])
  func `shows two columns on a panel`(index: Int, scale: Double) throws {
    let (hud, rows) = Self.readings[index]
    var frame = Frame.empty(Self.viewport, scale: scale)
    frame.hud = hud
    let expected = try VectorDrawing(Self.viewport) { canvas in
      canvas.fill([PixelRect(Self.viewport)], with: VectorDrawing.background)
      Self.draw(rows, scale, on: canvas)
    }
    #expect(try VectorDrawing(frame) == expected)
  }

  /// Letters of 11 points, lines 1.12 of their height, 9 points around them, 12 points to the window's edges.
  private static func draw(_ rows: [Row], _ scale: Double, on canvas: Canvas) {
    let font = Font(.mono, size: 11 * scale)
    let extents = canvas.measure("0", font: font)
    let leading = (extents.height * 1.12).rounded(.up)
    let margin = Int((12 * scale).rounded())
    let area = PixelRect(
      x: margin, y: margin, width: Int((38 * extents.width + 18 * scale).rounded(.up)),
      height: Int((Double(rows.count) * leading + 18 * scale).rounded(.up)))
    canvas.saved {
      canvas.clip(to: [area])
      canvas.fill(
        area.rect, cornerRadius: 6.3 * scale, with: Color(white: 0.06, alpha: 0.78))
      canvas.stroke(
        area.rect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: 6.3 * scale - 0.5,
        with: Color(white: 1, alpha: 0.12), lineWidth: 1)
      let left = (Double(margin) + 9 * scale).rounded()
      var line = (Double(margin) + 9 * scale + extents.ascent).rounded()
      for (name, value, isAlert) in rows {
        canvas.draw(
          name, at: Point(left, line), font: font, color: Color(white: 1, alpha: 0.55))
        canvas.draw(
          value, at: Point(left + (10 * extents.width).rounded(), line), font: font,
          color: isAlert ? Color(0xFFB454) : Color(white: 1, alpha: 0.95))
        line += leading
      }
    }
  }

  @Test func `is equal without timing if only the timing differs`() {
    var other = Self.busy
    (other.frameTime, other.rate, other.frames, other.missed) = (0, 0, 0, 0)
    other.velocity = .zero
    #expect(Self.busy != other)
    #expect(Self.busy.withoutTiming == other)
    other.queue += 1
    #expect(Self.busy.withoutTiming != other)
  }

  @Test func `has samples in sentences rounded to what can be told apart`() {
    #expect(ToneText.rounded(2.125...3930.4688) == ("2", "3930"))
    #expect(ToneText.rounded(0...100.26) == ("0", "100.3"))
    #expect(ToneText.rounded(0.123456...0.523456) == ("0.123", "0.523"))
    #expect(ToneText.rounded(-1e-9...1e-9) == ("-0.000000001", "0.000000001"))
  }

  @Test func `has the values of samples in sentences, with their unit, where they are known`() {
    let calibration = Calibration(offset: -100, scale: 0.1, unit: "m")
    #expect(ToneText.rounded(-49...746, as: calibration) == ("-104.9", "-25.4"))
    let falling = Calibration(offset: 10, scale: -1, unit: "")
    #expect(ToneText.rounded(0...2000, as: falling) == ("10", "-1990"))
    var info = ImageInfo(format: "test", size: PixelSize(width: 1, height: 1))
    info.samples = SampleLayout(channels: 2, colors: 1, bits: 16, takesTone: true)
    info.channels = [ChannelName("a"), ChannelName("b")]
    info.channels[0].calibration = calibration
    #expect(ToneText.ends(-49...746, in: info) == ("-104.9 m", "-25.4 m"))
    info.mix = ChannelMix([ChannelMix.Part(channel: 1)])
    #expect(ToneText.ends(-49...746, in: info) == ("-49", "746"))
    // Those of several channels are not one value.
    info.mix = ChannelMix([0, 1].map { ChannelMix.Part(channel: $0) })
    #expect(ToneText.ends(-49...746, in: info) == ("-49", "746"))
  }
}
