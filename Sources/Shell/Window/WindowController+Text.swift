package import OverscrollHost
package import ScrollEngine
import ScrollGeometry

/// The desktop's clipboard, for the engine's text fields and text views.
package final class HostPasteboard: Pasteboard {
  private weak var host: (any Host)?
  /// A clipboard that is notified of copies too, such as that of a scene that shows them.
  private let observer: (any Pasteboard)?

  package init(_ host: any Host, observer: (any Pasteboard)?) {
    self.host = host
    self.observer = observer
  }

  package func setString(_ string: String) {
    host?.copyText(string)
    observer?.setString(string)
  }

  package func requestString() {
    host?.perform(.pasteText)
  }
}

extension WindowController {
  /// The part of the window in which text is being typed: the panel that has the focus, or where none has it, the content whose first
  /// responder takes text.
  var textRegion: WindowRegion? {
    if let (area, panel) = focusedPanel { return panel.isTyping ? .panel(area) : nil }
    return page.traits.engineWindow?.textInput == nil ? nil : .content
  }

  /// Sends text to where it is being typed, or says why nothing was pasted.
  func sendText(_ event: Input) {
    if commands.isShown, commands.type(event) {
      drawing.needsContent = true
      return
    }
    let region = textRegion
    if region == nil || region == .content, page.type(event) { return }
    if case .text(let text) = event, case .notPasted(let why) = text.content {
      return message.show(why)
    }
    guard let region, let event = input.translation.translate(event) else { return }
    send(event, to: region)
  }

  /// Sends a key to the first responder of the content that takes text; returns `false` for keys that remain commands.
  func sendToText(_ key: Input.Key) -> Bool {
    guard !commands.isShown, !Self.isCommand(key), textRegion == .content else { return false }
    guard key.action != .released else { return true }
    send(.key(EventTranslation.key(key)), to: .content)
    return true
  }

  /// Lets the input method and the clipboard follow the first responder.
  func updateTextInput() {
    let region = textRegion
    host.perform(.acceptText(region != nil || page.traits.isTyping || commands.isShown))
    guard region == .content, let engine = page.traits.engineWindow, let field = engine.textInput
    else {
      return
    }
    if !(engine.pasteboard is HostPasteboard) {
      engine.pasteboard = HostPasteboard(host, observer: engine.pasteboard)
    }
    let caret = field.convert(field.caretRect(for: field.selectedRange.upperBound), to: engine)
    let corner = Point(caret.minX, caret.maxY) * layout.viewportScale + layout.viewport.origin
    host.perform(
      .textSpot(
        x: PixelRect.rounded(corner.x * scale), y: PixelRect.rounded(corner.y * scale)))
  }

  /// Keys that mean the same while text is edited: function keys, Tab, and Ctrl+Q.
  private static func isCommand(_ key: Input.Key) -> Bool {
    if key.name == "q", key.modifiers.contains(.control) { return true }
    return key.isFunctionKey || key.name.hasSuffix("Tab")
  }
}
