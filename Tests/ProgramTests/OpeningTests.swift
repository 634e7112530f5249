import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

@testable import OverscrollFiles
@testable import OverscrollImaging
@testable import OverscrollViewer
@testable import overscroll

/// A session bus with a portal for choosing files, on a private address.
final class Portal {
  /// What the portal does when it is asked.
  enum Manner: String {
    /// Answers even before it accepts the request.
    case answers
    /// Never replies.
    case isSilent
    /// The user closes the dialog.
    case cancels
    /// Answers after another program has answered in its name.
    case isForged
    /// Ends while its dialog is open.
    case dies
    /// Answers once the test has the user choose.
    case waits
    /// Fails at the first call for settings.
    case failsFirst
  }

  let address: String
  private let bus: ChildProcess
  private var service: ChildProcess?
  private let log = TestFolder.make("portal") + "/log"

  init(_ manner: Manner?, choosing paths: [String] = []) throws {
    bus = try ChildProcess(["dbus-daemon", "--session", "--print-address=1", "--nofork"])
    address = try bus.readLine() ?? ""
    guard let manner else { return }
    let service = try ChildProcess(
      [  // The one that has Debian's modules.
        "/usr/bin/python3", "-c", Self.script, manner.rawValue, log,
      ]
        + paths.map { FilePath($0).uri },
      environment: ["DBUS_SESSION_BUS_ADDRESS": address])
    self.service = service
    #expect(try service.readLine() == "ready")
  }

  /// What the portal was asked for.
  var request: String { (try? RunningViewer.text(of: log)) ?? "" }

  /// The requests to keep the screen on, and their ends.
  var inhibitions: String { (try? RunningViewer.text(of: log + ".idle")) ?? "" }

  /// How often a dialog was asked for.
  var dialogCount: Int { ((try? RunningViewer.text(of: log + ".dialogs")) ?? "").count }

  /// Has the user of a dialog that waits choose.
  func choose() throws { try RunningViewer.write([], to: log + ".choose") }

  /// Sets the preference for reduced motion, which programs are notified of.
  func setReducedMotion(_ isOn: Bool) throws {
    try RunningViewer.write([UInt8(ascii: isOn ? "1" : "0")], to: log + ".motion")
  }

  /// Sets the preference for more contrast, which programs are notified of.
  func setMoreContrast(_ isOn: Bool) throws {
    try RunningViewer.write([UInt8(ascii: isOn ? "1" : "0")], to: log + ".contrast")
  }

  /// How often a program has asked for settings.
  var settingsRequests: Int { ((try? RunningViewer.text(of: log + ".settings")) ?? "").count }

  /// The media types that it was asked to offer.
  var types: [String] {
    ((try? RunningViewer.text(of: log + ".types")) ?? "").split(separator: " ").map(String.init)
  }

  private static let script = """
    import os, sys, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    manner, log, uris = sys.argv[1], sys.argv[2], sys.argv[3:]
    class Request(dbus.service.Object):
        @dbus.service.signal('org.freedesktop.portal.Request', signature='ua{sv}')
        def Response(self, response, results): pass
    class Chooser(dbus.service.Object):
        @dbus.service.method('org.freedesktop.portal.FileChooser', in_signature='ssa{sv}',
                             out_signature='o', sender_keyword='sender',
                             async_callbacks=('reply', 'fail'))
        def OpenFile(self, parent, title, options, sender, reply, fail):
            self.choose(parent, title, options, sender, reply)
        @dbus.service.method('org.freedesktop.portal.FileChooser', in_signature='ssa{sv}',
                             out_signature='o', sender_keyword='sender',
                             async_callbacks=('reply', 'fail'))
        def SaveFile(self, parent, title, options, sender, reply, fail):
            self.choose(parent, title + ' ' + options['current_name'], options, sender, reply)
        def choose(self, parent, title, options, sender, reply):
            keys = sorted(str(key) for key in options)
            types = [str(t) for _, kinds in options.get('filters', []) for _, t in kinds]
            open(log + '.types', 'w').write(' '.join(types))
            open(log, 'w').write('%s %s %s' % (parent[:4], title, ' '.join(keys)))
            with open(log + '.dialogs', 'a') as file: file.write('.')
            if manner == 'isSilent': return
            path = '/org/freedesktop/portal/desktop/request/%s/%s' % (
                sender[1:].replace('.', '_'), options['handle_token'])
            request = Request(bus, path)
            results = {'choices': dbus.Array([], signature='(ss)'),
                       'uris': dbus.Array(uris, signature='s')}
            if manner == 'isForged':
                other = dbus.bus.BusConnection(os.environ['DBUS_SESSION_BUS_ADDRESS'])
                forged = dict(results, uris=dbus.Array(uris[:1], signature='s'))
                Request(other, path).Response(0, forged)
                other.list_names()  # The bus has passed the signal on.
                results['uris'] = dbus.Array(uris[1:], signature='s')
            def answer():
                if not os.path.exists(log + '.choose'): return True
                request.Response(0, results)
            if manner == 'dies': GLib.timeout_add(100, lambda: os._exit(0))
            elif manner == 'waits': GLib.timeout_add(20, answer)
            elif manner != 'cancels': request.Response(0, results)
            else: request.Response(1, dbus.Dictionary({}, signature='sv'))
            reply(path)
    class Inhibitor(Chooser):
        @dbus.service.method('org.freedesktop.portal.Inhibit', in_signature='sua{sv}',
                             out_signature='o', sender_keyword='sender')
        def Inhibit(self, parent, flags, options, sender):
            def note(text):
                with open(log + '.idle', 'a') as file: file.write(text + '\\n')
            note(parent[:4] + (' idle ' if flags == 8 else ' ') + options['reason'])
            def changed(owner):
                if not owner: note('end')
            bus.watch_name_owner(sender, changed)
            return '/org/freedesktop/portal/desktop/request/1/1'
    class Settings(Inhibitor):
        def read(self, key):
            try: return dbus.UInt32(open(log + '.' + key).read() or 0)
            except OSError: return dbus.UInt32(0)
        def current(self):
            return {'reduced-motion': self.read('motion'), 'contrast': self.read('contrast')}
        last = {}
        @dbus.service.method('org.freedesktop.portal.Settings', in_signature='as',
                             out_signature='a{sa{sv}}')
        def ReadAll(self, namespaces):
            with open(log + '.settings', 'a') as file: file.write('.')
            if manner == 'failsFirst' and os.path.getsize(log + '.settings') == 1:
                raise dbus.exceptions.DBusException('not yet')
            values = {'color-scheme': dbus.UInt32(1), 'accent-color': dbus.Struct((0.1, 0.2, 0.3)),
                      **self.current()}
            return {'org.example.other': dbus.Dictionary({'reduced-motion': 'no'}, signature='sv'),
                    'org.freedesktop.appearance': dbus.Dictionary(values, signature='sv')}
        @dbus.service.signal('org.freedesktop.portal.Settings', signature='ssv')
        def SettingChanged(self, namespace, key, value): pass
        def watch(self):
            new = self.current()
            for key in new:
                if new[key] != self.last.get(key, 0):
                    self.SettingChanged('org.freedesktop.appearance', key, new[key])
            self.last = new
            return True

    name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
    chooser = Settings(bus, '/org/freedesktop/portal/desktop')
    GLib.timeout_add(50, chooser.watch)
    print('ready', flush=True)
    GLib.MainLoop().run()
    """
}

