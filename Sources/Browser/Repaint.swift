package import ScrollGeometry

/// The work that turns the window's current scene into the next one; a pure function of the two.
///
/// The content is the picture and its surroundings. It is retained without overlays, so that it can be scrolled.
package struct Repaint: Hashable, Sendable {
  /// The distance that retained content scrolls, in whole device pixels; `nil` if all content is redrawn.
  package var motion: Motion?
  /// The destination of the pixels that scroll in place within the window; `nil` if none do.
  ///
  /// They scroll before anything is copied to the window. Neither source nor destination contains an overlay.
  package var scrolled: PixelRect?
  /// The parts of the window whose content is redrawn; they are disjoint.
  package var content: [PixelRect]
  /// The damaged parts of the window without overlays; they are disjoint.
  package var plain: [PixelRect]
  /// The damaged parts of the window with overlays; they are disjoint from each other and from ``plain``.
  package var overlaid: [PixelRect]

  /// A distance in whole device pixels.
  package struct Motion: Hashable, Sendable {
    /// The horizontal distance, positive to the right.
    package var x: Int
    /// The vertical distance, positive downwards.
    package var y: Int

    /// No motion.
    package static let none = Self(x: 0, y: 0)
  }

  /// Compares two frames.
  ///
  /// - Parameters:
  ///   - old: The scene of the retained content and of the window; `nil` if no content is retained.
  ///   - new: The next scene.
  ///   - stale: Parts of the window whose content is outdated for another reason, such as tiles that arrived.
  ///   - isExposed: Pass `true` if the window has lost its pixels.
  ///   - scrollsWindow: Pass `true` to scroll pixels in place where possible, which takes less of the server's time than
  ///     to copy the whole window.
  package init(
    from old: Scene?, to new: Scene, stale: [PixelRect] = [], isExposed: Bool = false,
    scrollsWindow: Bool = false
  ) {
    let window = PixelRect(new.frame.viewport)
    let motion = old.flatMap { Self.motion(from: $0.frame, to: new.frame) }
    self.motion = motion
    var changed: [PixelRect]
    if let motion {
      let kept = window.offset(x: motion.x, y: motion.y)
      content = (window.subtracting(kept) + stale.map { $0.intersection(window) }).disjoint
      if motion == .none, !isExposed {
        changed = content + Self.difference(old?.overlays ?? [], new.overlays)
      } else {
        if scrollsWindow, !isExposed {
          scrolled = Self.scrolled(
            by: motion, in: window, around: (old?.overlays ?? []) + new.overlays)
        }
        changed = [window]
        if let scrolled { changed = window.subtracting(scrolled) + content }
      }
    } else {
      content = [window]
      changed = [window]
    }
    // Overlays are always drawn as a whole.
    let over = new.overlays.map { $0.area.intersection(window) }
      .filter { area in changed.contains { !$0.intersection(area).isEmpty } }
    changed = changed.map { $0.intersection(window) }.disjoint
    overlaid = over.disjoint
    plain = changed.subtracting(overlaid)
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { content.isEmpty && plain.isEmpty && overlaid.isEmpty }

  /// Returns the destination of the pixels that can scroll in place, free of overlays before and after.
  private static func scrolled(
    by motion: Motion, in window: PixelRect, around overlays: [Overlay]
  ) -> PixelRect? {
    var area = window
    for overlay in overlays.map(\.area) where !overlay.intersection(area).isEmpty {
      area = area.largestPart(beside: overlay)
    }
    let place = area.intersection(area.offset(x: motion.x, y: motion.y))
    let isWorthIt = place.area * 2 >= window.area
    return isWorthIt ? place : nil
  }

  /// Returns the distance that content scrolls between two frames, or `nil` if it changes in another way.
  private static func motion(from old: Frame, to new: Frame) -> Motion? {
    let (one, other) = (old.placement, new.placement)
    guard one.scale == other.scale, one.size == other.size, old.viewport == new.viewport,
      old.filter == new.filter, old.scale == new.scale, old.backdrop == new.backdrop,
      (old.page == nil) == (new.page == nil), old.pixelGridOpacity == new.pixelGridOpacity
    else { return nil }
    if one.origin == other.origin { return Motion.none }
    guard one.isOnPixels, other.isOnPixels else { return nil }
    let way = other.origin - one.origin
    guard abs(way.x) < Double(new.viewport.width), abs(way.y) < Double(new.viewport.height)
    else { return nil }
    return Motion(x: PixelRect.rounded(way.x), y: PixelRect.rounded(way.y))
  }

  /// Returns the areas of the overlays that are in only one of two lists.
  private static func difference(_ old: [Overlay], _ new: [Overlay]) -> [PixelRect] {
    guard old != new else { return [] }
    return old.filter { !new.contains($0) }.map(\.area)
      + new.filter { !old.contains($0) }.map(\.area)
  }
}

/// A frame and its overlays, laid out.
package struct Scene: Hashable, Sendable {
  /// The frame.
  package var frame: Frame
  /// The overlays, from bottom to top.
  package var overlays: [Overlay]

  /// Creates a scene.
  package init(_ frame: Frame, overlays: [Overlay]) {
    self.frame = frame
    self.overlays = overlays
  }
}
