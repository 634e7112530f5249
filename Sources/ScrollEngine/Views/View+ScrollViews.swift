import ScrollGeometry

extension View {
  /// The innermost enabled scroll view that is the view or contains it.
  var nearestScrollView: ScrollView? {
    var view: View? = self
    while let here = view {
      if let scrollView = here as? ScrollView, scrollView.isScrollEnabled { return scrollView }
      view = here.superview
    }
    return nil
  }

  /// The frontmost of the outermost scroll views below.
  var firstScrollView: ScrollView? {
    for subview in subviews.reversed() where !subview.isHidden {
      if let scrollView = subview as? ScrollView ?? subview.firstScrollView { return scrollView }
    }
    return nil
  }

  /// Returns the descendant scroll views that are visible in `area`, in the view's coordinates.
  func scrollViews(showingIn area: Rect) -> [ScrollView] {
    subviews.filter { !$0.isHidden }.flatMap { subview -> [ScrollView] in
      let inside = subview.convert(area, from: self)
      let shown = inside.intersection(subview.bounds)
      let own = shown.isEmpty ? nil : subview as? ScrollView
      let below = subview.scrollViews(showingIn: subview.clipsToBounds ? shown : inside)
      return (own.map { [$0] } ?? []) + below
    }
  }
}
