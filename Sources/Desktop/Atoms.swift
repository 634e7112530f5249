internal import CX11
internal import Glibc

/// The atoms of properties and messages, interned in one round trip.
struct Atoms {
  /// The names that are interned.
  enum Name: String, CaseIterable {
    case protocols = "WM_PROTOCOLS"
    case deleteWindow = "WM_DELETE_WINDOW"
    case ping = "_NET_WM_PING"
    case syncRequest = "_NET_WM_SYNC_REQUEST"
    case syncCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case userTime = "_NET_WM_USER_TIME"
    case startupID = "_NET_STARTUP_ID"
    case startupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
    case startupInfo = "_NET_STARTUP_INFO"
    case themeVariant = "_GTK_THEME_VARIANT"
    case manager = "MANAGER"
    case settings = "_XSETTINGS_SETTINGS"
    /// The selection of the first screen's manager, with the other names so that Xlib knows it without a round trip.
    case firstManager = "_XSETTINGS_S0"
    case processID = "_NET_WM_PID"
    case clientMachine = "WM_CLIENT_MACHINE"
    case name = "_NET_WM_NAME"
    case iconName = "_NET_WM_ICON_NAME"
    case icon = "_NET_WM_ICON"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case normalWindow = "_NET_WM_WINDOW_TYPE_NORMAL"
    case managedState = "WM_STATE"
    case state = "_NET_WM_STATE"
    case fullscreen = "_NET_WM_STATE_FULLSCREEN"
    case maximizedHorizontally = "_NET_WM_STATE_MAXIMIZED_HORZ"
    case maximizedVertically = "_NET_WM_STATE_MAXIMIZED_VERT"
    case managerCheck = "_NET_SUPPORTING_WM_CHECK"
    case hidden = "_NET_WM_STATE_HIDDEN"
    case colorProfile = "_ICC_PROFILE"
    case fence = "_OVERSCROLL_FENCE"
    case utf8String = "UTF8_STRING"
    case clipboard = "CLIPBOARD"
    case clipboardManager = "CLIPBOARD_MANAGER"
    case saveTargets = "SAVE_TARGETS"
    case targets = "TARGETS"
    case timestamp = "TIMESTAMP"
    case multiple = "MULTIPLE"
    case atomPair = "ATOM_PAIR"
    case text = "TEXT"
    case utf8Plain = "text/plain;charset=utf-8"
    case incremental = "INCR"
    case dragAware = "XdndAware"
    case dragEnter = "XdndEnter"
    case dragPosition = "XdndPosition"
    case dragStatus = "XdndStatus"
    case dragLeave = "XdndLeave"
    case dragDrop = "XdndDrop"
    case dragFinished = "XdndFinished"
    case dragTypes = "XdndTypeList"
    case dragSelection = "XdndSelection"
    case dragCopy = "XdndActionCopy"
    case dragProxy = "XdndProxy"
    case received = "_OVERSCROLL_RECEIVED"
    case receivedNext = "_OVERSCROLL_RECEIVED_NEXT"
    case saved = "_OVERSCROLL_SAVED"
    case uriList = "text/uri-list"
    case copiedFiles = "x-special/gnome-copied-files"
    case png = "image/png"
    case jpeg = "image/jpeg"
    case tiff = "image/tiff"
    case webp = "image/webp"
    case bmp = "image/bmp"
    case libinput = "libinput Send Events Modes Available"
    case libinputTapping = "libinput Tapping Enabled"
    case libinputPixelDistance = "libinput Scrolling Pixel Distance"
    case synapticsFinger = "Synaptics Finger"
  }

  private let values: [Name: Atom]

  init(_ display: OpaquePointer) {
    var names = Name.allCases.map { strdup($0.rawValue) }
    defer { names.forEach { free($0) } }
    var atoms = [Atom](repeating: 0, count: names.count)
    XInternAtoms(display, &names, Int32(names.count), 0, &atoms)
    values = Dictionary(uniqueKeysWithValues: zip(Name.allCases, atoms))
  }

  /// The atom of `name`, or 0 (`None`) where the server failed.
  subscript(name: Name) -> Atom { values[name] ?? 0 }
}
