package import OverscrollBase
import OverscrollHost
package import OverscrollImaging
package import OverscrollLab
package import OverscrollShell
import ScrollGeometry

/// The window of a scene.
package struct SceneWindow {
  /// A header that names the scene.
  package var header: Script.Header
  package var card: SceneCard
  package var playsDemo = false
  /// Whether the scene is shown twice under one hand: on the left with UIKit's constants, on the right with those of the header.
  package var isHalved = false
  /// Whether the scene takes the size of the room that the panels leave, and is resized with the window.
  var fillsRoom = false
  /// The take to record; `nil` for none.
  package var files: TakeFiles?
  /// How long the window stays open, in seconds; `nil` until it is closed.
  package var duration: Double?
  /// The picture that the scene shows; `nil` for a landscape.
  var picture: (any ImageSource)?
  /// Where tiles of the picture are kept.
  var cache: CacheFolder?
  /// The height for the viewport with which a window with panels opens, in points, so that they have rows to show. [C]
  static let minimumHeight = 480.0

  package init(header: Script.Header, card: SceneCard) {
    (self.header, self.card) = (header, card)
  }

  /// The places of the panels that a scene has.
  private static let areas: Set<DockLayout.Area> = [.curves, .parameters, .log]

  /// The size with which the window opens around the viewport, in points.
  private func room(_ areas: Set<DockLayout.Area>) -> Size {
    let least = areas.isEmpty ? 0 : Self.minimumHeight
    let width = isHalved ? SceneHalves(card.viewport).size.width : card.viewport.width
    return Size(width: width, height: max(Self.height(of: card), least))
  }

  /// The room for each of some scenes in one window, in points.
  static func room(for cards: [SceneCard], atLeast least: Size = .zero) -> Size {
    cards.reduce(least) {
      Size(width: max($0.width, $1.viewport.width), height: max($0.height, height(of: $1)))
    }
  }

  /// The height for a scene with its sentence below it, in points: the scene lies in the middle.
  static func height(of card: SceneCard) -> Double {
    let length = Double(card.expectation.count) * letterWidth
    let lines = (length / max(card.viewport.width, letterWidth)).rounded(.up)
    return card.viewport.height + 2 * max(0, (lines + 0.5) * DescriptionLayout.line - 16)
  }

  /// The width of a letter of the sentence in the mean, in points, rounded up. [C]
  private static let letterWidth = 6.6

  /// Shows a file in the place of the landscape.
  ///
  /// - Throws: An error where the file is no picture, or the scene shows none.
  package mutating func show(_ image: FilePath, _ limits: ImageLimits) throws {
    let looks = Stage(header).scene?.looks ?? [:]
    guard looks.values.contains(where: { $0.pattern == .picture }) else {
      throw Failure(message: "the scene \(card.name) does not show a picture")
    }
    let source = try Failure.describing { () throws(ImagingError) in
      try ImageFile.open(image, limits: limits)
    }
    picture = source
    header.picture = Script.Picture(name: image.lastComponent.name, size: source.info.size.size)
  }

  /// Opens the window, which then records the session, and prints the outcome.
  ///
  /// - Parameters:
  ///   - options: The options of the window.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet. Showing it throws an error where nothing was recorded, and ``DifferentReplay``
  ///   where the take replays differently.
  /// - Throws: An error if there is no display that can be used.
  package func open(_ options: WindowOptions, on opener: any HostOpener) throws(Failure)
    -> OpenWindow
  {
    let areas = options.areas(usual: Self.areas).intersection(Self.areas)
    do throws(HostError) {
      let setup = try WindowSetup.lab(
        viewport: room(areas), areas: areas, options: options, on: opener)
      let request = files.map { RecordingRequest(files: $0, duration: duration) }
      let controller = WindowController(setup, page: page(in: setup, request: request))
      return OpenWindow(controller) {
        try $0.run(controller)
        if let request { try Self.report(request) }
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Builds the scene with its panels and its recorder for a window.
  func page(in setup: WindowSetup, request: RecordingRequest? = nil) -> ScenePage {
    var header = header
    if !header.settings.contains(where: { $0.property == .displayScale }) {
      header = header.with([.displayScale(setup.scale)])
    }
    let other = isHalved ? Recorder(Stage(header)) : nil
    if isHalved {
      // The take is that of the left half; a replay has the right one as side B.
      header.variant = header.constants
      header.settings.removeAll { $0.property.constant != nil }
    }
    let panels = RecorderPanels(
      Recorder(Stage(header, log: CallbackLog())), beside: other,
      marksTouches: setup.options.marksTouches(usually: true),
      host: setup.host, wake: { [waker = setup.waker] in waker.wake() })
    panels.copyText = { [host = setup.host] in host.copyText($0) }
    let picture = picture.map {
      PictureFile($0, maker: setup.host.surfaces, cache: cache) { [waker = setup.waker] in
        waker.wake()
      }
    }
    let page = ScenePage(
      card: card, playsDemo: playsDemo, takes: Recording(setup, request: request),
      panels: panels, picture: picture)
    page.fillsRoom = fillsRoom
    page.frame.showsHUD = setup.options.showsHUD
    page.frame.keys = page.frame.keys.inWindow(setup.options)
    return page
  }

  /// Prints the outcome of a recording.
  ///
  /// - Throws: An error where nothing was recorded; ``DifferentReplay`` where the take replays differently.
  package static func report(_ recording: RecordingRequest) throws {
    guard let outcome = recording.result else {
      throw Failure(
        message: "\(recording.files.script): nothing was recorded: there was no gesture")
    }
    let summary = try outcome.get()
    try StandardOutput.print([summary.text])
    if summary.differentFrame != nil { throw DifferentReplay() }
  }
}

/// A take that replays differently, which was said already.
package struct DifferentReplay: Error {}
