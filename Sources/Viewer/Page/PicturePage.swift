import OverscrollBase
import OverscrollBrowser
package import OverscrollHost
import OverscrollImaging
import OverscrollLab
package import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// A picture in a window, with the other pictures of its album.
package final class PicturePage: Page {
  private(set) var mode = PictureMode.picture
  /// The picture that is shown.
  private(set) var content: OpenPicture
  /// The album that it belongs to; `nil` while a recording shows a single picture.
  var album: AlbumController?
  let swipes: SwipeController?
  let lists: ThumbnailLists?
  let takes: Recording
  let recorderPanels: RecorderPanels
  var appearance: PictureAppearance
  let drawer: PictureDrawer
  let maker: PictureMaker
  var dialog = FileDialog()
  let setup: WindowSetup
  private let plainTitle: String
  private var shownTitle: String?
  let beginsWithOverview: Bool
  /// The order that the user has chosen in the window; `nil` for none.
  var chosenOrder: AlbumOrder?
  /// What is remembered, as it was when the window appeared.
  private(set) var firstSettings: ViewSettings?
  /// True if the window began without pictures.
  let beginsWithStart: Bool
  /// What was opened before, and what else a window without pictures offers.
  var start: StartPage
  /// Makes the coordinate grid of a window without pictures.
  let grid: (() throws -> PictureWindow.Drawing)?
  /// The program, for windows of its other commands.
  let program: FilePath?
  private(set) weak var window: WindowController?
  /// How the page ends; `nil` until then.
  var ending: PictureEnding?
  var trash = PictureTrash()
  var changes: FileChanges
  /// The folder that pictures were moved or copied to last.
  var lastFolder: LastFolder
  /// The pictures that were marked in each folder.
  var markMemory: MarkMemory
  var programs = ProgramStarter()
  let copier = PictureCopier()
  var comparison = AlbumComparison()
  var pageCounter = PageCounter()
  var animation = AnimationController()
  var slideshow: SlideshowController
  /// What arrow keys and the wheel do where the picture fits.
  var stepper: PictureStepper
  /// When Escape was pressed last and before, in seconds.
  var escapes = (last: -Double.infinity, before: -Double.infinity)

  /// Makes the page of a window.
  ///
  /// - Parameters:
  ///   - content: The picture that is shown first.
  ///   - album: The album that it belongs to; `nil` for none.
  ///   - options: The options of the window.
  ///   - setup: The window.
  ///   - maker: Makes the pictures of the window.
  init(
    _ content: OpenPicture, album: AlbumController?, _ options: PictureWindow,
    in setup: WindowSetup, _ maker: PictureMaker
  ) {
    self.content = content
    self.album = album
    (self.setup, self.maker, plainTitle) = (setup, maker, options.title)
    stepper = PictureStepper(options.fittedKeys)
    changes = FileChanges(maker, by: setup.services)
    lastFolder = LastFolder(rememberedIn: options.folderFile)
    markMemory = MarkMemory(rememberedIn: options.markFile)
    slideshow = SlideshowController(options.slideshow, interval: options.slideshowInterval)
    beginsWithOverview = options.beginsWithOverview && album != nil
    (beginsWithStart, grid, program) = (content.isStart, options.grid, options.program)
    if content.isStart { mode = .start }
    start = StartPage(remembering: options.recentFile, maker)
    lists = album.map { _ in ThumbnailLists(maker) }
    swipes = album.map { _ in SwipeController(options.swipe, maker) }
    drawer = PictureDrawer(
      setup, keepsStatistics: options.frameLog != nil, isOfLab: options.recording != nil)
    takes = Recording(
      folder: setup.options.takes ?? TakeFiles.folder, request: options.recording,
      host: setup.host, message: setup.message, waker: setup.waker, scenes: Scenes.all)
    takes.saveKey = "Ctrl+F2"
    recorderPanels = RecorderPanels(
      content.view.recorder, marksTouches: setup.options.marksTouches(usually: false),
      host: setup.host, wake: { [waker = setup.waker] in waker.wake() })
    appearance = PictureAppearance(maker, commands: CommandController(options.keys))
    appearance.showsHUD = setup.options.showsHUD
    recorderPanels.copyText = { [host = setup.host] in host.copyText($0) }
    appearance.information.panel.takesKey = { [weak self] key in
      guard let self, !isTyping else { return false }
      return shownOverview != nil || key.modifiers != [] || !slideshow.takesKey(key.key.rawValue)
    }
    appearance.information.panel.copyText = { [weak self] text in
      self?.setup.host.copyText(text)
      self?.showOfPicture("Copied the information.")
    }
    appearance.information.panel.open = { [weak self] in self?.open($0) }
    appearance.channels.panel.perform = { [weak self] change in
      self?.appearance.channels.perform(change)
      self?.drawer.invalidate(.content)
    }
    view.recorder.isEnabled = maker.options.records
    takes.attach { [weak self] in self?.view.recorder }
    recorderPanels.didChange = { [weak self] in self?.drawer.invalidate(.content) }
    followTaps()
    lists?.didEnter = { [weak self] in self?.enter($0) }
    lists?.didChoose = { [weak self] in self?.choose($0) }
    lists?.didDrag = { [weak self] in self?.dragOut() }
    lists?.didOpen = { [weak self] in self?.open($0) }
  }

  var view: PictureView { content.view }

  package var title: String {
    shownOverview?.selectedFolder.map { $0.lastComponent.description.isolated + " – Overscroll" }
      ?? shownOverview?.selection.flatMap { album?.title(selecting: $0) } ?? album?.title(
        of: content)
      ?? plainTitle
  }

  /// The list of commands over a picture is the page's own: what can be done depends on it.
  package var commands: [CommandItem] { [] }

  package func panel(in area: DockLayout.Area) -> (any Panel)? {
    switch area {
    case .information: content.isStart ? nil : appearance.information.panel
    case .channels: album == nil ? nil : appearance.channels.panel
    case .strip: shownOverview == nil && !content.isStart ? lists?.strip : nil
    case .curves, .parameters, .log, .timeLine, .qaBar: recorderPanels.panel(in: area)
    }
  }

  package func cursor(isHeld: Bool) -> Cursor {
    if shownOverview != nil || appearance.commands.isShown || appearance.minimap.hasPointer
      || appearance.controls.hasPointer || appearance.notices.hasPointer || content.isStart
    {
      return .arrow
    }
    if appearance.ruler.isOn, !appearance.selection.holdsKey, !content.isNotice {
      return .crosshair
    }
    return appearance.selection.cursor(over: content, setup.host.display.drag)
      ?? (isHeld ? .closedHand : .openHand)
  }

  var isTyping: Bool { appearance.field.isShown || appearance.commands.isShown }

  package var traits: PageTraits {
    PageTraits(
      isTyping: isTyping, readsPointer: appearance.reader.isOn,
      wheelZooms: shownOverview == nil && !appearance.commands.isShown, needsFrames: needsFrames,
      descriptors: album?.descriptor.map { [$0] } ?? [],
      palette: appearance.backdrop.background.palette,
      isFinished: ending != nil || takes.isOver)
  }

  /// Shows a message for some seconds, at most as long as a condition holds.
  func show(_ message: String, while isCurrent: @escaping () -> Bool = { true }) {
    setup.message.show(message, while: isCurrent)
  }

  /// Closes the window.
  func quit() { ending = .quit }

  package func allowsClosing() -> Bool {
    guard let name = appearance.saver.nameToConfirm() else { return true }
    show("Close again to stop saving \(name).")
    return false
  }

  package func handle(_ input: PageInput) {
    switch input {
    case .appears(let window): appear(in: window)
    case .disappears(let isLast):
      appearance.saver.stop()
      takes.finishRecording(isLast ? .closed : .stopped)
      if !isLast { comparison.cancel() }
    case .resized(let room, let time): resize(to: room, at: time)
    case .settingsChanged: settingsDidChange()
    case .messageChanged:
      drawer.invalidate(.content)
      offerMarks()
    case .panelTakesKeys:
      keepShown()
      hideField()
      appearance.commands.hide()
      drawer.invalidate(.content)
    case .modifiers(let held):
      appearance.selection.modifiersChanged(held)
      shownOverview?.modifiersChanged(held)
    case .pointer(let location): pointerMoved(to: location)
    case .button(let button, let isPressed, let place):
      handleButton(button, isPressed: isPressed, at: place)
    case .received(let received): receive(received)
    case .dropHover(let isOver):
      appearance.isDropTarget = isOver
      drawer.invalidate(.content)
    case .handled(let events):
      takes.update(at: maker.time)
      if shownOverview != nil { updateTitle() }
      if events.contains(.displayProfileChanged) { followColors() }
    case .frame(let time): advance(to: time)
    case .due(let topic, let time): timeReached(topic, at: time)
    case .wakeUp: drainResults()
    case .readable: followFiles()
    }
  }

  private func appear(in window: WindowController) {
    let isFirst = self.window == nil
    self.window = window
    setup.host.perform(.darkFrame(appearance.backdrop.background.isDark))
    guard isFirst else {
      settingsDidChange()
      return resume()
    }
    if setup.options.panels?.contains(.strip) == true, album != nil { toggleStrip() }
    firstSettings = viewSettings
    if content.isStart { start.read() }
    markMemory.read(wake: maker.wake)
    let hasOnlyFolders = album?.hasOnlyFolders == true
    if content.isNotice, !hasOnlyFolders { return }
    guard beginsWithOverview || hasOnlyFolders else {
      return view.flashIndicators(at: maker.time)
    }
    showOverview()
  }

  private func resize(to room: Room, at time: Double) {
    endSwiping()
    maker.room = room
    view.scale = room.scale
    view.resize(to: room.pixels, at: time)
    recorderPanels.follow(at: time)
    lists?.place()
    appearance.field.moveSearch(to: shownOverview?.searchField)
    if content.isStart { start.loadThumbnails() }
    drawer.invalidate([.exposure, .content])
  }
}

