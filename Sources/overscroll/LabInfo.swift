import OverscrollBase
import OverscrollLab
import ScrollGeometry

/// What `overscroll info` prints of a file of the lab.
enum LabInfo {
  /// The lines to print, in order.
  static func rows(_ subject: Subject) -> [(name: String, value: String)] {
    switch subject {
    case .script(let script, _): rows(script)
    case .series(let series): rows(series)
    }
  }

  private static func rows(_ script: Script) -> [(name: String, value: String)] {
    let header = script.header
    var rows = [
      ("format", script.end == nil ? "script, version \(header.version)" : "take"),
      ("duration", "\(NumberText.fixed(script.duration, decimals: 2)) s"),
      ("events", "\(script.inputCount)"),
    ]
    if let picture = header.picture {
      rows.append(("picture", "\(picture.name), \(text(picture.size)) pixels"))
    }
    let xwayland = header.environment.map { QAEnvironment($0).xwayland } ?? ""
    if !xwayland.isEmpty { rows.append(("XWayland", xwayland)) }
    if let end = script.end {
      rows.append(("end", end.reason.rawValue))
      rows.append(("trace", end.trace))
    }
    return script.frameCount > 0 ? rows + TakeQuality(script).rows : rows
  }

  private static func rows(_ series: Series) -> [(name: String, value: String)] {
    let moments = series.times + series.touches.map(\.time)
    let duration = (moments.max() ?? 0) - (moments.min() ?? 0)
    var rows = [
      ("format", series.header == nil ? "trace" : "recording"),
      ("duration", "\(NumberText.fixed(duration, decimals: 2)) s"),
      ("rows", "\(series.count)"),
      ("columns", series.columns.map(\.rawValue).joined(separator: ", ")),
    ]
    if !series.touches.isEmpty { rows.append(("touches", "\(series.touches.count)")) }
    if let rate = series.rate { rows.append(("rate", "\(NumberText.shortest(rate)) Hz")) }
    for reading in series.readings { rows.append(("read with", reading)) }
    for name in Features.Name.allCases {
      guard let value = Features(series).values[name] else { continue }
      rows.append((name.rawValue, NumberText.trimmed(value, decimals: 3)))
    }
    return rows
  }

  private static func text(_ size: Size) -> String {
    "\(NumberText.shortest(size.width))×\(NumberText.shortest(size.height))"
  }
}
