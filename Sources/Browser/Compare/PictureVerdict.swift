import OverscrollBase
package import OverscrollImaging
import OverscrollLab
import ScrollGeometry

/// The result of comparing two pictures, as text.
package struct PictureVerdict: Hashable, Sendable {
  /// The key of the version in the JSON.
  package static let jsonKey = "overscrollPictureComparison"

  /// The names of the pictures, as they are written.
  package let names: PicturePair<String>
  package let layout: PairLayout
  private let differences: PictureDifferences
  /// Which pages of the files were compared.
  package var pages = PicturePair(a: ComparedPage(), b: ComparedPage())

  package init(_ differences: PictureDifferences, _ layout: PairLayout, names: PicturePair<String>)
  {
    (self.differences, self.layout, self.names) = (differences, layout, names)
  }

  package var statistics: DifferenceStatistics { differences.statistics }
  package var samples: SampleDifferences? { differences.samples }
  package var isComplete: Bool { differences.isComplete }

  /// Whether the pictures have the same size and the same pixels, where both are, in all that was compared.
  package var isSame: Bool {
    looksSame && (samples?.differingCount ?? 0) == 0 && !pages.differ
  }

  private var looksSame: Bool {
    layout.areSameSize && statistics.isIdentical && !layout.compared.isEmpty
  }

  /// How the samples differ, where that says more than the colors: they have more than 8 bits, or no color differs.
  package var finerDifferences: SampleDifferences? {
    samples.flatMap { $0.maximumChannel != nil && ($0.bits > 8 || looksSame) ? $0 : nil }
  }

  /// The pixel of A that differs most, in its samples where these say more than its colors; `nil` if none differs.
  package var maximumPlace: DifferenceStatistics.Place? {
    finerDifferences?.maximumPlace ?? statistics.maximumPlace
  }

  // MARK: - Numbers

  /// A share as a percentage, with two decimals from 1% on and three below; it never looks like none or all.
  package static func percent(_ share: Double) -> String {
    let percent = share * 100
    let decimals = percent >= 1 ? 2 : 3
    let text = NumberText.trimmed(percent, decimals: decimals)
    if share > 0, text == "0" { return "< 0.001%" }
    if share < 1, text == "100" { return "> 99.99%" }
    return text + "%"
  }

  /// The peak signal-to-noise ratio in decibels, or the sign of infinity.
  package static func decibels(_ ratio: Double?) -> String {
    ratio.map { NumberText.fixed($0, decimals: 2) + " dB" } ?? "∞"
  }

  /// The scale of B, to the thousandth by which it can be changed.
  package static func scale(_ scale: Double) -> String { NumberText.trimmed(scale, decimals: 3) }

  /// The angle by which B is turned, in degrees.
  package static func turn(_ turn: Double) -> String {
    NumberText.trimmed(turn, decimals: 3) + "°"
  }

  /// How B is scaled and turned by the map: such as ` (× 0.5, 12.3°)`, or nothing.
  package static func byMap(_ layout: PairLayout) -> String {
    guard let mapped = layout.mapped else { return "" }
    let parts = [
      mapped.scale == 1 ? nil : "× " + scale(mapped.scale),
      mapped.turn == 0 ? nil : turn(mapped.turn),
    ].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  // MARK: - Sentence

  /// The verdict on one line.
  package var message: String {
    let adjustment = layout.adjustment
    let offset = adjustment.offset
    var moved = layout.place == .map ? ", B placed by the map\(Self.byMap(layout))" : ""
    if offset != .zero { moved += ", B moved by \(offset.x),\(offset.y)" }
    if adjustment.scale != 1 { moved += ", B scaled by \(Self.scale(adjustment.scale))" }
    if adjustment.turn != 0 { moved += ", B rotated by \(Self.turn(adjustment.turn))" }
    if pages.leavesOthers { moved += ", \(pages.text)" }
    let size = layout.compared.size
    guard !isSame else {
      return isComplete
        ? "same: \(size) pixels\(moved)"
        : "looks the same: \(size) pixels in 8-bit sRGB, samples not compared\(moved)"
    }
    var parts: [String] = []
    if pages.differ {
      parts.append(pages.both.map { $0.kind.text($0.count) }.joined(separator: " and "))
    }
    if !layout.areSameSize { parts.append("\(layout.sizes.a) and \(layout.sizes.b) pixels") }
    parts.append(colors)
    if statistics.alphaDifferingCount > 0 {
      parts.append(
        "alpha differs at \(statistics.alphaDifferingCount) pixels by up to \(statistics.maximumAlpha)"
      )
    }
    if let samples = finerDifferences, let channel = samples.maximumChannel {
      let most = NumberText.brief(samples.maximum)
      let count = samples.differingCount
      parts.append(
        "samples differ at \(count) pixel\(count == 1 ? "" : "s"), by up to \(most) in channel \(channel + 1)"
      )
    }
    return "different: " + parts.joined(separator: "; ") + moved
  }

  private var colors: String {
    let count = statistics.pixelCount
    guard count > 0 else { return "the pictures do not overlap" }
    guard let place = statistics.maximumPlace else {
      return "the colors of all \(count) pixels are the same"
    }
    return "\(statistics.differingCount) of \(count) pixels differ "
      + "(\(Self.percent(statistics.differingFraction))), by up to \(statistics.maximum) "
      + "at \(place.x),\(place.y); "
      + "PSNR \(Self.decibels(statistics.peakSignalToNoiseRatio))"
  }

  // MARK: - JSON

  /// The verdict as an object of JSON on one line.
  ///
  /// `psnr` is `null` where no color differs, since it is infinite then, and `maximumAt` is `null`, too.
  package var json: String {
    var object = JSONObject()
    object.add(Self.jsonKey, 1)
    object.add("verdict", isSame ? "same" : "different")
    object.add("identical", isSame && isComplete && (pages.a.isChosen || !pages.leavesOthers))
    object.add("comparedAs", (samples == nil ? "" : "samples, ") + "8-bit sRGB")
    object.add("place", layout.place.rawValue)
    if layout.place == .map, let mapped = layout.mapped {
      var map = JSONObject()
      map.add("x", mapped.middle.x)
      map.add("y", mapped.middle.y)
      map.add("scaleOfB", mapped.scale)
      map.add("rotationOfB", mapped.turn)
      object.add("middleOfBByMap", json: map.text)
    }
    let adjustment = layout.adjustment
    if adjustment.offset != .zero {
      var offset = JSONObject()
      offset.add("x", adjustment.offset.x)
      offset.add("y", adjustment.offset.y)
      object.add("offset", json: offset.text)
    }
    if adjustment.scale != 1 { object.add("scaleOfB", adjustment.scale) }
    if adjustment.turn != 0 { object.add("rotationOfB", adjustment.turn) }
    for side in PairSide.allCases {
      var picture = JSONObject()
      picture.add("file", names[side])
      picture.add("width", layout.sizes[side].width)
      picture.add("height", layout.sizes[side].height)
      if pages.leavesOthers {
        picture.add("page", pages[side].index + 1)
        picture.add("pages", pages[side].count)
      }
      object.add(side == .a ? "a" : "b", json: picture.text)
    }
    let compared = layout.compared
    var part = JSONObject()
    part.add("x", compared.x)
    part.add("y", compared.y)
    part.add("width", compared.width)
    part.add("height", compared.height)
    object.add("compared", json: part.text)
    object.add("pixels", statistics.pixelCount)
    object.add("differingPixels", statistics.differingCount)
    object.add("differingFraction", statistics.differingFraction)
    object.add("maximumDifference", statistics.maximum)
    object.add("maximumAt", json: maximumAt)
    object.add("meanSquaredError", statistics.meanSquaredError)
    object.add("psnr", statistics.peakSignalToNoiseRatio ?? .infinity)
    var alpha = JSONObject()
    alpha.add("differingPixels", statistics.alphaDifferingCount)
    alpha.add("maximumDifference", statistics.maximumAlpha)
    object.add("alpha", json: alpha.text)
    object.add("samples", json: sampleDifferences)
    return object.text
  }

  private var sampleDifferences: String {
    guard let samples else { return "null" }
    var object = JSONObject()
    object.add("channels", samples.channels)
    object.add("bits", samples.bits)
    object.add("differingPixels", samples.differingCount)
    object.add("maximumDifference", samples.maximum)
    return object.text
  }

  private var maximumAt: String {
    guard let place = statistics.maximumPlace else { return "null" }
    var object = JSONObject()
    object.add("x", place.x)
    object.add("y", place.y)
    return object.text
  }
}
