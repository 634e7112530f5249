import ScrollEngine

extension FormatPage {
  package static let take = Self(
    name: "take",
    title: "a recorded session in a window: a script with its trace and its callbacks",
    paragraphs: [
      "A take is NAME.script with NAME.trace and NAME.callbacks beside it. Every command also accepts a folder with one "
        + "script in its place. The script is of version 2 and has a frame for each refresh that was shown.",
      "Replayed by the same build on the same machine, a take reproduces its trace to the last bit; the hash in the "
        + "end line is that of the trace file's bytes. A take that was cut off is read up to its last whole line.",
    ],
    tables: [
      Table(
        "Files",
        [
          Row("NAME.script", "script", "required", "The input, and the frames that showed it."),
          Row("NAME.trace", "trace", "recomputed", "A row at time 0 and at each frame."),
          Row("NAME.callbacks", "callbacks", "recomputed", "The callbacks in order."),
        ]),
      Table(
        "End",
        [
          Row("events", "whole number", "required", "The number of lines of input."),
          Row("frames", "whole number", "required", "The number of frames."),
          Row("trace", "fnv1a64: and 16 hexadecimal digits", "required", "The hash of the trace."),
          Row("reason", words(Script.End.Reason.self), "required", "Why the take ended."),
        ]),
      Table(
        "Picture",
        [
          Row("name", "string", "required", "The file's name, without its folder."),
          Row("size", "[width, height], pixels", "required", "The size of the picture."),
        ]),
    ],
    example: takeExample, command: "overscroll replay FILE --check")

  /// A take whose end has the hash of its trace.
  private static let takeExample: String = {
    let lines = """
      {"overscroll":2,"viewport":[320,480],"content":[320,2000]}
      {"t":0.1,"touch":"began","id":1,"at":[160,400]}
      {"t":0.1,"frame":0}
      {"t":0.117,"stamp":0.112,"touch":"moved","id":1,"at":[160,340]}
      {"t":0.117,"frame":1,"age":0.005}
      {"t":0.13,"touch":"ended","id":1,"at":[160,340]}
      {"t":0.133,"frame":2,"missed":1}
      """
    guard var script = try? Script(parsing: lines, file: "example") else { return lines }
    script.end = Script.End(
      time: script.duration, events: script.inputCount, frames: script.frameCount,
      trace: Simulation(script).frameTrace().hash, reason: .stopped)
    return script.text.trimmingNewline
  }()

  package static let trace = Self(
    name: "trace",
    title: "the states of a scroll view over time",
    paragraphs: [
      "CSV in UTF-8: the names of the columns, then a row for each time. Numbers have nine decimals; flags are 0 or 1. "
        + "The columns can be in any order, and only t is required.",
      "Indicator positions are relative to the scroll view's viewport.",
      "While a finger drags, velocity_x and velocity_y are 60 times the way of the offset in the last 1/60 s, whatever the rate "
        + "of the rows; otherwise they are the derivative of the offset. A step between two rows is thus seen for 1/60 s.",
      "This is version 2. In version 1, velocity_x and velocity_y are the velocity in the law of deceleration, and there "
        + "are no law_velocity columns. Version 1 files can still be read, and a take is checked against the version in "
        + "which it was written.",
    ],
    tables: [
      Table(
        "Columns",
        [
          Row("t", "number, s", "required", "The time."),
          Row("phase", words(ScrollView.Phase.self), "", "What the scroll view does."),
          Row("offset_x", "number, pt", "", "The displayed content offset."),
          Row("offset_y", "number, pt", "", "The displayed content offset."),
          Row("velocity_x", "number, pt/s", "", "The velocity of the displayed content."),
          Row("velocity_y", "number, pt/s", "", "The velocity of the displayed content."),
          Row("zoom", "number", "", "The displayed zoom scale."),
          Row("tracking", "0 or 1", "", "isTracking."),
          Row("dragging", "0 or 1", "", "isDragging."),
          Row("decelerating", "0 or 1", "", "isDecelerating."),
          Row("zooming", "0 or 1", "", "isZooming."),
          Row("zoom_bouncing", "0 or 1", "", "isZoomBouncing."),
          Row("indicator_v_y", "number, pt", "", "The top of the vertical indicator."),
          Row("indicator_v_length", "number, pt", "", "Its length."),
          Row("indicator_v_alpha", "number from 0 to 1", "", "Its opacity."),
          Row("indicator_h_x", "number, pt", "", "The left end of the horizontal indicator."),
          Row("indicator_h_length", "number, pt", "", "Its length."),
          Row("indicator_h_alpha", "number from 0 to 1", "", "Its opacity."),
          Row("law_velocity_x", "number, pt/s", "", "The velocity in the law of deceleration."),
          Row("law_velocity_y", "number, pt/s", "", "The velocity in the law of deceleration."),
        ])
    ],
    example: traceExample, command: "overscroll info FILE")

  /// The trace of the example of a script, at its first tenths of a second.
  private static let traceExample: String = {
    guard let script = try? Script(parsing: scriptExample, file: "example") else { return "" }
    let simulation = Simulation(script)
    let samples = [0, 0.1, 0.2, 0.3].map { simulation.sample(at: $0) }
    return Trace(samples: samples).csv.trimmingNewline
  }()

  package static let callbacks = Self(
    name: "callbacks",
    title: "the methods that a scroll view called, in order",
    paragraphs: [
      "JSON Lines in UTF-8, one callback per line: methods of delegates, methods that subclasses can override, methods of "
        + "views in the content, and events of a scene.",
      "simulate writes them with --callbacks, and each take has them in NAME.callbacks.",
    ],
    tables: [
      Table(
        "Any callback",
        [
          Row("t", "number, s", "required", "The time."),
          Row("callback", "string", "required", "The method, such as scrollViewDidScroll."),
          Row("scrollView", "string", "the main one", "The name of the scroll view."),
        ]),
      Table(
        "Arguments and return values",
        [
          Row("velocity", "[x, y], pt/ms", "", "Of scrollViewWillEndDragging."),
          Row("targetContentOffset", "[x, y], pt", "", "Of scrollViewWillEndDragging."),
          Row("willDecelerate", "true or false", "", "Of scrollViewDidEndDragging."),
          Row("scale", "number", "", "Of scrollViewDidEndZooming."),
          Row(
            "answer", "true or false", "",
            "The value that a method returned, such as scrollViewShouldScrollToTop."),
          Row("view", "string", "", "The view of touchesBegan, touchesShouldBegin and their like."),
          Row("section", "whole number", "", "The section of select."),
          Row("item", "whole number", "", "The row or item of select."),
          Row("characters", "whole number", "", "The length of copied text, of copy."),
          Row("title", "string", "", "The button of action, in the scene program."),
          Row("value", "string", "", "The new bounds, in the scene boxes."),
        ]),
    ],
    example: callbacksExample, command: "overscroll simulate SCRIPT --callbacks FILE")

  /// The first callbacks of the example of a script.
  private static let callbacksExample: String = {
    guard let script = try? Script(parsing: scriptExample, file: "example") else { return "" }
    let log = CallbackLog()
    _ = Simulation(script, log: log).sample(at: 0.15)
    return log.lines.joined(separator: "\n")
  }()
}

extension String {
  /// The text without the newline at its end.
  fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
