import Testing
import UIKitNames

@testable import Programs

@Suite struct `Headers and refreshing, ported from UIKit` {
  @Test func `a header stretches when pulled and fades when scrolled away`() {
    let program = StretchyHeaderViewController()
    let finger = Finger(on: program.view)
    finger.wait(0.1)
    #expect(program.headerView.frame == CGRect(x: 0, y: -200, width: 320, height: 200))
    finger.drag(from: (160, 250), by: (0, 100), resting: true, lifts: false)
    #expect(program.headerView.frame.height > 230)
    #expect(program.headerView.frame.minY == program.tableView.contentOffset.y)
    finger.touch(.ended, 160, 350)
    finger.settle()
    #expect(program.headerView.frame.height == 200)
    finger.drag(from: (160, 400), by: (0, -146), resting: true)
    finger.settle()
    #expect(abs(program.headerView.alpha - 0) < 0.01)
  }

  @Test func `tabs stick to the top and come loose again`() {
    let tabs = StickyTabsView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let listener = Listener()
    tabs.tabsDelegate = listener
    let finger = Finger(on: tabs)
    finger.wait(0.1)
    finger.drag(from: (160, 400), by: (0, -300), resting: true)
    finger.settle()
    #expect(tabs.contentOffset.y == 290)
    #expect(tabs.tabBar.frame.minY == 290)
    #expect(tabs.subviews.last === tabs.tabBar)
    finger.drag(from: (160, 100), by: (0, 300), resting: true)
    finger.settle()
    #expect(tabs.tabBar.frame.minY == 150)
    #expect(listener.changes == [true, false])
    #expect(tabs.viewWithTag(105)?.frame.minY == 494)
  }

  private final class Listener: NSObject, StickyTabsDelegate {
    var changes: [Bool] = []
    func stickyTabs(_ tabs: StickyTabsView, didStick isStuck: Bool) { changes.append(isStuck) }
  }

  @Test func `a refresh control calls its target, and the table shows the new row`() {
    let program = RefreshingTableViewController()
    let finger = Finger(on: program.view)
    finger.drag(from: (160, 50), by: (0, 400), resting: true, lifts: false)
    #expect(program.refreshes == 1)
    #expect(program.refreshControl.isRefreshing)
    finger.touch(.ended, 160, 450)
    finger.settle()
    #expect(!program.refreshControl.isRefreshing)
    #expect(program.tableView.numberOfRows(inSection: 0) == 4)
    let cell = program.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) as? TitleCell
    #expect(cell?.titleLabel.text == "New")
    #expect(cell?.titleLabel.frame.minX == 16)
    #expect(program.tableView.contentOffset.y == 0)
  }

  @Test func `a view that observes the offset holds the content down while it loads`() {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    scrollView.contentSize = CGSize(width: 320, height: 1000)
    var loads = 0
    let pull = scrollView.addPullToRefresh { loads += 1 }
    let finger = Finger(on: scrollView)
    finger.drag(from: (160, 50), by: (0, 300), resting: true, lifts: false)
    #expect(pull.state == .triggered)
    #expect(pull.arrow.transform != .identity)
    finger.touch(.ended, 160, 350)
    finger.settle()
    #expect(pull.state == .loading)
    #expect(loads == 1)
    #expect(scrollView.contentOffset.y == -60)
    pull.stopLoading()
    #expect(scrollView.contentInset.top == 0, "properties change at once")
    finger.settle()
    #expect(pull.state == .stopped)
    #expect(scrollView.contentOffset.y == 0)
  }
}
