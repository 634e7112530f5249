import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry

/// A random use of a viewer: slow and fast pans, zooms, tiles that arrive, bars that fade, numbers that count.
struct RandomWalk {
  private(set) var frame: Frame
  private var random: SplitMix64
  private let provider: FakePicture
  private var there: Set<TileKey> = []
  private var showsMinimap = true

  init(seed: UInt64, viewport: PixelSize, size: PixelSize) {
    random = SplitMix64(seed: seed)
    provider = FakePicture(size: size)
    frame = Frame(
      viewport: viewport,
      placement: Placement(size: size, origin: Point(-90, -40), scale: 1))
  }

  /// A picture of noise of which only the tiles that arrived are there.
  func picture() -> FakePicture {
    let there = there
    provider.color = FakePicture.noise
    provider.available = { there.contains($0) }
    return provider
  }

  private static let scales = [
    0.11, 0.25, 0.5, 0.64, 0.7, 0.83, 1, 1, 1, 1.25, 1.5, 1.93, 3, 13.4, 17.5,
  ]

  private static let progresses: [Frame.Progress?] = [nil, .unknown, .part(0.3)]
  private static let opacities = [0.0, 0.4, 1, 1]

  /// Takes a step; returns the tiles that arrived in it.
  mutating func step() -> [TileKey] {
    let arrivals = arrive()
    switch Int.random(in: 0..<20, using: &random) {
    case 0: zoom()
    case 1: leap()
    case 2: frame.message = frame.message == nil ? "A sentence about number 7." : nil
    case 3: frame.progress = Self.progresses.randomElement(using: &random) ?? nil
    case 4: frame.showsPixelGrid.toggle()
    case 5: showsMinimap.toggle()
    default: pan()
    }
    frame.indicators = bars()
    frame.hud = reading()
    frame.minimap = showsMinimap ? Minimap(of: frame) : nil
    frame.minimap?.opacity = Self.opacities.randomElement(using: &random) ?? 1
    return arrivals
  }

  private mutating func pan() {
    let reaches = [1, 3, 40]
    let reach = reaches.randomElement(using: &random) ?? 1
    let way = Point(
      Double(Int.random(in: -reach...reach, using: &random)),
      Double(Int.random(in: -reach...reach, using: &random)))
    let now = frame.placement.origin
    frame.placement.origin = Point(now.x.rounded(), now.y.rounded()) + way
  }

  private mutating func leap() {
    let shown = frame.placement.size.size * frame.placement.scale
    frame.placement.origin = Point(
      -Double.random(in: -30...shown.width, using: &random).rounded(),
      -Double.random(in: -30...shown.height, using: &random).rounded())
  }

  private mutating func zoom() {
    frame.placement.scale = Self.scales.randomElement(using: &random) ?? 1
    let isBetween = Bool.random(using: &random)
    frame.placement.origin += Point(isBetween ? 0.37 : 0, isBetween ? 0.81 : 0)
  }

  private mutating func bars() -> [Indicator] {
    let along = Double.random(in: 0...60, using: &random)
    let opacity = Self.opacities.randomElement(using: &random) ?? 1
    guard opacity > 0 else { return [] }
    let (width, height) = (Double(frame.viewport.width), Double(frame.viewport.height))
    return [
      Rect(x: width - 6, y: along, width: 3, height: 50.4),
      Rect(x: along + 0.3, y: height - 6, width: 70, height: 3),
    ].map {
      Indicator(
        frame: $0, cornerRadius: 1.5, color: Color(white: 0, alpha: 0.35),
        borderColor: Color(white: 1, alpha: 0.35), borderWidth: 1, opacity: opacity)
    }
  }

  private mutating func reading() -> HUD {
    var hud = HUD()
    hud.frameTime = Double.random(in: 0...0.02, using: &random)
    hud.velocity = Point(Double.random(in: -4000...4000, using: &random), 0)
    hud.zoom = frame.placement.scale
    hud.phase = "dragging"
    return hud
  }

  /// Some of the tiles that a frame may need arrive.
  private mutating func arrive() -> [TileKey] {
    let requests = FramePlan(frame, pyramid: provider.pyramid).requests(
      resting: frame.placement, pyramid: provider.pyramid)
    let missing = requests.filter { !there.contains($0) }
    let keys = missing.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
    there.formUnion(keys)
    return Array(keys)
  }
}
