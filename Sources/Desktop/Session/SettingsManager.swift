internal import CX11

/// Follows the XSETTINGS of a screen: the program that owns their selection, and its property.
///
/// Main thread only. Without such a program there are no settings.
struct SettingsManager {
  /// The longest property that is read, in bytes. [C]
  private static let byteLimit = 1 << 20
  /// How often an owner is looked for that goes away meanwhile. [C]
  private static let maximumAttempts = 4

  private let connection: Connection
  /// The selection that the manager of this screen owns.
  private let selection: Atom
  private var owner: CX11.Window = 0
  private(set) var settings = XSettings()

  init(_ connection: Connection) {
    self.connection = connection
    selection = XInternAtom(connection.display, "_XSETTINGS_S\(connection.screen)", 0)
    findOwner()
  }

  /// Finds the manager, and asks for its events.
  private mutating func findOwner() {
    (owner, settings) = (0, XSettings())
    for _ in 0..<Self.maximumAttempts {
      guard connection.isAlive else { return }
      let window = XGetSelectionOwner(connection.display, selection)
      guard window != 0 else { return }
      let refusal = connection.select(of: window)
      // Another one may own the selection before the events of the first were asked for.
      if refusal == nil, XGetSelectionOwner(connection.display, selection) == window {
        owner = window
        return read()
      }
    }
  }

  private mutating func read() {
    let name = connection.atoms[.settings]
    let value = PropertyValue(connection, owner, name, byteLimit: Self.byteLimit)
    guard let value, value.type == name, value.format == 8, !value.isCut else {
      return settings = XSettings()
    }
    settings = XSettings(value.bytes) ?? XSettings()
  }
}

// MARK: - Events

extension SettingsManager {
  /// Reads the message of a program that has become the manager; returns `false` for other messages.
  mutating func read(_ message: XClientMessageEvent) -> Bool {
    guard message.message_type == connection.atoms[.manager], message.format == 32,
      Atom(bitPattern: message.data.l.1) == selection
    else { return false }
    findOwner()
    return true
  }

  /// Reads the settings again where the manager has changed them; returns `false` for other properties.
  mutating func propertyDidChange(_ event: XPropertyEvent) -> Bool {
    guard event.window == owner, event.atom == connection.atoms[.settings] else { return false }
    read()
    return true
  }

  /// Looks for another manager where this one is gone; returns `false` for other windows.
  mutating func windowWasDestroyed(_ gone: CX11.Window) -> Bool {
    guard gone == owner else { return false }
    findOwner()
    return true
  }
}
