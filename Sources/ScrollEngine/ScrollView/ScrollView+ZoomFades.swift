import ScrollGeometry

// A zoom sets its end at once; what is seen fades to it. Fingers, notches, keys and calls act on what is set, and what draws
// reads what is seen.

extension ScrollView {
  /// Where the zoomed content is seen.
  struct PresentedPlace {
    var scale: Double
    var offset: Point
    /// The top left corner of the zoomed view, in the content.
    var corner: Point
  }

  /// Returns where the zoomed content is seen now, but for animations of the program, which continue in any case.
  func presentedPlace(of view: View) -> PresentedPlace {
    let difference = remainingDifference(of: view)
    return PresentedPlace(
      scale: view.zoomedScale * difference.scale,
      offset: contentOffset + difference.offset,
      corner: zoomedCorner(of: view) + difference.corner)
  }

  /// What separates what is seen of a zoomed view from what is set; nothing while another view fades.
  private func remainingDifference(of view: View) -> ZoomFade.Difference {
    guard let zoomFader, zoomFader.zoomedView === view else { return ZoomFade.Difference() }
    return zoomFader.fade.remaining(at: now)
  }

  /// The displayed content offset, during a zoom on its way and during animations of the program.
  package var presentationOffset: Point {
    animations.isEmpty ? contentOffset : presentation.bounds.origin
  }

  /// The displayed zoom scale.
  package var presentationZoomScale: Double { presentationZoomScale(of: zoomScale) }

  /// The displayed zoom scale, where ``zoomScale``, for which the delegate is asked, is known already.
  package func presentationZoomScale(of zoomScale: Double) -> Double {
    animations.isEmpty ? zoomScale : presentation.zoomScale
  }

  /// The displayed size of the content: that of the zoomed view follows the scale.
  package var presentationContentSize: Size {
    animations.isEmpty ? storedContentSize : presentation.contentSize
  }

  /// Whether neither input nor a motion acts on the content, whatever is still seen of a zoom.
  package var isModelAtRest: Bool {
    if case .idle = activity { wheelZoom == nil } else { false }
  }

  /// True from willBeginZooming until didEndZooming.
  var isZoomAnnounced: Bool { isZooming || zoomFader != nil }

  // MARK: Fading

  /// Sets the end of a zoom of `view`, and lets what is seen fade to it.
  ///
  /// The fade starts from what is seen now, also of an earlier fade. Views that the delegate places again meanwhile, or that are laid
  /// out for the new scale, fade along.
  func fade(
    _ curve: ZoomFade.Curve, of view: View, since startTime: Double, _ setEnd: () -> Void
  ) {
    let seen = presentedPlace(of: view)
    let changes = zoomFader?.remainingChanges ?? []
    // Flags and phase are those of the new zoom in what the delegate is notified of.
    let begun = ZoomFader(
      ZoomFade(
        curve, from: remainingDifference(of: view), startTime: startTime,
        scrollDuration: tuning.animation, longestBounce: tuning.zoomBounce),
      of: view, in: self, changes: changes)
    zoomFader = begun
    let records = View.recordingChanges {
      setEnd()
      layoutIfNeeded()
    }
    // The delegate may have stopped the zoom or begun another one.
    guard zoomFader === begun else { return }
    zoomFader = ZoomFader(
      ZoomFade(
        curve, from: difference(from: seen, of: view), startTime: begun.fade.startTime,
        scrollDuration: tuning.animation, longestBounce: tuning.zoomBounce),
      of: view, in: self, changes: merged(changes, with: records, without: view))
  }

  /// Returns what separates what was seen from what is set.
  private func difference(from seen: PresentedPlace, of view: View) -> ZoomFade.Difference {
    var difference = ZoomFade.Difference()
    difference.scale = seen.scale / view.zoomedScale
    difference.offset = seen.offset - contentOffset
    difference.corner = seen.corner - zoomedCorner(of: view)
    return difference
  }

  /// Adds what has been set of views to the changes that an earlier fade left.
  private func merged(
    _ changes: [ZoomFader.Change], with records: [(view: View, before: View.Presentation)],
    without zoomedView: View
  ) -> [ZoomFader.Change] {
    var changes = changes
    for record in records where record.view !== self && record.view !== zoomedView {
      let difference = record.before.difference(from: record.view.model)
      if let index = changes.firstIndex(where: { $0.view.view === record.view }) {
        changes[index].difference.add(difference, times: 1)
      } else {
        changes.append((WeakView(view: record.view), difference))
      }
    }
    return changes
  }

