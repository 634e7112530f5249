/// UIScrollView's behavior for any program that has touches and time: the C interface of ScrollEngine.
///
/// A scroll view takes events and times and returns values: an offset, a scale, two indicators. It owns no window, clock or
/// thread and draws nothing. A program
///
///  1. creates a scroll view and sets its sizes,
///  2. passes it every event, with the event's time,
///  3. passes the time of each frame to se_scroll_view_advance(), and draws what se_scroll_view_get_state() returns,
///  4. may stop its frame clock while se_state.needs_advance is false.
///
/// Lengths are in points, y points down, times are in seconds on any monotonic clock, velocities in points per second.
///
/// All calls for a scroll view are made on the thread that created it; on another thread they return SE_WRONG_THREAD and do
/// nothing. Several threads may each have scroll views of their own. No call blocks, and an advance allocates no memory.
///
/// A call that does not return SE_OK has changed nothing.
///
/// Within a major version (within a minor one while the major version is 0), functions, constants and the members of structures
/// stay as they are; members are added at the end.
#ifndef C_SCROLL_ENGINE_H
#define C_SCROLL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this header.
#define SE_VERSION "0.3.0"

/// Returns the version of the library, such as "0.3.0".
const char *se_version(void);

// MARK: Errors

/// The result of a call.
typedef enum se_status {
  /// The call succeeded.
  SE_OK = 0,
  /// A pointer is NULL.
  SE_NULL_POINTER = 1,
  /// A number is not finite, above 1e12 in magnitude, or outside the range that the function names.
  SE_OUT_OF_RANGE = 2,
  /// An argument is not a constant of its type.
  SE_UNKNOWN_CONSTANT = 3,
  /// The `size` of a structure is smaller than that of the structure's first version.
  SE_UNKNOWN_SIZE = 4,
  /// The scroll view was created on another thread.
  SE_WRONG_THREAD = 5,
  /// Events and times cannot be passed in from a function of the delegate.
  SE_IN_CALLBACK = 6,
  /// The time is earlier than the scroll view's.
  SE_EARLIER_TIME = 7
} se_status;

/// Returns a sentence in English that describes `status`, for any number.
const char *se_status_message(se_status status);

// MARK: Values

/// A point, or a distance along both axes.
typedef struct se_point {
  double x;
  double y;
} se_point;

/// A width and a height.
typedef struct se_size {
  double width;
  double height;
} se_size;

/// A rectangle; its origin is the top left corner.
typedef struct se_rect {
  double x;
  double y;
  double width;
  double height;
} se_rect;

/// Distances from the edges of a rectangle, positive inwards.
typedef struct se_insets {
  double top;
  double left;
  double bottom;
  double right;
} se_insets;

/// A scroll indicator to draw.
typedef struct se_indicator {
  /// The frame relative to the top left corner of the scroll view.
  se_rect frame;
  /// The opacity, from 0 (hidden) to 1.
  double opacity;
  /// The corner radius: half the thickness.
  double corner_radius;
} se_indicator;

/// The phases of scrolling and zooming.
typedef enum se_phase {
  /// The content is at rest and not touched.
  SE_PHASE_IDLE = 0,
  /// The content is touched and not dragged yet; a touch that ends in this phase was a tap.
  SE_PHASE_TRACKING = 1,
  /// The user drags the content.
  SE_PHASE_DRAGGING = 2,
  /// The content decelerates, or bounces back from beyond an edge, after a drag.
  SE_PHASE_DECELERATING = 3,
  /// An animation started by the program, the wheel or a key.
  SE_PHASE_ANIMATING = 4,
  /// A pinch, or a zoom with the wheel.
  SE_PHASE_ZOOMING = 5,
  /// The scale bounces back from beyond a limit.
  SE_PHASE_ZOOM_BOUNCING = 6
} se_phase;

