import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import ScrollGeometry

/// The overlays of a comparison: names, the line of a wipe and the summary.
struct CompareOverlays {
  let settings: CompareSettings
  /// The places of A and B.
  let layout: PairLayout
  let names: [String]
  let measurement: CompareMeasurement.State
  /// The size of the window, in points.
  let room: Size
  /// The viewports, in points.
  let viewports: [Rect]
  /// Where the pointer is, in points; `nil` if it is elsewhere.
  let pointer: Point?

  /// Returns the layers from bottom to top; those further up keep their places, and others move aside for them.
  ///
  /// - Parameters:
  ///   - reading: The scale, which is shown for a while; `nil` while it is hidden.
  ///   - message: A message; `nil` for none.
  ///   - showsPlates: Whether the names and the summary are shown.
  /// - Returns: The layers.
  func layers(_ reading: OverlayLayer?, message: String?, showsPlates: Bool) -> [OverlayLayer] {
    var layers = lines
    if let reading { layers.append(reading) }
    if showsPlates { layers += labels + [plate.layer] }
    if let message {
      let area = showsPlates ? plate.area : nil
      layers.append(CompareMessage(message, in: room, beside: area).layer)
    }
    return layers
  }

  /// The line of a wipe, which belongs to the pictures.
  var lines: [OverlayLayer] {
    guard case .wipe(_, let part) = settings.content else { return [] }
    return [CompareDivider(at: part * room.width, height: room.height).layer]
  }

  private var labels: [OverlayLayer] {
    let whole = Rect(origin: .zero, size: room)
    func label(_ picture: Int, in part: Rect, isTrailing: Bool = false) -> OverlayLayer {
      CompareLabel(
        settings.letter(of: picture), names[picture], in: part, isTrailing: isTrailing
      ).layer
    }
    let numbers = PicturePair(a: 0, b: settings.b)
    switch settings.content {
    case .picture(let picture): return [label(picture, in: whole)]
    case .outline(_, let side): return [label(numbers[side], in: whole)]
    case .wipe(let first, _):
      // Each has half of the room, wherever the line is.
      let half = Size(width: room.width / 2, height: room.height)
      return [
        label(numbers[first], in: Rect(origin: .zero, size: half)),
        label(
          numbers[first.other], in: Rect(origin: Point(half.width, 0), size: half), isTrailing: true
        ),
      ]
    case .sideBySide(let order): return zip(order, viewports).map { label($0, in: $1) }
    case .difference: return []
    }
  }

  /// The plate.
  var plate: ComparePlate {
    var progress: Double?
    if case .running(let part) = measurement { progress = part }
    return ComparePlate(
      title: title, amount: amount, rows: rows, progress: progress, room: room, pointer: pointer)
  }

  private var title: String {
    settings.mode == .difference && settings.channels == .greatest
      ? "Greatest channel difference" : settings.mode.title
  }

  private var amount: String? {
    switch settings.mode {
    case .difference: "× \(settings.gain)"
    case .outline: "> \(settings.threshold)"
    default: nil
    }
  }

  /// The lines of the plate.
  var rows: [ComparePlate.Row] {
    var rows: [ComparePlate.Row] = []
    if settings.count > 2 { rows.append(.init("B", names[settings.b])) }
    if !layout.areSameSize || layout.place == .map {
      rows.append(.init(layout.areSameSize ? "B placed" : "Sizes differ", placeName))
    }
    let adjustment = layout.adjustment
    if adjustment.offset != .zero {
      rows.append(.init("B moved by", "\(adjustment.offset.x), \(adjustment.offset.y)"))
    }
    if adjustment.scale != 1 {
      rows.append(.init("B scaled by", PictureVerdict.scale(adjustment.scale)))
    }
    if adjustment.turn != 0 {
      rows.append(.init("B rotated by", PictureVerdict.turn(adjustment.turn)))
    }
    switch measurement {
    case .running(let part):
      rows.append(.init("Comparing…", "\(Int(part * 100))%"))
    case .failed(let reason): rows += Self.rows(because: reason)
    case .done(let verdict): rows += Self.rows(verdict)
    }
    return rows
  }

