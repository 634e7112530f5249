import ScrollGeometry

/// A note in a lane of a panel, beside the curves if it can be.
struct ChartNote {
  /// The size of its text.
  let size: Size
  /// The points of the lane's curves, where they are drawn; one that is not finite interrupts its curve.
  let curves: [[Point]]

  /// The corner of a lane whose text lies on the fewest curves, the top right one first.
  func place(in lane: Rect) -> Rect {
    let places = [lane.maxX - size.width - 8, lane.minX + 8].flatMap { x in
      [lane.minY, lane.maxY - size.height - 3].map { Rect(origin: Point(x, $0), size: size) }
    }
    let hits = places.map { place in curves.count { Self.meets($0, place) } }
    return places[hits.indices.min { hits[$0] < hits[$1] } ?? 0]
  }

  private static func meets(_ curve: [Point], _ place: Rect) -> Bool {
    zip(curve, curve.dropFirst()).contains { start, end in
      end.x >= place.minX && start.x <= place.maxX && max(start.y, end.y) >= place.minY
        && min(start.y, end.y) <= place.maxY + 2
    }
  }
}
