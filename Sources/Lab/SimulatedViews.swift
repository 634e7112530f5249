import Formatting
import Geometry
import ScrollEngine

/// The scroll view of a simulation, which logs the methods that it overrides.
final class SimulatedScrollView: ScrollView {
  var log: CallbackLog?

  override func touchesShouldBegin(
    _ touches: Set<Touch>, with event: Event?, in view: View
  ) -> Bool {
    let answer = super.touchesShouldBegin(touches, with: event, in: view)
    note("touchesShouldBegin", view, answer)
    return answer
  }

  override func touchesShouldCancel(in view: View) -> Bool {
    let answer = super.touchesShouldCancel(in: view)
    note("touchesShouldCancel", view, answer)
    return answer
  }

  private func note(_ callback: String, _ view: View, _ answer: Bool) {
    guard let name = (view as? any NamedView)?.name else { return }
    log?.add(
      callback, at: window?.time ?? 0, ["view": .string(name), "answer": .bool(answer)])
  }
}

/// The content view of a simulation, which receives no touches itself; its subviews do.
final class SimulatedContent: View {
  /// Subviews outside the bounds receive touches too.
  override func point(inside point: Point, with event: Event?) -> Bool { true }

  override func hitTest(_ point: Point, with event: Event?) -> View? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }
}

/// A view with a name from a script.
protocol NamedView: View {
  var name: String { get }
  var log: CallbackLog? { get }
}

extension NamedView {
  func note(_ callback: String) {
    log?.add(callback, at: window?.time ?? 0, ["view": .string(name)])
  }
}

/// A view in the content that logs its touches.
final class SimulatedView: View, NamedView {
  let name: String
  let log: CallbackLog?

  init(_ subview: Script.Subview, log: CallbackLog?) {
    name = subview.name
    self.log = log
    super.init(frame: subview.frame)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note("touchesBegan") }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { note("touchesMoved") }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { note("touchesEnded") }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    note("touchesCancelled")
  }
}

/// A control in the content that logs its touches.
final class SimulatedControl: Control, NamedView {
  let name: String
  let log: CallbackLog?

  init(_ subview: Script.Subview, log: CallbackLog?) {
    name = subview.name
    self.log = log
    super.init(frame: subview.frame)
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
