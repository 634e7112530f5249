import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

// A strip of thumbnails at the lower edge, which leaves the rest of the window to the picture.
extension Viewer {
  /// The height of the strip, in pixels; 0 while there is none, or the overview takes its place.
  var stripPixels: Int {
    guard strip != nil, shownOverview == nil else { return 0 }
    let height = Int((Overview.stripHeight * view.scale).rounded())
    // A small window has no room for it.
    return height * 2 <= sizeAbovePanels.height ? height : 0
  }

  /// Shows or hides the strip.
  func toggleStrip() {
    guard let album else { return show("This window shows one picture.") }
    if let strip {
      strip.loader.load([])
      store.addWorkBytes(-strip.countedBytes)
      self.strip = nil
      stripRouter = PanelRouter()
    } else {
      let waker = waker
      let control = OverviewControl(.strip, album, budget: store.budget, scale: view.scale) {
        waker.wake()
      }
      control.overview.didOpen = { [weak self] in self?.openFromStrip($0) }
      strip = control
      if album.isListing { listFolder(immediately: true) }
    }
    layOutPanels(at: MonotonicClock.now)
    updateStrip()
  }

  private func openFromStrip(_ index: Int) {
    if index != album?.album.position { go(.to(index)) }
  }

  /// Gives the strip its place below the picture.
  func layOutStrip() {
    guard let strip else { return }
    let height = stripPixels
    stripRouter.top = height > 0 ? Double(contentSize.height) : nil
    strip.overview.scale = view.scale
    strip.translation.scale = view.scale
    strip.overview.size = Size(
      Double(window.size.width) / view.scale, Double(max(height, 1)) / view.scale)
    strip.staging = nil
    loadThumbnails(for: strip)
  }

  /// Follows a change of the album.
  func updateStrip() {
    guard let album, let strip else { return }
    strip.overview.reload(count: album.album.count, selection: album.album.position)
    if let position = album.album.position { strip.overview.select(position, animated: false) }
    loadThumbnails(for: strip)
  }

  /// Selects the picture that is shown.
  func selectInStrip(_ album: AlbumControl) {
    guard let strip, let position = album.album.position else { return }
    if strip.overview.count != album.album.count { return updateStrip() }
    guard position != strip.overview.selection else { return }
    strip.overview.advance(to: MonotonicClock.now)
    strip.overview.select(position, animated: options.animations == .on)
    loadThumbnails(for: strip)
  }

  /// Sends input to the strip if it is for it; returns whether it is.
  func sendToStrip(_ event: OverscrollDesktop.Event) -> Bool {
    guard let strip, let top = stripRouter.top, stripRouter.part(of: event) == .panels else {
      return false
    }
    if let event = strip.translation.translate(event.moved(by: Point(0, -top))) {
      strip.overview.send(event.sideways)
      loadThumbnails(for: strip)
    }
    return true
  }

  /// Returns whether a place of the window, in pixels, is in the strip.
  func isOverStrip(_ place: Point) -> Bool { stripRouter.top.map { place.y >= $0 } ?? false }

  /// A Boolean value that indicates whether the strip looks different from when it was last drawn.
  var isStripOutdated: Bool {
    guard let strip, stripPixels > 0 else { return false }
    return strip.overview.needsDisplay(stripSurroundings)
  }

  private var stripSurroundings: Overview.Surroundings {
    var surroundings = Overview.Surroundings()
    surroundings.ground = ground
    return surroundings
  }

  /// Draws the strip below the picture, if it has changed or the window has lost pixels.
  func drawStrip(isExposed: Bool) throws(DrawingError) {
    guard let strip, stripPixels > 0, isExposed || isStripOutdated else { return }
    let size = PixelSize(width: window.size.width, height: stripPixels)
    let staging = try staging(size, reusing: &strip.staging)
    try strip.overview.draw(stripSurroundings, on: staging)
    try window.surface().copy(PixelRect(size), from: staging, toX: 0, y: contentSize.height)
  }
}

extension ScrollEngine.Event {
  /// The event with a wheel's notches turned sideways, since a strip scrolls in no other direction.
  fileprivate var sideways: Self {
    guard case .wheel(var wheel) = self, wheel.notches.x == 0 else { return self }
    wheel.notches = Point(wheel.notches.y, 0)
    wheel.modifiers = []
    return .wheel(wheel)
  }
}
