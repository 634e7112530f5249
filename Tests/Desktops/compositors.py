"""Wayland compositors without a screen, each with XWayland and a means of input."""

import re
import shutil
import subprocess

import drivers
from rig import Skip, until


class Compositor:
    """A running compositor; the session's environment names its displays."""
    # The program, the name of the window manager that X has, and the name in checks.
    program = name = short = ""
    # Whether its own means send touches, and fingers can pinch.
    pinches = False

    def __init__(self, session, size=(1280, 800), scale=1, monitors=1):
        if not self.is_installed():
            raise Skip("it or Xwayland is not installed")
        self.session, self.size, self.scale, self.monitors = session, size, scale, monitors
        self.driver = None
        self.start()

    @classmethod
    def is_installed(cls):
        return shutil.which(cls.program) and shutil.which("Xwayland")

    def start(self):
        raise NotImplementedError

    def wait_for_x(self, display):
        """Sets the display and waits until it answers, which starts XWayland."""
        self.session.environment["DISPLAY"] = display
        until("XWayland", lambda: "dimensions" in self.session.run("xdpyinfo", checked=False))

    def screenshot(self, path):
        """Saves what the compositor shows; returns whether it can."""
        return False

    def rescale(self, scale):
        """Changes the scale of all monitors while programs run."""
        raise Skip("its scale is that of its start")