/// The state of a scroll view, which describes a frame completely.
typedef struct se_state {
  /// The size of this structure: `sizeof(se_state)`, set before the call.
  size_t size;
  /// The latest time passed in, in seconds.
  double time;
  /// The point of the content at the top left corner of the scroll view.
  se_point content_offset;
  /// The velocity of the displayed content, in points per second: of a motion in progress, or over the last 1/60 s while a
  /// finger drags or zooms.
  se_point content_velocity;
  /// The offset at which the content comes to rest without further input.
  se_point resting_offset;
  /// The minimum offset at which the content rests.
  se_point minimum_content_offset;
  /// The maximum offset at which the content rests.
  se_point maximum_content_offset;
  /// The size of the content at the current scale.
  se_size content_size;
  /// The content inset together with the part of the safe area that counts.
  se_insets adjusted_content_inset;
  /// The scale of the content; 1 without zooming.
  double zoom_scale;
  /// The vertical indicator.
  se_indicator vertical_indicator;
  /// The horizontal indicator.
  se_indicator horizontal_indicator;
  /// The phase of scrolling and zooming.
  se_phase phase;
  /// True if the content is touched, dragged or not.
  bool is_tracking;
  /// True from the beginning of a drag to the end of its deceleration.
  bool is_dragging;
  /// True while the content moves after a drag.
  bool is_decelerating;
  /// True during a zoom gesture.
  bool is_zooming;
  /// True while the displayed scale bounces back from beyond a limit.
  bool is_zoom_bouncing;
  /// True while the displayed scale animates to a scale that is set already.
  bool is_zoom_animating;
  /// True if something moves or a timer runs, so that the program must continue to call se_scroll_view_advance().
  bool needs_advance;
  /// The displayed content offset, for drawing; it differs from content_offset while a zoom is in progress.
  se_point presentation_content_offset;
  /// The displayed scale, for drawing; it differs from zoom_scale while a zoom is in progress.
  double presentation_zoom_scale;
  /// The velocity in the law of deceleration, in points per second; zero unless the content is dragged or decelerates.
  se_point velocity;
} se_state;

// MARK: Scroll views

/// A scroll view.
typedef struct se_scroll_view se_scroll_view;

/// Creates a scroll view with a size, each length from 0 to 1e12; returns NULL for any other size.
///
/// The content has no size, so that nothing scrolls until se_scroll_view_set_content_size() is called. The thread that creates a
/// scroll view is the only one that uses it.
se_scroll_view *se_scroll_view_create(double width, double height);

/// Destroys a scroll view; this is allowed in a function of its delegate; none of them is called afterward.
se_status se_scroll_view_destroy(se_scroll_view *view);

/// Copies the state of a scroll view to `state`, whose `size` the program has set.
///
/// A program that was compiled with another version of this header gets the members that it knows; on return, `size` is the
/// number of bytes that have been set.
se_status se_scroll_view_get_state(se_scroll_view *view, se_state *state);

// MARK: Events and time

/// The phases of a touch.
typedef enum se_touch_phase {
  SE_TOUCH_BEGAN = 0,
  SE_TOUCH_MOVED = 1,
  SE_TOUCH_ENDED = 2,
  SE_TOUCH_CANCELLED = 3,
  /// The finger is still down and has not moved: keeps the velocity of a finger that rests for 0.1 s or longer.
  SE_TOUCH_STATIONARY = 4
} se_touch_phase;

/// The phases of a gesture on a touchpad.
typedef enum se_gesture_phase {
  SE_GESTURE_BEGAN = 0,
  SE_GESTURE_CHANGED = 1,
  SE_GESTURE_ENDED = 2
} se_gesture_phase;

/// The keys that scroll.
typedef enum se_key {
  SE_KEY_UP = 0,
  SE_KEY_DOWN = 1,
  SE_KEY_LEFT = 2,
  SE_KEY_RIGHT = 3
} se_key;

/// The modifier keys that are held down: a sum of these constants, or 0.
typedef uint32_t se_modifiers;

enum {
  SE_SHIFT = 1,
  SE_CONTROL = 2,
  SE_ALTERNATE = 4,
  SE_COMMAND = 8
};

/// Advances all motions and timers to `time`; returns SE_EARLIER_TIME for a time before the scroll view's.
///
/// The result does not depend on the number of steps in which a time is reached.
se_status se_scroll_view_advance(se_scroll_view *view, double time);

/// Passes in a touch, or a mouse button that acts as one, at a point relative to the scroll view's top left corner.
///
/// An `id` may be used again once its touch has ended. Several touches at once pinch. An event with an earlier time than the
/// scroll view's takes effect at once; its time still determines velocities, and when the motion that a lift releases began. The
/// same applies to the events below.
se_status se_scroll_view_send_touch(
    se_scroll_view *view, int64_t id, se_touch_phase phase, double x, double y, double time);

/// Passes in a pinch on a touchpad: the distance of the fingers relative to the beginning, above 0, and the point between them.
se_status se_scroll_view_send_pinch(
    se_scroll_view *view, se_gesture_phase phase, double scale, double x, double y, double time);

