import OverscrollBase
import ScrollEngine

/// A take as one HTML file with its curves, cursors and measurements, for a browser without this program.
///
/// It asks no network and nothing beside it; the curves are drawn by a script of its own. A long take keeps the extremes of its
/// curves, so that the file stays below 300 kB.
package struct TakePage {
  /// The stretches of time of which a long take keeps the first, the last and the extreme rows. [C]
  private static let stretches = 700
  /// The most touches and marks that are drawn. [C]
  private static let maximumTicks = 2000

  private let title: String
  private let series: Series
  private let measurements: Measurements
  private let facts: [(name: String, value: String)]

  /// Performs a take, or a script at 240 Hz.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - title: The name of the file.
  package init(_ script: Script, title: String) {
    self.title = title
    series = Subject.script(script, name: title).series
    measurements = Measurements(series)
    var facts = [("duration", "\(NumberText.fixed(script.duration, decimals: 2)) s")]
    if let program = script.header.program { facts.append(("program", program)) }
    if let note = script.header.note { facts.append(("note", note)) }
    let tuned = script.tuningOfSides
    if !tuned.isEmpty { facts.append(("tuned", tuned.joined(separator: ", "))) }
    if script.frameCount > 0 { facts += TakeQuality(script).rows }
    self.facts = facts
  }

  // MARK: - Data

  /// The rows that are drawn: all, or the first, the last, and those with an extreme of some curve of each stretch.
  private var rows: [Int] {
    let curves = [Series.Column.offsetX, .offsetY, .velocityX, .velocityY, .zoom].compactMap {
      series.values[$0]
    }
    guard series.count > 6 * Self.stretches else { return Array(series.times.indices) }
    let length = (series.count + Self.stretches - 1) / Self.stretches
    return stride(from: 0, to: series.count, by: length).flatMap { start in
      let range = start..<min(start + length, series.count)
      let extremes = curves.flatMap { values in
        [
          range.min { values[$0] < values[$1] }, range.max { values[$0] < values[$1] },
        ].compactMap(\.self)
      }
      return Set([range.lowerBound, range.upperBound - 1] + extremes).sorted()
    }
  }

  /// A lane of curves as JSON.
  private func lane(
    _ name: String, _ unit: String, _ curves: [(name: String, column: Series.Column)],
    decimals: Int, _ rows: [Int]
  ) -> String? {
    let known = curves.filter { curve in
      guard let values = series.values[curve.column], let first = values.first else { return false }
      return values.contains { $0 != first && !$0.isNaN }
    }
    guard !known.isEmpty else { return nil }
    var object = JSONObject()
    object.add("name", name)
    object.add("unit", unit)
    object.add("digits", decimals)
    object.add(
      "curves",
      json: known.map { curve in
        var object = JSONObject()
        object.add("name", curve.name)
        let values = series.values[curve.column] ?? []
        let numbers = rows.map { row in
          values[row].known.map { NumberText.trimmed($0, decimals: decimals) } ?? "null"
        }
        object.add("values", json: numbers)
        return object.text
      })
    return object.text
  }

  private var data: String {
    let rows = rows
    let lanes = [
      lane("offset", "pt", [("x", .offsetX), ("y", .offsetY)], decimals: 2, rows),
      lane("velocity", "pt/s", [("x", .velocityX), ("y", .velocityY)], decimals: 0, rows),
      lane("zoom", "×", [("zoom", .zoom)], decimals: 4, rows),
    ].compactMap(\.self)
    let bands = Chart.Band.all(
      of: series.times.indices.compactMap { row in
        series.phases[row].map { (series.times[row], .some($0)) }
      }, lifts: series.liftTimes)
    var object = JSONObject()
    object.add("times", json: rows.map { NumberText.trimmed(series.times[$0], decimals: 4) })
    object.add("lanes", json: lanes)
    object.add(
      "phases",
      json: bands.prefix(Self.maximumTicks).map { band in
        JSONObject([
          ("name", .string(band.phase.rawValue)), ("from", .number(band.range.lowerBound)),
          ("to", .number(band.range.upperBound)),
        ]).text
      })
    let touches = series.touches.filter { [.began, .ended, .cancelled].contains($0.phase) }
    object.add(
      "ticks",
      json: touches.prefix(Self.maximumTicks).map { touch in
        JSONObject([
          ("t", .number(touch.time)), ("text", .string(touch.phase == .began ? "▾" : "▴")),
        ]).text
      }
        + series.ticks.prefix(Self.maximumTicks).map { tick in
          JSONObject([("t", .number(tick.time)), ("text", .string(tick.pageText))]).text
        })
    // What begins an element would begin it in the page as well.
    return object.text.replacing("<", with: "\\u003c")
  }

  // MARK: - HTML

  /// The text of the file.
  package var html: String {
    let facts = facts.map {
      "<tr><th scope=\"row\">\($0.name.escapedForXML)</th><td>\($0.value.escapedForXML)</td></tr>"
    }
    let names = Measurements.Name.allCases.filter { name in
      measurements.gestures.contains { $0.values[name] != nil }
    }
    let head = measurements.gestures.enumerated().map { index, gesture in
      "<th scope=\"col\"><button data-from=\"\(gesture.start)\" data-to=\""
        + "\(series.times[gesture.rows.upperBound - 1])\">gesture \(index + 1)</button></th>"
    }
    let table = names.map { name in
      "<tr><th scope=\"row\">\(name.rawValue.escapedForXML)</th>"
        + measurements.gestures.map { gesture in
          "<td>\(gesture.values[name].map(name.text) ?? "–")</td>"
        }.joined() + "</tr>"
    }
    return Self.template
      .replacing("%TITLE%", with: title.escapedForXML)
      .replacing("%FACTS%", with: facts.joined(separator: "\n"))
      .replacing("%HEAD%", with: head.joined())
      .replacing("%TABLE%", with: table.joined(separator: "\n"))
      .replacing("%DATA%", with: data)
  }

  private static let template = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>%TITLE%</title>
    <style>
    :root { color-scheme: dark; --ground: #16181c; --panel: #1e2126; --line: #363b43; --text: #e6e8eb; --faint: #9aa2ad; --accent: #56b4e9; }
    body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
    main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 40px; }
    h1 { font-size: 20px; font-weight: 600; margin: 0 0 4px; overflow-wrap: anywhere; }
    p { color: var(--faint); margin: 0 0 16px; }
    #chart { display: block; width: 100%; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; cursor: crosshair; touch-action: none; }
    #read { font: 13px/1.5 ui-monospace, monospace; min-height: 3.2em; margin: 10px 2px 18px; white-space: pre-wrap; color: var(--text); }
    .scroll { overflow-x: auto; margin-bottom: 24px; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); font-weight: 400; white-space: nowrap; }
    th[scope=row] { color: var(--faint); }
    button { font: inherit; color: var(--accent); background: none; border: 0; padding: 0; cursor: pointer; }
    button:focus-visible, #chart:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; font: 12px ui-monospace, monospace; }
    </style>
    </head>
    <body>
    <main>
    <h1>%TITLE%</h1>
    <p>The wheel zooms time, a drag moves it, a double click shows all. <kbd>i</kbd> and <kbd>o</kbd> put a cursor where the pointer is, <kbd>c</kbd> copies what lies between.</p>
    <canvas id="chart" tabindex="0" aria-label="curves over time"></canvas>
    <div id="read" role="status"></div>
    <div class="scroll"><table><thead><tr><th></th>%HEAD%</tr></thead><tbody>
    %TABLE%
    </tbody></table></div>
    <div class="scroll"><table><tbody>
    %FACTS%
    </tbody></table></div>
    </main>
    <script>
    "use strict";
    const data = %DATA%;
    const canvas = document.getElementById("chart"), read = document.getElementById("read");
    const context = canvas.getContext("2d");
    const colors = { x: "#56b4e9", y: "#e69f00", zoom: "#009e73" };
    const times = data.times, first = times[0] ?? 0, last = Math.max(times[times.length - 1] ?? 1, first + 1e-3);
    let from = first, to = last, pointer = null, marks = [null, null];
    const left = 64, right = 12, gap = 26, strip = 18;
    let lanes = [];

    function layout() {
      let y = strip + 38;
      lanes = data.lanes.map(lane => {
        const height = lane.name === "offset" ? 220 : lane.name === "velocity" ? 130 : 90;
        const place = { lane, y, height };
        y += height + gap;
        return place;
      });
      const height = Math.max(y + 4, 120), ratio = window.devicePixelRatio || 1, width = canvas.clientWidth;
      canvas.style.height = height + "px";
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw();
    }
    const span = () => canvas.clientWidth - left - right;
    const place = t => left + (t - from) / (to - from) * span();
    const time = x => from + (x - left) / span() * (to - from);
    function index(t) {
      let low = 0, high = times.length;
      while (low < high) { const middle = (low + high) >> 1; if (times[middle] <= t) low = middle + 1; else high = middle; }
      return Math.max(0, low - 1);
    }
    function range(lane) {
      let low = Infinity, high = -Infinity;
      const begin = index(from), end = Math.min(times.length - 1, index(to) + 1);
      for (const curve of lane.curves) for (let i = begin; i <= end; i++) {
        const value = curve.values[i];
        if (value !== null) { low = Math.min(low, value); high = Math.max(high, value); }
      }
      if (!(low <= high)) return [0, 1];
      if (lane.name === "velocity") { const most = Math.max(Math.abs(low), Math.abs(high), 1); low = -most; high = most; }
      const slack = Math.max((high - low) * 0.08, 1e-6 * Math.abs(high), 1e-3);
      return [low - slack, high + slack];
    }
    function step(length, count) {
      const raw = length / count, power = 10 ** Math.floor(Math.log10(raw)), rest = raw / power;
      return (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10) * power;
    }
    const number = (value, digits) => (+value.toFixed(digits)).toString().replace("-", "−");
    function draw() {
      const width = canvas.clientWidth, height = canvas.clientHeight;
      context.clearRect(0, 0, width, height);
      context.font = "11px system-ui, sans-serif";
      context.textBaseline = "middle";
      context.save();
      context.beginPath(); context.rect(left, 0, span(), height); context.clip();
      data.phases.forEach((band, i) => {
        const x = place(band.from), end = place(data.phases[i + 1]?.from ?? band.to);
        context.fillStyle = i % 2 ? "#2a2f36" : "#323842";
        context.fillRect(x, 2, Math.max(1, end - x), strip);
        const room = Math.min(end, width - right) - Math.max(x, left);
        if (context.measureText(band.name).width + 8 < room) {
          context.fillStyle = "#c6ccd4";
          context.fillText(band.name, Math.max(x, left) + 4, 2 + strip / 2);
        }
      });
      context.restore();
      const every = step(to - from, Math.max(2, span() / 110)), digits = Math.max(0, -Math.floor(Math.log10(every)));
      for (const { lane, y, height } of lanes) {
        const [low, high] = range(lane), at = value => y + height - (value - low) / (high - low) * height;
        context.fillStyle = "#9aa2ad";
        context.textAlign = "left";
        context.fillText(lane.name + ", " + lane.unit, left, y - 8);
        let legend = left + context.measureText(lane.name + ", " + lane.unit).width + 14;
        if (lane.curves.some(curve => curve.name !== lane.name)) for (const curve of lane.curves) {
          context.fillStyle = colors[curve.name];
          context.fillText(curve.name, legend, y - 8);
          legend += 18;
        }
        context.fillStyle = "#9aa2ad";
        context.textAlign = "right";
        const unit = step(high - low, height / 26);
        for (let value = Math.ceil(low / unit) * unit; value <= high; value += unit) {
          context.strokeStyle = "#2b3037";
          context.beginPath(); context.moveTo(left, at(value)); context.lineTo(width - right, at(value)); context.stroke();
          context.fillText(number(value, Math.max(0, -Math.floor(Math.log10(unit)))), left - 8, at(value));
        }
        context.textAlign = "center";
        for (let t = Math.ceil(from / every) * every; t <= to; t += every) {
          context.strokeStyle = "#2b3037";
          context.beginPath(); context.moveTo(place(t), y); context.lineTo(place(t), y + height); context.stroke();
          if (lane === lanes[lanes.length - 1].lane) context.fillText(number(t, digits) + " s", place(t), y + height + 12);
        }
        context.save();
        context.beginPath(); context.rect(left, y, span(), height); context.clip();
        for (const curve of lane.curves) {
          context.strokeStyle = colors[curve.name];
          context.lineWidth = 1.5;
          context.beginPath();
          let isDown = false;
          for (let i = index(from); i < times.length; i++) {
            const value = curve.values[i];
            if (value === null) { isDown = false; continue; }
            if (isDown) context.lineTo(place(times[i]), at(value)); else context.moveTo(place(times[i]), at(value));
            isDown = true;
            if (times[i] > to) break;
          }
          context.stroke();
          context.lineWidth = 1;
        }
        context.restore();
      }
      context.textAlign = "center";
      context.fillStyle = "#c6ccd4";
      for (const tick of data.ticks) if (tick.t >= from && tick.t <= to) context.fillText(tick.text, place(tick.t), strip + 10);
      marks.forEach((t, i) => { if (t !== null) line(t, i ? "#cc79a7" : "#f0e442", i ? "o" : "i"); });
      if (pointer !== null) line(time(pointer), "#9aa2ad", "");
      tell();
    }
    function line(t, color, name) {
      if (t < from || t > to) return;
      context.strokeStyle = context.fillStyle = color;
      context.beginPath(); context.moveTo(place(t), strip + 2); context.lineTo(place(t), canvas.clientHeight - 22); context.stroke();
      context.fillText(name, place(t) + 6, canvas.clientHeight - 12);
    }
    function values(t) {
      const i = index(t);
      return data.lanes.flatMap(lane => lane.curves.map(curve => ({
        name: lane.curves.length > 1 || lane.name !== "zoom" ? lane.name + " " + curve.name : lane.name,
        unit: lane.unit, digits: lane.digits, value: curve.values[i] })));
    }
    const text = list => list.filter(v => v.value !== null).map(v => v.name + " " + number(v.value, v.digits) + " " + v.unit).join("   ");
    function between() {
      if (marks[0] === null || marks[1] === null) return [];
      const [a, b] = marks, one = values(a), other = values(b), length = b - a;
      return [["Δt", number(length, 4), "s"]].concat(one.flatMap((v, i) => v.value === null || other[i].value === null ? [] : [
        ["Δ" + v.name, number(other[i].value - v.value, v.digits), v.unit],
        ["mean slope of " + v.name, length ? number((other[i].value - v.value) / length, 1) : "–", v.unit + "/s"]]),
        [["rows between", String(Math.abs(index(b) - index(a))), ""]]);
    }
    function tell() {
      const t = pointer !== null ? time(pointer) : null;
      read.textContent = (t !== null && t >= first && t <= last ? number(times[index(t)], 4) + " s   " + text(values(t)) : "")
        + "\n" + between().map(part => part.join(" ")).join("   ");
    }
    function show(a, b) {
      const length = Math.min(Math.max(b - a, 1e-3), last - first);
      from = Math.min(Math.max(a, first), last - length);
      to = from + length;
      draw();
    }
    const local = event => event.clientX - canvas.getBoundingClientRect().left;
    let held = null;
    canvas.addEventListener("pointermove", event => {
      pointer = local(event);
      if (held !== null) { const move = (held - pointer) / span() * (to - from); held = pointer; show(from + move, to + move); } else draw();
    });
    canvas.addEventListener("pointerdown", event => { held = local(event); canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointerup", () => { held = null; });
    canvas.addEventListener("pointercancel", () => { held = null; });
    canvas.addEventListener("pointerleave", () => { pointer = null; draw(); });
    canvas.addEventListener("dblclick", () => show(first, last));
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const t = time(local(event)), factor = Math.exp(Math.sign(event.deltaY) * 0.2);
      show(t - (t - from) * factor, t + (to - t) * factor);
    }, { passive: false });
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const t = pointer !== null ? Math.min(Math.max(time(pointer), first), last) : null;
      if ((event.key === "i" || event.key === "o") && t !== null) { marks[event.key === "i" ? 0 : 1] = t; draw(); }
      if (event.key === "c" && between().length) navigator.clipboard?.writeText(between().map(part => part.join("\t")).join("\n"));
      if (event.key === "Escape") { marks = [null, null]; draw(); }
    });
    for (const button of document.querySelectorAll("button[data-from]")) button.addEventListener("click", () => {
      const a = +button.dataset.from, b = +button.dataset.to, slack = (b - a) * 0.05;
      show(a - slack, b + slack);
    });
    window.addEventListener("resize", layout);
    layout();
    </script>
    </body>
    </html>

    """#
}

extension Chart.Tick {
  /// What marks it in a page.
  fileprivate var pageText: String {
    switch kind {
    case .notch: "·"
    case .missedRefresh: "×"
    case .mark: text.isEmpty ? "◆" : "◆ " + text
    default: "|"
    }
  }
}
