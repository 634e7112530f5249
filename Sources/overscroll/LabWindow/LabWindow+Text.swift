import OverscrollDesktop
import OverscrollLab
import OverscrollPanels
import ScrollEngine
import ScrollGeometry

/// The desktop's clipboard, for the engine's text fields and text views.
final class DesktopPasteboard: Pasteboard {
  private weak var window: DesktopWindow?
  /// A clipboard that is notified of copies too, such as that of a scene that shows them.
  private let observer: (any Pasteboard)?

  init(_ window: DesktopWindow, observer: (any Pasteboard)?) {
    self.window = window
    self.observer = observer
  }

  func setString(_ string: String) {
    window?.copyText(string)
    observer?.setString(string)
  }

  func requestString() {
    window?.requestText()
  }
}

extension LabWindow {
  /// The part of the window in which text is being typed: a panel, or else the content whose first responder takes text.
  private var textTarget: Target? {
    if let area = shownPanels.first(where: { $0.value.isTyping })?.key { return .panel(area) }
    return content.engineWindow?.textInput == nil ? nil : .content
  }

  /// Sends text to where it is being typed, or says why nothing was pasted.
  func sendText(_ event: OverscrollDesktop.Event) {
    if case .text(let text) = event, case .notPasted(let why) = text.content {
      return content.show(why)
    }
    guard let target = textTarget, let event = translation.translate(event) else { return }
    send(event, to: target)
  }

  /// Sends a key to the first responder of the content that takes text; returns `false` for keys that remain commands of the
  /// window.
  func sendToText(_ key: OverscrollDesktop.Event.Key) -> Bool {
    guard !Self.isCommand(key), textTarget == .content else { return false }
    guard key.action != .released else { return true }
    send(.key(EventTranslation.key(key)), to: .content)
    return true
  }

  /// Lets the input method and the clipboard follow the first responder.
  func updateTextInput() {
    window.acceptsText = textTarget != nil
    guard textTarget == .content, let engine = content.engineWindow, let input = engine.textInput
    else { return }
    if !(engine.pasteboard is DesktopPasteboard) {
      engine.pasteboard = DesktopPasteboard(window, observer: engine.pasteboard)
    }
    let caret = input.convert(input.caretRect(for: input.selectedRange.upperBound), to: engine)
    let place = locationInWindow(Point(caret.minX, caret.maxY), of: .content) * scale
    window.setTextSpot(x: PixelRect.rounded(place.x), y: PixelRect.rounded(place.y))
  }

  /// Keys that mean the same while text is edited: function keys, Tab, and Ctrl+Q.
  private static func isCommand(_ key: OverscrollDesktop.Event.Key) -> Bool {
    if key.name == "q", key.modifiers.contains(.control) { return true }
    return key.isFunctionKey || key.name.hasSuffix("Tab")
  }
}
