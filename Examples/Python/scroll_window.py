#!/usr/bin/python3
"""A window of GTK 4 whose content scrolls and zooms like UIScrollView.

Drag it with the mouse or a finger, turn the wheel, scroll or pinch on a touchpad, press arrow keys;
q closes the window. With --record NAME, writes the events to NAME.script and the state at each frame
to NAME.trace, in the formats of overscroll.
"""

import argparse
import json
import math

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
gi.require_foreign("cairo")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

import scroll_engine as engine  # noqa: E402

CONTENT = 3000, 6000
MAXIMUM_SCALE = 4
COLUMNS = (
    "t,phase,offset_x,offset_y,velocity_x,velocity_y,zoom,tracking,dragging,decelerating,zooming,"
    "zoom_bouncing,indicator_v_y,indicator_v_length,indicator_v_alpha,indicator_h_x,"
    "indicator_h_length,indicator_h_alpha,law_velocity_x,law_velocity_y")


def row(state):
    """Returns a state as a row of a trace."""
    flags = [
        state.is_tracking, state.is_dragging, state.is_decelerating, state.is_zooming,
        state.is_zoom_bouncing]
    vertical, horizontal = state.vertical_indicator, state.horizontal_indicator
    numbers = [
        vertical.frame.y, vertical.frame.height, vertical.opacity,
        horizontal.frame.x, horizontal.frame.width, horizontal.opacity,
        state.velocity.x, state.velocity.y]
    offset, velocity = state.presentation_content_offset, state.content_velocity
    scale = state.presentation_zoom_scale
    return ",".join(
        [f"{state.time:.9f}", engine.PHASES[state.phase]]
        + [f"{n:.9f}" for n in (offset.x, offset.y, velocity.x, velocity.y, scale)]
        + [str(int(flag)) for flag in flags] + [f"{n:.9f}" for n in numbers])


class Recording:
    """A script and its trace, written line by line."""

    def __init__(self, name, header, state):
        self.script = open(name + ".script", "w", buffering=1)
        self.trace = open(name + ".trace", "w", buffering=1)
        self.frames = 0
        self.write(header)
        print(COLUMNS, row(state), sep="\n", file=self.trace)

    def write(self, line):
        print(json.dumps(line), file=self.script)

    def frame(self, state):
        self.write({"t": state.time, "frame": self.frames})
        print(row(state), file=self.trace)
        self.frames += 1


