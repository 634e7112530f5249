internal import CBus

/// A request to the desktop's portal that it does not take the user for idle, which holds as long as this object.
package final class IdleInhibition: Sendable {
  /// The address of the connection to the bus, which belongs to the request.
  private let bus: UInt

  /// Asks the portal, and fails where there is none; not for the main thread: it may take its time.
  ///
  /// - Parameters:
  ///   - window: The number of the window that asks.
  ///   - reason: What the user is shown as the reason.
  package init?(window: UInt, reason: String) {
    let parent = "x11:" + String(window, radix: 16)
    guard let bus = OverscrollInhibitIdle(parent, reason) else { return nil }
    self.bus = UInt(bitPattern: bus)
  }

  deinit { OverscrollEndInhibition(UnsafeMutableRawPointer(bitPattern: bus)) }
}
