import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

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
    /// Has a file manager beside it.
    case hasFileManager
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

  /// What was asked of it, or of the file manager, about files.
  var openings: String { (try? RunningViewer.text(of: log + ".openings")) ?? "" }

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

  /// The parts of a picture that it was asked to offer, of which it chooses the last one.
  var parts: String { (try? RunningViewer.text(of: log + ".parts")) ?? "" }

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
            chosen = []
            for name, label, values, first in options.get('choices', []):
                texts = ' | '.join(str(text) for _, text in values)
                open(log + '.parts', 'w').write('%s: %s (%s)' % (label, texts, first))
                chosen.append((name, values[-1][0]))
            results = {'choices': dbus.Array(chosen, signature='(ss)'),
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

    def note(text):
        with open(log + '.openings', 'a') as file: file.write(text + '\\n')
    class Opener(Settings):
        def open(self, what, fd, options, sender):
            path = os.readlink('/proc/self/fd/%d' % fd.take())
            asks = ' asks' if options.get('ask') else ''
            note(what + asks + ' ' + os.path.basename(path))
            path = '/org/freedesktop/portal/desktop/request/%s/%s' % (
                sender[1:].replace('.', '_'), options['handle_token'])
            request = Request(bus, path)
            GLib.idle_add(lambda: request.Response(0, dbus.Dictionary({}, signature='sv')))
            return path
        @dbus.service.method('org.freedesktop.portal.OpenURI', in_signature='sha{sv}',
                             out_signature='o', sender_keyword='sender')
        def OpenDirectory(self, parent, fd, options, sender):
            return self.open('OpenDirectory', fd, options, sender)
        @dbus.service.method('org.freedesktop.portal.OpenURI', in_signature='sha{sv}',
                             out_signature='o', sender_keyword='sender')
        def OpenFile(self, parent, fd, options, sender):
            return self.open('OpenFile', fd, options, sender)
    class Manager(dbus.service.Object):
        @dbus.service.method('org.freedesktop.FileManager1', in_signature='ass')
        def ShowItems(self, uris, startup):
            note('ShowItems ' + ' '.join(os.path.basename(uri) for uri in uris))

    name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
    if manner == 'hasFileManager':
        manager = dbus.service.BusName('org.freedesktop.FileManager1', bus)
        shower = Manager(bus, '/org/freedesktop/FileManager1')
    chooser = Opener(bus, '/org/freedesktop/portal/desktop')
    GLib.timeout_add(50, chooser.watch)
    print('ready', flush=True)
    GLib.MainLoop().run()
    """
}
