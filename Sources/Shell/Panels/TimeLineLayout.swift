package import ScrollGeometry

/// Where the parts of a timeline lie, in points.
package struct TimeLineLayout: Hashable, Sendable {
  /// A part of a timeline, from left to right.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case play, stepBack, stepOn, slower, speed, faster, mode, time, frame

    /// The width, and the gap to its right, in points. [C]
    fileprivate func extent(digits: Int) -> (width: Double, gap: Double) {
      switch self {
      case .play: (28, 2)
      case .stepBack: (20, 0)
      case .stepOn: (20, 6)
      case .slower, .faster: (18, self == .faster ? 8 : 0)
      case .speed: (40, 0)
      case .mode: (58, 10)
      case .time: (72, 12)
      case .frame: (6 + 6.7 * Double(7 + 2 * digits), 12)
      }
    }

    /// The order in which parts give way where the timeline is narrow. [C]
    fileprivate static let dispensable: [[Part]] = [
      [.frame], [.slower, .speed, .faster], [.mode], [.stepBack, .stepOn], [.time],
    ]
  }

  /// The places of the parts that there is room for.
  package private(set) var frames: [Part: Rect] = [:]
  /// The place of the track, on which times are seen.
  package private(set) var track: Rect

  /// The distance from the edges of the panel. [C]
  private static let margin = 6.0
  /// The distance of the track's ends from what is beside it, for the cursor's width. [C]
  private static let trackMargin = 8.0
  /// The narrowest track for which nothing has to give way. [C]
  private static let minimumTrack = 160.0

  /// Lays a timeline out; `digits` are those of the largest frame number.
  package init(size: Size, digits: Int) {
    var parts = Part.allCases
    func used() -> Double {
      parts.reduce(Self.margin) {
        $0 + $1.extent(digits: digits).width + $1.extent(digits: digits).gap
      }
    }
    for group in Part.dispensable where size.width - used() < Self.minimumTrack {
      parts.removeAll(where: group.contains)
    }
    var x = Self.margin
    for part in parts {
      let (width, gap) = part.extent(digits: digits)
      frames[part] = Rect(x: x, y: 0, width: width, height: size.height)
      x += width + gap
    }
    track = Rect(
      x: x + Self.trackMargin, y: 0,
      width: max(1, size.width - x - Self.margin - 2 * Self.trackMargin), height: size.height)
  }

  /// The least width with room for every part and the track.
  package static func fullWidth(digits: Int) -> Double {
    let width = Part.allCases.reduce(margin + minimumTrack) {
      $0 + $1.extent(digits: digits).width + $1.extent(digits: digits).gap
    }
    return width.rounded(.up)
  }

  /// Returns the part at a place; `nil` between parts and on the track.
  package func part(at place: Point) -> Part? {
    frames.first { $0.value.contains(place) }?.key
  }

  /// Returns whether a place belongs to the track.
  package func isOnTrack(_ place: Point) -> Bool {
    track.insetBy(dx: -Self.trackMargin, dy: 0).contains(place)
  }

  /// Returns the time at a place on the track, limited to the take, in seconds.
  package func time(at x: Double, duration: Double) -> Double {
    min(max((x - track.minX) / track.width, 0), 1) * duration
  }

  /// Returns the place of a time on the track.
  package func x(of time: Double, duration: Double) -> Double {
    track.minX + (duration > 0 ? min(max(time / duration, 0), 1) : 0) * track.width
  }
}
