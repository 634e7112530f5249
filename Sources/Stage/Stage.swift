package import Geometry
package import ScrollEngine

/// A window of the engine with its views and without a screen: the one way by which events reach them.
///
/// Everything that can change what a scroll view does goes through ``perform(_:)``, so that the events of a take, performed
/// in the same order on another stage made from its header, give the same result to the last bit.
package final class Stage {
  /// The window; read its state, and send nothing to it.
  package let window = Window(frame: Rect(origin: .zero, size: Script.Header.defaultSize))
  /// The main scroll view, which fills the window.
  package var scrollView: ScrollView { main }

  private let main = StageScrollView()
  private var nested: [String: StageScrollView] = [:]
  private let base: Script.Header
  private let log: CallbackLog?
  private var queue: [Script.Action] = []
  /// Called when one of the header's tap recognizers recognizes, with its index and the place in the window, in points.
  package var didTap: ((Int, Point) -> Void)?
  /// A Boolean value that indicates whether an event is being performed; actions wait for ``takePending()`` meanwhile.
  package private(set) var isPerforming = false

  /// Creates the views that a header describes.
  ///
  /// - Parameters:
  ///   - header: The set-up.
  ///   - log: The log of callbacks from the first event on.
  package init(_ header: Script.Header, log: CallbackLog? = nil) {
    base = header
    self.log = log
    window.addSubview(main)
    main.frame = window.frame
    main.didResize = { [weak window] in window?.frame = Rect(origin: .zero, size: $0) }
    build(header)
    main.apply(header.settings)
    // A refresh in progress has set its scroll view in motion.
    window.restart()
    main.place(header.settings)
    for description in header.scrollViews {
      nested[description.name]?.place(description.settings)
    }
    for view in all { view.log = log }
  }

  private func build(_ header: Script.Header) {
    for subview in header.subviews {
      main.content.addSubview(
        subview.isControl ? StageControl(subview, log: log) : StageView(subview, log: log))
      main.shouldBegin[subview.name] = subview.shouldBegin
      main.shouldCancel[subview.name] = subview.shouldCancel
    }
    for description in header.scrollViews {
      let view = StageScrollView(name: description.name)
      view.frame = description.frame
      main.content.addSubview(view)
      view.apply(description.settings)
      nested[description.name] = view
    }
    for (index, description) in header.tapRecognizers.enumerated() {
      let recognizer = TapGestureRecognizer { [weak self] recognizer in
        guard recognizer.state == .recognized else { return }
        self?.didTap?(index, recognizer.location(in: nil))
      }
      recognizer.numberOfTapsRequired = description.taps
      recognizer.numberOfTouchesRequired = description.fingers
      recognizer.cancelsTouchesInView = description.cancelsTouchesInView
      main.addGestureRecognizer(recognizer)
    }
  }

  private var all: [StageScrollView] { [main] + nested.values }

  /// All scroll views, the main one first.
  package var scrollViews: [ScrollView] { all }

  private func view(_ name: String?) -> StageScrollView? {
    guard let name else { return main }
    return nested[name]
  }

  /// A Boolean value that indicates whether nothing moves, no finger is down, and no timer runs.
  package var isAtRest: Bool { !window.needsAdvance && window.touches.isEmpty && !isPinching }

  /// A Boolean value that indicates whether the zoom scale of the main scroll view is changing.
  package var isScaling: Bool {
    switch main.phase {
    case .zooming, .zoomBouncing: true
    case .animating: main.isZoomAnimating
    case .idle, .tracking, .dragging, .decelerating: false
    }
  }

  /// True between the beginning and the end of a touchpad gesture.
  private var isPinching = false

  /// The state of the scroll view with a name, now; of the main one for `nil` and for names that do not exist.
  package func sample(of name: String? = nil) -> Trace.Sample {
    Trace.Sample(view(name) ?? main, at: window.time)
  }
}

// MARK: - Events

extension Stage {
  /// Performs an event: the window advances to its time, and what it asks for is done.
  ///
  /// What gestures ask for during it waits for ``takePending()``.
  package func perform(_ event: Script.TimedEvent) {
    isPerforming = true
    defer { isPerforming = false }
    window.advance(to: event.time)
    switch event.action {
    case .frame, .mark: return
    case .event(let input):
      trackTouchpad(input)
      window.send(input)
    case .call(let call): perform(call, on: view(event.target) ?? main)
    case .set(let settings): view(event.target)?.apply(settings)
    case .resize(let size): main.viewport = size
    }
    // What a call began starts here, at any rate of frames.
    window.advance(to: event.time)
  }

  /// Queues an action for a gesture; a stage does not change while an event is being processed.
  package func request(_ action: Script.Action) { queue.append(action) }

  /// Returns the actions that gestures have asked for, in order, and empties the queue; the caller records and performs them at
  /// the time of the event.
  package func takePending() -> [Script.Action] {
    defer { queue = [] }
    return queue
  }

  private func trackTouchpad(_ event: Event) {
    switch event {
    case .touchpad(let touchpad): isPinching = touchpad.phase != .ended
    case .pinch(let pinch): isPinching = pinch.phase != .ended
    case .touch, .wheel, .key, .text: break
    }
  }

  private func perform(_ call: Script.Call, on view: StageScrollView) {
    switch call {
    case .setContentOffset(let offset, let animated):
      view.setContentOffset(offset, animated: animated)
    case .setZoomScale(let scale, let animated): view.setZoomScale(scale, animated: animated)
    case .zoomTo(let rect, let animated): view.zoom(to: rect, animated: animated)
    case .scrollRectToVisible(let rect, let animated):
      view.scrollRectToVisible(rect, animated: animated)
    case .flashScrollIndicators: view.flashScrollIndicators()
    case .scrollToTop: window.scrollToTop()
    case .stopScrollingAndZooming: view.stopScrollingAndZooming()
    case .beginRefreshing:
      view.hasRefreshControl = true
      view.refreshControl?.beginRefreshing()
    case .endRefreshing: view.refreshControl?.endRefreshing()
    }
  }
}

// MARK: - Clean starts

extension Stage {
  /// Sets the time back to 0 and forgets everything that is not a property of a view.
  ///
  /// A restarted stage behaves like a new one made from ``header``.
  package func restart() {
    queue = []
    isPinching = false
    window.restart()
  }

  /// The header from which a stage like this one, at rest, is made.
  package var header: Script.Header {
    var header = base
    header.version = Script.versions.upperBound
    header.settings = main.settings(isMain: true)
    header.scrollViews = base.scrollViews.map { description in
      var description = description
      description.settings = nested[description.name]?.settings(isMain: false) ?? []
      return description
    }
    return header
  }
}

extension StageScrollView {
  /// Moves the content to a header's offset, or to the minimum offset where it has none.
  fileprivate func place(_ settings: [Script.Setting]) {
    let offset = settings.last { $0.property == .contentOffset }
    if let offset { apply([offset]) } else { contentOffset = minimumContentOffset }
  }

  fileprivate func apply(_ settings: [Script.Setting]) {
    for setting in settings { Script.Property.byName[setting.property]?.apply(self, setting.value) }
  }

  /// The properties that differ from a new view's, and always the sizes and the offset.
  fileprivate func settings(isMain: Bool) -> [Script.Setting] {
    let new = StageScrollView()
    return Script.Property.all.compactMap { property in
      guard let value = property.current(self) else { return nil }
      switch property.name {
      case .viewport: if !isMain { return nil }
      case .content, .contentOffset: break
      default: if value == property.current(new) { return nil }
      }
      return Script.Setting(property.name, value)
    }
  }
}
