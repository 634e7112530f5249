import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The list of scenes as the page of a window.
final class ListPage: LabPage {
  var frame: LabPageFrame
  let list: SceneList
  let message: WindowMessage
  /// How clearly its text stands out.
  private let contrast: () -> Contrast

  init(
    _ list: SceneList, message: WindowMessage, contrast: @escaping () -> Contrast = { .standard }
  ) {
    (self.list, self.message, self.contrast) = (list, message, contrast)
    frame = LabPageFrame(title: "Scenes – Overscroll", keys: LabKeys.sceneList)
  }

  var traits: PageTraits { PageTraits(needsFrames: list.needsAdvance) }
  var needsDisplay: Bool {
    get { list.needsDisplay }
    set { list.needsDisplay = newValue }
  }

  func handle(_ input: PageInput) {
    switch input {
    case .resized(let room, _): list.size = room.size
    case .messageChanged, .settingsChanged: needsDisplay = true
    case .pointer(let location): list.pointerMoved(to: location)
    case .received(let received): refuse(received)
    case .frame(let time): list.advance(to: time)
    default: break
    }
  }

  func send(_ event: Event, from origin: Script.Origin?) { list.send(event) }
  func handleKey(_ key: Input.Key) -> Bool {
    list.handleKey(EventTranslation.key(key))
  }
  func perform(_ command: LabCommand, at time: Double) {
    if command == .openScene { list.openCurrent() }
  }

  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    let canvas = try Canvas(surface)
    canvas.contrast = contrast()
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    list.draw(on: canvas, scale: scale)
  }
}

extension Surface {
  /// Returns a still of a scene that fills a room in points, with its top left corner in sight.
  static func still(of card: SceneCard, filling room: Size, scale: Double) -> Surface? {
    guard let demo = try? LabFiles.demo(of: card.name) else { return nil }
    let simulation = Simulation(demo)
    if card.stillTime > 0 { _ = simulation.sample(at: card.stillTime) }
    let reduction = max(room.width / card.viewport.width, room.height / card.viewport.height)
    return try? simulation.stage.image(scale: scale * min(reduction, 1), size: room * scale)
  }
}
