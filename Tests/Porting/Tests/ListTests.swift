import Testing
import UIKitNames

@testable import Programs

@Suite struct `Lists, ported from UIKit` {
  @Test func `a carousel in a table scrolls on its own, snaps, and selects`() throws {
    let program = CarouselsViewController()
    let finger = Finger(on: program.view)
    finger.wait(0.1)
    let row = IndexPath(row: 0, section: 0)
    let cell = try #require(program.tableView.cellForRow(at: row) as? CarouselCell)
    finger.drag(from: (280, 80), by: (-170, 0))
    finger.settle()
    let offset = cell.collectionView.contentOffset.x
    #expect(offset > 0)
    #expect(offset.truncatingRemainder(dividingBy: 210) == 0, "\(offset)")
    #expect(program.tableView.contentOffset.y == 0)
    finger.tap(60, 80)
    finger.settle()
    #expect(program.selection?.row == 0)
    #expect(program.selection?.item == Int(offset / 210))
    finger.drag(from: (160, 400), by: (0, -300), resting: true)
    finger.settle()
    #expect(program.tableView.contentOffset.y == 290)
    #expect(cell.collectionView.contentOffset.x == offset)
  }

  @Test(arguments: UITableViewCell.CellStyle.allCases)
  func `a cell has a second text unless its style is the default`(
    style: UITableViewCell.CellStyle
  ) throws {
    let cell = UITableViewCell(style: style, reuseIdentifier: nil)
    let text = try #require(cell.textLabel)
    #expect((cell.detailTextLabel == nil) == (style == .default))
    let texts = [text] + [cell.detailTextLabel].compactMap { $0 }
    // In the content, and no others beside them.
    #expect(cell.contentView.subviews.count == texts.count)
    for label in texts { #expect(cell.contentView.subviews.contains { $0 === label }) }
  }

  @Test func `a chat stays at the bottom, grows, and loads earlier messages in place`() {
    let chat = ChatViewController()
    let finger = Finger(on: chat.view)
    finger.settle()
    let table = chat.tableView
    #expect(abs(table.contentOffset.y - (table.contentSize.height - 480)) < 1)
    chat.send(String(repeating: "long message ", count: 10))
    finger.settle()
    let last = IndexPath(row: 30, section: 0)
    #expect(table.cellForRow(at: last) != nil)
    #expect(table.rectForRow(at: last).height == 124)
    #expect(abs(table.contentOffset.y - (table.contentSize.height - 480)) < 1)
    chat.delete(at: 30)
    finger.settle()
    #expect(table.numberOfRows(inSection: 0) == 30)
    table.setContentOffset(CGPoint(x: 0, y: 200), animated: false)
    finger.wait(0.1)
    let row = table.indexPathForRow(at: CGPoint(x: 10, y: 250))
    let height = table.contentSize.height
    chat.loadEarlier()
    finger.wait(0.1)
    #expect(chat.messages.count == 40)
    let moved = table.contentSize.height - height
    #expect(table.contentOffset.y == 200 + moved)
    let now = table.indexPathForRow(at: CGPoint(x: 10, y: 250 + moved))
    #expect(now?.row == (row?.row ?? 0) + 10)
  }

  @Test func `a layout of columns places photos, and batch updates move them`() throws {
    let program = PhotosViewController()
    let finger = Finger(on: program.view)
    finger.wait(0.1)
    let collection = program.collectionView
    let first = IndexPath(item: 0, section: 0)
    let cell = try #require(collection.cellForItem(at: first) as? PhotoCell)
    #expect(cell.frame == CGRect(x: 6, y: 6, width: 132, height: 100))
    #expect(cell.photoHeight == 100)
    #expect(program.displayed.contains(0))
    let second = collection.cellForItem(at: IndexPath(item: 1, section: 0))
    var isFinished: Bool?
    program.replace { isFinished = $0 }
    #expect(isFinished == nil)
    finger.settle()
    #expect(isFinished == true)
    #expect(collection.numberOfItems(inSection: 0) == 12)
    #expect(collection.cellForItem(at: first) === second)
    program.shuffle()
    finger.settle()
    #expect(program.photos.last == 1)
    #expect(collection.numberOfItems(inSection: 0) == 12)
  }

  @Test func `a grid with sticky headers takes the place of the columns`() throws {
    let program = PhotosViewController()
    let finger = Finger(on: program.view)
    finger.wait(0.1)
    program.showGrid(animated: true)
    finger.settle()
    let collection = program.collectionView
    let header = collection.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0))
    #expect((header as? PhotoHeaderView)?.title.text == "Section 0")
    #expect(collection.cellForItem(at: IndexPath(item: 0, section: 0))?.frame.size.width == 80)
  }
}
