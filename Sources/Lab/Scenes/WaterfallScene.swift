import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A collection whose items fill the shortest of its columns.
final class WaterfallScene: BaseScene, LabScene, CollectionViewDataSource,
  CollectionViewDelegateWaterfallLayout
{
  static let card = SceneCard(
    name: "waterfall", title: "Waterfall layout", ids: ["list.views"], viewport: Size(440, 560),
    parameters: [.number("columns", "Columns", 1...6, default: 3)],
    expectation: "Each item goes to the shortest column, and none overlaps another.",
    demo: Demo.script { demo in
      demo.flick(from: Point(200, 460), to: Point(200, 160))
      demo.wait(2.5)
      demo.tap(Point(100, 300))
      demo.wait(0.3)
      demo.set("columns", .number(2))
      demo.flick(from: Point(200, 160), to: Point(200, 400))
    })

  private let layout = WaterfallLayout()
  private(set) var collection: CollectionView?

  func build(in root: View, _ stage: Stage) {
    layout.sectionInset = EdgeInsets(all: 12)
    layout.spacing = 12
    let collection = CollectionView(frame: root.bounds, collectionViewLayout: layout)
    root.addSubview(collection)
    show(collection, Look(fill: Palette.paper))
    collection.register(Item.self, forCellWithReuseIdentifier: "item")
    collection.dataSource = self
    stage.adopt(collection, delegate: self)
    self.collection = collection
  }

  func set(_ parameter: String, _ value: Script.Value) {
    if case .number(let columns) = value { layout.columnCount = Int(columns.rounded()) }
  }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  { 400 }

  /// Heights of 60 to 220 points that look irregular and are always the same.
  func collectionView(
    _ collectionView: CollectionView, layout: WaterfallLayout, heightForItemAt indexPath: IndexPath,
    width: Double
  ) -> Double { 60 + Double(indexPath.item * 67 % 161) }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
    (cell as? Item)?.index = indexPath.item
    (cell as? Item)?.didChange = { [weak self] in self?.show($0) }
    if let item = cell as? Item { show(item) }
    return cell
  }

  private func show(_ item: Item) {
    var look = Look.card(Palette.tint(item.index), "\(item.index)")
    if item.isSelected || item.isHighlighted { look.border = Look.Border(Palette.ink, width: 3) }
    show(item, look)
  }

  /// An item with a number.
  private final class Item: CollectionViewCell {
    var index = 0
    var didChange: ((Item) -> Void)?

    override var isHighlighted: Bool { didSet { didChange?(self) } }
    override var isSelected: Bool { didSet { didChange?(self) } }
  }
}