@Suite struct `Opening files` {
  private func folder() throws -> PictureFolder {
    let folder = PictureFolder()
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    return folder
  }

  private func viewer(_ folder: PictureFolder, bus: String) throws -> RunningViewer {
    let viewer = try RunningViewer(
      [folder.path + "/p1.ppm", "--alone"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
    try viewer.wait(forPicture: 1)
    return viewer
  }

  @Test func `shows what was chosen in the desktop's dialog`() throws {
    let folder = try folder()
    let portal = try Portal(
      .answers, choosing: [folder.path + "/p3.ppm", folder.path + "/p2.ppm"])
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.input.type("ctrl+o")
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "p3.ppm (200×150) – 1 of 2 – Overscroll")
    #expect(portal.request == "x11: Open Pictures current_folder filters handle_token multiple")
    try viewer.input.type("ctrl+shift+o")
    try waitUntil("a request for folders") {
      portal.request == "x11: Open Folders current_folder directory handle_token multiple"
    }
  }

  @Test func `offers the files of every format in the desktop's dialog`() throws {
    let folder = try folder()
    let portal = try Portal(.cancels)
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.input.type("ctrl+o")
    try waitUntil("the request") { !portal.request.isEmpty }
    #expect(portal.types == ImageFormat.mediaTypes + LoaderFormat.mediaTypes)
  }

  @Test func `saves where the desktop's dialog says`() throws {
    let folder = try folder()
    let file = TestFolder.make() + "/saved.jpg"
    let portal = try Portal(.answers, choosing: [file])
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.input.type("ctrl+s")
    try waitUntil("the file") { access(file, F_OK) == 0 }
    #expect(
      portal.request
        == "x11: Save Picture p1-copy.png current_folder current_name filters handle_token")
    #expect(portal.types == ["image/png", "image/jpeg", "image/webp", "image/tiff"])
    let info = try RunningViewer.run(["info", file]).output
    #expect(info.hasPrefix("format: JPEG\n") && info.contains("size: 200×150 pixels"))
  }

  @Test func `believes nobody but the portal`() throws {
    let folder = try folder()
    let portal = try Portal(
      .isForged, choosing: [folder.path + "/p2.ppm", folder.path + "/p3.ppm"])
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.input.type("ctrl+o")
    try viewer.wait(forPicture: 3)
  }

  @Test func `shows one dialog at a time, and opens what is chosen in it`() throws {
    let folder = try folder()
    let portal = try Portal(.waits, choosing: [folder.path + "/p3.ppm"])
    let viewer = try viewer(folder, bus: portal.address)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+o")
    try waitUntil("the dialog") { portal.dialogCount == 1 }
    try viewer.input.type("ctrl+o", "ctrl+s")
    try viewer.wait("a message") { !$0.isSame(as: before) }
    try portal.choose()
    try viewer.wait(forPicture: 3)
    #expect(portal.dialogCount == 1)
  }

