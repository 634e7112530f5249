internal import CX11
internal import Glibc
internal import ScrollGeometry

/// The properties of a window by which others know it, of ICCCM and EWMH.
struct WindowProperties {
  let connection: Connection
  let window: CX11.Window

  /// Sets the window's title.
  func setTitle(_ title: String) {
    guard connection.isAlive else { return }
    for name in [Atoms.Name.name, .iconName] {
      setProperty(connection.atoms[name], type: connection.atoms[.utf8String], Array(title.utf8))
    }
    // For window managers without EWMH; the property is limited to Latin-1.
    let latin = title.unicodeScalars.filter { !$0.properties.isBidiControl }.map {
      $0.value < 0x100 ? UInt8($0.value) : UInt8(ascii: "?")
    }
    setProperty(Atom(XA_WM_NAME), type: Atom(XA_STRING), latin)
    XFlush(connection.display)
  }

  /// Sets whether the window's frame is to be dark.
  func setDarkFrame(_ isDark: Bool) {
    guard connection.isAlive else { return }
    let variant = connection.atoms[.themeVariant]
    if isDark {
      setProperty(variant, type: connection.atoms[.utf8String], Array("dark".utf8))
    } else {
      XDeleteProperty(connection.display, window, variant)
    }
    XFlush(connection.display)
  }

  /// Sets the properties and hints of ICCCM and EWMH.
  func setAll(_ options: DesktopWindow.Options) {
    setTitle(options.title)
    setClass(options.programName)
    setHints()
    setProcess()
    setIcons(options.icons)
    setProperty(
      connection.atoms[.windowType], type: Atom(XA_ATOM), [Int(connection.atoms[.normalWindow])])
  }

  /// Sets the messages that the window understands; `synchronizes` where it is resized in step with its manager.
  func setProtocols(synchronizes: Bool) {
    var protocols = [connection.atoms[.deleteWindow], connection.atoms[.ping]]
    if synchronizes { protocols.append(connection.atoms[.syncRequest]) }
    XSetWMProtocols(connection.display, window, &protocols, Int32(protocols.count))
  }

  private func setClass(_ name: String) {
    // By convention the class is the capitalized name.
    var text = Array(name.utf8) + [0]
    text += Array((name.prefix(1).uppercased() + name.dropFirst()).utf8) + [0]
    setProperty(Atom(XA_WM_CLASS), type: Atom(XA_STRING), text)
  }

  private func setHints() {
    var sizes = XSizeHints()
    sizes.flags = Int(PMinSize)
    (sizes.min_width, sizes.min_height) = (1, 1)
    XSetWMNormalHints(connection.display, window, &sizes)
    var hints = XWMHints()
    hints.flags = Int(InputHint | StateHint)
    (hints.input, hints.initial_state) = (1, NormalState)
    XSetWMHints(connection.display, window, &hints)
  }

  private func setProcess() {
    setProperty(connection.atoms[.processID], type: Atom(XA_CARDINAL), [Int(getpid())])
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return }
    setProperty(
      connection.atoms[.clientMachine], type: Atom(XA_STRING),
      name.prefix { $0 != 0 }.map(UInt8.init))
  }

  /// The longest side of an icon that is set, in pixels; larger ones waste memory in every window manager. [C]
  private static let largestIcon = 512

  private func setIcons(_ icons: [DesktopWindow.Icon]) {
    let usable = icons.filter {
      !$0.size.isEmpty && $0.size.area == $0.pixels.count
        && max($0.size.width, $0.size.height) <= Self.largestIcon
    }
    guard !usable.isEmpty else { return }
    let values = usable.flatMap { [$0.size.width, $0.size.height] + $0.pixels.map(Int.init) }
    setProperty(connection.atoms[.icon], type: Atom(XA_CARDINAL), values)
  }

  private func setProperty(_ name: Atom, type: Atom, _ bytes: [UInt8]) {
    XChangeProperty(
      connection.display, window, name, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  private func setProperty(_ name: Atom, type: Atom, _ longs: [Int]) {
    connection.setProperty(name, of: window, type: type, longs)
  }
}
