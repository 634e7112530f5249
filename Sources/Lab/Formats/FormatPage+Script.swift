import ScrollEngine

extension FormatPage {
  /// The example of a script, whose trace and callbacks are the examples of theirs.
  static let scriptExample = """
    {"overscroll":2,"viewport":[320,480],"content":[320,2000]}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.12,"touch":"moved","id":1,"at":[160,340]}
    {"t":0.14,"touch":"moved","id":1,"at":[160,280]}
    {"t":0.15,"touch":"ended","id":1,"at":[160,280]}
    """

  package static let script = Self(
    name: "script",
    title: "input for a scroll view, with the time of each event",
    paragraphs: [
      "JSON Lines in UTF-8: the first line is the header, each further line an event. The keys after the colon in the "
        + "description of an event belong to that event. Lengths are in points, times in seconds; times never decrease. "
        + "Unknown keys and values are rejected. Lines are limited to 64 KiB.",
      "Version 2 has every key below. In version 1 there is one scroll view, and no stamp, ms, device, target, type, "
        + "text, frame, mark or end.",
      "The header may have any of the properties, and each parameter of its scene as scene.NAME.",
    ],
    tables: [
      Table(
        "Header",
        [
          Row("overscroll", "1 or 2", "required", "The version of the format."),
          Row("subviews", "list of objects", "none", "Views in the content, from back to front."),
          Row("note", "string", "none", "A note; it has no effect."),
          Row(
            "scrollViews", "list of objects", "none",
            "Further scroll views in the content, each with any of the properties."),
          Row("tapRecognizers", "list of objects", "none", "Tap recognizers of the scroll view."),
          Row("picture", "object", "none", "The picture that the window showed; it has no effect."),
          Row("program", "string", "none", "The version of the program that recorded the take."),
          Row("with", "object of properties", "none", "What differs on side B of an A/B take."),
          Row(
            "environment", "object", "none",
            "The machine, display and devices of a take; it has no effect."),
          Row("scene", "string", "none", "The scene that replaces the single scroll view."),
          Row("tuning", "empty object", "none", "Reserved."),
        ]),
      .properties,
      Table(
        "Subviews",
        [
          Row("name", "string", "required", "The name in callbacks."),
          Row("frame", "[x, y, width, height], pt", "required", "The frame in the content."),
          Row("control", "true or false", "false", "Whether it keeps its touches."),
          Row("shouldBegin", "true or false", "UIKit's", "What touchesShouldBegin returns."),
          Row("shouldCancel", "true or false", "UIKit's", "What touchesShouldCancel returns."),
        ]),
      Table(
        "Scroll views",
        [
          Row("name", "string", "required", "The name for target, unique among them."),
          Row("frame", "[x, y, width, height], pt", "required", "The frame in the content."),
        ]),
      Table(
        "Tap recognizers",
        [
          Row("taps", "whole number", "1", "The number of taps."),
          Row("fingers", "whole number", "1", "The number of fingers."),
          Row(
            "cancelsTouchesInView", "true or false", "true",
            "Whether a recognized tap cancels the content's touches."),
        ]),
      Table(
        "Any event",
        [
          Row("t", "number, s", "required", "When the event takes effect."),
          Row("stamp", "number, s", "t", "When the input occurred; never later than t."),
          Row("ms", "whole number, ms", "none", "The display server's timestamp; no effect."),
          Row("device", "whole number", "none", "The index in environment.devices; no effect."),
          Row("target", "string", "the main one", "The scroll view of a call or set."),
        ]),
      Table(
        "Events",
        [
          Row("touch", words(TouchEvent.Phase.self), "", "A touch: id, at, type."),
          Row("id", "whole number", "required", "Identifies the finger."),
          Row(
            "at", "[x, y], pt", "required",
            "The location in the window: of touch, pinch, wheel, touchpad."),
          Row("type", words(Touch.TouchType.self), "direct", "The type of touch."),
          Row(
            "pinch", words(GesturePhase.self), "",
            "A zoom with two fingers on a touchpad: scale, at."),
          Row(
            "scale", "number above 0", "1 at the beginning",
            "The scale since a pinch began, or of setZoomScale."),
          Row("wheel", "[x, y], notches", "", "Notches of a mouse wheel: at, modifiers."),
          Row(
            "modifiers", "list of shift, control, alt, super", "none",
            "The modifier keys: of wheel, touchpad, key."),
          Row(
            "touchpad", words(GesturePhase.self), "",
            "Scrolling with two fingers: delta, at, modifiers, stops."),
          Row("delta", "[x, y], pt", "[0, 0]", "The distance since the last event of the gesture."),
          Row(
            "stops", "true or false", "false",
            "Whether the device reports that fingers were lifted; otherwise 0.08 s end the gesture."
          ),
          Row("key", "string", "", "The name of an X keysym: modifiers."),
          Row(
            "call", Script.Keys.calls.joined(separator: ", "), "",
            "A method: offset, scale, rect, animated."),
          Row("offset", "[x, y], pt", "required", "Of setContentOffset."),
          Row(
            "rect", "[x, y, width, height], pt", "required", "Of zoomTo and scrollRectToVisible."),
          Row("animated", "true or false", "false", "Whether a call is animated."),
          Row("set", "object", "", "New values of properties, or of the scene's parameters."),
          Row("resize", "[width, height], pt", "", "A new size of the window."),
          Row(
            "text", "inserted, marked, pasted", "", "Typed text, masked in takes: string, selected."
          ),
          Row("string", "string", "required", "The text."),
          Row("selected", "[first, end], characters", "[0, 0]", "The selection in marked text."),
          Row("frame", "whole number", "", "The window advanced to t and drew: missed, age, last."),
          Row("missed", "whole number", "0", "The refreshes that were missed before the frame."),
          Row("age", "number, s", "unknown", "The age of the newest input at the frame."),
          Row("last", "number, s", "unknown", "When the display showed the previous frame."),
          Row("mark", "string", "", "A note on the timeline."),
          Row("end", "object", "", "The last line of a take; see the take format."),
        ]),
    ],
    example: scriptExample, command: "overscroll simulate FILE")

  package static let parameters = Self(
    name: "parameters",
    title: "properties of a scroll view, for --with and for copies of the parameter panel",
    paragraphs: [
      "One JSON object in UTF-8, given in a file, or inline in place of the file's path. Unknown keys are "
        + "rejected."
    ],
    tables: [
      Table("Keys", [Row("name", "string", "none", "A descriptive name; it has no effect.")]),
      .properties,
    ],
    example:
      #"{"name":"slow and springy","decelerationRate":0.995,"bounces":true,"contentInset":[20,0,20,0]}"#,
    command: "overscroll scene rates --with FILE")

  static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> String
  where Word.RawValue == String { Word.allCases.map(\.rawValue).joined(separator: ", ") }
}
