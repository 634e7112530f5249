import Testing

@testable import OverscrollImaging

@Suite struct `The state of loading` {
  private static func key(_ column: Int) -> TileKey { TileKey(level: 0, column: column, row: 0) }

  /// A backend that has nothing.
  private struct EmptyBackend: TileBackend {
    var isExhaustive = false
    var finestLevel = 0

    func tile(_ key: TileKey, of pyramid: Pyramid, isPassing: Bool) -> TilePixels? { nil }
  }

  /// What happens to a loading picture.
  enum Event: Sendable {
    case backend(isExhaustive: Bool)
    /// Lacks the finest level.
    case coarseBackend
    case finish(LoadState.Phase)
    case cancel
    case discard
    case failTile
  }

  /// Takes a request before some events, and reports after them that the backend lacks the tile.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: [Event]
    var between: [Event] = []
    var effects: LoadState.Effects
    var phase: LoadState.Phase
    var waiting = 0
    var failed = 0

    private static let passing = LoadState.Phase.passing(fraction: 0, isCancelled: false)

    static let all: [Case] = [
      Case(
        testDescription: "waits while the pass goes on", before: [.backend(isExhaustive: false)],
        effects: [], phase: passing),
      Case(
        testDescription: "is tried again if the pass ended meanwhile",
        before: [.backend(isExhaustive: false)], between: [.finish(.complete)], effects: [],
        phase: .complete, waiting: 1),
      Case(
        testDescription: "fails after the pass",
        before: [.backend(isExhaustive: false), .finish(.complete)], effects: [], phase: .complete,
        failed: 1),
      Case(
        testDescription: "has a complete backend rebuilt",
        before: [.backend(isExhaustive: true), .finish(.complete)], effects: .rebuild,
        phase: passing),
      Case(
        testDescription: "has a backend rebuilt once",
        before: [.backend(isExhaustive: true), .finish(.complete)],
        between: [.backend(isExhaustive: false)], effects: [], phase: .complete),
      Case(
        testDescription: "has a pass decode the level that a backend lacks",
        before: [.coarseBackend, .finish(.complete)], effects: .decodeDetail, phase: passing),
      Case(
        testDescription: "waits for the pass that decodes the level",
        before: [.coarseBackend], effects: [], phase: passing),
      Case(
        testDescription: "fails where that pass was stopped",
        before: [.coarseBackend, .finish(.stopped)], effects: [], phase: .stopped, failed: 1),
      Case(
        testDescription: "is forgotten when the picture is",
        before: [.backend(isExhaustive: true), .finish(.complete)], between: [.discard],
        effects: [], phase: .discarded),
    ]
  }

  private func apply(_ events: [Event], to state: inout LoadState) {
    for event in events {
      switch event {
      case .backend(let isExhaustive):
        _ = state.setBackend(EmptyBackend(isExhaustive: isExhaustive))
      case .coarseBackend:
        _ = state.setBackend(EmptyBackend(isExhaustive: true, finestLevel: 1))
      case .finish(let phase): _ = state.finish(phase)
      case .cancel: state.cancel()
      case .discard: state.discard()
      case .failTile: _ = state.end(Self.key(9), .failed("broken"))
      }
    }
  }

  @Test(arguments: Case.all) func `decides what a missing tile means`(step: Case) throws {
    var state = LoadState()
    apply(step.before, to: &state)
    // So that waking the viewer is no effect of what is tested.
    _ = state.finish(state.phase)
    _ = state.request([Self.key(1)])
    let job = try #require(state.nextJob { _ in false })
    apply(step.between, to: &state)
    #expect(state.end(job.key, .missing(job)) == step.effects)
    #expect(state.phase == step.phase)
    #expect(state.requests.waiting.count == step.waiting)
    #expect(state.requests.failed.count == step.failed)
  }

  @Test func `wakes the viewer once until it takes what arrived`() {
    var state = LoadState()
    #expect(state.end(Self.key(1), .pixels) { true } == .wakeViewer)
    #expect(state.end(Self.key(2), .pixels) { true } == [])
    #expect(state.end(Self.key(1), .pixels) { true } == [])
    #expect(state.drainArrivals() == [Self.key(1), Self.key(2)])
    #expect(state.drainArrivals().isEmpty)
    #expect(state.end(Self.key(3), .pixels) { true } == .wakeViewer)
    #expect(state.end(Self.key(4), .pixels) { false } == [])
    #expect(state.drainArrivals() == [Self.key(3)])
  }

  @Test func `wakes decoders when there are requests and a backend`() {
    var state = LoadState()
    #expect(state.request([Self.key(1)]) == [])
    #expect(state.setBackend(EmptyBackend()) == .wakeDecoders)
    #expect(state.request([]) == [])
    #expect(state.request([Self.key(2)]) == .wakeDecoders)
  }

  @Test func `tries deferred tiles again, before others and in their order`() throws {
    var state = LoadState()
    _ = state.setBackend(EmptyBackend())
    _ = state.request([Self.key(1), Self.key(2), Self.key(3)])
    for column in 1...2 {
      let job = try #require(state.nextJob { _ in false })
      #expect(job.key == Self.key(column) && job.isPassing)
      _ = state.end(job.key, .missing(job))
    }
    #expect(state.retryDeferred() == .wakeDecoders)
    #expect(state.requests.waiting == [3, 2, 1].map { Self.key($0) })
  }

  @Test func `skips tiles in flight, failed and resident ones`() throws {
    var state = LoadState(EmptyBackend())
    _ = state.request([Self.key(1)])
    _ = try #require(state.nextJob { _ in false })
    _ = state.end(Self.key(2), .failed("broken"))
    _ = state.request([Self.key(1), Self.key(2), Self.key(3)])
    #expect(state.requests.waiting == [Self.key(3)])
    let none = state.nextJob { _ in true }
    #expect(none == nil)
    _ = state.drainArrivals()
    #expect(state.becomeIdle() == .wakeViewer)
    #expect(state.becomeIdle() == [])
  }

  @Test func `is damaged by a tile that fails, unless a pass is running`() {
    var state = LoadState()
    apply([.failTile], to: &state)
    #expect(state.phase == .passing(fraction: 0, isCancelled: false))
    apply([.finish(.complete), .failTile], to: &state)
    #expect(state.phase == .damaged("broken"))
  }

  @Test func `asks a pass to end when it is canceled or discarded`() {
    var state = LoadState()
    #expect(state.advance(to: 0.5) && !state.isCancelled)
    #expect(state.phase == .passing(fraction: 0.5, isCancelled: false))
    apply([.cancel], to: &state)
    #expect(!state.advance(to: 0.6) && state.isCancelled)
    apply([.finish(.stopped), .discard, .finish(.complete)], to: &state)
    #expect(state.phase == .discarded && !state.advance(to: 0.7))
  }

  @Test func `keeps a complete picture complete when it is canceled`() {
    var state = LoadState(EmptyBackend())
    _ = state.request([Self.key(1)])
    apply([.cancel], to: &state)
    #expect(state.phase == .complete && state.requests.waiting.isEmpty)
  }
}
