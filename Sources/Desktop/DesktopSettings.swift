internal import CX11
internal import OverscrollDrawing
internal import OverscrollHost

extension DesktopSettings {
  /// The settings that are believed; others are ignored. [C]
  private static let (times, distances, thresholds) = (50...5000, 1...100, 1...100)

  /// Combines the settings of an XSETTINGS manager with those of the portal.
  init(_ settings: XSettings, _ portal: PortalPreferences = PortalPreferences()) {
    self.init()
    if portal.reducesMotion {
      animates = false
    } else {
      animates = settings.integer("Gtk/EnableAnimations").map { $0 != 0 }
    }
    if portal.prefersContrast || settings.text("Net/ThemeName")?.hasPrefix("HighContrast") == true {
      contrast = .increased
    }
    let number = { (name: String, range: ClosedRange<Int>) in
      settings.integer(name).flatMap { range.contains($0) ? Double($0) : nil }
    }
    doubleClickTime = number("Net/DoubleClickTime", Self.times).map { $0 / 1000 }
    doubleClickDistance = number("Net/DoubleClickDistance", Self.distances)
    dragThreshold = number("Net/DndDragThreshold", Self.thresholds)
  }
}

/// What the portal says of the user's preferences.
struct PortalPreferences: Hashable, Sendable {
  var reducesMotion = false
  var prefersContrast = false
}

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

/// The settings in the property of an XSETTINGS manager.
///
/// Any program can be the manager, so every length is checked, and a property that ends early is refused as a whole.
struct XSettings: Hashable, Sendable {
  /// The value of a setting.
  enum Value: Hashable, Sendable {
    case integer(Int)
    case text([UInt8])
    case color([UInt16])
  }

  /// The settings by their names, such as `Net/DoubleClickTime`.
  private(set) var values: [String: Value] = [:]

  /// Makes the settings of a screen without a manager.
  init() {}

  /// Parses the property; `nil` where it is damaged.
  init?(_ bytes: [UInt8]) {
    guard var reader = Reader(bytes), reader.number(4) != nil, let count = reader.number(4) else {
      return nil
    }
    // What is announced needs no memory before it is there.
    for _ in 0..<count {
      guard let (name, value) = reader.setting() else { return nil }
      values[name] = value
    }
  }

  /// The number of a setting; `nil` where it is missing or none.
  func integer(_ name: String) -> Int? {
    if case .integer(let number)? = values[name] { number } else { nil }
  }

  /// The text of a setting; `nil` where it is missing or none.
  func text(_ name: String) -> String? {
    if case .text(let bytes)? = values[name] { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}

/// Reads numbers in the byte order that the first byte names.
private struct Reader {
  private var rest: ArraySlice<UInt8>
  private let isBigEndian: Bool

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes[0] <= 1 else { return nil }
    // LSBFirst is 0, MSBFirst 1; three unused bytes follow.
    isBigEndian = bytes[0] == 1
    rest = bytes[4...]
  }

  mutating func number(_ size: Int) -> Int? {
    guard let digits = bytes(size) else { return nil }
    let ordered = isBigEndian ? Array(digits) : digits.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Removes and returns bytes, without those that fill up to a multiple of four.
  private mutating func text(_ count: Int) -> ArraySlice<UInt8>? {
    guard let text = bytes(count), bytes(-count & 3) != nil else { return nil }
    return text
  }

  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func setting() -> (name: String, value: XSettings.Value)? {
    guard let type = number(1), bytes(1) != nil, let length = number(2), let name = text(length),
      // The serial number of the last change.
      number(4) != nil, let value = value(type)
    else { return nil }
    return (String(decoding: name, as: UTF8.self), value)
  }

  private mutating func value(_ type: Int) -> XSettings.Value? {
    switch type {
    case 0:
      return number(4).map { .integer(Int(Int32(truncatingIfNeeded: $0))) }
    case 1:
      guard let length = number(4), let text = text(length) else { return nil }
      return .text(Array(text))
    case 2:
      var parts: [UInt16] = []
      for _ in 0..<4 {
        guard let part = number(2) else { return nil }
        parts.append(UInt16(truncatingIfNeeded: part))
      }
      return .color(parts)
    default: return nil
    }
  }
}

/// The scale factor of the user interface, from the resource database or else the desktop's settings.
enum DisplayScale {
  /// The resolution at scale 1, in dots per inch.
  private static let baseResolution = 96.0
  /// The units of XSETTINGS, as parts of a dot per inch.
  private static let unitsPerDot = 1024.0
  /// The range of valid scales; others are ignored.
  private static let validRange = 0.5...8.0

  /// Returns the scale that `Xft.dpi` sets in a resource database; `nil` where it is missing or invalid.
  static func scale(resources: String) -> Double? {
    let lines = resources.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.hasPrefix("Xft.dpi:") }) else { return nil }
    let value = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
    return Double(value).flatMap { valid($0 / baseResolution) }
  }

  /// Returns the scale that XSETTINGS set; `nil` where there is none, or it is invalid.
  ///
  /// GTK's settings separate the resolution of text from the factor of windows; `Xft/DPI` is their product.
  static func scale(settings: XSettings) -> Double? {
    let unit = unitsPerDot * baseResolution
    if let resolution = settings.integer("Gdk/UnscaledDPI"),
      let factor = settings.integer("Gdk/WindowScalingFactor"),
      let scale = valid(Double(resolution) * Double(factor) / unit)
    {
      return scale
    }
    return settings.integer("Xft/DPI").flatMap { valid(Double($0) / unit) }
  }

  private static func valid(_ scale: Double) -> Double? {
    validRange.contains(scale) ? scale : nil
  }

  /// Returns the scale that the server's resource database sets now, or else the desktop's settings; 1 where neither does.
  ///
  /// Reads the root window's property, because Xlib's own copy is made when the display is opened.
  static func current(_ connection: Connection, _ settings: XSettings) -> Double {
    // More than any resource database. [C]
    let byteLimit = 1 << 20
    guard connection.isAlive else { return 1 }
    let value = PropertyValue(
      connection, connection.root, Atom(XA_RESOURCE_MANAGER), byteLimit: byteLimit)
    let resources =
      value?.type == Atom(XA_STRING) ? String(decoding: value?.bytes ?? [], as: UTF8.self) : ""
    return scale(resources: resources) ?? scale(settings: settings) ?? 1
  }
}
