"""Input for compositors, each by its own means."""

import socket
import struct
import time

LEFT, CTRL = 0x110, 29
KEYS = {"f": 33, "q": 16, "Escape": 1}


class XTest:
    """XTEST in an X server: Xwayland itself, or the one in whose window a compositor runs."""
    name = "XTEST"

    def __init__(self, session, display=None):
        self.session, self.display = session, display

    def _run(self, *words):
        command = ["xdotool", *[str(word) for word in words]]
        if self.display:
            command = ["env", f"DISPLAY={self.display}", *command]
        self.session.run(*command)

    def move(self, x, y):
        self._run("mousemove", x, y)

    def button(self, is_down):
        self._run("mousedown" if is_down else "mouseup", 1)

    def wheel(self, notches):
        for _ in range(abs(notches)):
            self._run("click", 5 if notches > 0 else 4)

    def control(self, is_down):
        self._run("keydown" if is_down else "keyup", "ctrl")

    def key(self, name):
        self._run("key", name)

    pinch = None


class Mutter:
    """`org.gnome.Mutter.RemoteDesktop`, with touches on a monitor that `ScreenCast` names."""
    name = "RemoteDesktop"
    BUS = "org.gnome.Mutter"

    def __init__(self, session, monitor):
        import dbus  # pylint: disable=import-outside-toplevel
        bus = dbus.bus.BusConnection(session.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.dbus, self.place, self.stream = dbus, None, None

        def get(name, path, interface):
            return dbus.Interface(bus.get_object(f"{self.BUS}.{name}", path), f"{self.BUS}.{interface}")

        desktop = get("RemoteDesktop", "/org/gnome/Mutter/RemoteDesktop", "RemoteDesktop")
        path = desktop.CreateSession()
        self.remote = get("RemoteDesktop", path, "RemoteDesktop.Session")
        properties = dbus.Interface(bus.get_object(f"{self.BUS}.RemoteDesktop", path), dbus.PROPERTIES_IFACE)
        name = properties.Get(f"{self.BUS}.RemoteDesktop.Session", "SessionId")
        try:
            cast = get("ScreenCast", "/org/gnome/Mutter/ScreenCast", "ScreenCast")
            casting = get("ScreenCast", cast.CreateSession({"remote-desktop-session-id": name}), "ScreenCast.Session")
            self.stream = casting.RecordMonitor(monitor, {"cursor-mode": dbus.UInt32(0)})
            self.remote.Start()
        except dbus.DBusException as error:
            raise RuntimeError(f"no remote control: {error.get_dbus_message()}") from error

    def move(self, x, y):
        self.remote.NotifyPointerMotionAbsolute(self.stream, float(x), float(y))
        time.sleep(0.02)

    def button(self, is_down):
        self.remote.NotifyPointerButton(LEFT, bool(is_down))
        time.sleep(0.02)

    def wheel(self, notches):
        for _ in range(abs(notches)):
            self.remote.NotifyPointerAxisDiscrete(self.dbus.UInt32(0), 1 if notches > 0 else -1)
            time.sleep(0.05)

    def control(self, is_down):
        self.remote.NotifyKeyboardKeycode(self.dbus.UInt32(CTRL), bool(is_down))
        time.sleep(0.05)

    def key(self, name):
        for is_down in [True, False]:
            self.remote.NotifyKeyboardKeycode(self.dbus.UInt32(KEYS[name]), is_down)
            time.sleep(0.05)

    def pinch(self, x, y, start, end, steps=12):
        """Two fingers that move apart from a distance to another."""
        def points(distance):
            return [(0, x - distance / 2, y), (1, x + distance / 2, y)]

        for slot, left, top in points(start):
            self.remote.NotifyTouchDown(self.stream, self.dbus.UInt32(slot), float(left), float(top))
        for step in range(1, steps + 1):
            time.sleep(0.02)
            for slot, left, top in points(start + (end - start) * step / steps):
                self.remote.NotifyTouchMotion(self.stream, self.dbus.UInt32(slot), float(left), float(top))
        for slot in [0, 1]:
            self.remote.NotifyTouchUp(self.dbus.UInt32(slot))


class KWin:
    """KWin's `org_kde_kwin_fake_input`, in Wayland's own messages: object, size and opcode, arguments."""
    name = "fake input"
    INTERFACE = "org_kde_kwin_fake_input"
    (AUTHENTICATE, BUTTON, AXIS, TOUCH_DOWN, TOUCH_MOTION, TOUCH_UP, TOUCH_FRAME, MOTION_ABSOLUTE, KEY) = (
        0, 2, 3, 4, 5, 6, 8, 9, 10)
    WHEEL = 15.0

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(path)
        self.send(1, 1, self.uint(2))
        self.send(1, 0, self.uint(3))
        number, version = self.find()
        self.send(2, 0, self.uint(number) + self.text(self.INTERFACE) + self.uint(min(version, 4)) + self.uint(4))
        self.request(self.AUTHENTICATE, self.text("overscroll") + self.text("tests"))

    @staticmethod
    def uint(value):
        return struct.pack("=I", value)

    @staticmethod
    def fixed(value):
        return struct.pack("=i", round(value * 256))

    @staticmethod
    def text(value):
        data = value.encode() + b"\0"
        return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)

    def send(self, target, opcode, arguments):
        self.socket.sendall(struct.pack("=II", target, (len(arguments) + 8) << 16 | opcode) + arguments)

    def find(self):
        """The number and version of the interface in the registry."""
        data, found = b"", None
        while True:
            while len(data) >= 8 and len(data) >= struct.unpack_from("=I", data, 4)[0] >> 16:
                target, word = struct.unpack_from("=II", data)
                if (target, word & 0xffff) == (2, 0):
                    number, size = struct.unpack_from("=II", data, 8)
                    name = data[16:16 + size - 1].decode()
                    version = struct.unpack_from("=I", data, 16 + (size + 3) // 4 * 4)[0]
                    if name == self.INTERFACE:
                        found = number, version
                elif target == 3:
                    if not found:
                        raise RuntimeError("KWin offers no fake input")
                    return found
                data = data[word >> 16:]
            data += self.socket.recv(65536)

    def request(self, opcode, arguments, pause=0.02):
        self.send(4, opcode, arguments)
        time.sleep(pause)

    def move(self, x, y):
        self.request(self.MOTION_ABSOLUTE, self.fixed(x) + self.fixed(y))

    def button(self, is_down):
        self.request(self.BUTTON, self.uint(LEFT) + self.uint(int(is_down)))

    def wheel(self, notches):
        for _ in range(abs(notches)):
            self.request(self.AXIS, self.uint(0) + self.fixed(self.WHEEL if notches > 0 else -self.WHEEL), 0.05)

    def control(self, is_down):
        self.request(self.KEY, self.uint(CTRL) + self.uint(int(is_down)), 0.05)

    def key(self, name):
        for is_down in [1, 0]:
            self.request(self.KEY, self.uint(KEYS[name]) + self.uint(is_down), 0.05)

    def pinch(self, x, y, start, end, steps=12):
        """Two fingers that move apart from a distance to another."""
        def touch(opcode, distance):
            for finger, place in [(0, x - distance / 2), (1, x + distance / 2)]:
                self.request(opcode, self.uint(finger) + self.fixed(place) + self.fixed(y), 0)
            self.request(self.TOUCH_FRAME, b"")

        touch(self.TOUCH_DOWN, start)
        for step in range(1, steps + 1):
            touch(self.TOUCH_MOTION, start + (end - start) * step / steps)
        for finger in [0, 1]:
            self.request(self.TOUCH_UP, self.uint(finger), 0)
        self.request(self.TOUCH_FRAME, b"")