class Weston(Compositor):
    """Weston in a window on Xvfb, whose pointer and keyboard XTEST controls."""
    program, name, short = "weston", "Weston WM", "weston"

    def start(self):
        session = self.session
        version = session.run("weston", "--version").split()[1]
        old = int(version.split(".")[0]) < 12
        width = self.size[0] * self.scale * self.monitors
        outer = session.start(["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{self.size[1] * self.scale}x24",
                               "-nolisten", "tcp", "-noreset"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.outer = f":{outer.stdout.readline().decode().strip()}"
        (session.folder / "weston.ini").write_text(
            "[core]\nidle-time=0\n[shell]\npanel-position=none\nlocking=false\nanimation=none\n"
            "startup-animation=none\nbackground-color=0xff204060\n")
        session.environment["DISPLAY"] = self.outer
        session.start(
            ["weston", f"--backend={'x11-backend.so' if old else 'x11'}",
             "--use-pixman" if old else "--renderer=pixman", f"--config={session.folder}/weston.ini", "--xwayland",
             f"--width={self.size[0]}", f"--height={self.size[1]}", f"--scale={self.scale}",
             f"--output-count={self.monitors}", "--socket=wayland-rig"], log="weston.log")
        found = until("Weston", lambda: re.search(r"xserver listening on display (:\d+)", session.log("weston.log")))
        session.environment["WAYLAND_DISPLAY"] = "wayland-rig"
        # Without a window manager, its windows lie upon each other.
        windows = until("Weston's window", lambda: session.windows("weston", "name") or session.windows("Weston"))
        for index, window in enumerate(windows):
            session.run("xdotool", "windowmove", window, index * self.size[0] * self.scale, 0)
        session.run("xdotool", "mousemove", 5, 5)
        session.run("xdotool", "windowfocus", windows[0])
        self.wait_for_x(found[1])
        self.driver = drivers.XTest(session, self.outer)
        self.driver.name = "XTEST in the X server that Weston runs on"
        self.version = version

    def screenshot(self, path):
        self.session.run("env", f"DISPLAY={self.outer}", "import", "-window", "root", path)
        return True


class Mutter(Compositor):
    """Mutter with virtual monitors, controlled over D-Bus; touches need PipeWire."""
    program, name, short, pinches = "mutter", "Mutter", "mutter", True

    def start(self):
        session = self.session
        self.version = session.run("mutter", "--version").split()[-1]
        settings = session.folder / "config/glib-2.0/settings"
        settings.mkdir(parents=True)
        (settings / "keyfile").write_text("[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n"
                                          if self.scale > 1 else "")
        if shutil.which("pipewire"):
            session.start(["pipewire"], log="pipewire.log")
            until("PipeWire", lambda: (session.folder / "run/pipewire-0").exists())
        monitors = ["--virtual-monitor", f"{self.size[0] * self.scale}x{self.size[1] * self.scale}"] * self.monitors
        session.start(["mutter", "--headless", "--wayland", "--sm-disable",
                       "--wayland-display", "wayland-rig", *monitors], log="mutter.log")
        found = until("Mutter", lambda: re.search(r"public X11 display (:\d+)", session.log("mutter.log")))
        session.environment["WAYLAND_DISPLAY"] = "wayland-rig"
        until("Mutter's socket", (session.folder / "run/wayland-rig").exists)
        cookie = sorted(session.folder.glob("run/.mutter-Xwaylandauth*"))
        if cookie:
            session.environment["XAUTHORITY"] = str(cookie[0])
        if self.scale > 1:
            self.rescale(self.scale)
        self.wait_for_x(found[1])
        self.driver = drivers.Mutter(session, "Meta-0")
        # Keyboard and touch screen appear with their first events, which are lost.
        self.driver.control(True)
        self.driver.control(False)
        self.driver.pinch(8, 8, 2, 2, steps=1)
        until("the devices", lambda: all(
            name in session.run("xinput", "list") for name in ["xwayland-keyboard", "xwayland-touch"]))

    def rescale(self, scale):
        # As GNOME's settings do.
        import dbus  # pylint: disable=import-outside-toplevel
        bus = dbus.bus.BusConnection(self.session.environment["DBUS_SESSION_BUS_ADDRESS"])
        until("its settings of displays", lambda: bus.name_has_owner("org.gnome.Mutter.DisplayConfig"))
        config = dbus.Interface(bus.get_object("org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"),
                                "org.gnome.Mutter.DisplayConfig")
        serial, monitors, _, _ = config.GetCurrentState()
        width = self.size[0] * self.scale // scale
        logical = [(index * width, 0, float(scale), dbus.UInt32(0), index == 0,
                    [(monitor[0][0], monitor[1][0][0], dbus.Dictionary({}, signature="sv"))])
                   for index, monitor in enumerate(monitors)]
        config.ApplyMonitorsConfig(serial, dbus.UInt32(1), logical,
                                   dbus.Dictionary({"layout-mode": dbus.UInt32(1)}, signature="sv"))


class KWin(Compositor):
    """KWin with virtual outputs, controlled by its protocol for fake input."""
    program, name, short, pinches = "kwin_wayland", "KWin", "kwin", True

    def start(self):
        session = self.session
        # Its capability, which containers refuse, is not needed without a screen; a copy has none.
        program = shutil.copy(shutil.which("kwin_wayland"), session.folder / "kwin_wayland")
        (session.folder / "config/kwinrc").write_text(
            "[Xwayland]\nScale=1\n[Compositing]\nEnabled=true\n")
        session.environment |= {"KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1", "QT_LOGGING_RULES": "*.debug=false",
                                "KWIN_COMPOSE": "Q"}
        self.version = session.run(program, "--version").split()[-1]
        # From 6 on, KWin ignores that setting and has Plasma's, and keeps scales by its own choice: 1 for outputs without a size.
        chooses = int(self.version.split(".")[0]) >= 6
        if chooses:
            (session.folder / "config/kdeglobals").write_text("[KScreen]\nXwaylandClientsScale=false\n")
        script = session.folder / "displays"
        script.write_text(f"#!/bin/sh\nenv > {session.folder}/variables.new\n"
                          f"mv {session.folder}/variables.new {session.folder}/variables\n")
        script.chmod(0o755)
        session.start([program, "--virtual", "--width", self.size[0], "--height", self.size[1], "--scale", self.scale,
                       "--output-count", self.monitors, "--socket", "wayland-rig", "--xwayland", "--no-lockscreen",
                       script], log="kwin.log")
        until("KWin", (session.folder / "variables").exists)
        variables = dict(line.split("=", 1) for line in session.log("variables").splitlines() if "=" in line)
        for name in ["WAYLAND_DISPLAY", "XAUTHORITY"]:
            if name in variables:
                session.environment[name] = variables[name]
        self.wait_for_x(variables["DISPLAY"])
        self.outputs = [f"output.{index + 1}.scale." for index in range(self.monitors)]
        if chooses and self.scale != 1:
            self.rescale(self.scale)
        self.driver = drivers.KWin(f"{session.folder}/run/{variables['WAYLAND_DISPLAY']}")

    def rescale(self, scale):
        if not shutil.which("kscreen-doctor"):
            raise Skip("kscreen-doctor is not installed")
        self.session.run("env", "QT_QPA_PLATFORM=wayland", "kscreen-doctor", *[f"{name}{scale}" for name in self.outputs])


ALL = [Weston, Mutter, KWin]
