internal import CX11
package import ScrollGeometry

/// A monitor of the display, as the user names it.
package struct DesktopMonitor: Hashable, Sendable {
  /// The name of its output, such as "DP-1".
  package var name: String
  /// The area in the screen, in pixels.
  package var area: PixelRect

  /// Finds a monitor by its number, from 1, or its name.
  package static func named(_ name: String, among monitors: [Self]) -> Self? {
    if let named = monitors.first(where: { $0.name == name }) { return named }
    return Int(name).flatMap { monitors.indices.contains($0 - 1) ? monitors[$0 - 1] : nil }
  }

  /// The message for a name that no monitor has.
  package static func refusal(of name: String, among monitors: [Self]) -> String {
    let list = monitors.enumerated().map { index, monitor in
      "\(index + 1) or \(monitor.name) (\(monitor.area.width)×\(monitor.area.height))"
    }
    let known =
      list.isEmpty
      ? "The display doesn't name its monitors." : "Monitors: \(list.joined(separator: ", "))."
    return "there is no monitor \"\(name)\". \(known)"
  }
}

extension DesktopWindow {
  /// The monitors from left to right (a few round trips); empty where the server does not know them.
  package var monitors: [DesktopMonitor] { connection.isAlive ? connection.monitors : [] }

  /// Moves the window to a monitor, before ``show()``.
  package func moveInitially(to monitor: DesktopMonitor) {
    if connection.isAlive { placement.moveInitially(to: monitor.area, size: size) }
  }
}

extension Connection {
  /// The monitors, those further to the left first, of the same column those further up.
  fileprivate var monitors: [DesktopMonitor] {
    guard Monitors.isSupported(self) else { return [] }
    var (major, minor): (Int32, Int32) = (0, 0)
    XRRQueryVersion(display, &major, &minor)
    guard (major, minor) >= (1, 5) else { return sorted(outputs) }
    var count: Int32 = 0
    guard let list = XRRGetMonitors(display, root, 1, &count) else { return sorted(outputs) }
    defer { XRRFreeMonitors(list) }
    return sorted(
      UnsafeBufferPointer(start: list, count: Int(count)).map { monitor in
        DesktopMonitor(
          name: atomName(monitor.name),
          area: PixelRect(
            x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width),
            height: Int(monitor.height)))
      })
  }

  private func sorted(_ monitors: [DesktopMonitor]) -> [DesktopMonitor] {
    monitors.sorted { ($0.area.x, $0.area.y, $0.name) < ($1.area.x, $1.area.y, $1.name) }
  }

  private func atomName(_ atom: Atom) -> String {
    guard let name = XGetAtomName(display, atom) else { return "" }
    defer { XFree(name) }
    return String(cString: name)
  }

  /// The outputs that show a part of the screen, for servers without RandR 1.5.
  private var outputs: [DesktopMonitor] {
    activeOutputs { _, output, crtc, _ in
      output.name.map { DesktopMonitor(name: String(cString: $0), area: PixelRect(crtc)) }
    }
  }
}
