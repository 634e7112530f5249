internal import CX11
package import OverscrollHost

extension DesktopWindow {
  /// Offers text to other programs through the clipboard, as long as this one runs; returns whether the server agreed.
  @discardableResult
  package func copyText(_ text: String) -> Bool { copy(ClipboardContents(text: text)) }

  /// Offers contents to other programs through the clipboard; returns whether the server agreed.
  @discardableResult
  package func copy(_ contents: ClipboardContents) -> Bool {
    guard connection.isAlive else { return false }
    return exchange.clipboard.own(contents, time: textInput.latestTime) { [weak self] in
      self?.exchange.clipboard.pictureIsMade($0, ownedSince: $1)
    }
  }

  /// Begins to hand the clipboard's contents to a clipboard manager, since the program is about to exit.
  ///
  /// ``Input/clipboardHandedOver`` follows within a second, until when the loop has to run.
  ///
  /// - Returns: The longest time that it takes, in seconds; `nil` where there is nothing to hand over, or no manager.
  package func beginClipboardHandover() -> Double? {
    guard connection.isAlive, let owned = exchange.clipboard.owned else { return nil }
    return exchange.handover.begin(
      exchange.clipboard.types, time: owned.time, now: MonotonicClock.now)
  }

  /// Asks for the text of the clipboard, which arrives as ``Input/text(_:)``.
  package func requestText() {
    guard connection.isAlive else { return }
    exchange.pasted.requestText(time: textInput.latestTime, now: MonotonicClock.now)
  }

  /// Asks for the files or the picture on the clipboard, which arrive as ``Input/received(_:)``.
  package func requestFiles() {
    guard connection.isAlive else { return }
    exchange.pasted.requestFiles(time: textInput.latestTime, now: MonotonicClock.now)
  }
}
