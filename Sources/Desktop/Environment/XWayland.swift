internal import CX11
internal import OverscrollBase
internal import OverscrollHost
internal import ScrollGeometry

// MARK: - Recognition

extension XWayland {
  /// An active output by RandR.
  struct Output: Hashable {
    /// The name, such as `XWAYLAND0`, or the compositor's, such as `eDP-1`.
    var name: String
    /// The area in root coordinates.
    var area: PixelRect
    /// Whether the server changes its mode for single programs only (the property `RANDR Emulation`).
    var isEmulated = false
  }

  /// Returns whether a server is XWayland: it has the extension, or outputs as only older versions have.
  static func isServer(hasExtension: Bool, outputs: [Output]) -> Bool {
    hasExtension || outputs.contains { $0.isEmulated || $0.name.hasPrefix(outputPrefix) }
  }

  private static let outputPrefix = "XWAYLAND"
}

// MARK: - Enlargement

extension XWayland {
  /// Returns the factor by which the compositor enlarges what is at a point of the screen.
  ///
  /// X has no means to ask: its outputs have the sizes that the compositor has chosen for X programs. So they are compared with
  /// the modes that the compositor announces to Wayland's programs.
  ///
  /// - Parameters:
  ///   - x: The point in root coordinates.
  ///   - y: The point in root coordinates.
  ///   - outputs: The outputs by RandR.
  ///   - modes: The outputs by the compositor.
  /// - Returns: The factor, to hundredths; `nil` where the outputs cannot be matched.
  static func enlargement(
    atX x: Int, y: Int, _ outputs: [Output], _ modes: [WaylandOutput]
  ) -> Double? {
    let factors = factors(outputs, modes)
    let known = Set(factors.compactMap(\.self))
    // With one factor for all of them, it doesn't matter which output it is.
    if known.count == 1, !factors.contains(nil) { return known.first }
    let point = PixelRect(x: x, y: y, width: 1, height: 1)
    let index = outputs.firstIndex { !$0.area.intersection(point).isEmpty }
    return index.flatMap { factors[$0] }
  }

  /// The factor of each output; `nil` where it has no counterpart, or none of the same shape.
  private static func factors(_ outputs: [Output], _ modes: [WaylandOutput]) -> [Double?] {
    let counterparts = counterparts(outputs, modes)
    return zip(outputs, counterparts).map { output, mode in
      guard let mode, !output.area.size.isEmpty, !mode.size.isEmpty else { return nil }
      let factors = (
        Double(mode.size.width) / Double(output.area.width),
        Double(mode.size.height) / Double(output.area.height)
      )
      let isSameShape = max(factors.0 / factors.1, factors.1 / factors.0) < threshold
      return isSameShape ? (factors.0 * 100).rounded() / 100 : nil
    }
  }

  /// The compositor's output for each one: by name where RandR has the compositor's names, and otherwise by number, because both count
  /// in the order in which outputs appeared.
  private static func counterparts(
    _ outputs: [Output], _ modes: [WaylandOutput]
  ) -> [WaylandOutput?] {
    guard outputs.allSatisfy({ $0.name.hasPrefix(outputPrefix) }) else {
      return outputs.map { output in modes.first { $0.name == output.name } }
    }
    guard outputs.count == modes.count else { return outputs.map { _ in nil } }
    let numbers = outputs.map { Int($0.name.dropFirst(outputPrefix.count)) ?? 0 }
    let sorted = modes.sorted { $0.number < $1.number }
    return numbers.map { number in sorted[numbers.count { $0 < number }] }
  }
}

// MARK: - Asking

extension Connection {
  /// What is known of XWayland; `nil` on any other server.
  ///
  /// - Parameters:
  ///   - center: The center of the window in root coordinates.
  ///   - socket: The compositor's socket, where it is asked for its outputs.
  /// - Returns: The facts.
  func xwayland(center: (x: Int, y: Int), socket: FilePath?) -> XWayland? {
    let outputs = emulatedOutputs
    let version = xwaylandVersion
    guard XWayland.isServer(hasExtension: version != nil, outputs: outputs) else { return nil }
    let modes = socket.flatMap {
      WaylandSocket.outputs(at: $0, ofServer: WaylandSocket.peer(of: descriptor))
    }
    return XWayland(
      extensionVersion: version.flatMap(\.self),
      enlargement: modes.flatMap {
        XWayland.enlargement(atX: center.x, y: center.y, outputs, $0)
      })
  }

  /// The version of the extension, or `.some(nil)` where the server does not answer; `nil` without the extension.
  private var xwaylandVersion: String?? {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard isAlive, XQueryExtension(display, "XWAYLAND", &opcode, &event, &error) != 0 else {
      return nil
    }
    var (major, minor): (Int32, Int32) = (0, 0)
    let isKnown = OverscrollXwaylandVersion(display, opcode, &major, &minor) != 0
    return .some(isKnown ? "\(major).\(minor)" : nil)
  }

  private var emulatedOutputs: [XWayland.Output] {
    guard Monitors.isSupported(self) else { return [] }
    // An atom that no one has made is not made here: no output has that property.
    let emulation = XInternAtom(display, "RANDR Emulation", 1)
    return activeOutputs { number, output, crtc, _ in
      XWayland.Output(
        name: output.name.map { String(cString: $0) } ?? "", area: PixelRect(crtc),
        isEmulated: emulation != 0 && hasProperty(emulation, output: number))
    }
  }

  private func hasProperty(_ property: Atom, output: RROutput) -> Bool {
    var count: Int32 = 0
    guard let names = XRRListOutputProperties(display, output, &count) else { return false }
    defer { XFree(names) }
    return UnsafeBufferPointer(start: names, count: Int(count)).contains(property)
  }
}
