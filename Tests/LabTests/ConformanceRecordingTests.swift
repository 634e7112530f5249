import OverscrollTestSupport
import ScrollEngine
import Testing

@testable import OverscrollLab

/// The recordings of real UIScrollViews in the conformance kit.
@Suite struct `A UIScrollView of iOS 26` {
  private static let names = KitFile.touches.filter { $0.hasPrefix("ios26-") }

  private func recording(_ name: String) throws -> Series {
    try Series(parsing: KitFile(name).text, file: name)
  }

  @Test func `is in the kit's page with each of its recordings`() {
    let page = TextFiles.text("Resources/conformance/README.md")
    #expect(Self.names.count == 5)
    for name in Self.names { #expect(page.contains("| `recorded/\(name)` |"), "\(name)") }
  }

  @Test(arguments: names) func `moves as the engine does, but for the rounding of its recording`(
    name: String
  ) throws {
    let reference = try recording(name)
    #expect(reference.delivery == .between && reference.touches.count > 5)
    let script = Subject.script(try reference.script(), name: name)
    let comparison = try Comparison(script, with: reference, tolerances: [.offsetY: 0.17])
    #expect(comparison.alignment == .frames && abs(comparison.shift) <= 2e-3)
    #expect(comparison.isSame, "\(comparison.report)")
    #expect(comparison.uncovered <= 2)
    #expect(comparison.rows + comparison.uncovered == reference.times.count)
  }

  @Test(arguments: names.filter { !$0.contains("slow-drag") })
  func `does not move as an engine that starts a step too early, or with another spring`(
    name: String
  ) throws {
    let reference = try recording(name)
    var early = try reference.script()
    for index in early.events.indices {
      guard case .event(.touch(var touch)) = early.events[index].action, touch.phase == .ended
      else {
        continue
      }
      touch.timestamp -= 1 / 60.0
      early.events[index].action = .event(.touch(touch))
    }
    #expect(try !Comparison(.script(early, name: name), with: reference).isSame)
    var fast = try reference.script()
    fast.header.settings.append(.init(.decelerationRate, .number(0.997)))
    #expect(try !Comparison(.script(fast, name: name), with: reference).isSame)
  }

  @Test func `reports a target beyond the place where it rests`() throws {
    let text = KitFile("ios26-deceleration-fast.csv").text
    #expect(text.contains("velocity_y=3.000000023 target_y=6819.666667"))
    // The offset at the release, 5326 points, and the formula of the decision about targets; −ln 0.998 is 0.002002.
    let target = 5326 + (3.000000023 - 0.01) / 0.0020020026706730793
    #expect(abs((target * 3).rounded() / 3 - 6819.666667) < 1e-5)
    let rest = try recording("ios26-deceleration-fast.csv").values[.offsetY]?.last
    #expect(rest == 6818)
  }
}
