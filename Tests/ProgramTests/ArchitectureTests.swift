import Glibc
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollTestFiles
import OverscrollTestSources
import ScrollGeometry
import Testing

/// The picture on the architecture page: the modules, and three paths through them.
private enum ArchitecturePicture {
  static let size = PixelSize(width: 1640, height: 1150)
  static let path = "Resources/architecture.png"

  /// The rooms from top to bottom, and those beside each other; a room is as wide as its share of the row.
  static let rows = [
    ["overscroll"], ["Viewer", "LabPages"], ["Shell"], ["Browser", "Scenes"],
    ["Desktop", "Imaging", "Panels"], ["Drawing", "Lab"], ["Stage"],
    ["CScrollEngine", "UIKitNames", "ScrollLists"], ["ScrollEngine"],
    ["Geometry", "Files", "Formatting", "Threads"],
  ]

  /// A way: its name, its color, and the rooms that it passes, each at a distance from the left, in pixels.
  struct Way {
    let name: String
    let color: Color
    let stops: [(room: String, x: Double)]

    var rooms: [String] { stops.map(\.room) }
  }

  static let ways = [
    Way(
      name: "a drag: down as an event, back as a frame", color: Color(0xF2A33A),
      stops: [
        ("Desktop", 300), ("Shell", 300), ("Viewer", 370), ("Browser", 440), ("Stage", 440),
        ("ScrollEngine", 440),
      ]),
    Way(
      name: "a JPEG: from the file to the tile", color: Color(0x5CC8A1),
      stops: [("Viewer", 620), ("Imaging", 680), ("Browser", 740)]),
    Way(
      name: "a take: from the window to the verdict", color: Color(0x7CA7FF),
      stops: [("Stage", 1200), ("Shell", 1200), ("Lab", 1340)]),
  ]

  private static let (margin, gap) = (40.0, 16.0)
  private static let rowHeight = 84.0

  /// The place of each room.
  static var places: [String: Rect] {
    var places: [String: Rect] = [:]
    for (row, names) in rows.enumerated() {
      let room = Double(size.width) - 2 * margin - gap * Double(names.count - 1)
      let width = room / Double(names.count)
      for (column, name) in names.enumerated() {
        places[name] = Rect(
          x: margin + Double(column) * (width + gap),
          y: margin + Double(row) * (rowHeight + gap), width: width, height: rowHeight)
      }
    }
    return places
  }

  static func draw(withText: Bool) throws -> Surface {
    let surface = try Surface(imageOf: size, opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(Color(0x16181C))
    for place in places.values {
      canvas.fill(place, cornerRadius: 10, with: Color(0x23272F))
      canvas.stroke(place, cornerRadius: 10, with: Color(0x3A404B), lineWidth: 1)
    }
    for way in ways { draw(way, on: canvas) }
    if withText { drawTexts(on: canvas) }
    try surface.flush()
    return surface
  }

  private static func draw(_ way: Way, on canvas: Canvas) {
    let stops = places(of: way)
    canvas.strokeLine(through: stops, with: way.color.withOpacity(0.75), lineWidth: 4)
    for stop in stops {
      let dot = Rect(
        x: stop.x - radius, y: stop.y - radius, width: 2 * radius, height: 2 * radius)
      canvas.fill(dot, cornerRadius: radius, with: way.color)
    }
  }

  private static let radius = 14.0

  private static func places(of way: Way) -> [Point] {
    way.stops.compactMap { stop in places[stop.room].map { Point(stop.x, $0.center.y) } }
  }

  private static func drawTexts(on canvas: Canvas) {
    for (name, place) in places {
      canvas.draw(
        name, at: Point(place.minX + 16, place.minY + 28), font: Font(.sans, size: 18),
        color: Color(0xE6E8EB))
    }
    for way in ways {
      for (index, stop) in places(of: way).enumerated() {
        let font = Font(.sans, size: 16)
        let width = canvas.measure("\(index + 1)", font: font).width
        canvas.draw(
          "\(index + 1)", at: Point(stop.x - width / 2, stop.y + 6), font: font,
          color: Color(0x16181C))
      }
    }
    for (index, way) in ways.enumerated() {
      let x = margin + Double(index) * 540
      let y = Double(size.height) - margin
      canvas.fill(
        Rect(x: x, y: y - 12, width: 24, height: 12), cornerRadius: 6, with: way.color)
      canvas.draw(
        way.name, at: Point(x + 34, y), font: Font(.sans, size: 18), color: Color(0xC3C8D0))
    }
  }
}

@Suite struct `The architecture page` {
  private static let page = TextFiles.text("ARCHITECTURE.md")

  @Test func `has a picture that shows what is drawn here`() throws {
    let drawn = try ArchitecturePicture.draw(withText: true)
    if getenv("RECORD") != nil {
      try drawn.writePNG(to: FilePath(ArchitecturePicture.path))
    }
    let bare = try ArchitecturePicture.draw(withText: false).pixels()
    let source = try ImageFile.open(FilePath(ArchitecturePicture.path), limits: ImageLimits())
    #expect(source.info.size == ArchitecturePicture.size)
    let shown = try #require(
      Thumbnail.decode(source, side: ArchitecturePicture.size.width) { true }
    ).pixels
    // Texts depend on the fonts of the machine.
    let differences = zip(zip(bare, drawn.pixels()), shown).count { pixels, shown in
      pixels.0 == pixels.1 && (pixels.0 | 0xFF00_0000) != (shown | 0xFF00_0000)
    }
    #expect(shown.count == bare.count && differences < shown.count / 50)
  }

  @Test func `names every room, and no other`() {
    let folders = Set(TestFolder.names(in: "Sources"))
    let rooms = Set(ArchitecturePicture.rows.joined())
    #expect(
      rooms
        == folders.subtracting([
          "CCodecs", "CSandbox", "CText", "CBus", "CArguments", "CX11Checks",
          "CScrollEngineHeader", "CLoader", "CVips", "overscroll-load",
        ]))
    for room in rooms { #expect(Self.page.contains("`\(room)`"), "\(room)") }
  }

  @Test func `leads each way through rooms that it describes`() {
    for way in ArchitecturePicture.ways {
      for room in way.rooms { #expect(Self.page.contains(". `\(room)`"), "\(way.name): \(room)") }
      #expect(Set(way.rooms).count == way.rooms.count, "\(way.name) passes a room twice")
    }
  }

  @Test func `names types that there are`() {
    let sources = TextFiles.paths(in: "Sources", endingIn: ".swift").map(TextFiles.text).joined()
    let names = Self.page.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
      .map { $0.element.prefix { $0.isLetter || $0.isNumber } }
    for name in names where name.first?.isUppercase == true {
      let isThere =
        ["class", "struct", "enum", "protocol", "case"].contains {
          sources.contains("\($0) \(name) ") || sources.contains("\($0) \(name):")
            || sources.contains("\($0) \(name)<")
        } || ArchitecturePicture.rows.joined().contains(String(name))
      #expect(isThere, "\(name)")
    }
  }
}
