import FlickInC
import Glibc
import ScrollEngine
import ScrollLists

// Uses ScrollEngine and ScrollLists through their public interface; prints what is wrong and exits with 1.

/// Counts the expectations that fail.
final class Expectations {
  private(set) var failures = 0

  func callAsFunction(_ isTrue: Bool, _ sentence: String) {
    guard !isTrue else { return }
    failures += 1
    print("client: expected that \(sentence)")
  }
}

/// A window whose clock the program drives at 60 Hz.
final class Screen {
  let window: Window
  private var time = 0.0

  init(_ view: View) {
    window = Window(frame: Rect(origin: .zero, size: view.frame.size))
    window.addSubview(view)
    window.advance(to: 0)
  }

  func touch(_ phase: TouchEvent.Phase, _ location: Point) {
    window.send(.touch(TouchEvent(id: 0, phase: phase, location: location, timestamp: time)))
  }

  func tap(_ location: Point) {
    touch(.began, location)
    touch(.ended, location)
  }

  func flick(from start: Point, by translation: Point) {
    touch(.began, start)
    for step in 1...6 {
      time += 1.0 / 60
      touch(.moved, start + translation * (Double(step) / 6))
    }
    touch(.ended, start + translation)
  }

  func runUntilIdle() {
    while window.needsAdvance {
      time += 1.0 / 60
      window.advance(to: time)
    }
  }
}

/// The same flick in Swift and in a C target comes to rest at the same offset.
func useC(_ expect: Expectations) {
  let scrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 402, height: 874))
  let screen = Screen(scrollView)
  scrollView.contentSize = Size(width: 402, height: 6000)
  for (time, y) in [(0.0, 600.0), (0.02, 580), (0.04, 520), (0.06, 430)] {
    screen.window.send(
      .touch(
        TouchEvent(
          id: 0, phase: time == 0 ? .began : .moved, location: Point(200, y), timestamp: time)))
  }
  screen.window.send(
    .touch(TouchEvent(id: 0, phase: .ended, location: Point(200, 430), timestamp: 0.06)))
  expect(scrollView.restingOffset.y > 500, "a flick scrolls")
  expect(
    flick_in_c() == scrollView.restingOffset.y, "a flick in C comes to rest where it does in Swift")
}

func useScrollView(_ expect: Expectations) {
  let timeline = TimelineView(frame: Rect(x: 0, y: 0, width: 400, height: 300))
  let delegate = TimelineDelegate()
  let screen = Screen(timeline)
  timeline.delegate = delegate
  timeline.columnCount = 1_000
  timeline.contentInset = EdgeInsets(top: 0, left: 10, bottom: 0, right: 10)
  expect(timeline.insetChanges == 1, "the override of adjustedContentInsetDidChange() is called")
  screen.flick(from: Point(350, 10), by: Point(-200, 0))
  expect(timeline.phase == .idle, "touches refused by the subclass do not scroll")
  screen.flick(from: Point(350, 150), by: Point(-200, 0))
  expect(timeline.isDecelerating, "a flick decelerates")
  screen.runUntilIdle()
  expect(timeline.contentOffset.x > 200, "a flick scrolls farther than the finger moved")
  expect(
    timeline.contentOffset.x.truncatingRemainder(dividingBy: 100) == 0,
    "the content rests where the delegate asked")
  expect(
    timeline.offsets.last == timeline.contentOffset.x, "overrides of contentOffset see scrolling")
  expect(timeline.columns.count <= 6, "layoutSubviews() keeps the visible columns only")
  expect(
    delegate.calls == [
      "willBeginDragging", "willEndDragging", "didEndDragging", "didEndDecelerating",
    ], "the delegate is called in order")
}

func useTable(_ expect: Expectations) {
  let table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 460))
  let contacts = Contacts()
  let screen = Screen(table)
  table.register(ContactCell.self, forCellReuseIdentifier: "contact")
  table.dataSource = contacts
  table.delegate = contacts
  screen.window.layoutIfNeeded()
  expect(table.visibleCells.count == 11, "as many cells are made as fit")
  screen.tap(Point(100, 50))
  expect(contacts.selected == [IndexPath(row: 1, section: 0)], "a tap selects a row")
  screen.tap(Point(312, 230))
  expect(table.contentOffset.y == 13 * 44_000, "a tap on the section index jumps to its section")
  screen.flick(from: Point(100, 400), by: Point(0, -300))
  screen.runUntilIdle()
  let first = table.visibleCells.first as? ContactCell
  expect(first?.name == table.indexPathsForVisibleRows?.first?.description, "cells are reused")
}

func useCollection(_ expect: Expectations) {
  let layout = DiagonalLayout()
  let tiles = Tiles()
  let collection = CollectionView(
    frame: Rect(x: 0, y: 0, width: 200, height: 200), collectionViewLayout: layout)
  collection.register(CollectionViewCell.self, forCellWithReuseIdentifier: "tile")
  collection.dataSource = tiles
  collection.layoutIfNeeded()
  expect(collection.indexPathsForVisibleItems.count == 4, "a layout of one's own is used")
  collection.setContentOffset(Point(500, 500), animated: true)
  for frame in 0...30 { collection.advance(to: Double(frame) / 60) }
  expect(collection.contentOffset == Point(500, 500), "a view without a window has its own time")
  expect(
    collection.indexPathsForVisibleItems.first == IndexPath(item: 10, section: 0),
    "scrolling shows other items")
}

let expect = Expectations()
useC(expect)
useScrollView(expect)
useTable(expect)
useCollection(expect)
exit(expect.failures == 0 ? 0 : 1)