  /// The largest number of characters of a line of a reason. [C]
  private static let reasonLength = 32

  /// Lines that say why pictures cannot be compared, over as many as that takes.
  private static func rows(because reason: String) -> [ComparePlate.Row] {
    var lines = [""]
    for word in reason.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + word.count < reasonLength {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return [.init("Not compared", "")] + lines.map { .init("", $0) }
  }

  private var placeName: String {
    switch layout.place {
    case .topLeft: "at the top left"
    case .center: "centered"
    case .fit: "B fitted to A"
    case .map where layout.mapped == nil: "at the top left, not on a map"
    case .map: "by the map" + PictureVerdict.byMap(layout)
    }
  }

  private static func rows(_ verdict: PictureVerdict) -> [ComparePlate.Row] {
    let (statistics, pages) = (verdict.statistics, verdict.pages)
    var rows: [ComparePlate.Row] = []
    if pages.differ {
      rows.append(.init("\(pages.a.kind.title) differ", "\(pages.a.count) and \(pages.b.count)"))
    }
    if pages.leavesOthers {
      let isAlike = pages.a.text == pages.b.text
      let page = "\(pages.a.kind.name) \(pages.a.index + 1)"
      rows.append(.init("Compared", isAlike ? pages.a.text : page))
    }
    if let samples = verdict.finerDifferences, let place = samples.maximumPlace {
      let most = NumberText.brief(samples.maximum)
      let share = Double(samples.differingCount) / Double(max(statistics.pixelCount, 1))
      rows += [
        .init("Greatest", "\(most) at \(place.x), \(place.y)", isLink: true),
        .init("Differing pixels", PictureVerdict.percent(share)),
        .init("Compared as", "\(samples.bits)-bit samples"),
        .init(
          "Colors as shown",
          statistics.maximumPlace == nil ? "identical" : "differ by up to \(statistics.maximum)"),
      ]
    } else if let place = statistics.maximumPlace {
      rows.append(
        .init("Greatest", "\(statistics.maximum) at \(place.x), \(place.y)", isLink: true))
      rows.append(.init("Differing pixels", PictureVerdict.percent(statistics.differingFraction)))
      rows.append(.init("PSNR", PictureVerdict.decibels(statistics.peakSignalToNoiseRatio)))
    } else {
      rows.append(.init("Colors", statistics.pixelCount == 0 ? "no overlap" : "identical"))
      if statistics.pixelCount > 0, verdict.samples != nil || !verdict.isComplete {
        rows.append(.init("Samples", verdict.isComplete ? "identical" : "not compared"))
      }
    }
    if statistics.alphaDifferingCount > 0 {
      rows.append(.init("Alpha differs", "by up to \(statistics.maximumAlpha)"))
    }
    return rows
  }
}

extension FilePages.Kind {
  /// What they are called in the summary.
  fileprivate var title: String { self == .pages ? "Pages" : "Frames" }
}

extension CompareSettings.Mode {
  /// The name of the mode in the summary and in the menu.
  var title: String {
    switch self {
    case .a: "Picture A"
    case .b: "Picture B"
    case .blink: "Blink"
    case .wipe: "Wipe"
    case .sideBySide: "Side by side"
    case .difference: "Difference"
    case .outline: "Outlines"
    }
  }
}

extension PictureVerdict {
  /// The message where there is no difference to go to.
  var sameness: String {
    let pages = pages.leavesOthers ? " (\(pages.text))" : ""
    guard isComplete else {
      return "The colors as shown are identical; the samples were not compared\(pages)."
    }
    return samples == nil
      ? "The colors are identical\(pages)." : "The colors and the samples are identical\(pages)."
  }
}

extension SampleDifferences {
  /// How samples differ that look the same.
  var message: String {
    let (locale, count) = (LocaleText.user, differingCount)
    func text(_ number: Double) -> String { locale.numbers(in: NumberText.brief(number)) }
    return "Samples differ in \(locale.number(count)) pixel\(count == 1 ? "" : "s") by at most "
      + text(maximum) + (range.map { " of " + text($0) } ?? "")
      + "; colors as shown are identical."
  }
}