  /// Ends a fade in progress: sets the displayed offset, and the scale within `band` that is.
  ///
  /// `then` is called before the zoom counts as ended.
  func adoptPresentedPlace(within band: ScaleBand? = nil, _ then: () -> Void = {}) {
    guard let old = zoomFader else { return then() }
    guard let view = zoomView else {
      zoomFader = nil
      return then()
    }
    let seen = presentedPlace(of: view)
    let still = ZoomFader(
      ZoomFade(old.fade.curve, from: ZoomFade.Difference(), startTime: now),
      of: view, in: self, changes: [])
    zoomFader = still
    setScale(band?.clamp(seen.scale) ?? seen.scale, of: view, offset: seen.offset)
    then()
    if zoomFader === still { zoomFader = nil }
  }

  /// Ends a fade at its end time, or earlier; what is set is seen then.
  func endFade(_ fader: ZoomFader) {
    guard fader === zoomFader else { return }
    zoomFader = nil
    if !isZoomAnnounced { notifyBetweenFrames(.didEndZooming(scale: zoomScale)) }
  }

  func faderDidChange(from old: ZoomFader?) {
    old?.detach()
    zoomFader?.attach()
    updateIndicators()
    if zoomFader == nil {
      unanchored.remove(.fade)
    } else if old == nil, !isCurrent {
      unanchored.insert(.fade)
    }
    if isInMotion { window?.animate(self) }
  }
}

/// A displayed zoom of a scroll view in progress, and the views that move with it.
///
/// The end is what the views have as their properties; the fade changes only their ``View/presentation``.
final class ZoomFader {
  /// What the fade does to a view.
  enum Part {
    /// The scroll view itself: its offset, its scale and the size of its content.
    case scrollView
    /// The view that is zoomed: its transform and its place.
    case zoomedView
    /// A view that the delegate placed again for the zoom: its properties before less those that it has.
    case other(View.Presentation)
  }

  /// A view that the delegate placed again, with its properties at the start of the fade less those that it has.
  typealias Change = (view: WeakView, difference: View.Presentation)

  @NonOwning private var scrollView: ScrollView?
  @NonOwning private(set) var zoomedView: View?
  private(set) var fade: ZoomFade
  private let changes: [Change]

  init(_ fade: ZoomFade, of zoomedView: View, in scrollView: ScrollView, changes: [Change]) {
    self.fade = fade
    self.scrollView = scrollView
    self.zoomedView = zoomedView
    self.changes = changes
  }

  private var time: Double { scrollView?.now ?? fade.endTime }

  /// Starts the fade `delay` seconds later.
  func delay(by delay: Double) { fade = fade.delayed(by: delay) }

  /// Adds the fade to the animations of its views.
  func attach() {
    scrollView?.animations.append(.zoom(self, .scrollView))
    zoomedView?.animations.append(.zoom(self, .zoomedView))
    for change in changes {
      change.view.view?.animations.append(.zoom(self, .other(change.difference)))
    }
  }

  /// Removes the fade from its views, which are then seen where they are.
  func detach() {
    for view in [scrollView, zoomedView] + changes.map(\.view.view) {
      view?.animations.removeAll { $0.fader === self }
    }
  }

  /// Ends the fade where the scroll view or the zoomed view may no longer be animated.
  func viewDidLeave(_ part: Part) {
    if case .other = part { return }
    scrollView?.endFade(self)
  }

  /// What is left of the changes of views.
  var remainingChanges: [Change] {
    let weight = fade.weight(at: time)
    return changes.map { ($0.view, $0.difference.scaled(by: weight)) }
  }

  /// Changes what is shown of a view.
  func apply(_ part: Part, to shown: inout View.Presentation) {
    guard let scrollView else { return }
    switch part {
    case .scrollView:
      shown.bounds.origin += fade.difference.offset * fade.weight(at: time)
      guard let zoomedView else { return }
      let scale = fade.scale(at: time)
      let growth = scrollView.zoomedSize(of: zoomedView, at: shown.zoomScale)
      let factors = zoomedView.zoomFactors(at: scale)
      shown.zoomScale *= scale
      shown.contentSize.width += growth.width * (factors.x - 1)
      shown.contentSize.height += growth.height * (factors.y - 1)
    case .zoomedView:
      guard let zoomedView else { return }
      let scale = fade.scale(at: time)
      let corner = scrollView.zoomedCorner(of: zoomedView)
      let seenCorner = corner + fade.difference.corner * fade.weight(at: time)
      let factors = zoomedView.zoomFactors(at: scale)
      shown.center = seenCorner + (shown.center - corner).scaled(by: factors)
      shown.transform = shown.transform.concatenating(
        AffineTransform(scaleX: factors.x, y: factors.y))
    case .other(let difference): shown.add(difference, times: fade.weight(at: time))
    }
  }
}

extension ViewAnimation {
  /// The fade, or `nil` for a group.
  var fader: ZoomFader? {
    if case .zoom(let fader, _) = self { fader } else { nil }
  }
}

extension View.Presentation {
  /// Returns the value with every property multiplied by `factor`.
  fileprivate func scaled(by factor: Double) -> Self {
    var result = self
    result.add(self, times: factor - 1)
    return result
  }
}
