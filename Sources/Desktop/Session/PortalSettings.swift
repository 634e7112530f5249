internal import CBus
internal import Glibc
internal import Synchronization

/// The preferences of the user that the desktop's portal knows.
package final class PortalSettings: Sendable {
  private let latest = Mutex(PortalPreferences())
  private let wake: @Sendable () -> Void

  /// Makes preferences that are those of a desktop without a portal until ``follow()`` has found others; `nil` without a bus.
  ///
  /// - Parameter wake: Called on another thread when they have changed.
  init?(wake: @escaping @Sendable () -> Void) {
    guard Self.hasBus else { return nil }
    self.wake = wake
  }

  /// Whether a session bus may exist, by the same variables as those that sd-bus reads: without one, no library is loaded.
  private static var hasBus: Bool {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return address[0] != 0 }
    guard let folder = getenv("XDG_RUNTIME_DIR"), folder[0] != 0 else { return false }
    return access(String(cString: folder) + "/bus", F_OK) == 0
  }

  /// Asks the portal and follows its changes as long as the bus exists; for a thread of its own.
  package func follow() {
    withExtendedLifetime(self) {
      OverscrollFollowAppearance(Unmanaged.passUnretained(self).toOpaque()) { context, appearance in
        guard let context else { return }
        Unmanaged<PortalSettings>.fromOpaque(context).takeUnretainedValue().note(appearance)
      }
    }
  }

  private func note(_ appearance: OverscrollAppearance) {
    let preferences = PortalPreferences(
      reducesMotion: appearance.reducedMotion == 1, prefersContrast: appearance.contrast == 1)
    let isNew = latest.withLock { latest in
      defer { latest = preferences }
      return latest != preferences
    }
    if isNew { wake() }
  }

  var preferences: PortalPreferences { latest.withLock { $0 } }
}
