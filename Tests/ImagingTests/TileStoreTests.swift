import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A tile store` {
  private static let picture = PictureID()
  /// A tile of 16 × 16 pixels with its apron, in bytes.
  private static let tileBytes = 20 * 20 * 4

  private static func tile() -> TilePixels {
    TilePixels(
      size: PixelSize(width: 16, height: 16), isOpaque: true,
      storage: ContiguousArray(repeating: 0xFF00_0000, count: 400))
  }

  private static func key(_ column: Int, of picture: PictureID = picture) -> TileStore.Key {
    TileStore.Key(picture: picture, tile: TileKey(level: 0, column: column, row: 0))
  }

  /// What happens to a store that has room for three tiles.
  enum Step: Sendable {
    case insert(Int, TileStore.Retention)
    case use(Int)
    case external(tiles: Int)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    var held: [Int]

    init(_ description: String, _ steps: [Step], held: [Int]) {
      testDescription = description
      self.steps = steps
      self.held = held
    }
  }

  static let cases: [Case] = [
    Case("room for all", [.insert(1, .cached), .insert(2, .cached)], held: [1, 2]),
    Case(
      "the least recent goes",
      [.insert(1, .cached), .insert(2, .cached), .insert(3, .cached), .insert(4, .cached)],
      held: [2, 3, 4]),
    Case(
      "a used one stays",
      [
        .insert(1, .cached), .insert(2, .cached), .insert(3, .cached), .use(1),
        .insert(4, .cached),
      ], held: [1, 3, 4]),
    Case(
      "a pinned one stays",
      [
        .insert(1, .pinned), .insert(2, .cached), .insert(3, .cached), .insert(4, .cached),
        .insert(5, .cached),
      ], held: [1, 4, 5]),
    Case(
      "what cannot be had again stays above the budget",
      (1...5).map { .insert($0, .permanent) }, held: [1, 2, 3, 4, 5]),
    Case(
      "a new one stays even where there is no room",
      (1...4).map { .insert($0, .permanent) } + [.insert(5, .cached)], held: [1, 2, 3, 4, 5]),
    Case(
      "and goes for the next",
      (1...3).map { .insert($0, .permanent) } + [.insert(5, .cached), .insert(6, .cached)],
      held: [1, 2, 3, 6]),
    Case(
      "what others hold counts",
      [.insert(1, .cached), .insert(2, .cached), .insert(3, .cached), .external(tiles: 2)],
      held: [3]),
    Case(
      "what others hold may take all",
      [.insert(1, .pinned), .insert(2, .cached), .external(tiles: 9)], held: [1]),
    Case(
      "one in the place of another counts once",
      [
        .insert(1, .cached), .insert(1, .cached), .insert(1, .cached), .insert(2, .cached),
        .insert(3, .cached),
      ], held: [1, 2, 3]),
    Case(
      "a kept one in the place of a cached one stays",
      [.insert(1, .cached), .insert(1, .permanent)] + (2...5).map { .insert($0, .cached) },
      held: [1, 4, 5]),
  ]

  @Test(arguments: cases) func `evicts by its rules`(example: Case) {
    let store = TileStore(budget: 3 * Self.tileBytes)
    for step in example.steps {
      switch step {
      case .insert(let column, let retention):
        store.insert(Self.tile(), for: Self.key(column), retention)
      case .use(let column): _ = store.pixels(Self.key(column))
      case .external(let tiles): store.setExternalBytes(tiles * Self.tileBytes)
      }
    }
    #expect((0..<10).filter { store.contains(Self.key($0)) } == example.held)
    #expect(store.heldBytes == example.held.count * Self.tileBytes)
    #expect(store.count == example.held.count)
  }

  @Test func `removes one picture and keeps the others`() {
    let store = TileStore()
    let other = PictureID()
    for column in 0..<5 {
      store.insert(Self.tile(), for: Self.key(column), .cached)
      store.insert(Self.tile(), for: Self.key(column, of: other), .permanent)
    }
    store.removeAll(of: Self.picture)
    #expect(store.count == 5 && store.heldBytes == 5 * Self.tileBytes)
    #expect(store.pixels(Self.key(0)) == nil && store.pixels(Self.key(0, of: other)) != nil)
  }

  @Test func `without a budget holds just the newest`() {
    let store = TileStore(budget: -1)
    for column in 0..<5 { store.insert(Self.tile(), for: Self.key(column), .cached) }
    #expect(store.count == 1 && store.contains(Self.key(4)))
  }

  @Test func `keeps the order of use that a plain list keeps`() {
    var random = SplitMix64(seed: 4)
    var list = RecencyList<Int>()
    var plain: [Int] = []
    for _ in 0..<5000 {
      let key = Int.random(in: 0..<40, using: &random)
      plain.removeAll { $0 == key }
      if Int.random(in: 0..<3, using: &random) == 0 {
        list.remove(key)
      } else {
        list.use(key)
        plain.append(key)
      }
      #expect(list.minimumRecentlyUsed == plain.first && list.count == plain.count)
    }
    while let key = list.minimumRecentlyUsed {
      #expect(key == plain.removeFirst())
      list.remove(key)
    }
    #expect(plain.isEmpty)
  }
}