// MARK: - The picture that is shown

extension PicturePage {
  /// Goes to another picture of the album.
  func go(_ step: Album.Step, isRepeat: Bool = false, wraps: Bool = true) {
    endSwiping()
    update(album?.go(step, isRepeat: isRepeat, wraps: wraps, from: content))
  }

  /// Keeps the picture that is shown where another one would turn out to be the first: the user is doing something.
  func keepShown() { perform(album?.keepShown(content)) }

  /// Carries out the album's effects, and shows the picture that it has opened, unless a drag has to end first.
  func update(_ effects: [PictureEffect]?) {
    performChanges(effects)
    if mayShow { performChanges(album?.showOpened(content)) }
  }

  /// Carries out effects of the album, which may look different now.
  private func performChanges(_ effects: [PictureEffect]?) {
    perform(effects)
    // The picture behind the overview is no longer looked at: where its file is gone, nothing is left of it.
    if shownOverview != nil, album?.isDeleted == true, let file = content.file {
      perform(album?.leaveOut([file], content))
    }
    drawer.invalidate(.content)
  }

  /// Does what the album or a feature wants done.
  func perform(_ effects: [PictureEffect]?) {
    for effect in effects ?? [] {
      followMarks(after: effect)
      switch effect {
      case .say(let message, .always): show(message)
      // The overview says of all that were turned.
      case .say(_, .isTurned) where shownOverview != nil: break
      case .say(let message, let condition):
        showOfPicture(message) { [weak self] in self?.album?.holds(condition) == true }
      case .show(let next): show(next)
      case .replaced(isBrowsed: true) where shownOverview != nil:
        hideField()
        if let album { lists?.showFolder(of: album) }
        updateTitle()
        drawer.invalidateAll()
      case .replaced:
        hideOverview()
        reloadLists()
        if album?.hasOnlyFolders == true { showOverview() }
      case .changed:
        updateTitle()
        reloadLists()
      case .moved: updateTitle()
      case .marked: marksDidChange()
      case .turned: lists?.turnsDidChange()
      case .renamed(let old, let new, let selects):
        rename(old, to: new)
        if let album { lists?.rename(old, to: new, in: album, selects: selects) }
      case .relocated(let paths): start.follow(paths)
      case .rated(let file, let stars):
        if let album { lists?.note(stars, of: file, album) }
        appearance.information.forget(file)
      case .outdated(let file, let turn): outdate(file, turnedBy: turn)
      case .opened(let entry): start.add(entry)
      case .began: if beginsWithOverview, shownOverview == nil { showOverview() }
      case .firstFound: if let album { shownOverview?.reload(album, showsSelection: true) }
      case .end(let failure): ending = .failed(failure)
      case .skimmingEnded: if drawer.hasDrawn { content.picture.begin() }
      case .go(let step, let wraps): go(step, wraps: wraps)
      case .frame(let index, let isPlaying): noteFrame(index, isPlaying: isPlaying)
      case .redraw(let reasons): drawer.invalidate(reasons)
      case .compare(let pictures): compare(pictures)
      case .drag: dragOut()
      case .host(let request): setup.host.perform(request)
      }
    }
  }

