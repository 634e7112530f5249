import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Observing properties` {
  @Test func `reports old and new values until the observation ends`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(100, 1000)
    var changes: [[Double]] = []
    var observation: KeyValueObservation? = view.observe(
      \.contentOffset, options: [.old, .new]
    ) { _, change in
      changes.append([change.oldValue?.y ?? -1, change.newValue?.y ?? -1])
    }
    view.contentOffset.y = 10
    view.contentOffset.y = 10
    view.setContentOffset(Point(0, 30), animated: false)
    #expect(changes == [[0, 10], [10, 30]])
    observation?.invalidate()
    view.contentOffset.y = 50
    observation = nil
    view.contentOffset.y = 60
    #expect(changes.count == 2)
  }

  @Test func `comes before the delegate is called`() {
    final class Listener: ScrollViewDelegate {
      var order: [String] = []
      func scrollViewDidScroll(_ scrollView: ScrollView) { order.append("delegate") }
    }
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(100, 1000)
    let listener = Listener()
    view.delegate = listener
    let observation = view.observe(\.contentOffset) { _, _ in listener.order.append("observer") }
    view.contentOffset.y = 10
    #expect(listener.order == ["observer", "delegate"])
    observation.invalidate()
  }

  @Test func `works for sizes, insets, bounds, opacity and windows`() {
    let view = ScrollView()
    var names: [String] = []
    let observations = [
      view.observe(\.contentSize) { _, _ in names.append("size") },
      view.observe(\.contentInset) { _, _ in names.append("inset") },
      view.observe(\.bounds) { _, _ in names.append("bounds") },
      view.observe(\.alpha) { _, _ in names.append("alpha") },
      view.observe(\.window) { _, _ in names.append("window") },
    ]
    view.contentSize = Size(10, 10)
    view.contentInset = EdgeInsets(top: 0, left: 0, bottom: 5, right: 0)
    view.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    view.alpha = 0.5
    let window = Window(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    #expect(names == ["size", "inset", "bounds", "alpha", "window"])
    for observation in observations { observation.invalidate() }
  }

  @Test func `by name calls the observer`() {
    final class Observer: View {
      var seen: [Double] = []
      override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [KeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        if let offset = change?[.newKey] as? Point { seen.append(offset.y) }
      }
    }
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let observer = Observer()
    view.addObserver(
      observer, forKeyPath: "contentOffset", options: [.new, .initial], context: nil)
    view.contentOffset.y = 7
    view.removeObserver(observer, forKeyPath: "contentOffset")
    view.contentOffset.y = 8
    #expect(observer.seen == [0, 7])
  }
}
