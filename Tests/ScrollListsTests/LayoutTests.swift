import OverscrollLab
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

/// Where every item is, worked out one after the other.
private typealias Frames = [IndexPath: Rect]

@Suite struct `A layout of a collection` {
  @Test(arguments: 0..<60)
  func `list.views that flows agrees with placing one item after the other`(seed: Int) {
    var dice = SplitMix64(seed: UInt64(seed))
    let layout = CollectionViewFlowLayout()
    layout.scrollDirection = Bool.random(using: &dice) ? .vertical : .horizontal
    layout.itemSize = Size(
      Double.random(in: 5...150, using: &dice), Double.random(in: 5...150, using: &dice))
    layout.minimumInteritemSpacing = Double.random(in: 0...20, using: &dice)
    layout.minimumLineSpacing = Double.random(in: 0...20, using: &dice)
    layout.sectionInset = EdgeInsets(
      top: Double.random(in: 0...30, using: &dice), left: Double.random(in: 0...30, using: &dice),
      bottom: Double.random(in: 0...30, using: &dice),
      right: Double.random(in: 0...30, using: &dice))
    let counts = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
      Int.random(in: 0...40, using: &dice)
    }
    let items = Items(counts, layout, size: Size(300 + Double(seed), 400))
    let (frames, length) = flowed(items, layout)
    expect(items, frames, using: &dice)
    let size = items.collection.contentSize
    #expect(abs((layout.scrollDirection == .vertical ? size.height : size.width) - length) < 1e-6)
  }

  /// Fills lines greedily; a horizontal flow is a vertical one with the axes exchanged.
  private func flowed(_ items: Items, _ layout: CollectionViewFlowLayout) -> (Frames, Double) {
    let turns = layout.scrollDirection == .horizontal
    func turned(_ size: Size) -> Size { turns ? Size(size.height, size.width) : size }
    let item = turned(layout.itemSize)
    let room = turned(items.collection.bounds.size).width
    let inset = layout.sectionInset
    let (left, right) = turns ? (inset.top, inset.bottom) : (inset.left, inset.right)
    let (top, bottom) = turns ? (inset.left, inset.right) : (inset.top, inset.bottom)
    var perLine = 1
    var width = item.width
    while left + right + width + layout.minimumInteritemSpacing + item.width <= room {
      width += layout.minimumInteritemSpacing + item.width
      perLine += 1
    }
    let rest = max(room - left - right - Double(perLine) * item.width, 0)
    let gap = perLine == 1 ? 0 : rest / Double(perLine - 1)
    var frames: Frames = [:]
    var y = 0.0
    for (section, count) in items.counts.enumerated() {
      y += top
      for number in 0..<count {
        let column = number % perLine
        if number > 0, column == 0 { y += item.height + layout.minimumLineSpacing }
        let x = left + (perLine == 1 ? rest / 2 : Double(column) * (item.width + gap))
        let origin = turns ? Point(y, x) : Point(x, y)
        frames[IndexPath(item: number, section: section)] =
          Rect(origin: origin, size: layout.itemSize)
      }
      y += (count > 0 ? item.height : 0) + bottom
    }
    return (frames, y)
  }

  @Test(arguments: 0..<60)
  func `list.views that is a waterfall agrees with placing one item after the other`(seed: Int) {
    var dice = SplitMix64(seed: UInt64(seed))
    let layout = WaterfallLayout()
    layout.columnCount = Int.random(in: 1...6, using: &dice)
    layout.spacing = Double.random(in: 0...20, using: &dice)
    layout.sectionInset = EdgeInsets(
      top: Double.random(in: 0...30, using: &dice), left: Double.random(in: 0...30, using: &dice),
      bottom: Double.random(in: 0...30, using: &dice),
      right: Double.random(in: 0...30, using: &dice))
    let counts = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
      Int.random(in: 0...60, using: &dice)
    }
    let heights = counts.map { count in
      (0..<count).map { _ in Double.random(in: 1...300, using: &dice) }
    }
    let items = Items(counts, layout)
    items.height = { heights[$0.section][$0.item] }
    items.collection.reloadData()
    items.window.layoutIfNeeded()
    let (frames, length) = fallen(items, layout)
    expect(items, frames, using: &dice)
    #expect(abs(items.collection.contentSize.height - length) < 1e-6)
  }

  private func fallen(_ items: Items, _ layout: WaterfallLayout) -> (Frames, Double) {
    let columns = Double(layout.columnCount)
    let inset = layout.sectionInset
    let width = (320 - inset.horizontal - (columns - 1) * layout.spacing) / columns
    var frames: Frames = [:]
    var y = 0.0
    for (section, count) in items.counts.enumerated() {
      var ends = Array(repeating: y + inset.top, count: layout.columnCount)
      var lowest = y + inset.top
      for number in 0..<count {
        let path = IndexPath(item: number, section: section)
        var column = 0
        for other in 1..<max(ends.count, 1) where ends[other] < ends[column] { column = other }
        let height = items.height(path)
        frames[path] = Rect(
          x: inset.left + Double(column) * (width + layout.spacing), y: ends[column], width: width,
          height: height)
        lowest = max(lowest, ends[column] + height)
        ends[column] += height + layout.spacing
      }
      y = lowest + inset.bottom
    }
    return (frames, y)
  }

  private func expect(_ items: Items, _ frames: Frames, using dice: inout SplitMix64) {
    let layout = items.collection.collectionViewLayout
    #expect(items.paths.count == frames.count)
    for path in items.paths {
      guard let found = layout.layoutAttributesForItem(at: path)?.frame, let frame = frames[path]
      else {
        Issue.record("\(path) is missing")
        continue
      }
      #expect((found.origin - frame.origin).length < 1e-6)
      #expect(abs(found.width - frame.width) < 1e-6 && abs(found.height - frame.height) < 1e-6)
      #expect(items.collection.indexPathForItem(at: found.center) == path)
    }
    let size = items.collection.contentSize
    for _ in 0..<20 {
      let area = Rect(
        x: Double.random(in: -100...size.width, using: &dice),
        y: Double.random(in: -100...size.height, using: &dice),
        width: Double.random(in: 0...500, using: &dice),
        height: Double.random(in: 0...500, using: &dice))
      let expected = items.paths.filter {
        layout.layoutAttributesForItem(at: $0)?.frame.intersects(area) ?? false
      }
      let found = (layout.layoutAttributesForElements(in: area) ?? []).map(\.indexPath)
      #expect(found.sorted() == expected)
    }
  }

  @Test func `list.views finds the visible items without visiting all of them`() {
    let layout = WaterfallLayout()
    layout.columnCount = 3
    let items = Items([100_000], layout)
    var asked = 0
    items.height = { path in
      asked += 1
      return 20 + Double(path.item % 7) * 10
    }
    items.collection.reloadData()
    for offset in stride(from: 0.0, to: 1_500_000, by: 30_000) {
      items.collection.setContentOffset(Point(0, offset), animated: false)
      items.window.layoutIfNeeded()
      #expect((10...60).contains(items.collection.visibleCells.count))
    }
    #expect(asked == 100_000, "heights are asked for once")
    #expect(items.made.count <= 80)
  }

  @Test func `list.views accepts any number without trapping`() {
    let hostile = [Double.nan, .infinity, -.infinity, -1, 0, 1e308, 1e-300]
    for value in hostile {
      let flow = CollectionViewFlowLayout()
      flow.minimumInteritemSpacing = value
      flow.minimumLineSpacing = value
      flow.sectionInset = EdgeInsets(top: value, left: value, bottom: value, right: value)
      let flowing = Items([10], flow)
      #expect(flowing.collection.visibleCells.count == 10)
      flow.itemSize = Size(value, value)
      flowing.window.layoutIfNeeded()
      #expect(flowing.collection.contentSize.isFinite)
      let fall = WaterfallLayout()
      fall.spacing = value
      fall.sectionInset = EdgeInsets(top: value, left: value, bottom: value, right: value)
      let falling = Items([10], fall)
      #expect(falling.collection.visibleCells.count == 10)
      falling.height = { _ in value }
      falling.collection.reloadData()
      #expect(falling.collection.visibleCells.isEmpty)
    }
    for count in [Int.min, 0, Int.max] {
      let fall = WaterfallLayout()
      fall.columnCount = count
      #expect(Items([10], fall).collection.contentSize.isFinite)
    }
    let flow = Items([Int.max, Int.min, -1], CollectionViewFlowLayout())
    #expect(flow.collection.contentSize.isFinite)
    flow.collection.scrollToItem(
      at: IndexPath(item: Int.max, section: Int.max), at: .top, animated: false)
    #expect(flow.collection.visibleCells.count == 40)
  }
}
