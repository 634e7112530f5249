package import ScrollGeometry

/// How two pictures of different sizes are aligned.
package enum PairPlace: String, Hashable, Sendable, CaseIterable {
  /// Their top left pixels are aligned.
  case topLeft = "top-left"
  /// Their centers are aligned, to whole pixels.
  case center
  /// B is scaled to the largest size that fits into A, and centered.
  case fit

  /// The next alignment; the first one follows the last.
  package var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// The places of two pictures on a common canvas, the smallest that holds both.
///
/// Its unit is a pixel of picture A. Picture B has the same pixels, unless it is scaled to fit. Pictures of the same size cover
/// each other exactly with every alignment.
package struct PairLayout: Hashable, Sendable {
  /// The sizes of the pictures, in their own pixels; an empty one is taken as one pixel.
  package let sizes: PicturePair<PixelSize>
  /// How they are placed.
  package let place: PairPlace
  /// What each picture covers of the canvas.
  package let frames: PicturePair<PixelRect>
  /// The size of the canvas.
  package let canvas: PixelSize

  /// Places two pictures.
  package init(_ sizes: PicturePair<PixelSize>, place: PairPlace) {
    let sizes = sizes.map { PixelSize(width: max(1, $0.width), height: max(1, $0.height)) }
    self.sizes = sizes
    self.place = place
    var b = PixelRect(place == .fit ? Self.fitted(sizes.b, in: sizes.a) : sizes.b)
    if place != .topLeft {
      b = b.offset(
        // Rounded toward zero, so that swapping the pictures gives the same result.
        x: (sizes.a.width - b.width) / 2, y: (sizes.a.height - b.height) / 2)
    }
    let (left, top) = (min(0, b.x), min(0, b.y))
    frames = PicturePair(
      a: PixelRect(sizes.a).offset(x: -left, y: -top), b: b.offset(x: -left, y: -top))
    canvas = PixelSize(
      width: max(frames.a.maxX, frames.b.maxX), height: max(frames.a.maxY, frames.b.maxY))
  }

  /// The largest size of the proportions of `size` that fits into `room`, at least one pixel on each side.
  private static func fitted(_ size: PixelSize, in room: PixelSize) -> PixelSize {
    let scale = fittingScale(size, in: room)
    func side(_ length: Int, _ most: Int) -> Int {
      min(max(1, PixelRect.rounded(Double(length) * scale)), most)
    }
    return PixelSize(width: side(size.width, room.width), height: side(size.height, room.height))
  }

  private static func fittingScale(_ size: PixelSize, in room: PixelSize) -> Double {
    min(Double(room.width) / Double(size.width), Double(room.height) / Double(size.height))
  }
}

extension PairLayout {
  /// The pixels of picture A that one pixel of picture B takes; 1 unless B is scaled to fit.
  package var scaleOfB: Double {
    place == .fit ? Self.fittingScale(sizes.b, in: sizes.a) : 1
  }

  /// Whether picture B is scaled.
  package var scalesB: Bool { frames.b.size != sizes.b }

  /// What both pictures cover of the canvas.
  package var overlap: PixelRect { frames.a.intersection(frames.b) }

  /// What both pictures cover, in pixels of picture A.
  package var compared: PixelRect { overlap.offset(x: -frames.a.x, y: -frames.a.y) }

  /// Whether both pictures have the same size, in their own pixels.
  package var areSameSize: Bool { sizes.a == sizes.b }
}
