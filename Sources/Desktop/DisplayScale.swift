internal import CX11

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