  /// Shows another picture; a take ends with the previous one.
  func show(_ next: OpenPicture) {
    appearance.selection.follow(next)
    guard next.view !== view else {
      content = next
      return
    }
    let isRecording = view.recorder.mode == .recording
    // A long take in memory goes to a file, too.
    if isRecording || takes.isWriting { takes.finishRecording(.stopped) }
    let fade = crossFade(to: next)
    let old = content.file
    next.view.recorder.replace(view.recorder)
    content = next
    if old != next.file {
      appearance.ruler.endDrag()
      window?.cancelInput(in: .channels)
    }
    if let message = appearance.field.lossOfPicture(showing: next, insteadOf: old) {
      loseField(message)
    }
    followStart()
    content.compositor.uploadsWhole = true
    if isRecording { view.recorder.start() }
    view.returnToRange(at: maker.time, animated: animates)
    followTaps()
    recorderPanels.follow(view.recorder)
    drawer.pictureDidChange()
    if let fade { mode = .fading(fade) }
    if old != content.file, shownOverview == nil {
      view.flashIndicators(at: maker.time)
    }
  }

  /// The picture that is shown, to fade into the next one of a slideshow; `nil` where that takes its place at once.
  private func crossFade(to next: OpenPicture) -> CrossFade? {
    endFade()
    guard slideshow.endAdvance(), animates, case .picture = mode, drawer.hasDrawn,
      !content.isNotice, !next.isNotice
    else { return nil }
    // Where memory is short, nothing fades.
    return try? CrossFade(from: content, appearance.plainFrame(of: content, context), maker)
  }

