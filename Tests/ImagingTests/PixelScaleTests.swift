import Glibc
import OverscrollBase
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `The scale of a picture's pixels` {
  private let folder = ScratchFolder()

  private func page(_ tags: [(Int, Int, [Int])], _ description: String = "") -> TIFFBuilder.Page {
    var page = TIFFBuilder.Page(size: PixelSize(width: 8, height: 6)) { x, _, _ in UInt64(x) }
    page.tags = tags
    if !description.isEmpty { page.tags.append(TIFFBuilder.text(270, description)) }
    return page
  }

  private func scale(
    _ tags: [(Int, Int, [Int])], _ description: String = "", isBigEndian: Bool = false
  ) -> PixelScale? {
    let file = TIFFBuilder(pages: [page(tags, description)], isBigEndian: isBigEndian)
    return PictureMetadata(of: FilePath(folder.write(file.bytes, to: "a.tif"))).scale
  }

  private static func doubles(_ numbers: Double...) -> [Int] {
    numbers.map { Int(bitPattern: UInt($0.bitPattern)) }
  }

  /// A resolution of so many hundredths, in a unit of TIFF's.
  private static func resolution(_ x: Int, _ y: Int, unit: Int) -> [(Int, Int, [Int])] {
    [(282, 5, [100 << 32 | x]), (283, 5, [100 << 32 | y]), (296, 3, [unit])]
  }

  @Test(
    arguments: [
      (30000, 30000, 2, "300 dpi, TIFF"), (11811, 11811, 3, "300 dpi, TIFF"),
      (30000, 15000, 2, "300 × 150 dpi, TIFF"), (100, 100, 1, nil), (0, 0, 2, nil),
      // A slide's scanner means what it shows.
      (4_000_000, 4_000_000, 3, "0.25 µm per pixel, TIFF"),
    ] as [(Int, Int, Int, String?)])
  func `is that of TIFF's resolution`(x: Int, y: Int, unit: Int, text: String?) throws {
    #expect(scale(Self.resolution(x, y, unit: unit))?.text == text)
  }

  @Test(
    arguments: [
      // JFIF's unit and number, EXIF's number and unit.
      (1, 96, 300, 2, "300 dpi, EXIF"), (1, 72, 300, 2, "300 dpi, EXIF"),
      (1, 300, 72, 2, "300 dpi, JFIF"), (1, 72, 72, 2, "72 dpi, JFIF"),
      (2, 100, 200, 3, "508 dpi, EXIF"), (1, 300, 200, 1, "300 dpi, JFIF"),
      (0, 1, 72, 2, "72 dpi, EXIF"), (1, 300, 0, 2, "300 dpi, JFIF"),
    ])
  func `is that of EXIF before JFIF's in a JPEG file, unless only JFIF's means anything`(
    jfifUnit: UInt8, jfif: UInt16, exif: Int, exifUnit: Int, text: String
  ) throws {
    let size = PixelSize(width: 8, height: 6)
    let rows = [[UInt8]](repeating: .init(repeating: 9, count: 24), count: 6)
    var bytes = JPEGFile(size: size, rows: rows).bytes
    // Behind the start and the segment's head come a name, a version of two bytes, the unit and the numbers.
    let number = [UInt8(jfif >> 8), UInt8(jfif & 0xFF)]
    bytes.replaceSubrange(13..<18, with: [jfifUnit] + number + number)
    var block = ExifBlock()
    block.picture = [.fractions(282, exif, 1), .fractions(283, exif, 1), .short(296, exifUnit)]
    bytes.insert(contentsOf: JPEGFile.segment(0xE1, Exif.preamble + block.bytes), at: 20)
    let path = folder.write(bytes, to: "a.jpg")
    let scale = PictureMetadata(of: FilePath(path)).scale
    #expect(scale?.text == text)
    // A file that is written has the same.
    let reader = try #require(try ImageFile.open(path).sampleReader())
    let dots = try reader.description().dotsPerMeter
    #expect(scale.map { Int((1 / $0.x).rounded()) } == dots.x && dots.x == dots.y)
  }

  @Test(
    arguments: [
      (
        #"<OME><Image><Pixels ID="0" PhysicalSizeX="0.25" PhysicalSizeY="0.5"/>"#,
        "0.25 × 0.5 µm per pixel, OME"
      ),
      (#"<OME><Pixels PhysicalSizeX="325" PhysicalSizeXUnit="nm" >"#, "0.325 µm per pixel, OME"),
      (
        #"<OME><Pixels PhysicalSizeX="2" PhysicalSizeXUnit="mm" PhysicalSizeY="2000">"#,
        "2 mm per pixel, OME"
      ),
      (#"<OME><Pixels SizeX="2">"#, "72 dpi, TIFF"),
      (#"<OME><Pixels PhysicalSizeX="-1">"#, "72 dpi, TIFF"),
      (
        "Aperio Image Library v11\r\n46000x32914|AppMag = 20|MPP = 0.4990|Left = 25",
        "0.499 µm per pixel, Aperio"
      ),
      ("ImageJ=1.53t\nunit=micron\nmin=0", "13.89 nm per pixel, ImageJ"),
      ("ImageJ=1.53t\nunit=nanometer\n", "0.01389 nm per pixel, ImageJ"),
      ("ImageJ=1.53t\nunit=Millimetres\n", "13.89 µm per pixel, ImageJ"),
      ("ImageJ=1.53t\nunit=inch\n", "352.8 µm per pixel, ImageJ"),
      ("ImageJ=1.53t\nunit=inches\n", "352.8 µm per pixel, ImageJ"),
      ("ImageJ=1.53t\nunit=cm\n", "138.9 µm per pixel, ImageJ"),
      ("ImageJ=1.53t\nunit=pixel", "72 dpi, TIFF"), ("ImageJ=1.53t\nunit=ms", "72 dpi, TIFF"),
    ])
  func `is the description's, before the resolution's`(description: String, text: String) throws {
    #expect(scale(Self.resolution(7200, 7200, unit: 2), description)?.text == text)
  }

  @Test(arguments: [false, true])
  func `is that of GeoTIFF's tags, with coordinates on a map`(isBigEndian: Bool) throws {
    let keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632]
    let found = try #require(
      scale(
        [
          (33550, 12, Self.doubles(10, 20, 0)),
          (33922, 12, Self.doubles(2, 1, 0, 500_000, 4_649_000, 0)),
          (34735, 3, keys),
        ], isBigEndian: isBigEndian))
    #expect(found.text == "10 × 20 m per pixel, GeoTIFF")
    let map = try #require(found.map)
    #expect(map.code == 32632 && map.unit == "m")
    #expect(map.coordinates(of: Point(2, 1)) == Point(500_000, 4_649_000))
    #expect(map.coordinates(of: Point(3, 3)) == Point(500_010, 4_648_960))
    #expect(map.place(of: Point(500_010, 4_648_960)) == Point(3, 3))
    let rows = PictureDescription.rows(of: found, Self.info).map(\.line)
    #expect(rows == ["scale: 10 × 20 m per pixel, GeoTIFF", "map: 499980, 4649020 m, EPSG:32632"])
  }

  @Test func `has lengths on the ground where a map is in Web Mercator`() throws {
    func scale(_ code: Int) throws -> PixelScale {
      let map = PixelScale.MapFrame(
        column: Point(10, 0), row: Point(0, -10), origin: Point(0, 10_000_000), unit: "m",
        code: code)
      return try #require(PixelScale(.length, x: 10, y: 10, "GeoTIFF", map: map))
    }
    // The latitudes of places: of the equator, of 60° north and south, whose cosine is a half, and one beyond the map.
    let north = 6_378_137 * log(tan(Double.pi / 4 + Double.pi / 6))
    for (y, share) in [(0.0, 1.0), (north, 0.5), (-north, 0.5), (1e12, 1 / cosh(Double.pi))] {
      let place = Point(7, (10_000_000 - y) / 10)
      let ground = try scale(3857).onGround(at: place)
      #expect(abs(ground.x / (10 * share) - 1) < 1e-9 && ground.x == ground.y, "\(y)")
      // What is said of coordinates stays.
      #expect(ground.map == (try scale(3857).map))
      #expect(try scale(32633).onGround(at: place) == scale(32633))
    }
  }

  private static let units: [([Int: Int], size: Double?, text: String, unit: String)] = [
    ([1024: 1, 3072: 2263], nil, "3.048 × 6.096 m", "ft"),
    ([1024: 1, 3072: 2222], nil, "3.048 × 6.096 m", "ft"),
    ([1024: 1, 3072: 32632, 3076: 9003], nil, "3.048 × 6.096 m", "ft"),
    ([1024: 1, 3072: 32767, 3076: 9036], nil, "10 × 20 km", "km"),
    ([1024: 1, 3072: 32767, 3076: 9030], nil, "18.52 × 37.04 km", "nmi"),
    ([1024: 1, 3072: 32767, 3076: 32767], 0.3048, "3.048 × 6.096 m", "ft"),
    ([1024: 1, 3072: 32767, 3076: 32767], 2.5, "25 × 50 m", ""),
    // In feet, in an unlisted unit, in one that the file doesn't define, and of no system at all.
    ([1025: 1], nil, "10 × 20 of an unknown unit", ""),
    ([1024: 1, 3072: 6543], nil, "10 × 20 of an unknown unit", ""),
    ([1024: 1, 3072: 32632, 3076: 9999], nil, "10 × 20 of an unknown unit", ""),
    ([1024: 1, 3072: 32767, 3076: 32767], nil, "10 × 20 of an unknown unit", ""),
    ([1024: 2, 2048: 4326], nil, "10 × 20°", "°"), ([1024: 2, 2048: 4807], nil, "9 × 18°", "gon"),
    ([1024: 2, 2048: 32767, 2054: 9105], nil, "9 × 18°", "gon"),
    ([1024: 2, 2048: 32767, 2054: 9101], nil, "573 × 1146°", "rad"),
    ([1024: 2, 2048: 32767, 2054: 32767], Double.pi / 360, "5 × 10°", ""),
  ]

  @Test func `is in the unit of the map, by its number, its size or that of the system`() throws {
    for (keys, size, text, unit) in Self.units {
      var entries = keys.sorted { $0.key < $1.key }.flatMap { [$0.key, 0, 1, $0.value] }
      var tags = [
        (33550, 12, Self.doubles(10, 20, 0)), (33922, 12, Self.doubles(0, 0, 0, 100, 200, 0)),
      ]
      if let size {
        entries += [keys[1024] == 2 ? 2055 : 3077, 34736, 1, 1]
        tags.append((34736, 12, Self.doubles(-7, size)))
      }
      tags.append((34735, 3, [1, 1, 0, entries.count / 4] + entries))
      let found = try #require(scale(tags))
      #expect(found.text == "\(text) per pixel, GeoTIFF" && found.map?.unit == unit, "\(keys)")
      #expect(found.hasUnit != text.contains("unknown"))
      // The places that are named have the same unit, and can be typed.
      let place = found.text(ofPlace: Point(1, 1), in: Self.info)
      let typed = place.replacing(#/ *EPSG.*/#, with: "")
      #expect(place.hasPrefix(unit == "°" ? "110°, 180°" : "110, 180"), "\(place)")
      let named = try #require(Self.place(typed, found), "\(typed)")
      #expect((named - Point(1, 1)).length < 1e-9, "\(typed)")
      if !found.hasUnit { #expect(Self.place("110m,180m", found) == nil) }
    }
  }

  @Test func `is in degrees where the map's are, and of points where pixels are those`() throws {
    let keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326]
    let found = try #require(
      scale([
        (34264, 12, Self.doubles(0.5, 0, 0, 8, 0, -0.25, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1)),
        (34735, 3, keys),
      ]))
    #expect(found.text == "0.5 × 0.25° per pixel, GeoTIFF" && found.kind == .angle)
    #expect(found.map?.origin == Point(7.75, 48.125) && found.map?.code == 4326)
  }

  @Test func `is that of a world file beside the picture, but for the picture's own`() throws {
    _ = folder.write(Array("10\r\n0\r\n0\r\n-10\r\n500005\r\n4648995\r\n".utf8), to: "a.tfw")
    let found = scale(Self.resolution(7200, 7200, unit: 2))
    // Nothing says in what.
    #expect(found?.text == "10 of an unknown unit per pixel, world file")
    #expect(found?.map?.origin == Point(500_000, 4_649_000) && found?.map?.unit == "")
    let rows = PictureDescription.rows(of: found, Self.info).map(\.line)
    #expect(rows == ["scale: 10 of an unknown unit per pixel, world file", "map: 500000, 4649000"])
    _ = folder.write(Array(Self.projection(#"UNIT["Meter",1.0]"#).utf8), to: "a.prj")
    let projected = scale(Self.resolution(7200, 7200, unit: 2))
    #expect(projected?.text == "10 m per pixel, world file" && projected?.map?.unit == "m")
    let other = scale([], #"<OME><Pixels PhysicalSizeX="1">"#)
    #expect(other?.text == "1 µm per pixel, OME")
    let german = try #require(
      PixelScale(worldFile: "10,5\r\n0\r\n0\r\n-10,5\r\n500000,25\r\n4e5\r\n"))
    #expect(german.map?.origin == Point(499_995, 400_005.25) && german.x == 10.5)
    #expect(PixelScale(worldFile: "1,000,000\n0\n0\n-1,000.5\n5\n5\n") == nil)
    _ = folder.write(Array("10\n0\nx\n-10\n5\n".utf8), to: "a.tfw")
    #expect(scale(Self.resolution(7200, 7200, unit: 2))?.text == "72 dpi, TIFF")
  }

  /// A projected system in ESRI's words, whose own unit comes after that of its degrees and before that of heights.
  private static func projection(_ unit: String) -> String {
    let degrees = #"GEOGCS["A[B]",DATUM["D",SPHEROID["S",6378137.0,298.2]],UNIT["Degree",0.017]]"#
    return #"PROJCS["Zone, 32",\#(degrees),PROJECTION["T"],\#(unit)],VERTCS["H",UNIT["Foot",0.3]]"#
  }

  @Test func `of a world file has the unit of the projection beside it, if that has one`() throws {
    let degree = #"GEOGCS["WGS",DATUM["D"],PRIMEM["G",0.0],UNIT["Degree",0.0174532925199433]]"#
    let cases: [(text: String, scale: String, unit: String)] = [
      (Self.projection(#"UNIT["Foot_US",0.3048006096]"#), "3.048 m", "ft"),
      (Self.projection(#"UNIT["Foot", 0.3048]"#), "3.048 m", "ft"),
      (Self.projection(#"UNIT["Kilometer",1000.0]"#), "10 km", "km"),
      (Self.projection(#"UNIT["Pace",0.75]"#), "7.5 m", ""), (degree + "\r\n", "10°", "°"),
      (#"GEOGCS["P",UNIT["Grad",0.01570796326794897]]"#, "9°", ""),
      (Self.projection(#"PARAMETER["X",1.0]"#), "10 of an unknown unit", ""),
      (Self.projection(#"UNIT["Meter",x]"#), "10 of an unknown unit", ""),
      (Self.projection(#"UNIT["Meter",-1]"#), "10 of an unknown unit", ""),
      (Self.projection(#"UNIT["Meter"#), "10 of an unknown unit", ""),
      ("", "10 of an unknown unit", ""), ("EPSG:32632", "10 of an unknown unit", ""),
    ]
    for (text, extent, unit) in cases {
      let found = PixelScale(worldFile: "10\n0\n0\n-10\n5\n5\n", projection: text)
      #expect(found?.text == "\(extent) per pixel, world file", "\(text)")
      #expect(found?.map?.unit == unit, "\(text)")
    }
  }

  @Test(
    arguments: [
      (
        ["CDELT1  = -0.0002777", "CDELT2  = 0.0002777", "CTYPE1  = 'RA---TAN'"],
        "0.0002777° per pixel, FITS"
      ),
      (
        [
          "CD1_1   = 3", "CD1_2   = 0", "CD2_1   = 4 / step", "CD2_2   = 5", "CUNIT1  = 'deg     '",
        ], "5° per pixel, FITS"
      ),
      (["CDELT1  = 2.0", "CDELT2  = 2.0", "CUNIT1  = 'um'"], "2 µm per pixel, FITS"),
      (["CDELT1  = 2.0", "CDELT2  = 2.0", "CTYPE1  = 'FREQ'"], nil), (["CDELT1  = 2.0"], nil),
    ] as [([String], String?)])
  func `is that of FITS' cards`(cards: [String], text: String?) {
    let all = ["SIMPLE  = T"] + cards + ["END", "CDELT1  = 99", "CDELT2  = 99"]
    let bytes = all.flatMap { Array($0.padded(to: 80).utf8) }
    #expect(PixelScale(cards: bytes)?.text == text)
  }

  @Test(
    arguments: [
      (#"PROJCS["P",\#(geographic),UNIT["m",1],AUTHORITY["EPSG","32633"]]"#, 32633),
      (#"PROJCS["P",\#(geographic),UNIT["m",1,AUTHORITY["EPSG","9001"]]]"#, 0),
      (#"GEOGCS["G", AUTHORITY[ "EPSG", 4326 ]]"#, 4326),
      (#"PROJCS["P",AUTHORITY["ESRI","53030"]]"#, 0), (#"PROJCS["P",AUTHORITY["EPSG","x"]]"#, 0),
      (#"PROJCS["P AUTHORITY["EPSG","1234"]]"#, 0), (#"PROJCS["P",AUTHORITY["EPSG","99999"]]"#, 0),
    ])
  func `of a world file has the number of the system beside it`(text: String, code: Int) {
    #expect(PixelScale(worldFile: "10\n0\n0\n-10\n5\n5\n", projection: text)?.map?.code == code)
  }

  private static let geographic = #"GEOGCS["G",AUTHORITY["EPSG","4326"]]"#

  private static func cards(_ cards: [String]) -> [UInt8] {
    (["SIMPLE  = T", "NAXIS2  = 100"] + cards + ["END"]).flatMap { Array($0.padded(to: 80).utf8) }
  }

  @Test func `of FITS has the coordinates of its linear part, from the last row on`() throws {
    let linear = [
      "CUNIT1  = 'um'", "CRPIX1  = 1", "CRPIX2  = 1", "CRVAL1  = 1.0D2", "CRVAL2  = 200",
      "CDELT1  = 2", "CDELT2  = 3",
    ]
    let micrometers = try #require(PixelScale(cards: Self.cards(linear))?.map)
    // The middle of the lowest pixel on the left is the first of the file.
    #expect(micrometers.coordinates(of: Point(0.5, 99.5)) == Point(100, 200))
    #expect(micrometers.coordinates(of: Point(1.5, 98.5)) == Point(102, 203))
    #expect(micrometers.unit == "um" && micrometers.code == 0)
    // Meridians come together: at 60° a step on the sky is twice as much of right ascension.
    let sky = [
      "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRPIX1  = 10.5", "CRPIX2  = 20.5",
      "CRVAL1  = 150", "CRVAL2  = 60.0", "CD1_1   = -0.25", "CD1_2   = 0.125", "CD2_1   = 0.5",
      "CD2_2   = 1",
    ]
    let found = try #require(PixelScale(cards: Self.cards(sky)))
    let map = try #require(found.map)
    #expect((map.coordinates(of: Point(10, 80)) - Point(150, 60)).length < 1e-9)
    #expect((map.column - Point(-0.5, 0.5)).length < 1e-9)
    #expect((map.row - Point(-0.25, -1)).length < 1e-9)
    #expect(map.unit == "°" && found.kind == .angle && found.earth == nil)
    let place = try #require(map.place(of: Point(150, 60)))
    #expect((place - Point(10, 80)).length < 1e-9)
    // PC and the older turn say the same.
    let rest = Array(sky[..<6]) + ["CDELT1  = -2", "CDELT2  = 2"]
    let turned = try #require(PixelScale(cards: Self.cards(rest + ["CROTA2  = 30"]))?.map)
    let (sine, cosine) = (0.5, 3.0.squareRoot() / 2)
    let matrix = [
      "PC1_1   = \(cosine)", "PC1_2   = \(sine)", "PC2_1   = \(-sine)", "PC2_2   = \(cosine)",
    ]
    let written = try #require(PixelScale(cards: Self.cards(rest + matrix))?.map)
    #expect((turned.column - written.column).length < 1e-9)
    #expect((turned.row - written.row).length < 1e-9)
  }

  @Test func `of FITS has no coordinates where its cards don't define them`() {
    let all = [
      "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRPIX1  = 1", "CRPIX2  = 1", "CRVAL1  = 0",
      "CRVAL2  = 0", "CDELT1  = 1", "CDELT2  = 1",
    ]
    #expect(PixelScale(cards: Self.cards(all))?.map != nil)
    for place in 2..<6 {
      var cards = all
      cards[place] = "COMMENT "
      let found = PixelScale(cards: Self.cards(cards))
      #expect(found != nil && found?.map == nil, "\(all[place])")
    }
    for (place, card) in [
      (5, "CRVAL2  = 89.9"), (1, "CTYPE2  = 'RA---TAN'"), (0, "CUNIT2  = 'rad'"),
      (4, "CRVAL1  = x"),
    ] {
      var cards = all
      if card.hasPrefix("CUNIT2") { cards.append(card) } else { cards[place] = card }
      #expect(PixelScale(cards: Self.cards(cards))?.map == nil, "\(card)")
    }
    let line = all[..<6] + ["CD1_1   = 1", "CD1_2   = 1", "CD2_1   = 1", "CD2_2   = 1"]
    #expect(PixelScale(cards: Self.cards(Array(line)))?.map == nil)
  }

  @Test(
    arguments: [
      ("0.25um", "0.25 µm per pixel, given"), ("3 mm", "3 mm per pixel, given"),
      ("300dpi", "300 dpi, given"),
      ("1e-3m", "1 mm per pixel, given"), ("150um", "150 µm per pixel, given"),
      ("0.5m", "0.5 m per pixel, given"), ("50mm", "50 mm per pixel, given"),
      ("2°", "2° per pixel, given"), ("0um", nil),
      ("-1um", nil),
      ("1", nil), ("um", nil), ("nanm", nil), ("1e300km", nil), ("", nil),
    ] as [(String, String?)])
  func `can be given`(text: String, described: String?) {
    #expect(PixelScale(parsing: text)?.text == described)
  }

  @Test(
    arguments: [
      ("1um,2um", Point(4, 8)), ("500nm, 1 um", Point(2, 4)), ("4,2mm", Point(16_000, 8000)),
      ("1,2", nil),
      ("1°,2°", nil), ("1um", nil), ("1um,2um,3um", nil), ("1xy,2xy", nil), ("infum,1um", nil),
    ] as [(String, Point?)])
  func `names places by their distance from the corner`(text: String, place: Point?) throws {
    let scale = try #require(PixelScale(.length, x: 0.25e-6, y: 0.25e-6, "OME"))
    let found = Self.place(text, scale)
    #expect((found == nil) == (place == nil))
    if let found, let place { #expect((found - place).length < 1e-9) }
    #expect(scale.text(ofPlace: Point(4, 8), in: Self.info) == "1.00 µm, 2.00 µm")
  }

  private static let info = ImageInfo(format: "TIFF", size: PixelSize(width: 40, height: 30))

  /// The place of a picture that a text names.
  private static func place(_ text: String, _ scale: PixelScale) -> Point? {
    PixelScale.Coordinates(text).flatMap { scale.place(of: $0, in: info) }
  }

  @Test(arguments: [
    ("°", "-10°, 48°", "-9.00°, 46.00°"), ("m", "-10, 48 m", "-9.00, 46.00 m"),
    ("", "-10, 48", "-9.00, 46.00"),
  ])
  func `spells coordinates alike in the header and at a place, as they can be typed`(
    unit: String, corner: String, place: String
  ) throws {
    let frame = PixelScale.MapFrame(
      column: Point(0.25, 0), row: Point(0, -0.25), origin: Point(-10, 48), unit: unit, code: 4326)
    let kind: PixelScale.Kind = unit == "°" ? .angle : .length
    let scale = try #require(PixelScale(kind, x: 0.25, y: 0.25, "GeoTIFF", map: frame))
    let rows = PictureDescription.rows(of: scale, Self.info).map(\.line)
    #expect(rows.last == "map: \(corner), EPSG:4326")
    #expect(scale.text(ofPlace: Point(4, 8), in: Self.info) == "\(place)  EPSG:4326")
    #expect(Self.place(place, scale) == Point(4, 8) && Self.place(corner, scale) == .zero)
  }

  @Test func `names places on a map, in its unit or another one`() throws {
    let frame = PixelScale.MapFrame(
      column: Point(2, 0), row: Point(0, -2), origin: Point(980_000, 200_000), unit: "ft",
      code: 2263)
    let scale = try #require(PixelScale(.length, x: 0.6096, y: 0.6096, "GeoTIFF", map: frame))
    let place = { Self.place($0, scale) }
    #expect(
      scale.text(ofPlace: Point(0.5, 0.5), in: Self.info) == "980001.0, 199999.0 ft  EPSG:2263")
    #expect(place("980010,199980") == Point(5, 10))
    #expect(place("980010ft,199980ft") == Point(5, 10))
    #expect(place("980010 ft 199980 ft") == Point(5, 10))
    let meters = try #require(place("298704m,60960m"))
    #expect((meters - Point(0, 0)).length < 1e-6)
    #expect(place("298704m,1°") == nil)
    // Feet of the USA are longer than others, by two millionths.
    let foot = 1200.0 / 3937
    let survey = try #require(PixelScale(.length, x: 2 * foot, y: 2 * foot, "GeoTIFF", map: frame))
    #expect(Self.place("980010ft,199980ft", survey) == Point(5, 10))
    let same = try #require(Self.place("\(980_010 * foot)m,\(199_980 * foot)m", survey))
    #expect((same - Point(5, 10)).length < 1e-6)
  }

  @Test func `has lengths of four digits, of three decimals where a unit is smaller`() throws {
    let scale = try #require(PixelScale(.length, x: 0.25e-6, y: 0.25e-6, "OME"))
    let lengths = [1.2344e-4, 5.5904e-5, 0.1, 12_345_678, 2e-7, 5.67e-11, 0]
    #expect(
      lengths.map { scale.text(of: $0) } == [
        "123.4 µm", "55.9 µm", "100 mm", "12346 km", "200 nm", "0.0567 nm", "0 nm",
      ])
    #expect(scale.text(of: 1.118e-3, beside: 5.59e-4) == "1118 µm")
    // What would have a thousand has the next unit.
    #expect(
      [9.994e-4, 9.9996e-4, 1e-3].map { scale.text(of: $0) } == ["999.4 µm", "1 mm", "1 mm"])
    let angle = try #require(PixelScale(.angle, x: 0.001, y: 0.001, "FITS"))
    #expect(angle.text(of: 0.0125) == "0.0125°")
  }

  @Test func `has lengths from the corner as shown, to a tenth of a pixel`() throws {
    let scale = try #require(PixelScale(.length, x: 0.25e-6, y: 0.5e-6, "OME"))
    var info = Self.info
    // Both in one unit.
    #expect(scale.text(ofPlace: Point(4812, 2), in: info) == "1.20300 mm, 0.00100 mm")
    let microns = PixelScale.lengths[1]
    #expect(scale.text(ofPlace: Point(4812, 2), in: info, as: microns) == "1203.00 µm, 1.00 µm")
    // Columns go down after a quarter turn.
    (info.orientation, info.size) = (.turnedRight, PixelSize(width: 30, height: 40))
    #expect(scale.text(ofPlace: Point(2, 8), in: info) == "1.00 µm, 2.00 µm")
    let typed = try #require(PixelScale.Coordinates("1um,2um"))
    let place = try #require(scale.place(of: typed, in: info))
    #expect((place - Point(2, 8)).length < 1e-9)
    // The map's are where the file has them.
    let frame = PixelScale.MapFrame(
      column: Point(10, 0), row: Point(0, -10), origin: Point(500, 900), unit: "m", code: 0)
    let map = try #require(PixelScale(.length, x: 10, y: 10, "GeoTIFF", map: frame))
    #expect(map.text(ofPlace: Point(30, 0), in: info) == "500, 900 m")
  }

  @Test(arguments: [Orientation.upright, .turnedRight, .flippedHorizontally])
  func `is listed along the axes of the picture as shown`(orientation: Orientation) throws {
    var info = ImageInfo(
      format: "TIFF", size: PixelSize(width: 300, height: 500), orientation: orientation)
    let isTurned = orientation.transposes
    let scale = try #require(PixelScale(.length, x: 1e-6, y: 0.5e-6, "TIFF"))
    #expect(
      PictureDescription.rows(of: scale, info).map(\.value)
        == ["\(isTurned ? "0.5 × 1" : "1 × 0.5") µm per pixel, TIFF"])
    // A print is as large as it is shown.
    info.size = PixelSize(width: 100, height: 300)
    let print = try #require(PixelScale(dotsPerInch: 100, 300, "JFIF"))
    #expect(
      PictureDescription.rows(of: print, info).map(\.value) == [
        isTurned ? "300 × 100 dpi, JFIF" : "100 × 300 dpi, JFIF",
        isTurned ? "0.8 × 7.6 cm" : "2.5 × 2.5 cm",
      ])
  }

  @Test func `is that of other pages where it is given for all of them`() {
    let texts = ["OME", "Aperio", "GeoTIFF"].map {
      PixelScale(.length, x: 1, y: 1, $0)?.applies(toPage: 1)
    }
    #expect(texts == [false, false, false])
    #expect(PixelScale(.length, x: 1, y: 1, "Aperio")?.applies(toPage: 0) == true)
    #expect(PixelScale(parsing: "2mm")?.applies(toPage: 1) == true)
  }

  @Test func `comes out of the process that reads it as it was`() throws {
    var metadata = PictureMetadata()
    metadata.scale = PixelScale(.length, x: 1, y: 2, "GeoTIFF")
    metadata.scale?.map = PixelScale.MapFrame(
      column: Point(1, 2), row: Point(3, 4), origin: Point(5, 6), unit: "ft", code: 2056)
    for scale in [nil, metadata.scale] {
      metadata.scale = scale
      var writer = MessageWriter()
      writer.add(metadata)
      var reader = MessageReader(writer.bytes)
      #expect(try reader.metadata() == metadata)
    }
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: length - count)
  }
}
