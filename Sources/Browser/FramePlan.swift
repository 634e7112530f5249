package import OverscrollImaging

/// A frame and the tiles that show in it, planned once and shared by everything that needs them: requests, drawing, the
/// HUD and the check for missing tiles.
package struct FramePlan: Hashable, Sendable {
  /// The frame.
  package var frame: Frame
  /// The tiles that fill the window, and the placement of each.
  package let tiles: TilePlan
  /// The range of tiles that covers the visible part of the picture.
  package let visible: TileRange

  /// Plans a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - previous: An earlier plan for the same pyramid, whose tiles are reused if the content is the same.
  ///   - pyramid: The picture's tiles.
  package init(_ frame: Frame, reusing previous: FramePlan? = nil, pyramid: Pyramid) {
    self.frame = frame
    if let previous, previous.frame.showsSameContent(as: frame) {
      tiles = previous.tiles
      visible = previous.visible
    } else {
      tiles = TilePlan(frame, pyramid: pyramid)
      visible = TilePlan.range(frame.placement, in: frame.viewport, pyramid: pyramid)
    }
  }

  private init(_ frame: Frame, tiles: TilePlan, visible: TileRange) {
    self.frame = frame
    self.tiles = tiles
    self.visible = visible
  }

  /// Returns the plan translated by whole pixels.
  package func offset(x: Int, y: Int) -> Self {
    var moved = frame
    moved.placement = frame.placement.offset(x: x, y: y)
    return Self(moved, tiles: tiles.offset(x: x, y: y), visible: visible)
  }
}

extension Frame {
  /// Returns whether two frames have the same placement, viewport and filter.
  fileprivate func showsSameContent(as other: Frame) -> Bool {
    placement == other.placement && viewport == other.viewport && filter == other.filter
  }
}
