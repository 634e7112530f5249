import OverscrollBase
import OverscrollDesktop
package import OverscrollHost
package import OverscrollShell
import ScrollGeometry

/// Opens windows on the X server, and runs the one loop of their events.
package final class DesktopOpener: HostOpener {
  package let waker: Waker
  private var connection: DesktopConnection?

  /// - Throws: The system's error where too many files are open.
  package init() throws(Failure) {
    do throws(HostError) { waker = try Waker() } catch { throw Failure(error) }
  }

  package func connect() throws(HostError) {
    // The icons are drawn meanwhile, rather than when the window is there.
    _ = WindowIcon.all
    connection = try DesktopConnection()
  }

  package func open(_ request: WindowRequest) throws(HostError) -> OpenedHost {
    var desktop = DesktopWindow.Options(
      title: request.title, programName: "overscroll", size: request.size,
      tileSize: PixelSize(width: request.tileSide, height: request.tileSide),
      icons: WindowIcon.all)
    desktop.startup = StartupIdentifier.notification
    let window = try DesktopWindow(desktop, on: connection)
    window.setDarkFrame(true)
    var isFullscreen = request.options.isFullscreen
    if let monitor = request.options.monitor, try Self.move(window, to: monitor) {
      isFullscreen = true
    }
    if request.isMaximized { window.maximizeInitially() }
    return OpenedHost(
      host: try DesktopHost(window, waker: waker),
      services: DesktopServices(window: window.identifier), isFullscreen: isFullscreen)
  }

  /// Moves a window to a monitor that the user has named.
  ///
  /// - Returns: False for a monitor that is not there, where the user's files name it.
  /// - Throws: An error if the command line names a monitor that is not there.
  private static func move(
    _ window: DesktopWindow, to choice: WindowOptions.Monitor
  ) throws(HostError) -> Bool {
    let monitors = window.monitors
    if let monitor = DesktopMonitor.named(choice.name, among: monitors) {
      window.moveInitially(to: monitor)
      return true
    }
    let refusal = DesktopMonitor.refusal(of: choice.name, among: monitors)
    guard let origin = choice.origin else {
      throw HostError(.noMonitor, "--monitor: \(refusal)")
    }
    StandardError.report("\(origin): \(refusal)")
    return false
  }

  package func run(
    _ window: WindowController, willEnd: @escaping @Sendable () -> Void,
    willClose: (WindowRest) -> Void
  ) throws {
    guard let host = window.host as? DesktopHost else {
      preconditionFailure("a window is run by what has opened its host")
    }
    Watchdog.watchSignals(willEnd: willEnd)
    if window.isFullscreen { host.perform(.fullscreen(true)) }
    window.begin()
    host.show()
    var isOpen = true
    while true {
      let events = try host.next()
      guard isOpen else {
        if window.endsClosing(events) { return }
        continue
      }
      if events.contains(.closeRequested) { Watchdog.limitExit() }
      isOpen = try window.turn(events)
      guard !isOpen else { continue }
      Watchdog.limitExit()
      willClose(host.leftSize)
      window.close()
      guard let limit = host.beginClosing() else { return }
      Watchdog.extend(by: limit)
    }
  }
}

/// The portals of the desktop, and what stands in for them.
private struct DesktopServices: HostServices {
  /// The number of the window that dialogs belong to.
  let window: UInt

  func chooseFiles(
    _ purpose: FilePurpose, types: [String], folder: FilePath?
  ) -> FileChoiceOutcome {
    FileChooser.choose(purpose, types: types, window: window, folder: folder)
  }

  func trash(_ file: FilePath, date: String) throws(Trash.Failure) -> Trash.Item? {
    try DesktopTrash.move(file, date: date)
  }

  func showInFolder(_ file: FilePath) -> Bool {
    DesktopPrograms.showInFolder(file, window: window)
  }

  func openWith(_ file: FilePath) -> Bool { DesktopPrograms.openWith(file, window: window) }

  func programs(for file: FilePath, types: [String]) -> [DesktopProgram] {
    file.absolute.map { DesktopEntries.user.programs(for: $0, types: types) } ?? []
  }

  func inhibitIdle(_ reason: String) -> (any Sendable & AnyObject)? {
    IdleInhibition(window: window, reason: reason)
  }
}
