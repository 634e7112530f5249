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

  private let client: XClient
  private let window: CX11.Window
  private var serial: UInt32 = 0

  /// Becomes the manager of a server's screen, with settings that are there already; it may claim that another window owns them.
  package init(
    on server: DisplayServer, _ settings: KeyValuePairs<String, Value> = [:],
    claiming claimed: UInt? = nil
  ) throws {
    client = try XClient(of: server)
    window = client.makeWindow()
    set(settings)
    let selection = client.atom("_XSETTINGS_S0")
    XSetSelectionOwner(client.display, selection, claimed ?? window, Time(CurrentTime))
    client.send(
      "MANAGER", to: client.root, [0, Int(bitPattern: selection), Int(bitPattern: window)],
      mask: StructureNotifyMask)
  }

  /// Replaces all settings.
  package func set(_ settings: KeyValuePairs<String, Value>, isBigEndian: Bool = false) {
    serial += 1
    setProperty(Self.bytes(of: settings, serial: serial, isBigEndian: isBigEndian))
  }

  /// Sets the property to bytes that may be damaged.
  package func setProperty(_ bytes: [UInt8]) {
    let name = client.atom("_XSETTINGS_SETTINGS")
    XChangeProperty(
      client.display, window, name, name, 8, PropModeReplace, bytes, Int32(bytes.count))
    client.sync()
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
