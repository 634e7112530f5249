package import OverscrollHost
package import ScrollGeometry

/// What opens windows on a display, and runs the loop of their events.
package protocol HostOpener: AnyObject {
  /// What other threads wake its windows by.
  var waker: Waker { get }

  /// Connects to the display ahead of ``open(_:)``, which does so otherwise.
  ///
  /// - Throws: An error if no usable display exists.
  func connect() throws(HostError)

  /// Opens a window that is not shown yet.
  ///
  /// - Throws: An error if no usable display exists.
  func open(_ request: WindowRequest) throws(HostError) -> OpenedHost

  /// Shows a window and handles its events until it is closed.
  ///
  /// - Parameters:
  ///   - window: The window, on a host that this has opened.
  ///   - willEnd: Called on another thread before the program is ended because the display hangs.
  ///   - willClose: Called before the window disappears because it was closed.
  /// - Throws: An error where the connection to the display is lost.
  func run(
    _ window: WindowController, willEnd: @escaping @Sendable () -> Void,
    willClose: (WindowRest) -> Void
  ) throws
}

extension HostOpener {
  /// Shows a window and handles its events until it is closed.
  package func run(_ window: WindowController) throws {
    try run(window, willEnd: {}, willClose: { _ in })
  }
}

/// A window that is to be opened.
package struct WindowRequest {
  package var title: String
  /// The size, in pixels.
  package var size: PixelSize
  /// The side of most surfaces that are uploaded, in pixels.
  package var tileSide: Int
  /// The panels to show.
  package var areas: Set<DockLayout.Area>
  package var options: WindowOptions
  /// True for a window that begins maximized.
  package var isMaximized = false

  package init(
    title: String, size: PixelSize, tileSide: Int, areas: Set<DockLayout.Area>,
    options: WindowOptions
  ) {
    (self.title, self.size, self.tileSide) = (title, size, tileSide)
    (self.areas, self.options) = (areas, options)
  }
}

/// A window that was opened.
package struct OpenedHost {
  let host: any Host
  let services: any HostServices
  /// True for a window that begins in full screen.
  let isFullscreen: Bool

  package init(host: any Host, services: any HostServices, isFullscreen: Bool) {
    (self.host, self.services, self.isFullscreen) = (host, services, isFullscreen)
  }
}

/// The size of a window that is closed, as the next one begins with it.
package struct WindowRest {
  /// The size, in pixels, or the one before where the window fills its screen; `nil` where that is not known.
  package var size: PixelSize?
  /// `nil` in full screen.
  package var isMaximized: Bool?

  package init(size: PixelSize?, isMaximized: Bool?) {
    (self.size, self.isMaximized) = (size, isMaximized)
  }
}

/// A window with its page that is open, and not shown yet.
package struct OpenWindow {
  package let controller: WindowController
  private let run: (any HostOpener) throws -> Void

  /// - Parameters:
  ///   - controller: The window.
  ///   - run: Runs the window until it is closed, and does what follows.
  package init(
    _ controller: WindowController, run: @escaping (any HostOpener) throws -> Void
  ) {
    (self.controller, self.run) = (controller, run)
  }

  /// A window after which nothing follows.
  package init(_ controller: WindowController) {
    self.init(controller) { try $0.run(controller) }
  }

  /// Shows the window until it is closed.
  ///
  /// - Parameter opener: What has opened it.
  /// - Throws: An error where the connection to the display is lost, or what follows fails.
  package func show(on opener: any HostOpener) throws {
    do { try run(opener) } catch let error as HostError { throw Failure(error) }
  }
}

/// An open window that is not shown yet, for pages that need to know its display.
package struct WindowSetup {
  package let host: any Host
  package let services: any HostServices
  package let waker: Waker
  /// What the window says.
  package let message = WindowMessage()
  package let options: WindowOptions
  /// The device pixels per point at the beginning.
  package let scale: Double
  /// The panels to show.
  package let areas: Set<DockLayout.Area>
  /// True for a window that begins in full screen.
  let isFullscreen: Bool

  /// Opens a window.
  ///
  /// - Throws: An error if no usable display exists.
  package init(_ request: WindowRequest, on opener: any HostOpener) throws(HostError) {
    let opened = try opener.open(request)
    (host, services, isFullscreen) = (opened.host, opened.services, opened.isFullscreen)
    (waker, options, areas) = (opener.waker, request.options, request.areas)
    scale = request.options.scale ?? opened.host.display.scale
  }

  /// The size of the window, in pixels.
  package var size: PixelSize { host.display.size }

  /// Makes the window large enough for a viewport in points and the panels, where the screen is.
  package func makeRoom(for viewport: Size) {
    host.perform(
      .initialSize { [areas, scale] monitor in
        let size =
          DockLayout.initialSize(
            viewport: viewport, areas: areas, screen: monitor.size / scale) * scale
        return PixelSize(
          width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
      })
  }
}
