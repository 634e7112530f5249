"""The C interface of ScrollEngine, called by ctypes."""

import ctypes
import ctypes.util

TOUCH_BEGAN, TOUCH_MOVED, TOUCH_ENDED, TOUCH_CANCELLED, TOUCH_STATIONARY = range(5)
GESTURE_BEGAN, GESTURE_CHANGED, GESTURE_ENDED = range(3)
KEYS = {"Up": 0, "Down": 1, "Left": 2, "Right": 3}
SHIFT, CONTROL, ALTERNATE, COMMAND = 1, 2, 4, 8
PHASES = ["idle", "tracking", "dragging", "decelerating", "animating", "zooming", "zoomBouncing"]


class Point(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("x", "y")]


class Size(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("width", "height")]


class Rect(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("x", "y", "width", "height")]


class Insets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("top", "left", "bottom", "right")]


class Indicator(ctypes.Structure):
    _fields_ = [
        ("frame", Rect), ("opacity", ctypes.c_double), ("corner_radius", ctypes.c_double)]


class State(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("time", ctypes.c_double), ("content_offset", Point),
        ("content_velocity", Point), ("resting_offset", Point),
        ("minimum_content_offset", Point), ("maximum_content_offset", Point),
        ("content_size", Size), ("adjusted_content_inset", Insets),
        ("zoom_scale", ctypes.c_double), ("vertical_indicator", Indicator),
        ("horizontal_indicator", Indicator), ("phase", ctypes.c_int),
        ("is_tracking", ctypes.c_bool), ("is_dragging", ctypes.c_bool),
        ("is_decelerating", ctypes.c_bool), ("is_zooming", ctypes.c_bool),
        ("is_zoom_bouncing", ctypes.c_bool), ("is_zoom_animating", ctypes.c_bool),
        ("needs_advance", ctypes.c_bool), ("presentation_content_offset", Point),
        ("presentation_zoom_scale", ctypes.c_double), ("velocity", Point)]


# The types of the arguments after the scroll view: d for a number, i for a constant or an
# identifier, b for a Boolean value.
FUNCTIONS = {
    "advance": "d", "send_touch": "iiddd", "send_pinch": "idddd", "send_scroll": "iddddid",
    "send_wheel": "ddddid", "send_key": "iid", "set_size": "dd", "set_content_size": "dd",
    "set_content_inset": "dddd", "set_safe_area_insets": "dddd",
    "set_content_alignment_point": "dd", "set_display_scale": "d", "set_bounces": "b",
    "set_always_bounces": "bb", "set_paging_enabled": "b", "set_deceleration_rate": "d",
    "set_zoom_scale_limits": "dd", "set_content_offset": "ddb", "set_zoom_scale": "db",
    "zoom_to_rect": "ddddb", "scroll_rect_to_visible": "ddddb", "scroll_to_top": "",
    "stop_scrolling_and_zooming": "", "flash_scroll_indicators": "", "destroy": "",
}

_name = ctypes.util.find_library("CScrollEngine")
if _name is None:
    raise ImportError("libCScrollEngine is not installed: make install-lib, then ldconfig")
_library = ctypes.CDLL(_name)
_library.se_status_message.restype = ctypes.c_char_p
_library.se_scroll_view_create.restype = ctypes.c_void_p
_library.se_scroll_view_create.argtypes = [ctypes.c_double, ctypes.c_double]
_library.se_scroll_view_get_state.argtypes = [ctypes.c_void_p, ctypes.POINTER(State)]
_types = {"d": ctypes.c_double, "i": ctypes.c_int, "b": ctypes.c_bool}
for _function, _arguments in FUNCTIONS.items():
    getattr(_library, "se_scroll_view_" + _function).argtypes = (
        [ctypes.c_void_p] + [_types[letter] for letter in _arguments])
# The identifier of a touch has 64 bits.
_library.se_scroll_view_send_touch.argtypes[1] = ctypes.c_int64


class ScrollView:
    """A scroll view; its methods are the functions of the header, and raise ValueError."""

    def __init__(self, width, height):
        self._view = _library.se_scroll_view_create(width, height)
        if not self._view:
            raise ValueError("the size of a scroll view is finite and not negative")

    def __getattr__(self, name):
        if name not in FUNCTIONS:
            raise AttributeError(name)
        function = getattr(_library, "se_scroll_view_" + name)
        return lambda *arguments: self._check(function(self._view, *arguments))

    @property
    def state(self):
        """The state, which describes a frame completely."""
        state = State(size=ctypes.sizeof(State))
        self._check(_library.se_scroll_view_get_state(self._view, state))
        return state

    @staticmethod
    def _check(status):
        if status:
            raise ValueError(_library.se_status_message(status).decode())