  /// Shows the next picture of a slideshow alone.
  func endFade() {
    guard case .fading = mode else { return }
    mode = .picture
    drawer.invalidateAll()
  }

  /// Shows the page that a window begins with instead of a picture, or a picture instead of that page.
  private func followStart() {
    switch mode {
    case .start where !content.isStart:
      mode = .picture
      start.pause()
    case .picture where content.isStart:
      mode = .start
      start.read()
    default: return
    }
    // The start page has no panels.
    window?.updateLayout()
    drawer.invalidateAll()
  }

  /// Returns to the page that the window began with; returns whether it has.
  func returnToStart() -> Bool {
    guard beginsWithStart, !content.isStart, album != nil, let page = try? maker.startPage() else {
      return false
    }
    album?.close()
    show(page)
    reloadLists()
    updateTitle()
    return true
  }

  /// Follows a file to another name.
  func rename(_ old: FilePath, to new: FilePath) {
    if content.file == old { content.file = new }
  }

  /// Notes which frame of an animation is shown.
  func noteFrame(_ index: Int, isPlaying: Bool) {
    let didChange = content.page.isPlaying != isPlaying
    content.page = content.page.at(index, isPlaying: isPlaying)
    if didChange { updateTitle() }
  }

  private func followTaps() {
    view.toggleFitOnDoubleTap(within: { [maker] in maker.settings }) { [maker] in maker.animates }
  }

  var animates: Bool { maker.animates }

  /// Updates the title and the selection to the picture that is shown, or selected in the overview.
  func updateTitle() {
    let title = title
    if title != shownTitle { setup.host.perform(.title(title)) }
    shownTitle = title
    if let album {
      lists?.strip?.selectShown(album, animated: animates)
      shownOverview?.followHeader(album)
    }
  }

  /// Has the overview and the strip follow the album.
  func reloadLists() {
    if let album { lists?.reload(album) }
  }

  /// Collects what other threads have opened or listed.
  func drainOpened() {
    if album?.hasHandedFiles == true { endSwiping() }
    update(album?.drainResults(content))
    album?.prepareNeighbors(content)
    // A swipe that has come to rest waits for its picture.
    followSwipe()
  }

  private func receive(_ received: Received) {
    guard album != nil else {
      return show("Files can't be opened while this picture is being recorded.")
    }
    update(album?.receive(received))
  }

