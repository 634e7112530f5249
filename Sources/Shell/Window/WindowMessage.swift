/// What a window says for some seconds, over whatever page it shows.
package final class WindowMessage {
  /// How long a message is shown, in seconds. [C]
  package static let duration = 4.0

  private struct Shown {
    let text: String
    let duration: Double
    /// When it is removed, in seconds of the host; one that cannot have been seen yet has no end.
    var end: Double?
    let isCurrent: () -> Bool
  }

  private var shown: Shown?
  /// Called when there is something else to show.
  package var didChange: () -> Void = {}

  package init() {}

  /// The text to show; `nil` for none.
  package var text: String? { shown.flatMap { $0.isCurrent() ? $0.text : nil } }

  /// Shows a message for some seconds, at most as long as a condition holds.
  package func show(
    _ text: String, for duration: Double = duration,
    while isCurrent: @escaping () -> Bool = { true }
  ) {
    shown = Shown(text: text, duration: duration, isCurrent: isCurrent)
    didChange()
  }

  /// Removes the message, where what it advises has been done.
  package func dismiss() {
    guard shown != nil else { return }
    shown = nil
    didChange()
  }

  /// The next call of ``update(at:)``, in seconds of the host; one that has just been shown gets its end then.
  package var deadline: Double? { shown.map { $0.end ?? 0 } }

  /// Removes a message whose time is up.
  package func update(at now: Double) {
    guard let message = shown else { return }
    let end = message.end ?? now + message.duration
    shown?.end = end
    if now >= end || !message.isCurrent() { dismiss() }
  }
}
