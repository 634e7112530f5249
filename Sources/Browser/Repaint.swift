package import Geometry

/// What has to be done to get from what is on the screen to a frame; a pure function of the two.
///
/// The picture and what surrounds it are the content; it is kept without what lies over it, so that it can be moved.
package struct Repaint: Hashable, Sendable {
  /// How far kept content moves, in whole device pixels; nil when none of it serves.
  package var motion: Motion?
  /// The parts of the window whose content is drawn anew; they share no pixel.
  package var content: [PixelRect]
  /// The parts of the window that change and have nothing over them; they share no pixel.
  package var plain: [PixelRect]
  /// The parts of the window that change and have something over them; they share no pixel with any other.
  package var overlaid: [PixelRect]

  /// A way in whole device pixels.
  package struct Motion: Hashable, Sendable {
    /// To the right.
    package var x: Int
    /// Down.
    package var y: Int

    /// Makes a motion.
    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }

    /// No motion.
    package static let none = Self(x: 0, y: 0)
  }

  /// Compares two frames.
  ///
  /// - Parameters:
  ///   - old: What the kept content and the screen show; nil when nothing is kept.
  ///   - new: What is to be seen.
  ///   - stale: Parts of the window whose content has changed for another reason, such as a tile that arrived.
  ///   - isExposed: True if the window has lost its pixels.
  package init(
    from old: Scene?, to new: Scene, stale: [PixelRect] = [], isExposed: Bool = false
  ) {
    let window = PixelRect(new.frame.viewport)
    let motion = old.flatMap { Self.motion(from: $0.frame, to: new.frame) }
    self.motion = motion
    var changed: [PixelRect]
    if let motion {
      let kept = window.offset(x: motion.x, y: motion.y)
      content = (window.subtracting(kept) + stale.map { $0.intersection(window) }).disjoint
      let isStill = motion == .none && !isExposed
      changed = isStill ? content + Self.difference(old?.overlays ?? [], new.overlays) : [window]
    } else {
      content = [window]
      changed = [window]
    }
    // An overlay is drawn as a whole or not at all.
    let over = new.overlays.map { $0.area.intersection(window) }
      .filter { area in changed.contains { !$0.intersection(area).isEmpty } }
    changed = changed.map { $0.intersection(window) }.disjoint
    overlaid = over.disjoint
    plain = changed.subtracting(overlaid)
  }

  /// True if there is nothing to do.
  package var isEmpty: Bool { content.isEmpty && plain.isEmpty && overlaid.isEmpty }

  /// How far the content moves from one frame to another; nil when it changes in another way.
  private static func motion(from old: Frame, to new: Frame) -> Motion? {
    let (one, other) = (old.placement, new.placement)
    guard one.scale == other.scale, one.size == other.size, old.viewport == new.viewport,
      old.filter == new.filter, old.scale == new.scale
    else { return nil }
    if one.origin == other.origin { return Motion.none }
    guard one.isOnPixels, other.isOnPixels else { return nil }
    let way = other.origin - one.origin
    guard abs(way.x) < Double(new.viewport.width), abs(way.y) < Double(new.viewport.height)
    else { return nil }
    return Motion(x: PixelRect.rounded(way.x), y: PixelRect.rounded(way.y))
  }

  /// The areas of those overlays that are in one list only.
  private static func difference(_ old: [Overlay], _ new: [Overlay]) -> [PixelRect] {
    guard old != new else { return [] }
    return old.filter { !new.contains($0) }.map(\.area)
      + new.filter { !old.contains($0) }.map(\.area)
  }
}

/// A frame and the overlays that its words and bars make, each with its place.
package struct Scene: Hashable, Sendable {
  /// What is to be seen.
  package var frame: Frame
  /// What lies over the content, from the lowest up.
  package var overlays: [Overlay]

  /// Makes a scene.
  package init(_ frame: Frame, overlays: [Overlay]) {
    self.frame = frame
    self.overlays = overlays
  }
}
