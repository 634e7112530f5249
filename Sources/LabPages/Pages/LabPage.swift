import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import OverscrollShell
import ScrollEngine

/// A page of the lab, whose keys are commands of the lab.
protocol LabPage: SurfacePage {
  /// What surrounds the page in its window.
  var frame: LabPageFrame { get set }

  /// What the window says.
  var message: WindowMessage { get }

  /// The state that frame statistics show, and the frames of the window; `nil` where there are none to show.
  var statistics: (sample: Trace.Sample, frames: FrameReadings)? { get }

  /// Handles a key before commands do; returns `false` for a key that means nothing to the content.
  func handleKey(_ key: Input.Key) -> Bool

  /// Carries out a command, at a time of the desktop; those of other kinds of pages do nothing.
  func perform(_ command: LabCommand, at time: Double)
}

/// What the window of a page adds to it: a QA session adds its bar, the list of scenes the way back.
struct LabPageFrame {
  var title: String
  var keys: CommandTable<LabCommand>
  /// True if frame statistics are shown.
  var showsHUD = false
  /// Further panels by their places.
  var panels: [DockLayout.Area: any Panel] = [:]
  /// Carries out a command that the page does not know; `nil` for one that is the page's.
  var perform: (LabCommand) -> KeyResult? = { _ in nil }
  /// Called when another thread has woken the window, after the page.
  var didWakeUp: () -> Void = {}
}

extension LabPage {
  var title: String { frame.title }
  var commands: [CommandItem] { frame.keys.items { $0.isListed } }
  var statistics: (sample: Trace.Sample, frames: FrameReadings)? { nil }
  func handleKey(_ key: Input.Key) -> Bool { false }
  func show(_ text: String) { message.show(text) }

  func handle(_ key: Input.Key) -> KeyResult {
    guard key.action != .released, !handleKey(key) else { return .done }
    guard let command = frame.keys.command(for: key) else {
      if key.action == .pressed { explain(key) }
      return .done
    }
    guard key.action == .pressed || command.repeats else { return .done }
    if command == .toggleHUD {
      frame.showsHUD.toggle()
      needsDisplay = true
      return .done
    }
    if let result = frame.perform(command) { return result }
    if case .window(let command) = command { return .window(command) }
    perform(command, at: key.time)
    return .done
  }

  func drawOverlay(on surface: Surface, scale: Double) throws(DrawingError) {
    guard frame.showsHUD, let (sample, frames) = statistics else { return }
    var hud = HUD()
    hud.isOfLab = true
    (hud.frameTime, hud.rate) = (frames.drawingTime, frames.rate)
    (hud.frames, hud.missed) = (frames.count, frames.missed)
    (hud.offset, hud.velocity) = (sample.offset, sample.measuredVelocity)
    (hud.phase, hud.zoom) = (sample.phase.rawValue, sample.zoomScale)
    hud.draw(on: try Canvas(surface), scale: scale)
  }

  /// Shows what a letter does with Shift, or without it, if it does nothing as typed.
  private func explain(_ key: Input.Key) {
    guard let (letter, row) = frame.keys.row(near: key) else { return }
    let label = { (letter: String) in letter == letter.lowercased() ? letter : "Shift+\(letter)" }
    show("\(label(key.name)) does nothing here. \(label(letter)): \(row.summary)")
  }

  /// Shows that files are of no use here.
  func refuse(_ received: Received) {
    switch received.content {
    case .failure(let message): show(message)
    case .files, .picture: show("Only replays accept dropped files, as references.")
    }
  }
}
