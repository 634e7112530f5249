"""The viewer on XWayland: what it knows of the compositor, input, full screen, scales and monitors."""

import json
import signal
import time

import compositors
from rig import ROOT, Session, Skip, until

KINDS = compositors.ALL
PICTURE = ROOT / "Resources/sample.jpg"


class Take:
    """What was recorded in a window, as script and trace."""

    def __init__(self, path):
        self.events = [json.loads(line) for line in path.read_text().splitlines()[1:]]
        self.header = json.loads(path.read_text().splitlines()[0])
        lines = path.with_suffix(".trace").read_text().splitlines()
        names = lines[0].split(",")
        self.rows = [dict(zip(names, line.split(","))) for line in lines[1:]]

    def path(self, column, start=0.0):
        return [float(row[column]) for row in self.rows if float(row["t"]) >= start]

    def touches(self, kind, phase="began"):
        return [event for event in self.events if event.get("touch") == phase and event.get("type", "direct") == kind]


def show(session, program, *arguments, log="viewer.log"):
    """Starts the viewer, and returns its process and its window once that is there."""
    memory = session.folder / "state/overscroll/window"
    memory.parent.mkdir(exist_ok=True)
    # Smaller than the screen, so that full screen and monitors make a difference.
    memory.write_text("size 800x500\nmaximized no\n")
    process = session.start([program, *arguments], log=log)

    def shown():
        if process.poll() is not None:
            raise AssertionError(session.log(log)[-200:])
        return session.windows()
    window = until("the viewer's window", shown)[0]
    time.sleep(1)
    return process, window


def information(session, program):
    """The lines of `overscroll info` by their names."""
    return dict(line.split(": ", 1) for line in session.run(program, "info").splitlines())


def center(session, window):
    x, y, width, height = session.area(window)
    return x + width // 2, y + height // 2


def record(session, program, desktop):
    """Records a drag, notches of the wheel, a zoom and a pinch; returns the take."""
    driver = desktop.driver
    path = session.folder / "take.script"
    process, window = show(session, program, "record", path, "--grid", "8000x6000")
    x, y = center(session, window)
    driver.move(x, y)
    driver.button(True)
    for step in range(1, 9):
        driver.move(x - 20 * step, y - 15 * step)
    driver.button(False)
    time.sleep(2.5)
    driver.move(x, y)
    driver.wheel(3)
    time.sleep(1.5)
    driver.control(True)
    driver.wheel(-2)
    driver.control(False)
    time.sleep(1.5)
    if driver.pinch and desktop.pinches:
        driver.pinch(x, y, 100, 300)
        time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    status = process.wait(30)
    output = session.log("viewer.log")
    if status or "verified" not in output:
        raise AssertionError(f"exit status {status}: {output[-200:]}")
    return Take(path)


def check_input(report, name, session, program, desktop):
    """The checks of a take in a window."""
    takes = []
    report.check(f"{name}: a take is recorded and verified",
                 lambda: takes.append(record(session, program, desktop)) or f"input by {desktop.driver.name}")
    if not takes:
        return
    take = takes[0]

    def drag():
        if not take.touches("indirectPointer"):
            raise AssertionError("no button was pressed")
        moved = take.path("offset_x")[-1] - take.path("offset_x")[0]
        flown = any(row["decelerating"] == "1" for row in take.rows)
        return f"{moved:.0f} pt" if flown and moved > 160 else False

    def wheel():
        # Axes without notches arrive as those of a touchpad.
        plain = [event for event in take.events if "modifiers" not in event]
        notches = sum(event["wheel"][1] for event in plain if "wheel" in event)
        smooth = sum(event["delta"][1] for event in plain if "touchpad" in event)
        return f"{notches:g} notches and {-smooth:g} pt" if notches > 0 or smooth < 0 else False

    def zoom():
        zooms = take.path("zoom")
        return f"to {max(zooms):.2f}" if max(zooms) > 1.05 else False

    def pinch():
        if not (desktop.pinches and desktop.driver.pinch):
            raise Skip(f"{desktop.driver.name} has no touches")
        if len(take.touches("direct")) < 2:
            raise AssertionError("no two fingers touched")
        start = take.touches("direct")[0]["t"]
        zooms = take.path("zoom", start)
        return f"from {zooms[0]:.2f} to {max(zooms):.2f}" if max(zooms) > zooms[0] * 1.5 else False

    report.check(f"{name}: a drag moves the content and a flick lets it fly", drag)
    report.check(f"{name}: the wheel scrolls", wheel)
    report.check(f"{name}: Ctrl and the wheel zoom", zoom)
    report.check(f"{name}: two fingers pinch", pinch)
    report.check(f"{name}: the take names XWayland and the compositor", lambda: names(take, desktop))


