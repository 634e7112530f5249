package import ScrollEngine
package import ScrollGeometry

/// A scroll view of a stage with its zoomable content, which logs what its overrides answer.
package final class StageScrollView: ScrollView {
  let content = StageContent()
  /// The answers to `touchesShouldBegin` and `touchesShouldCancel` by the view's name.
  package var shouldBegin: [String: Bool] = [:]
  package var shouldCancel: [String: Bool] = [:]
  /// Called with the name of each override that is asked about a view with a name, and with its answer.
  package var didAnswer: ((String, Bool) -> Void)?

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addSubview(content)
  }

  package override func touchesShouldBegin(
    _ touches: Set<Touch>, with event: Event?, in view: View
  ) -> Bool {
    answer("touchesShouldBegin", view, shouldBegin) {
      super.touchesShouldBegin(touches, with: event, in: view)
    }
  }

  package override func touchesShouldCancel(in view: View) -> Bool {
    answer("touchesShouldCancel", view, shouldCancel) { super.touchesShouldCancel(in: view) }
  }

  private func answer(
    _ callback: String, _ view: View, _ answers: [String: Bool], default fallback: () -> Bool
  ) -> Bool {
    guard let name = (view as? any NamedView)?.name else { return fallback() }
    let answer = answers[name] ?? fallback()
    (delegate as? StageDelegate)?.log?.add(
      callback, at: window?.time ?? 0, ["view": .string(name), "answer": .bool(answer)])
    didAnswer?(callback, answer)
    return answer
  }
}

extension ScrollView {
  /// The viewport, in points.
  var viewport: Size {
    get { frame.size }
    set { frame = Rect(origin: frame.origin, size: newValue) }
  }

  /// The size of the content at a zoom scale of 1, in points; the zoom scale is kept.
  package var unscaledContentSize: Size {
    get {
      // A scene may size the content itself, beside the view that zooms.
      let zooming = (self as? StageScrollView)?.content.bounds.size ?? .zero
      return zooming == .zero ? contentSize / zoomScale : zooming
    }
    set {
      let scaled = newValue * zoomScale
      if let content = (self as? StageScrollView)?.content {
        content.bounds = Rect(origin: .zero, size: newValue)
        content.center = Rect(origin: .zero, size: scaled).center
      }
      contentSize = scaled
    }
  }

  var hasRefreshControl: Bool {
    get { refreshControl != nil }
    set { if newValue != hasRefreshControl { refreshControl = newValue ? RefreshControl() : nil } }
  }

  /// A refresh that is in progress, which adds to the inset.
  var isRefreshing: Bool {
    get { refreshControl?.isRefreshing ?? false }
    set {
      if newValue { refreshControl?.beginRefreshing() } else { refreshControl?.endRefreshing() }
    }
  }

  /// The offset that the stage's delegate writes at the next release.
  var requestedTarget: Point? {
    get { (delegate as? StageDelegate)?.requestedTarget }
    set { (delegate as? StageDelegate)?.requestedTarget = newValue }
  }
}

/// The zoomable content: only the views on it can be touched, the rest belongs to the scroll view.
final class StageContent: View {
  /// The views on it can be touched wherever they lie, as if they were the scroll view's own.
  override func point(inside point: Point, with event: Event?) -> Bool { true }

  override func hitTest(_ point: Point, with event: Event?) -> View? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }
}

/// A view with a name for the log.
protocol NamedView: AnyObject {
  var name: String { get }
  var log: CallbackLog? { get }
  var didReceive: ((String) -> Void)? { get }
  var window: Window? { get }
}

extension NamedView {
  func note(_ callback: String) {
    log?.add(callback, at: window?.time ?? 0, ["view": .string(name)])
    didReceive?(callback)
  }
}

/// A view that logs the touches it receives.
package final class StageView: View, NamedView {
  package let name: String
  private(set) weak var log: CallbackLog?
  /// Called with the name of each method that receives a touch.
  package var didReceive: ((String) -> Void)?

  package init(_ name: String, frame: Rect, log: CallbackLog?) {
    self.name = name
    self.log = log
    super.init(frame: frame)
  }

  package override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    note("touchesBegan")
  }
  package override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    note("touchesMoved")
  }
  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    note("touchesEnded")
  }
  package override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    note("touchesCancelled")
  }
}

/// A control that logs the touches it receives.
package final class StageControl: Control, NamedView {
  package let name: String
  private(set) weak var log: CallbackLog?
  /// Called with the name of each method that receives a touch.
  package var didReceive: ((String) -> Void)?

  package init(_ name: String, frame: Rect, log: CallbackLog?) {
    self.name = name
    self.log = log
    super.init(frame: frame)
  }

  package override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    note("touchesBegan")
    super.touchesBegan(touches, with: event)
  }
  package override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    note("touchesMoved")
    super.touchesMoved(touches, with: event)
  }
  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    note("touchesEnded")
    super.touchesEnded(touches, with: event)
  }
  package override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    note("touchesCancelled")
    super.touchesCancelled(touches, with: event)
  }
}
