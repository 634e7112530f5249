import ScrollEngine

extension FormatPage {
  package static let recording = Self(
    name: "recording",
    title: "touches and offsets that were recorded on another device",
    paragraphs: [
      "CSV in UTF-8. The first line is \"\(RecordingReader.firstLine)\"; lines that begin with # follow, then the names "
        + "of the columns in any order, then the rows. Times increase, and can start at any value. An empty cell "
        + "means an unknown value; unknown columns are ignored.",
      "The first line can be omitted if the columns are recognized. Semicolons as separators, decimal commas, "
        + "quoted names, a byte order mark and CR LF are accepted, and so are the names time, timestamp, time_ms, "
        + "timestamp_ms, contentOffset.x, contentOffset.y and zoomScale.",
      "A line \"# KEY: VALUE\" may set any of the properties, sizes as WIDTHxHEIGHT. Other keys are ignored.",
    ],
    tables: [
      Table(
        "Header lines",
        [
          Row(
            "rate", "number from 1 to 10000, Hz", "measured",
            "The frames per second of the display."),
          Row(
            "unit", words(RecordingReader.Unit.self), "pt",
            "The unit of lengths; px is divided by displayScale."),
          Row(
            "delivery", words(Series.Delivery.self), "frames",
            "When touches act: on the display's frames, or between them."),
        ]),
      .properties,
      Table(
        "Columns",
        [
          Row(
            "t", "number, s", "one of t, t_ms, t_us and t_ns required", "The time of the row."),
          Row("t_ms", "number, ms", "", "The same in milliseconds."),
          Row("t_us", "number, µs", "", "The same in microseconds."),
          Row("t_ns", "number, ns", "", "The same in nanoseconds."),
          Row("touch", words(TouchEvent.Phase.self), "", "A touch; it needs x and y."),
          Row("id", "whole number", "0", "Identifies the finger."),
          Row("x", "number, unit", "", "The x-coordinate of the touch."),
          Row("y", "number, unit", "", "The y-coordinate of the touch."),
          Row("phase", words(ScrollView.Phase.self), "", "What the scroll view does."),
        ]
          + Series.Column.allCases.map { column in
            let row = trace.tables[0].rows.first { $0.key == column.rawValue }
            return Row(
              column.rawValue, row?.value.replacing(" pt", with: " unit") ?? "number", "",
              row?.meaning ?? "")
          }),
    ],
    example: """
      # overscroll recording 1
      # source: iPhone 16, iOS 26.0, CADisplayLink
      # viewport: 402x874
      # content: 402x6000
      # displayScale: 3
      # rate: 60
      t,touch,id,x,y,phase,offset_x,offset_y
      0.676179,began,0,148.667,549,,,
      0.700000,,,,,tracking,0,0
      0.709512,moved,0,148.667,501,,,
      0.716667,,,,,dragging,0,38
      0.726845,ended,0,148.667,501,,,
      0.733333,,,,,decelerating,0,85.952
      """, command: "overscroll info FILE")

  package static let plan = Self(
    name: "plan",
    title: "the steps of a QA session",
    paragraphs: [
      "JSON Lines in UTF-8: the first line is the header, each further line a step. Unknown keys and values are rejected.",
      "A step passes once everything it needs has been exercised and its checks hold; steps without checks are judged "
        + "by the user.",
      "Each check has exactly one key that determines its kind (rest, scale, overshoot, settles, order, never, flag, "
        + "column, monotonic or limits). The keys listed after the colon in its description can be added to it.",
    ],
    tables: [
      Table(
        "Header",
        [
          Row("overscroll_qa", "1", "required", "The version of the format."),
          Row("title", "string", "required", "The title of the session."),
        ]),
      Table(
        "Steps",
        [
          Row(
            "id", "up to 64 letters, digits, -, _ and .", "required",
            "Unique; also the name of a folder."),
          Row("scene", "string", "a grid", "The scene that the step shows."),
          Row("set", "object", "none", "Properties, or parameters of the scene."),
          Row("do", "string", "required", "What to do."),
          Row("expect", "string", "required", "What the user should see."),
          Row(
            "needs", "list of words", "none",
            "What must be exercised: \(QARequirement.known.joined(separator: ", ")). "
              + "twice:NAME requires an action twice."),
          Row(
            "devices", "list of \(words(QAPlan.Device.self))", "any",
            "The devices that the step is for."),
          Row("checks", "list of objects", "none", "Assertions about the take."),
          Row(
            "demo", "list of events", "the scene's",
            "Events that demonstrate the expected behavior, in the script format."),
        ]),
      Table(
        "Checks",
        [
          Row("rest", "[x, y], pt; null for any", "", "The offset at rest: within."),
          Row("scale", "number", "", "The zoom scale at rest: within."),
          Row(
            "overshoot", "top, left, bottom, right", "", "The distance beyond an edge: least, most."
          ),
          Row(
            "settles", "number, s", "",
            "The maximum time from the lift to the last frame more than 0.5 pt from the rest."),
          Row(
            "order", "list of callbacks", "",
            "Callbacks that must occur in this order; others may occur in between."),
          Row("never", "callback", "", "A callback that must not occur."),
          Row(
            "flag", "isTracking, isDragging, isDecelerating, isZooming, isZoomBouncing", "",
            "A flag: at, is."),
          Row("column", "column of a trace", "", "A value of the trace: at, is, within."),
          Row("monotonic", "column of a trace", "", "A column that only rises, or only falls."),
          Row("limits", "true or false", "", "Whether offset and scale are in range at rest."),
          Row("view", "string", "the main one", "The scroll view that a check applies to."),
          Row(
            "within", "number", "0.5 pt; 1e-6 of scale", "The tolerance of rest, scale and column."),
          Row("least", "number, pt", "1", "The minimum overshoot."),
          Row("most", "number, pt", "any", "The maximum overshoot."),
          Row(
            "at", "down, lift, rest, or a number of s", "required", "The moment of flag and column."
          ),
          Row("is", "true, false, or a number", "true", "The value of flag; required for column."),
        ]),
    ],
    example: """
      {"overscroll_qa":1,"title":"The top edge"}
      {"id":"bounce","scene":"bounces","do":"Flick into the top edge.","expect":"It bounces back.","needs":["edge-bounce"]}
      {"id":"rest","scene":"rates","do":"Drag up and let go.","expect":"It comes to rest.","needs":["drag","idle"],"devices":["mouse","touch"],"checks":[{"limits":true},{"flag":"isDragging","at":"rest","is":false}]}
      """, command: "overscroll qa FILE --list")
}
