package import ScrollEngine
package import ScrollGeometry

/// A window of the engine, with its views and without a screen, that performs the events of scripts, takes and users.
///
/// Every picture and scene has one stage, whether it is live, replayed or simulated. A script's header describes the views; each
/// event advances the window to its time and is then sent:
///
/// ```swift
/// let stage = Stage(script.header)
/// for event in script.events { stage.perform(event) }
/// let sample = stage.sample()  // the offset, the scale and the phase at the last event
/// ```
///
/// Everything that can change a scroll view goes through ``perform(_:)``; send nothing to ``window`` and set nothing on its
/// views. Then the events of a take, performed in the same order on another stage made from its header, give the same states to
/// the last bit. Times must not decrease. Only a stage at rest has a ``header`` from which an equal one can be made.
///
/// A stage costs no more than its views: performing an event takes a few microseconds, and a script runs thousands of times
/// faster than in real time.
package final class Stage {
  /// The window; read its state, and send nothing to it.
  package let window = Window(frame: Rect(origin: .zero, size: Script.Header.defaultSize))
  /// The main scroll view, which fills the window unless a scene says otherwise.
  package private(set) var scrollView: ScrollView = StageScrollView()
  /// The scene on the stage; `nil` for a single scroll view.
  package private(set) var scene: (any LabScene)?
  /// The log of callbacks.
  package let log: CallbackLog?

  private var nested: [String: ScrollView] = [:]
  /// The delegates, which scroll views hold weakly.
  private var delegates: [StageDelegate] = []
  private var base: Script.Header
  private var queue: [Script.Action] = []
  private var fingers = FingerMeter()
  /// Called when one of the header's tap recognizers recognizes, with its index and the place in the window, in points.
  package var didTap: ((Int, Point) -> Void)?
  /// Called after the scene was built again, with new views.
  package var didRebuild: (() -> Void)?
  /// Whether an event is being performed; actions wait for ``drainPending()``.
  package private(set) var isPerforming = false

  /// Creates the views that a header describes.
  ///
  /// - Parameters:
  ///   - header: The set-up.
  ///   - log: The log of callbacks from the first event on.
  package init(_ header: Script.Header, log: CallbackLog? = nil) {
    base = header
    self.log = log
    if let scene = header.scene { build(scene) } else { buildPlain() }
  }

  private func buildPlain() {
    let main = StageScrollView()
    window.addSubview(main)
    adopt(main)
    main.unscaledContentSize = Script.Header.defaultSize
    main.frame = window.frame
    build(in: main)
    apply(base.settings, to: main)
    // A refresh in progress has set its scroll view in motion.
    window.restart()
    main.place(base.settings)
    for description in base.scrollViews {
      nested[description.name]?.place(description.settings)
    }
    startLogging()
  }

  private func build(in main: StageScrollView) {
    for subview in base.subviews {
      main.content.addSubview(
        subview.isControl
          ? StageControl(subview.name, frame: subview.frame, log: log)
          : StageView(subview.name, frame: subview.frame, log: log))
      main.shouldBegin[subview.name] = subview.shouldBegin
      main.shouldCancel[subview.name] = subview.shouldCancel
    }
    for description in base.scrollViews {
      let view = StageScrollView(frame: description.frame)
      view.unscaledContentSize = Script.Header.defaultSize
      main.content.addSubview(view)
      adopt(view, as: description.name)
      view.apply(description.settings)
    }
    for (index, description) in base.tapRecognizers.enumerated() {
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

  private func startLogging() {
    for delegate in delegates { delegate.log = log }
  }

  /// Makes a scroll view known by a name, `nil` for the main one, and logs its callbacks, which `delegate` receives too.
  package func adopt(
    _ view: ScrollView, as name: String? = nil, delegate: (any ScrollViewDelegate)? = nil
  ) {
    let stageDelegate = StageDelegate(name: name, next: delegate)
    delegates.append(stageDelegate)
    view.delegate = stageDelegate
    if let name { nested[name] = view } else { scrollView = view }
  }

  /// All scroll views, the main one first, the others by their names.
  package var scrollViews: [ScrollView] { namedScrollViews.map(\.view) }

  /// All scroll views with their names, the main one first, whose name is `nil`.
  package var namedScrollViews: [(name: String?, view: ScrollView)] {
    [(nil, scrollView)] + nested.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the scroll view with a name, the main one for `nil`; `nil` for names that do not exist.
  package func view(_ name: String?) -> ScrollView? {
    guard let name else { return scrollView }
    return nested[name]
  }

  private func apply(_ settings: [Script.Setting], to view: ScrollView) {
    let size = view.frame.size
    view.apply(settings)
    guard view === scrollView else { return }
    if scene == nil {
      window.frame = Rect(origin: .zero, size: view.frame.size)
    } else {
      fitScene(to: view, from: size)
    }
  }

  /// Gives the window of a scene, and the view that its views are in, what its main scroll view has gained in size.
  private func fitScene(to view: ScrollView, from size: Size) {
    let (width, height) = (view.frame.width - size.width, view.frame.height - size.height)
    guard width != 0 || height != 0 else { return }
    let old = window.frame.size
    window.frame = Rect(x: 0, y: 0, width: old.width + width, height: old.height + height)
    window.subviews.first?.frame = window.bounds
  }

  /// Whether nothing moves, no finger is down, and no timer runs.
  package var isAtRest: Bool { !window.needsAdvance && window.touches.isEmpty && !isPinching }

  /// Whether the zoom scale of the main scroll view is seen changing.
  package var isScaling: Bool {
    scrollView.isZooming || scrollView.isZoomBouncing || scrollView.isZoomAnimating
  }

  /// True between the beginning and the end of a touchpad gesture.
  private var isPinching = false

  /// The state of the scroll view with a name, now; of the main one for `nil` and for names that do not exist.
  package func sample(of name: String? = nil) -> Trace.Sample {
    let view = view(name) ?? scrollView
    var sample = Trace.Sample(view, at: window.time)
    if view.isTracking { sample.fingerVelocity = fingers.velocity }
    if view === scrollView { sample.recentered = scene?.recentered ?? .zero }
    return sample
  }

  // MARK: - Events

  /// Performs an event: the window advances to its time, and what it asks for is done.
  ///
  /// What gestures ask for during it waits for ``drainPending()``.
  package func perform(_ event: Script.TimedEvent) {
    isPerforming = true
    defer { isPerforming = false }
    window.advance(to: event.time)
    switch event.action {
    case .frame, .mark: return
    case .event(let input):
      trackTouchpad(input)
      if case .touch(let touch) = input { fingers.note(touch) }
      window.send(input)
    case .call(let call): perform(call, on: view(event.target) ?? scrollView)
    case .set(let settings): set(settings, on: event.target)
    case .setScene(let settings): set(settings)
    case .resize(let size): set([.viewport(size)], on: nil)
    }
    // What a call began starts here, at any rate of frames.
    window.advance(to: event.time)
  }

  /// Queues an action for a gesture; a stage does not change while an event is being processed.
  package func request(_ action: Script.Action) { queue.append(action) }

  /// Returns the actions that gestures have asked for, in order, and empties the queue; the caller records and performs them at
  /// the time of the event.
  package func drainPending() -> [Script.Action] {
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

  private func set(_ settings: [Script.Setting], on target: String?) {
    guard let view = view(target) else { return }
    apply(settings, to: view)
    if scene != nil, target == nil { base = base.with(settings.filter(\.isKeptByScenes)) }
  }

  private func set(_ settings: [Script.SceneSetting]) {
    for setting in settings {
      scene?.set(setting.parameter, setting.value)
      base.scene?.values[setting.parameter] = setting.value
    }
  }

  private func perform(_ call: Script.Call, on view: ScrollView) {
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

  // MARK: - Clean starts

  /// Sets the time back to 0 and forgets everything that is not a property of a view.
  ///
  /// A restarted stage behaves like a new one made from ``header``. A scene is built again, with the properties and parameters
  /// that were set meanwhile.
  ///
  /// - Parameter settings: Settings that a scene has from its start on, besides those.
  package func restart(with settings: [Script.Setting] = []) {
    if scene != nil { base = base.with(settings) }
    queue = []
    isPinching = false
    fingers = FingerMeter()
    window.restart()
    if let scene = base.scene { build(scene) }
  }

  /// The header from which a stage like this one, at rest, is made; for a scene, a stage at the scene's start.
  package var header: Script.Header {
    var header = base
    header.version = Script.versions.upperBound
    guard scene == nil else { return header }
    header.settings = scrollView.settings(isMain: true)
    header.scrollViews = base.scrollViews.map { description in
      var description = description
      description.settings = nested[description.name]?.settings(isMain: false) ?? []
      return description
    }
    return header
  }

  /// The constants of the engine by which side B differs, in the header.
  package var variant: [Script.Setting] {
    get { base.variant }
    set { base.variant = newValue }
  }

  // MARK: - Scenes

  /// Builds a scene in the place of what is there.
  private func build(_ description: Script.Scene) {
    for subview in window.subviews { subview.removeFromSuperview() }
    nested = [:]
    delegates = []
    let card = description.card
    window.frame = Rect(origin: .zero, size: card.viewport)
    let root = View(frame: window.bounds)
    window.addSubview(root)
    let scene = description.kind.init()
    self.scene = scene
    (scene as? BaseScene)?.show(root, Look(fill: Palette.paper))
    scene.build(in: root, self)
    scrollView.apply(card.properties)
    for parameter in card.parameters {
      scene.set(parameter.name, description.value(of: parameter))
    }
    apply(base.settings, to: scrollView)
    window.layoutIfNeeded()
    window.restart()
    let settings = card.properties + base.settings
    for view in scrollViews where view.contentOffset == .zero {
      view.contentOffset = view.minimumContentOffset
    }
    scrollView.apply(settings.filter { $0.property == .contentOffset })
    startLogging()
    // A program shows the indicators of a scroll view that it shows for the first time.
    for view in scrollViews { view.flashScrollIndicators() }
    didRebuild?()
  }

  /// Adds a line about a scene's own event to the log.
  package func note(_ event: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
    log?.add(event, at: window.time, fields)
  }
}

extension ScrollView {
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

extension Script.Setting {
  /// Whether a scene that starts again keeps the value: not where it is about what moves.
  fileprivate var isKeptByScenes: Bool {
    switch property {
    case .contentOffset, .zoomScale, .isRefreshing, .targetContentOffset: false
    default: true
    }
  }
}

extension Stage {
  /// Returns whether a key types text, which follows as an event of its own: one that, while text is edited, is neither a
  /// command nor held with Control, Alt or Super.
  func isTyping(_ key: KeyEvent) -> Bool {
    let hasModifier = !key.modifiers.isDisjoint(with: [.control, .alternate, .command])
    return window.textInput != nil && !hasModifier && !key.isTextCommand
  }
}