  @Test func `asks for a path where the portal ends while its dialog is open`() throws {
    let folder = try folder()
    let portal = try Portal(.dies)
    let viewer = try viewer(folder, bus: portal.address)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+o")
    try viewer.wait("the field") { !$0.isSame(as: before) }
    try viewer.input.type("Tab", "2", "period", "Tab", "Return")
    try viewer.wait(forPicture: 2)
  }

  @Test func `changes nothing where the dialog is closed`() throws {
    let folder = try folder()
    let portal = try Portal(.cancels)
    let viewer = try viewer(folder, bus: portal.address)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+o")
    try waitUntil("the request") { !portal.request.isEmpty }
    #expect(try viewer.settle().isSame(as: before))
  }

  @Test(arguments: ["no bus", "no portal", "a silent portal"])
  func `asks for a path where there is no dialog`(what: String) throws {
    let folder = try folder()
    let portal = try what == "no bus" ? nil : Portal(what == "no portal" ? nil : .isSilent)
    let viewer = try viewer(folder, bus: portal?.address ?? "unix:path=/nonexistent")
    let before = try viewer.settle()
    try viewer.input.type("ctrl+o")
    try viewer.wait("the field") { !$0.isSame(as: before) }
    try viewer.input.type("Escape")
    try viewer.wait("the field to go") { $0.isSame(as: before) }
    try viewer.input.type("ctrl+o")
    try viewer.wait("the field") { !$0.isSame(as: before) }
    // The field has the folder; Tab completes the part that all names share.
    try viewer.input.type("Tab", "2", "period", "Tab", "Return")
    try viewer.wait(forPicture: 2)
  }

  @Test func `goes to a picture or a pixel that is typed`() throws {
    let folder = try folder()
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.wait(forPicture: 1)
    try viewer.input.type("ctrl+g", "numbersign", "3", "Return")
    try viewer.wait(forPicture: 3)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+g", "x", "Return")
    let refused = try viewer.settle()
    #expect(!refused.isSame(as: before))
    try viewer.input.type("BackSpace", "p", "2", "Return")
    try viewer.wait(forPicture: 2)
    // Nine times as large, it fills the window.
    #expect((try viewer.look().pixel(x: 20, y: 20) ?? 0) & 0xFF_FFFF != PictureFolder.color(2))
    try viewer.input.type("ctrl+g", "9", "9", "comma", "7", "5", "at", "9", "Return")
    try viewer.wait("nine pixels a pixel") { shot in
      (shot.pixel(x: 20, y: 20) ?? 0) & 0xFF_FFFF == PictureFolder.color(2)
    }
  }

  @Test func `goes to a pixel of a picture that is fitted`() throws {
    let folder = PictureFolder()
    // In the middle of the right half, brighter pixels.
    let (width, height) = (4000, 2500)
    let bytes = Array("P6 \(width) \(height) 255\n".utf8)
    let dark: [UInt8] = [10, 20, 0x40]
    let bright: [UInt8] = [200, 20, 0x40]
    let row = (0..<width).flatMap { abs($0 - 3000) < 700 ? bright : dark }
    let path = folder.path + "/wide.ppm"
    try RunningViewer.write(bytes + repeatElement(row, count: height).joined(), to: path)
    let viewer = try HeadlessViewer([path, "--animations", "off"])
    try viewer.wait("the fitted picture") { ($0.pixel(x: 640, y: 400) ?? 0) >> 16 & 0xFF == 10 }
    try viewer.input.type("ctrl+g")
    try viewer.input.type(
      "3", "0", "0", "0", "comma", "1", "2", "5", "0", "Return")
    // At 1:1, the bright part is wider than the window.
    try viewer.wait("the pixel") { shot in
      [40, 640, 1240].allSatisfy { (shot.pixel(x: $0, y: 300) ?? 0) >> 16 & 0xFF == 200 }
    }
  }
}

@Suite struct `A typed path` {
  @Test func `is a path, a file's URI or one in the home folder`() {
    #expect(TypedPath.path("/a b/c.png") == FilePath("/a b/c.png"))
    #expect(TypedPath.path("file:///a%20b") == FilePath("/a b"))
    #expect(TypedPath.path("https://example.org/a.png") == nil)
    #expect(TypedPath.path("") == nil)
    let home = getenv("HOME").map { String(cString: $0) } ?? "~"
    #expect(TypedPath.path("~/a") == FilePath(home + "/a"))
  }

  @Test(arguments: [
    ("/x/", "/x/p"), ("/x/p1", "/x/p1"), ("/x/p10", "/x/p10.png"), ("/x/q", "/x/q"),
    ("/x/.", "/x/.hidden"), ("sub", "sub/"), ("", ""),
  ])
  func `is completed as far as names agree`(text: String, completed: String) {
    let names = ["/x/": ["p1.png", "p10.png", "p2.png", ".hidden"], ".": ["sub/"]]
    let result = TypedPath.completed(text) { folder in
      text.isEmpty ? [] : names[folder.description] ?? []
    }
    #expect(result == completed)
  }
}
