internal import CX11
internal import Glibc

/// A program that manages the settings of a desktop (XSETTINGS).
package final class SettingsServer {
  /// The value of a setting.
  package enum Value {
    case integer(Int32)
    case text(String)
    case color(UInt16, UInt16, UInt16, UInt16)
  }

  private let display: OpaquePointer
  private let window: CX11.Window
  private var serial: UInt32 = 0

  /// Becomes the manager of a server's screen, with settings that are there already; it may claim that another window owns them.
  package init(
    on server: DisplayServer, _ settings: KeyValuePairs<String, Value> = [:],
    claiming claimed: UInt? = nil
  ) throws {
    guard let display = XOpenDisplay(server.name) else { throw RigError("No display.") }
    self.display = display
    let root = XDefaultRootWindow(display)
    window = XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
    set(settings)
    let selection = XInternAtom(display, "_XSETTINGS_S0", 0)
    XSetSelectionOwner(display, selection, claimed ?? window, Time(CurrentTime))
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = root
    event.xclient.message_type = XInternAtom(display, "MANAGER", 0)
    event.xclient.format = 32
    event.xclient.data.l = (0, Int(bitPattern: selection), Int(bitPattern: window), 0, 0)
    XSendEvent(display, root, 0, StructureNotifyMask, &event)
    XSync(display, 0)
  }

  /// Ends as a program does that is killed.
  deinit { XCloseDisplay(display) }

  /// Replaces all settings.
  package func set(_ settings: KeyValuePairs<String, Value>, isBigEndian: Bool = false) {
    serial += 1
    setProperty(Self.bytes(of: settings, serial: serial, isBigEndian: isBigEndian))
  }

  /// Sets the property to bytes that may be damaged.
  package func setProperty(_ bytes: [UInt8]) {
    let name = XInternAtom(display, "_XSETTINGS_SETTINGS", 0)
    XChangeProperty(display, window, name, name, 8, PropModeReplace, bytes, Int32(bytes.count))
    XSync(display, 0)
  }

  /// The bytes of the property.
  package static func bytes(
    of settings: KeyValuePairs<String, Value>, serial: UInt32 = 1, isBigEndian: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = [isBigEndian ? 1 : 0, 0, 0, 0]
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 }
    }
    func add(_ text: String) {
      bytes += Array(text.utf8)
      while bytes.count % 4 != 0 { bytes.append(0) }
    }
    add(serial)
    add(UInt32(settings.count))
    for (name, value) in settings {
      switch value {
      case .integer: bytes.append(0)
      case .text: bytes.append(1)
      case .color: bytes.append(2)
      }
      bytes.append(0)
      add(UInt16(name.utf8.count))
      add(name)
      add(serial)
      switch value {
      case .integer(let number): add(number)
      case .text(let text):
        add(UInt32(text.utf8.count))
        add(text)
      case .color(let one, let two, let three, let four):
        for part in [one, two, three, four] { add(part) }
      }
    }
    return bytes
  }
}
