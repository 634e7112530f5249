import Formatting
import Geometry
package import ScrollEngine

/// A scroll view of a stage with its zoomable content, which logs its callbacks.
package final class StageScrollView: ScrollView {
  /// The name by which scripts address it; `nil` for the main one.
  let name: String?
  let content = StageContent()
  /// The offset that the delegate writes at the next release.
  var requestedTarget: Point?
  /// The log of callbacks; `nil` while the stage is being set up.
  weak var log: CallbackLog?
  /// The answers to `touchesShouldBegin` and `touchesShouldCancel` by the view's name.
  var shouldBegin: [String: Bool] = [:]
  var shouldCancel: [String: Bool] = [:]
  /// Resizes the window with the main scroll view.
  var didResize: ((Size) -> Void)?

  init(name: String? = nil) {
    self.name = name
    super.init()
    addSubview(content)
    delegate = self
    unscaledContentSize = Script.Header.defaultSize
  }

  /// The viewport, in points.
  var viewport: Size {
    get { frame.size }
    set {
      frame = Rect(origin: frame.origin, size: newValue)
      didResize?(newValue)
    }
  }

  /// The size of the content at a zoom scale of 1, in points; the zoom scale is kept.
  var unscaledContentSize: Size {
    get { content.bounds.size }
    set {
      content.bounds = Rect(origin: .zero, size: newValue)
      let scaled = newValue * zoomScale
      content.center = Rect(origin: .zero, size: scaled).center
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
    log?.add(callback, at: window?.time ?? 0, ["view": .string(name), "answer": .bool(answer)])
    return answer
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
  var window: Window? { get }
}

extension NamedView {
  func note(_ callback: String) {
    log?.add(callback, at: window?.time ?? 0, ["view": .string(name)])
  }
}

/// A view on the content that logs the touches it receives.
final class StageView: View, NamedView {
  private(set) var name = ""
  private(set) var log: CallbackLog?

  convenience init(_ subview: Script.Subview, log: CallbackLog?) {
    self.init(frame: subview.frame)
    name = subview.name
    self.log = log
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note("touchesBegan") }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { note("touchesMoved") }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { note("touchesEnded") }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    note("touchesCancelled")
  }
}

/// A control on the content that logs the touches it receives.
final class StageControl: Control, NamedView {
  private(set) var name = ""
  private(set) var log: CallbackLog?

  convenience init(_ subview: Script.Subview, log: CallbackLog?) {
    self.init(frame: subview.frame)
    name = subview.name
    self.log = log
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    note("touchesBegan")
    super.touchesBegan(touches, with: event)
  }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    note("touchesMoved")
    super.touchesMoved(touches, with: event)
  }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    note("touchesEnded")
    super.touchesEnded(touches, with: event)
  }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    note("touchesCancelled")
    super.touchesCancelled(touches, with: event)
  }
}
