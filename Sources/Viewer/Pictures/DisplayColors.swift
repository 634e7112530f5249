import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// The colors of a window's display, to which pictures are converted as they are uploaded.
final class DisplayColors {
  let surfaces: DisplaySurfaces
  /// The name of the profile in use.
  private(set) var name = ""
  private let choice: DisplayProfileChoice
  /// The profile of the monitor; `nil` where it has none.
  private var bytes: [UInt8]?

  init(_ choice: DisplayProfileChoice, of host: any Host) {
    self.choice = choice
    surfaces = DisplaySurfaces(host.surfaces)
    switch choice {
    case .auto: bytes = host.profile()
    case .none: break
    case .profile(let file): bytes = file
    }
    apply()
  }

  /// Follows the window to another monitor, or a change of its profile; returns whether pictures have other colors.
  func update(from host: any Host) -> Bool {
    guard choice == .auto else { return false }
    let next = host.profile()
    guard next != bytes else { return false }
    bytes = next
    let before = surfaces.profile
    apply()
    return before?.converts == true || surfaces.profile?.converts == true
  }

  private func apply() {
    surfaces.profile = bytes.flatMap { DisplayProfile($0) }
    name = surfaces.profile?.name ?? (choice == .none ? "sRGB (--display-profile none)" : "sRGB")
    if bytes != nil, surfaces.profile == nil { name = "sRGB (the monitor's profile is not usable)" }
  }
}
