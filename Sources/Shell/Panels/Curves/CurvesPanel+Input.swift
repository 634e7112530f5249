import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

extension CurvesPanel {
  package func send(_ event: Event) {
    switch event {
    case .wheel(let wheel) where take == nil && !wheel.notches.y.isNaN:
      let limit = Double(Self.durations.count)
      let notches = min(max(wheel.notches.y, -limit), limit)
      changeDuration(by: Int(notches.rounded(.awayFromZero)))
    case .touch(let touch):
      if touch.phase == .began {
        isToggling = toggleRow(at: touch.location) || toggleLaw(at: touch.location)
      }
      guard !isToggling, touch.phase == .began || touch.phase == .moved else { return }
      seek(touch.location)
    default: break
    }
  }

  private func seek(_ place: Point) {
    guard let take else { return }
    let time = TimeScale(take.times, over: layout.ticks, columnsPerPoint: 1).time(place.x)
    didSeek?(min(max(time, take.times.lowerBound), take.times.upperBound))
  }

  package func pointerMoved(to location: Point?) {
    let plot = layout.plot
    let inside = location.flatMap { plot.contains($0) ? $0 : nil }
    guard inside != hover else { return }
    hover = inside
    needsDisplay = true
  }

  /// Whether something is drawn over the curves.
  package var hasOverlay: Bool { hover != nil || cursor != nil }
}
