import ScrollGeometry

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