/// Passes in scrolling with two fingers on a touchpad: their movement since the previous event, positive to the right and down.
///
/// With SE_CONTROL it zooms. `x` and `y` are the location of the pointer.
se_status se_scroll_view_send_scroll(
    se_scroll_view *view, se_gesture_phase phase, double delta_x, double delta_y, double x,
    double y, se_modifiers modifiers, double time);

/// Passes in notches of a mouse wheel, positive to the right and toward the user; fractions are allowed.
///
/// With SE_CONTROL they zoom, with SE_SHIFT the axes are swapped. `x` and `y` are the location of the pointer.
se_status se_scroll_view_send_wheel(
    se_scroll_view *view, double notches_x, double notches_y, double x, double y,
    se_modifiers modifiers, double time);

/// Passes in a key press: an arrow key scrolls, by a page with SE_SHIFT, to the edge with SE_CONTROL.
se_status se_scroll_view_send_key(
    se_scroll_view *view, se_key key, se_modifiers modifiers, double time);

// MARK: Delegate

/// Functions that a scroll view calls as it scrolls and zooms, each with `context`; any of them may be NULL.
///
/// They are called in UIKit's order, during calls of the functions above. They may read the state and set properties, and must
/// not pass in events or times.
typedef struct se_delegate {
  /// The size of this structure: `sizeof(se_delegate)`.
  size_t size;
  /// Passed to each function.
  void *context;
  /// The content offset has changed.
  void (*did_scroll)(se_scroll_view *view, void *context);
  /// A drag is about to begin, after a small movement.
  void (*will_begin_dragging)(se_scroll_view *view, void *context);
  /// The user has lifted their finger, with a velocity in points per millisecond; the content will rest at `target`, which the
  /// function may change.
  void (*will_end_dragging)(
      se_scroll_view *view, double velocity_x, double velocity_y, se_point *target, void *context);
  /// A drag has ended; `decelerates` is true if the content continues to move.
  void (*did_end_dragging)(se_scroll_view *view, bool decelerates, void *context);
  /// The content starts to decelerate.
  void (*will_begin_decelerating)(se_scroll_view *view, void *context);
  /// The content has come to rest.
  void (*did_end_decelerating)(se_scroll_view *view, void *context);
  /// An animation of the offset has ended, or a touch has interrupted it.
  void (*did_end_scrolling_animation)(se_scroll_view *view, void *context);
  /// Returns whether se_scroll_view_scroll_to_top() may scroll; true without this function.
  bool (*should_scroll_to_top)(se_scroll_view *view, void *context);
  /// The animation of se_scroll_view_scroll_to_top() has ended.
  void (*did_scroll_to_top)(se_scroll_view *view, void *context);
  /// A zoom is about to begin.
  void (*will_begin_zooming)(se_scroll_view *view, void *context);
  /// The scale has changed.
  void (*did_zoom)(se_scroll_view *view, void *context);
  /// A zoom has ended, including its bounce.
  void (*did_end_zooming)(se_scroll_view *view, double scale, void *context);
  /// The adjusted content inset has changed.
  void (*did_change_adjusted_content_inset)(se_scroll_view *view, void *context);
} se_delegate;

/// Sets the functions that a scroll view calls; the structure is copied, NULL removes them.
se_status se_scroll_view_set_delegate(se_scroll_view *view, const se_delegate *delegate);

// MARK: Sizes and insets

/// Sets the size of the scroll view, each length 0 or more.
se_status se_scroll_view_set_size(se_scroll_view *view, double width, double height);

/// Sets the size of the content at a scale of 1, each length 0 or more.
se_status se_scroll_view_set_content_size(se_scroll_view *view, double width, double height);

/// Sets the distances by which the content is inset from the edges of the view; zero by default.
se_status se_scroll_view_set_content_inset(
    se_scroll_view *view, double top, double left, double bottom, double right);

/// Sets the safe area: the distances from the edges that other parts of the window cover; zero by default.
se_status se_scroll_view_set_safe_area_insets(
    se_scroll_view *view, double top, double left, double bottom, double right);

