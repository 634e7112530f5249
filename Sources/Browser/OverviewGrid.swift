/// How the thumbnails of an overview fill its width: with gutters of the same width between them and at both edges.
struct OverviewGrid: Hashable {
  /// The number of thumbnails side by side, at least 1.
  let columns: Int
  /// The side of a thumbnail, and the width of a gutter, in points.
  let side: Double
  let gutter: Double

  /// The widths of gutters, in points. [C]
  static let gutters = 8.0...24.0

  /// Fills a width with thumbnails whose side is as near to the one that was chosen as gutters allow.
  init(width: Double, side chosen: Double) {
    let (least, most) = (Self.gutters.lowerBound, Self.gutters.upperBound)
    guard width > 0 else {
      (columns, side, gutter) = (1, chosen, least)
      return
    }
    let fitting = max(1, Int((width - least) / (chosen + least)))
    let choices = [fitting, fitting + 1].map { count -> (count: Int, side: Double) in
      let gap = (width - Double(count) * chosen) / Double(count + 1)
      let side = (width - Double(count + 1) * min(max(gap, least), most)) / Double(count)
      // Whole points, with the rest in gutters that stay within their limits.
      return (count, max(side.rounded(side > chosen ? .up : .down), 1))
    }
    func difference(_ side: Double) -> Double { max(side / chosen, chosen / side) }
    let best = difference(choices[1].side) < difference(choices[0].side) ? choices[1] : choices[0]
    (columns, side) = (best.count, best.side)
    gutter = max((width - Double(best.count) * best.side) / Double(best.count + 1), 0)
  }
}
