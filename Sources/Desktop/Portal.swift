internal import CBus
internal import Glibc
package import OverscrollBase
package import OverscrollHost
internal import Synchronization

/// The desktop's dialog for choosing files, by its portal.
package enum FileChooser {
  /// Shows the dialog and waits until it is closed.
  ///
  /// Not for the main thread: the user takes their time.
  ///
  /// - Parameters:
  ///   - purpose: What is chosen.
  ///   - types: The media types of the files that are offered.
  ///   - window: The number of the window that the dialog belongs to.
  ///   - folder: The folder to begin in; `nil` for the portal's own choice.
  /// - Returns: The outcome.
  package static func choose(
    _ purpose: FilePurpose, types: [String], window: UInt, folder: FilePath?
  ) -> FileChoiceOutcome {
    let list = List()
    var part: UInt32 = 0
    let result = OverscrollChooseFiles(
      parent(window), purpose.title, purpose == .take ? "Takes" : "Pictures",
      types.joined(separator: " "), folder?.description,
      token,
      purpose == .folders, purpose.name, purpose.parts, &part,
      Unmanaged.passUnretained(list).toOpaque()
    ) { context, uri in
      guard let context, let uri else { return }
      Unmanaged<List>.fromOpaque(context).takeUnretainedValue().uris.append(String(cString: uri))
    }
    // The list is used by the callback until here.
    let paths = withExtendedLifetime(list) { URIList.paths(in: Array(list.text.utf8)) }
    switch result {
    case OverscrollChooserDone: return .chosen(paths, part: Int(part))
    case OverscrollChooserCancelled: return .chosen([])
    default: return .unavailable
    }
  }

  /// The name of a window for the portal.
  fileprivate static func parent(_ window: UInt) -> String { "x11:" + String(window, radix: 16) }

  /// A name for a request, which no other one has.
  fileprivate static var token: String { "overscroll\(UInt32.random(in: 0 ... .max))" }

  /// The URIs that were chosen.
  private final class List {
    var uris: [String] = []

    var text: String { uris.joined(separator: "\n") }
  }
}

extension FilePurpose {
  fileprivate var title: String {
    switch self {
    case .files: "Open Pictures"
    case .folders: "Open Folders"
    case .save: "Save Picture"
    case .take: "Replay a Take"
    }
  }

  fileprivate var name: String? { if case .save(let name, _) = self { name } else { nil } }

  /// The labels of parts, one per line; `nil` where there is nothing to choose.
  fileprivate var parts: String? {
    guard case .save(_, let parts) = self, parts.count > 1 else { return nil }
    return parts.joined(separator: "\n")
  }
}

/// Files in other programs of the desktop; neither is for the main thread.
package enum DesktopPrograms {
  /// Has the file manager show a file in its folder; returns false where there is none.
  package static func showInFolder(_ file: FilePath, window: UInt) -> Bool {
    guard let path = file.absolute else { return false }
    return path.withCString {
      OverscrollShowInFolder(FileChooser.parent(window), $0, path.uri, FileChooser.token)
    }
  }

  /// Has the user choose a program that opens a file, and waits until that is done; returns false where there is no such dialog.
  package static func openWith(_ file: FilePath, window: UInt) -> Bool {
    guard let path = file.absolute else { return false }
    return path.withCString {
      OverscrollOpenWith(FileChooser.parent(window), $0, FileChooser.token)
    }
  }
}

/// The desktop's trash: the trash folder of the user or, in a Flatpak, from which that cannot be reached, the portal's.
package enum DesktopTrash {
  /// What a Flatpak has in it.
  private static let flatpak = "/.flatpak-info"

  /// Moves a file to the trash; never deletes it.
  ///
  /// Not for the main thread: the portal may take its time.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - date: The local time, as `YYYY-MM-DDThh:mm:ss`.
  /// - Returns: The file in the trash; `nil` in the portal's, which moves nothing back for a program.
  /// - Throws: ``Trash/Failure`` where the file stays where it is.
  package static func move(_ file: FilePath, date: String) throws(Trash.Failure) -> Trash.Item? {
    guard access(flatpak, F_OK) == 0 else {
      return try Trash.move(file, dataHome: UserFolder.data.parent, date: date)
    }
    switch file.withCString({ OverscrollTrashFile($0) }) {
    case OverscrollTrashMoved: return nil
    case OverscrollTrashRefused: throw Trash.Failure(reason: "the desktop has no trash for it")
    default: return try Trash.move(file, dataHome: UserFolder.data.parent, date: date)
    }
  }
}

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