class ScrollArea(Gtk.DrawingArea):
    """A view that passes GTK's events and frames to a scroll view, and draws what it answers."""

    def __init__(self, width, height, record):
        super().__init__(focusable=True)
        self.view = engine.ScrollView(width, height)
        self.view.set_content_size(*CONTENT)
        self.view.set_zoom_scale_limits(1, MAXIMUM_SCALE)
        self.start = GLib.get_monotonic_time() / 1e6
        # The difference between the clocks of the frames and of the events, at most.
        self.delay = math.inf
        self.pointer = 0, 0
        self.is_ticking = False
        self.recording = record and Recording(record, {
            "overscroll": 2, "viewport": [width, height], "content": CONTENT,
            "maximumZoomScale": MAXIMUM_SCALE}, self.view.state)
        self.set_draw_func(self.draw)
        self.connect("resize", self.did_resize)
        self.add_controllers()

    def add_controllers(self):
        drag = Gtk.GestureDrag()
        drag.connect("drag-begin", lambda g, x, y: self.touch(g, engine.TOUCH_BEGAN, 0, 0))
        drag.connect("drag-update", lambda g, x, y: self.touch(g, engine.TOUCH_MOVED, x, y))
        drag.connect("drag-end", lambda g, x, y: self.touch(g, engine.TOUCH_ENDED, x, y))
        motion = Gtk.EventControllerMotion()
        motion.connect("motion", lambda c, x, y: setattr(self, "pointer", (x, y)))
        scroll = Gtk.EventControllerScroll(flags=Gtk.EventControllerScrollFlags.BOTH_AXES)
        scroll.connect("scroll-begin", lambda c: self.scroll(c, engine.GESTURE_BEGAN, 0, 0))
        scroll.connect("scroll", self.did_scroll)
        scroll.connect("scroll-end", lambda c: self.scroll(c, engine.GESTURE_ENDED, 0, 0))
        zoom = Gtk.GestureZoom()
        zoom.connect("begin", lambda g, s: self.pinch(g, engine.GESTURE_BEGAN, 1))
        zoom.connect("scale-changed", lambda g, x: self.pinch(g, engine.GESTURE_CHANGED, x))
        zoom.connect("end", lambda g, s: self.pinch(g, engine.GESTURE_ENDED, self.scale))
        keys = Gtk.EventControllerKey()
        keys.connect("key-pressed", self.did_press)
        for controller in (drag, motion, scroll, zoom, keys):
            self.add_controller(controller)

    # Events

    def time(self, controller):
        """Returns the time of an event, in seconds from the start, on the clock of the frames."""
        arrival = GLib.get_monotonic_time() / 1e6 - self.start
        stamp = controller.get_current_event_time() / 1e3
        if not stamp:
            return max(arrival, 0)
        self.delay = min(self.delay, arrival - stamp)
        return max(stamp + self.delay, 0)

    def did_receive(self, time, line):
        """Records an event, and starts the frames."""
        if self.recording:
            acting = max(time, self.view.state.time)
            stamp = {} if acting == time else {"stamp": time}
            self.recording.write({"t": acting, **line, **stamp})
        if not self.is_ticking:
            self.is_ticking = True
            self.add_tick_callback(self.tick)

    def touch(self, gesture, phase, dx, dy):
        _, x, y = gesture.get_start_point()
        at, time = (x + dx, y + dy), self.time(gesture)
        name = ["began", "moved", "ended"][phase]
        self.did_receive(time, {"touch": name, "id": 0, "at": at})
        self.view.send_touch(0, phase, *at, time)

    def did_scroll(self, controller, dx, dy):
        if controller.get_unit() == Gdk.ScrollUnit.SURFACE:
            # GTK's distances are those of the content; the engine's are those of the fingers.
            self.scroll(controller, engine.GESTURE_CHANGED, -dx, -dy)
            return True
        time, held = self.time(controller), self.modifiers(controller)
        self.did_receive(
            time, {"wheel": [dx, dy], "at": self.pointer, "modifiers": self.names(held)})
        self.view.send_wheel(dx, dy, *self.pointer, held, time)
        return True

    def scroll(self, controller, phase, dx, dy):
        time, held = self.time(controller), self.modifiers(controller)
        name = ["began", "changed", "ended"][phase]
        self.did_receive(time, {
            "touchpad": name, "delta": [dx, dy], "at": self.pointer,
            "modifiers": self.names(held)})
        self.view.send_scroll(phase, dx, dy, *self.pointer, held, time)

    def pinch(self, gesture, phase, scale):
        self.scale = scale
        _, x, y = gesture.get_bounding_box_center()
        time = self.time(gesture)
        name = ["began", "changed", "ended"][phase]
        self.did_receive(time, {"pinch": name, "scale": scale, "at": [x, y]})
        self.view.send_pinch(phase, scale, x, y, time)

    def did_press(self, controller, value, code, modifiers):
        name = Gdk.keyval_name(value)
        if name == "q":
            self.get_root().close()
        if name not in engine.KEYS:
            return False
        time, held = self.time(controller), self.modifiers(controller)
        self.did_receive(time, {"key": name, "modifiers": self.names(held)})
        self.view.send_key(engine.KEYS[name], held, time)
        return True

    @staticmethod
    def modifiers(controller):
        state = controller.get_current_event_state()
        shift = engine.SHIFT if state & Gdk.ModifierType.SHIFT_MASK else 0
        control = engine.CONTROL if state & Gdk.ModifierType.CONTROL_MASK else 0
        return shift | control

    @staticmethod
    def names(held):
        names = {"shift": engine.SHIFT, "control": engine.CONTROL}
        return [name for name, bit in names.items() if held & bit]

    # Frames

    def tick(self, widget, clock):
        time = clock.get_frame_time() / 1e6 - self.start
        self.view.advance(max(time, self.view.state.time))
        state = self.view.state
        if self.recording:
            self.recording.frame(state)
        self.queue_draw()
        self.is_ticking = state.needs_advance
        return state.needs_advance

    def did_resize(self, area, width, height):
        state = self.view.state
        self.view.set_size(width, height)
        if self.recording:
            self.recording.write({"t": state.time, "resize": [width, height]})

    def draw(self, area, context, width, height):
        state = self.view.state
        scale, offset = state.presentation_zoom_scale, state.presentation_content_offset
        context.set_source_rgb(0.97, 0.97, 0.98)
        context.paint()
        context.save()
        context.translate(-offset.x, -offset.y)
        context.scale(scale, scale)
        self.draw_content(context, offset.x / scale, offset.y / scale, width / scale, height / scale)
        context.restore()
        for indicator in (state.vertical_indicator, state.horizontal_indicator):
            self.draw_indicator(context, indicator)

    @staticmethod
    def draw_content(context, x, y, width, height):
        """Draws the cards in the visible rectangle."""
        pitch = 150
        columns = range(max(0, int(x / pitch)), min(CONTENT[0] // pitch, int((x + width) / pitch) + 1))
        rows = range(max(0, int(y / pitch)), min(CONTENT[1] // pitch, int((y + height) / pitch) + 1))
        context.select_font_face("Sans")
        context.set_font_size(20)
        for row, column in ((row, column) for row in rows for column in columns):
            hue = (row * 7 + column * 13) % 24 / 24 * 2 * math.pi
            context.set_source_rgb(
                *(0.78 + 0.14 * math.cos(hue + shift) for shift in (0, 2.1, 4.2)))
            context.rectangle(column * pitch + 10, row * pitch + 10, pitch - 20, pitch - 20)
            context.fill()
            text = f"{row + 1} · {column + 1}"
            extents = context.text_extents(text)
            context.move_to(
                (column + 0.5) * pitch - extents.x_bearing - extents.width / 2,
                (row + 0.5) * pitch - extents.y_bearing - extents.height / 2)
            context.set_source_rgb(0.15, 0.16, 0.2)
            context.show_text(text)

    @staticmethod
    def draw_indicator(context, indicator):
        frame, radius = indicator.frame, indicator.corner_radius
        if indicator.opacity == 0 or radius == 0:
            return
        context.set_source_rgba(0, 0, 0, 0.5 * indicator.opacity)
        context.new_sub_path()
        right, bottom = frame.x + frame.width - radius, frame.y + frame.height - radius
        context.arc(right, frame.y + radius, radius, -math.pi / 2, 0)
        context.arc(right, bottom, radius, 0, math.pi / 2)
        context.arc(frame.x + radius, bottom, radius, math.pi / 2, math.pi)
        context.arc(frame.x + radius, frame.y + radius, radius, math.pi, 1.5 * math.pi)
        context.close_path()
        context.fill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--record", metavar="NAME", help="write NAME.script and NAME.trace")
    options = parser.parse_args()
    application = Gtk.Application()

    def activate(application):
        window = Gtk.ApplicationWindow(
            application=application, title="ScrollEngine in GTK", default_width=640,
            default_height=480)
        area = ScrollArea(640, 480, options.record)
        window.set_child(area)
        window.present()
        area.grab_focus()

    application.connect("activate", activate)
    application.run()


if __name__ == "__main__":
    main()