def names(take, desktop):
    facts = take.header["environment"]["xwayland"]
    return facts["compositor"] == desktop.name and facts["version"]


def check_window(report, name, session, program, desktop):
    """The checks of what is shown."""
    process, window = show(session, program, PICTURE)
    path = session.folder / "window.png"

    def full_screen():
        before = session.area(window)[2:]
        driver = desktop.driver
        driver.move(*center(session, window))
        driver.button(True)
        driver.button(False)
        time.sleep(0.5)
        driver.key("f")
        until("full screen", lambda: session.area(window) == (0, 0, *desktop.size), 8)
        driver.key("f")
        until("the former size", lambda: session.area(window)[2:] == before, 8)

    def picture():
        colors = until("the picture", lambda: max(session.picture(window, path) - 1000, 0))
        if report.pictures:
            session.picture(window, report.pictures / f"{name.replace(' ', '-')}.png")
            desktop.screenshot(report.pictures / f"{name.replace(' ', '-')}-output.png")
        return f"more than {colors} colors"

    report.check(f"{name}: the window shows a picture", picture)
    report.check(f"{name}: F fills the screen and restores the window", full_screen)
    report.check(f"{name}: a larger font resolution scales the interface", lambda: font_scale(session, program))
    session.end(process)


def font_scale(session, program):
    session.run("xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t144\n")
    scale = information(session, program)["XWayland"]
    session.run("xprop", "-root", "-remove", "RESOURCE_MANAGER")
    return "scale 1.5" in scale and scale


def check_scale(report, kind, program):
    """A compositor that scales by 2, and then no longer."""
    name = kind.short

    def change():
        with Session() as session:
            desktop = kind(session, scale=2)
            process, window = show(session, program, PICTURE)
            place = session.folder / "before.png"
            until("the picture", lambda: session.picture(window, place) > 1000)
            outputs = information(session, program)["outputs"]
            desktop.rescale(1)
            until("the other scale", lambda: information(session, program)["outputs"] != outputs)
            time.sleep(1)
            if process.poll() is not None or session.picture(window, place) < 1000:
                raise AssertionError("the window is gone or empty")
            session.end(process)
            return "from 2 to 1"

    report.check(f"{name}: the scale changes while the window is shown", change)


def check_monitors(report, kind, program):
    name = kind.short

    def outputs():
        with Session() as session:
            desktop = kind(session, monitors=2)
            lines = session.run(program, "info").splitlines()
            count = len([line for line in lines if line.startswith("outputs: ")])
            if count != 2:
                raise AssertionError(f"{count} outputs")
            process, window = show(session, program, PICTURE)
            session.run("xdotool", "windowmove", window, desktop.size[0] + 20, 20)
            time.sleep(1)
            desktop.driver.move(*center(session, window))
            desktop.driver.button(True)
            desktop.driver.button(False)
            desktop.driver.key("f")
            until("a full screen", lambda: session.area(window)[2:] == desktop.size, 8)
            place = session.area(window)[:2]
            session.end(process)
            return f"full screen at {place[0]}, {place[1]}"

    report.check(f"{name} with two monitors: both are known, and full screen fills one", outputs)


def run(report, program, wanted):
    """Runs the checks of the compositors with these names."""
    for kind in KINDS:
        name = kind.short
        if wanted and name not in wanted:
            continue

        def start(kind=kind, name=name):
            with Session() as session:
                desktop = kind(session)
                facts = information(session, program)
                fact = facts.get("XWayland", "no XWayland")
                report.check(f"{name}: XWayland and its compositor are known",
                             lambda: f"compositor {kind.name}," in fact and fact)
                check_window(report, name, session, program, desktop)
                check_input(report, name, session, program, desktop)
                return f"version {desktop.version}"

        report.check(f"{name}: runs without a screen", start)
        if kind.is_installed():
            check_scale(report, kind, program)
            check_monitors(report, kind, program)
