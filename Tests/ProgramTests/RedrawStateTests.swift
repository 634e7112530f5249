import Testing

@testable import OverscrollShell

@Suite struct `The redraw state` {
  typealias Reasons = RedrawState.Reasons

  /// What a state is, and the step that follows from it.
  struct Row: Sendable {
    var reasons: Reasons
    var opportunity: RedrawState.Opportunity
    var isVisible = true
    var isAnimating = false
    var draftsUntil: Double?
    var expected: RedrawState.Step
  }

  private static let draw = RedrawState.Step(draws: true)
  private static let drawAndTick = RedrawState.Step(draws: true, needsFrames: true)
  private static let slot = RedrawState.Step(needsSlot: true)
  private static let slotAndTick = RedrawState.Step(needsSlot: true, needsFrames: true)
  private static let tick = RedrawState.Step(needsFrames: true)
  private static let rest = RedrawState.Step()

  static let table: [Row] = [
    // Nothing is out of date.
    Row(reasons: [], opportunity: .ready, expected: rest),
    Row(reasons: [], opportunity: .busy, expected: rest),
    Row(reasons: [], opportunity: .drawn, expected: rest),
    Row(reasons: [], opportunity: .ready, isAnimating: true, expected: tick),
    Row(reasons: [], opportunity: .drawn, isAnimating: true, expected: tick),
    // Input has moved the content.
    Row(reasons: .content, opportunity: .ready, expected: draw),
    Row(reasons: .content, opportunity: .busy, expected: slot),
    Row(reasons: .content, opportunity: .ready, isAnimating: true, expected: drawAndTick),
    Row(reasons: .content, opportunity: .busy, isAnimating: true, expected: slotAndTick),
    Row(reasons: .content, opportunity: .ready, isVisible: false, expected: rest),
    Row(reasons: .content, opportunity: .busy, isVisible: false, expected: rest),
    // The window has lost pixels.
    Row(reasons: .exposure, opportunity: .ready, expected: draw),
    Row(reasons: .exposure, opportunity: .busy, expected: slot),
    Row(reasons: .exposure, opportunity: .ready, isVisible: false, expected: rest),
    // Tiles have arrived, or wait to be uploaded.
    Row(reasons: .tiles, opportunity: .ready, expected: drawAndTick),
    Row(reasons: .tiles, opportunity: .busy, expected: slotAndTick),
    Row(reasons: .tiles, opportunity: .drawn, expected: tick),
    Row(reasons: .tiles, opportunity: .ready, isVisible: false, expected: tick),
    // The numbers in the last frame have changed by drawing it.
    Row(reasons: .readings, opportunity: .drawn, expected: slot),
    Row(reasons: .readings, opportunity: .ready, expected: rest),
    Row(reasons: .readings, opportunity: .busy, expected: rest),
    Row(reasons: [.readings, .content], opportunity: .ready, expected: draw),
    Row(reasons: [.readings, .tiles], opportunity: .drawn, expected: slotAndTick),
    // The window shows a draft after a zoom has ended.
    Row(reasons: .draft, opportunity: .ready, expected: drawAndTick),
    Row(reasons: .draft, opportunity: .refresh, expected: drawAndTick),
    Row(reasons: .draft, opportunity: .busy, expected: slotAndTick),
    Row(reasons: .draft, opportunity: .drawn, expected: tick),
    // The window shows a draft during a zoom; the time is 5.
    Row(reasons: .draft, opportunity: .refresh, draftsUntil: 4, expected: drawAndTick),
    Row(reasons: .draft, opportunity: .ready, draftsUntil: 4, expected: tick),
    Row(reasons: .draft, opportunity: .refresh, draftsUntil: 6, expected: tick),
    Row(reasons: .draft, opportunity: .busy, draftsUntil: 4, expected: tick),
    Row(reasons: [.draft, .tiles], opportunity: .refresh, draftsUntil: 6, expected: tick),
    Row(reasons: .tiles, opportunity: .refresh, draftsUntil: 6, expected: drawAndTick),
    Row(reasons: [.draft, .content], opportunity: .ready, draftsUntil: 6, expected: drawAndTick),
    Row(reasons: [.draft, .content], opportunity: .busy, draftsUntil: 6, expected: slotAndTick),
    // All at once.
    Row(
      reasons: [.content, .exposure, .tiles, .readings], opportunity: .ready, isAnimating: true,
      expected: drawAndTick),
    Row(
      reasons: [.content, .exposure, .tiles, .readings], opportunity: .busy, isVisible: false,
      isAnimating: true, expected: tick),
  ]

  @Test(arguments: table.indices)
  func `decides what is next`(index: Int) {
    let row = Self.table[index]
    var state = RedrawState()
    state.reasons = row.reasons
    state.isVisible = row.isVisible
    state.isAnimating = row.isAnimating
    state.draftsUntil = row.draftsUntil
    #expect(state.next(row.opportunity, at: 5) == row.expected, "row \(index): \(row)")
  }

  @Test func `of a new window asks for a frame`() {
    #expect(RedrawState().next(.ready, at: 0) == Self.drawAndTick)
  }

  @Test func `keeps after a frame only what that frame left to do`() {
    var state = RedrawState()
    state.reasons = [.content, .exposure, .tiles]
    state.didDraw(isUnfinished: true, isDraft: false, hasOutdatedReadings: false)
    #expect(state.reasons == .tiles)
    state.didDraw(isUnfinished: false, isDraft: true, hasOutdatedReadings: true)
    #expect(state.reasons == [.readings, .draft])
    state.didDraw(isUnfinished: false, isDraft: false, hasOutdatedReadings: false)
    #expect(state.reasons == [])
  }

  @Test func `looks at the progress of loading after 0.3 s, then every 0.1 s`() {
    var state = RedrawState()
    state.reasons = []
    #expect(state.next(.ready, at: 10).deadline == nil)
    state.loadingSince = 10
    var deadlines: [Double] = []
    for now in [10.05, 10.2, 10.3, 10.35, 10.5] {
      let step = state.next(.ready, at: now)
      state.schedule(step)
      deadlines.append(step.deadline ?? 0)
    }
    let expected = [10.3, 10.3, 10.4, 10.4, 10.6]
    #expect(zip(deadlines, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(deadlines)")
    state.loadingSince = nil
    #expect(state.next(.ready, at: 10.55).deadline == nil)
  }

  @Test func `wakes up for progress only while the window can be seen`() {
    var state = RedrawState()
    state.loadingSince = 1
    #expect(state.next(.busy, at: 1).deadline == 1 + RedrawState.progressDelay)
    state.isVisible = false
    for time in [1.0, 2, 60] { #expect(state.next(.busy, at: time).deadline == nil) }
    state.isVisible = true
    #expect(state.next(.busy, at: 60).deadline == 60 + RedrawState.progressInterval)
  }
}
