package import OverscrollDesktop
import OverscrollStage

/// Adds to headers what is known of the program, the machine, the display and the devices.
package final class TakeMetadata {
  private let window: DesktopWindow?
  private let clock: FrameClock?
  /// The server, outputs and devices; `nil` until they are queried.
  private(set) var environment: Environment?

  package init(_ window: DesktopWindow, _ loop: EventLoop) {
    self.window = window
    clock = loop.clock
  }

  /// Creates one that knows no display.
  init() {
    (window, clock) = (nil, nil)
  }

  /// Queries the server and its devices, once; call it when nothing else is pending, so that
  /// no frame waits for it.
  package func learn() {
    if environment == nil { environment = window?.environment() }
  }

  /// A header with the program and the environment.
  func described(_ header: Script.Header) -> Script.Header {
    learn()
    var header = header
    header.program = Machine.build
    environment?.refresh = clock?.measuredRefresh
    header.environment = environment?.json ?? .object(Machine.environment)
    return header
  }
}
