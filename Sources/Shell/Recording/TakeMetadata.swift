import OverscrollHost
import OverscrollLab

/// Adds to headers what is known of the program, the machine, the display and the devices.
package final class TakeMetadata {
  private let host: any Host
  /// The server, outputs and devices; `nil` until they are queried, and without a display.
  private(set) var environment: Environment?

  init(_ host: any Host) { self.host = host }

  /// Queries the server and its devices, once; call it when nothing else is pending, so that
  /// no frame waits for it.
  package func learn() {
    if environment == nil { environment = host.environment() }
  }

  /// A header with the program and the environment.
  func described(_ header: Script.Header) -> Script.Header {
    // The times between refreshes are those of now.
    environment = host.environment()
    var header = header
    header.program = Machine.build
    header.environment = environment?.json ?? .object(Machine.environment)
    return header
  }
}