/// The ways in which the safe area contributes to the adjusted content inset.
typedef enum se_inset_adjustment {
  /// The same as SE_ADJUST_SCROLLABLE_AXES.
  SE_ADJUST_AUTOMATIC = 0,
  /// The safe area contributes along axes that scroll or always bounce.
  SE_ADJUST_SCROLLABLE_AXES = 1,
  /// The safe area does not contribute.
  SE_ADJUST_NEVER = 2,
  /// The safe area contributes along both axes.
  SE_ADJUST_ALWAYS = 3
} se_inset_adjustment;

/// Sets how the safe area contributes; SE_ADJUST_AUTOMATIC by default.
se_status se_scroll_view_set_content_inset_adjustment(
    se_scroll_view *view, se_inset_adjustment adjustment);

/// Sets the point, from (0, 0) to (1, 1), at which content smaller than the view rests; the top left by default.
se_status se_scroll_view_set_content_alignment_point(se_scroll_view *view, double x, double y);

/// Sets the device pixels per point, above 0; 1 by default. Offsets come to rest on whole device pixels.
se_status se_scroll_view_set_display_scale(se_scroll_view *view, double scale);

/// Sets the distances by which the indicators are inset from the edges of the view; zero by default.
se_status se_scroll_view_set_scroll_indicator_insets(
    se_scroll_view *view, double top, double left, double bottom, double right);

// MARK: Behavior

/// Sets whether scrolling is enabled; true by default.
se_status se_scroll_view_set_scroll_enabled(se_scroll_view *view, bool is_enabled);

/// Sets whether a drag that starts mainly along one axis scrolls only along that axis; false by default.
se_status se_scroll_view_set_directional_lock_enabled(se_scroll_view *view, bool is_enabled);

/// Sets whether the content stops at multiples of the view's size; false by default.
se_status se_scroll_view_set_paging_enabled(se_scroll_view *view, bool is_enabled);

/// Sets whether the content bounces past its edges and back; true by default.
se_status se_scroll_view_set_bounces(se_scroll_view *view, bool bounces);

/// Sets whether content bounces along an axis even if it fits; false by default.
se_status se_scroll_view_set_always_bounces(
    se_scroll_view *view, bool horizontally, bool vertically);

/// Sets the rate of deceleration, the factor on the velocity per millisecond: 0.5 to 0.999; 0.998 by default, 0.99 is UIKit's
/// fast rate.
se_status se_scroll_view_set_deceleration_rate(se_scroll_view *view, double rate);

/// Sets the minimum and maximum scale at rest, above 0, the minimum not greater; both 1 by default, so that nothing zooms.
se_status se_scroll_view_set_zoom_scale_limits(
    se_scroll_view *view, double minimum, double maximum);

/// Sets whether a zoom gesture goes past the limits and back; true by default.
se_status se_scroll_view_set_bounces_zoom(se_scroll_view *view, bool bounces);

/// Sets which indicators are visible while scrolling; both by default.
se_status se_scroll_view_set_shows_scroll_indicators(
    se_scroll_view *view, bool horizontal, bool vertical);

/// Sets whether se_scroll_view_scroll_to_top() applies to the scroll view; true by default.
se_status se_scroll_view_set_scrolls_to_top(se_scroll_view *view, bool scrolls_to_top);

// MARK: Programmatic scrolling

/// Sets the content offset, rounded to device pixels and not clamped to the range; an animation takes 0.3 s.
se_status se_scroll_view_set_content_offset(
    se_scroll_view *view, double x, double y, bool is_animated);

/// Sets the scale, above 0, clamped to its limits; the center of the view stays in place.
se_status se_scroll_view_set_zoom_scale(se_scroll_view *view, double scale, bool is_animated);

/// Zooms so that a rectangle of the content at a scale of 1 fills the view and is centered in it, within the limits.
se_status se_scroll_view_zoom_to_rect(
    se_scroll_view *view, double x, double y, double width, double height, bool is_animated);

/// Scrolls as little as possible so that a rectangle of the content, at the current scale, is visible.
se_status se_scroll_view_scroll_rect_to_visible(
    se_scroll_view *view, double x, double y, double width, double height, bool is_animated);

/// Scrolls to the top with an animation, like a tap on iOS's status bar.
se_status se_scroll_view_scroll_to_top(se_scroll_view *view);

/// Stops scrolling and zooming; the content moves into its range, and the scale within its limits.
se_status se_scroll_view_stop_scrolling_and_zooming(se_scroll_view *view);

/// Shows the indicators for a moment.
se_status se_scroll_view_flash_scroll_indicators(se_scroll_view *view);

#ifdef __cplusplus
}
#endif

#endif
