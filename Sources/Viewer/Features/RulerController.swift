import OverscrollBrowser
import OverscrollImaging
import ScrollEngine
import ScrollGeometry

/// A tool that measures: each drag is a segment, which continues the one before where it begins at its end.
struct RulerController {
  /// The distance up to which a place is that of an end, in points. [C]
  private static let reach = 8.0

  /// True while drags measure.
  private(set) var isOn = false
  private(set) var ruler = Ruler()
  /// The touch that drags the last end, and whether it has moved.
  private var drag: (touch: Int, start: Point, hasMoved: Bool)?

  /// Begins to measure, or no longer does; what was measured goes then.
  mutating func toggle() {
    isOn.toggle()
    (ruler, drag) = (Ruler(), nil)
  }

  /// Clears what was measured, or else puts the tool away; returns whether there was anything.
  mutating func drop() -> Bool {
    guard isOn else { return false }
    if ruler.points.isEmpty { isOn = false }
    (ruler, drag) = (Ruler(), nil)
    return true
  }

  /// Ends a drag where it is, before another picture is shown.
  mutating func endDrag() {
    if drag?.hasMoved == false { ruler.removeLastSegment() }
    drag = nil
  }

  /// Handles input that measures; returns `false` for any other.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - content: The picture that is shown.
  ///   - isFree: False where a key that is held means another drag.
  /// - Returns: Whether it was handled.
  mutating func handle(_ event: Event, over content: OpenPicture, isFree: Bool) -> Bool {
    guard isOn, case .touch(let touch) = event, !content.isNotice else { return false }
    let (view, info) = (content.view, content.picture.info)
    let place = info.filePlace(of: view.place(of: touch.location))
    guard let drag else {
      guard touch.phase == .began, isFree else { return false }
      // What is drawn under the pointer stays under it.
      view.stop(at: touch.timestamp)
      if !ruler.isClosed, let end = ruler.points.last, isNear(touch.location, end, content) {
        ruler.addSegment()
      } else {
        ruler.begin(at: place)
      }
      self.drag = (touch.id, touch.location, false)
      return true
    }
    guard touch.id == drag.touch else { return true }
    if (touch.location - drag.start).length > SelectionController.slop {
      self.drag?.hasMoved = true
    }
    if self.drag?.hasMoved == true { ruler.moveEnd(to: place) }
    guard touch.phase == .ended || touch.phase == .cancelled else { return true }
    if self.drag?.hasMoved != true || touch.phase == .cancelled {
      ruler.removeLastSegment()
    } else if let first = ruler.points.first, isNear(touch.location, first, content) {
      _ = ruler.close()
    }
    self.drag = nil
    return true
  }

  private func isNear(_ location: Point, _ place: Point, _ content: OpenPicture) -> Bool {
    let placement = content.view.placement
    let shown = content.picture.info.shownPlace(of: place)
    let end = (shown * placement.scale + placement.origin) / content.view.scale
    return (location - end).length <= Self.reach
  }

  /// The layers; none where nothing is measured.
  func layers(
    over frame: Frame, of content: OpenPicture, _ scale: PixelScale?, in room: Size
  ) -> [OverlayLayer] {
    guard isOn, ruler.points.count > 1, !content.isNotice else { return [] }
    let info = content.picture.info
    let points = ruler.points.map {
      (info.shownPlace(of: $0) * frame.placement.scale + frame.placement.origin) / frame.scale
    }
    let scale = scale?.onGround(at: ruler.middle)
    let lines = [
      ruler.isClosed ? nil : ruler.segmentText(scale, info.orientation), ruler.totalText(scale),
    ]
    return RulerLayer.layers(points, lines.compactMap(\.self), in: room)
  }

  /// What was measured, as text; `nil` where nothing is.
  func text(_ scale: PixelScale?, of content: OpenPicture) -> String? {
    guard isOn, ruler.points.count > 1 else { return nil }
    return ruler.text(scale?.onGround(at: ruler.middle), content.picture.info.orientation)
  }
}
