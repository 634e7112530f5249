import Glibc
import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import OverscrollThreads
import ScrollEngine
import ScrollGeometry
import Synchronization

/// A field over the picture, and what its text is for.
struct FieldControl {
  /// What the text is for.
  enum Purpose: Hashable {
    /// A path to open.
    case open
    /// A place to go to.
    case goTo
  }

  let panel: FieldPanel
  let purpose: Purpose
}

/// The files that a person has chosen in the desktop's dialog, which another thread waits for.
final class ChosenFiles: Sendable {
  private let outcome = Mutex<FileChooser.Outcome?>(nil)

  /// Shows the dialog; `didFinish` is called on another thread once it is closed.
  func choose(
    _ purpose: FileChooser.Purpose, window: UInt, folder: FilePath?,
    didFinish: @escaping @Sendable () -> Void
  ) {
    let isStarted = BackgroundThread.start {
      let outcome = FileChooser.choose(
        purpose, types: ImageFormat.mediaTypes, window: window, folder: folder)
      self.outcome.withLock { $0 = outcome }
      didFinish()
    }
    if !isStarted { outcome.withLock { $0 = .unavailable } }
  }

  /// Returns what was chosen, once.
  func take() -> FileChooser.Outcome? {
    outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
  }
}

// Opening files by the desktop's dialog, or by a field where there is none.
extension Viewer {
  /// Lets a person choose files or folders.
  func chooseFiles(_ purpose: FileChooser.Purpose) {
    guard album != nil else { return show("This window shows one picture.") }
    let waker = waker
    let folder = content.file.flatMap(\.absolute)?.folder
    chosenFiles.choose(purpose, window: window.identifier, folder: folder) { waker.wake() }
  }

  /// Opens the files that were chosen.
  func takeChosen() {
    switch chosenFiles.take() {
    case .chosen(let paths): if !paths.isEmpty { openPaths(paths) }
    case .unavailable:
      let folder = content.file.flatMap(\.absolute)?.folder.description
      showField(.open, text: folder.map { $0 == "/" ? $0 : $0 + "/" } ?? "")
    case nil: break
    }
  }

}

// MARK: - The field

extension Viewer {
  /// Shows a field to type into.
  func showField(_ purpose: FieldControl.Purpose, text: String = "") {
    let label = purpose == .open ? "Open" : "Go to"
    let panel = FieldPanel(label: label, text: text, scale: view.scale)
    if purpose == .open { panel.text = text }
    panel.window.pasteboard = DesktopPasteboard(window, observer: nil)
    field = FieldControl(panel: panel, purpose: purpose)
    window.acceptsText = true
    redraw.reasons.insert(.content)
  }

  /// Removes the field; returns whether there was one.
  @discardableResult
  func hideField() -> Bool {
    guard field != nil else { return false }
    field = nil
    window.acceptsText = false
    redraw.reasons.insert(.content)
    return true
  }

  /// How the field looks.
  var fieldPlate: FieldPlate? { field?.panel.plate(in: contentSize) }

  /// Handles a key while a field is shown; returns `false` for keys that remain commands.
  func handleInField(_ key: OverscrollDesktop.Event.Key) -> Bool {
    guard let field, !Self.isCommand(key) else { return false }
    guard key.action != .released else { return true }
    switch key.name {
    case "Escape": hideField()
    case "Return", "KP_Enter": accept(field)
    case "Tab":
      if field.purpose == .open { field.panel.text = TypedPath.completed(field.panel.text) }
    default: field.panel.send(.key(EventTranslation.key(key)))
    }
    redraw.reasons.insert(.content)
    return true
  }

  /// Function keys and Ctrl+Q mean the same while text is typed.
  private static func isCommand(_ key: OverscrollDesktop.Event.Key) -> Bool {
    key.isFunctionKey || key.name == "q" && key.modifiers == .control
  }

  /// Handles text that was typed, composed or pasted.
  func type(_ event: OverscrollDesktop.Event) {
    guard let field, case .text(let text) = event else { return }
    if case .notPasted(let sentence) = text.content {
      field.panel.problem = sentence
    } else if let event = translation.translate(event) {
      field.panel.send(event)
    }
    redraw.reasons.insert(.content)
    guard let plate = fieldPlate else { return }
    let corner = plate.corner(in: contentSize, scale: view.scale)
    let caret = field.panel.caretInPanel * view.scale
    window.setTextSpot(
      x: PixelRect.rounded(corner.x + caret.minX), y: PixelRect.rounded(corner.y + caret.maxY))
  }

  private func accept(_ field: FieldControl) {
    let text = field.panel.text
    switch field.purpose {
    case .open:
      guard let path = TypedPath.path(text) else {
        field.panel.problem = TypedPath.problem(text)
        return
      }
      guard FileStatus(of: path) != nil else {
        field.panel.problem = "There is no such file or folder."
        return
      }
      hideField()
      openPaths([path])
    case .goTo:
      do throws(GoTo.Problem) {
        let names = album?.album.entries.map { $0.name.lastComponent.description } ?? []
        let place = try GoTo(text, names: names, size: picture.info.size)
        hideField()
        go(to: place)
      } catch {
        field.panel.problem = error.sentence
      }
    }
  }

  private func go(to place: GoTo) {
    switch place {
    case .picture(let index):
      hideOverview()
      if index != album?.album.position { go(.to(index)) }
    case .pixel(let pixel, let scale):
      hideOverview()
      view.show(
        pixel, scale: scale, at: MonotonicClock.now, animated: options.animations == .on)
    }
  }
}