  private func settingsDidChange() {
    appearance.settingsDidChange(maker)
    perform(animation.settingsDidChange(context))
    drawer.invalidate(.content)
  }
}

// MARK: - Overview and strip

extension PicturePage {
  /// The overview while it is shown.
  var shownOverview: OverviewController? {
    if case .overview(let overview) = mode { overview } else { nil }
  }

  /// Shows the overview; the picture that is shown is selected.
  func showOverview() {
    listRestOfFolder()
    guard let lists, let album else {
      return show("This window shows a single picture, so there is no overview.")
    }
    window?.cancelContentInput()
    endSwiping()
    let overview = lists.showOverview(of: album)
    mode = .overview(overview)
    overview.preview(content)
    if animates, drawer.hasDrawn, let place = picturePlace, let position = album.album.position {
      _ = overview.fly(position, to: place, opens: false)
    }
    if lists.strip != nil { window?.updateLayout() }
    drawer.invalidateAll()
  }

  /// Opens a picture that was chosen in the overview or the strip; it flies there from its thumbnail.
  private func open(_ index: Int) {
    let isShown = index == album?.album.position
    if animates, let shownOverview,
      shownOverview.fly(index, to: isShown ? picturePlace : nil, opens: true)
    {
      if !isShown { go(.to(index)) }
      return drawer.invalidate(.content)
    }
    hideOverview()
    if !isShown { go(.to(index)) }
  }

  /// Shows the picture once it has flown to its place; one that takes longer to open is awaited.
  func followFlight() {
    guard let shownOverview, let file = shownOverview.opening else { return }
    if content.file == file, let picturePlace { shownOverview.land(at: picturePlace) }
    guard shownOverview.hasLanded, content.file == file || album?.isOpening != true else { return }
    hideOverview()
  }

  /// Shows the picture that flies at once.
  func endFlight() {
    if shownOverview?.opening != nil { hideOverview() }
  }

  /// Where all of the picture lies in its part of the window, in points; `nil` for a page.
  private var picturePlace: Rect? {
    guard !content.isNotice else { return nil }
    let placement = content.view.frame().placement
    return Rect(origin: placement.origin, size: placement.size.size * placement.scale)
      * (1 / maker.room.scale)
  }

  /// Lists the folder of the first picture, whose rest was not needed until now.
  func listRestOfFolder() {
    if album?.isListing == true { album?.listFolder() }
  }

  /// Returns to the picture.
  func hideOverview() {
    guard shownOverview != nil else { return }
    if appearance.field.query != nil { hideField() }
    // Where Return has opened what was found, the field is gone already.
    shownOverview?.setTyping(false)
    window?.cancelContentInput()
    shownOverview?.endFlight()
    mode = .picture
    updateTitle()
    lists?.hideOverview()
    // The strip is there again.
    if lists?.strip != nil { window?.updateLayout() }
    drawer.invalidateAll()
    view.flashIndicators(at: maker.time)
  }
}

// MARK: - Swiping

extension PicturePage {
  /// Sends input to the picture, or to the row of pictures if the picture cannot scroll that way.
  func sendToPicture(_ event: Event, from origin: Script.Origin?) {
    guard let swipes else { return view.send(event, from: origin) }
    swipe { swipes.prepare(for: event, content, in: &$0) }
    for event in swipes.route(event, over: view) { view.send(event, from: origin) }
    followSwipe()
  }

  /// Opens the neighbor that is visible, and makes it the current picture once it fills the window.
  func followSwipe() {
    guard let swipes, shownOverview == nil else { return }
    swipe { swipes.follow(content, in: &$0) }
    updateSwiping(swipes)
  }

  /// Ends a swipe; the picture that is shown returns to its place.
  func endSwiping() {
    endFade()
    guard case .swiping(let swipes) = mode else { return }
    swipe { swipes.end(content, in: &$0) }
    updateSwiping(swipes)
  }

  /// Has the row of pictures open and show pictures of the album.
  private func swipe(_ body: (inout AlbumController) -> [PictureEffect]) {
    guard var album else { return }
    let effects = body(&album)
    self.album = album
    performChanges(effects)
  }

  private func updateSwiping(_ swipes: SwipeController) {
    switch (mode, swipes.isActive) {
    case (.picture, true): mode = .swiping(swipes)
    case (.swiping, false):
      mode = .picture
      drawer.invalidateAll()
    default: break
    }
  }
}
