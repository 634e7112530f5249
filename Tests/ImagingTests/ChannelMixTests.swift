import OverscrollBase
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `The channels of a picture` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 70, height: 50)

  /// The sample of a channel: of every range, and not the same at any two places of a row.
  private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt64 {
    UInt64((x * 37 * (channel + 1) + y * 11 + channel * 500) % 5000)
  }

  /// A way in which a file keeps seven channels.
  enum Storage: CaseIterable {
    case interleaved, planar, pages, tiledPages
  }

  private func page(
    _ samples: Int, isTiled: Bool = false, _ sample: @escaping (Int, Int, Int) -> UInt64
  ) -> TIFFBuilder.Page {
    var page = TIFFBuilder.Page(size: Self.size, sample: sample)
    (page.photometric, page.samples, page.bits) = (1, samples, 16)
    page.extraSamples = Array(repeating: 0, count: samples - 1)
    if isTiled { page.tile = PixelSize(width: 32, height: 32) }
    return page
  }

  private static func text(_ text: String) -> (Int, Int, [Int]) {
    (270, 2, (text.utf8 + [0]).map { Int($0) })
  }

  /// Writes seven channels.
  private func write(_ storage: Storage) throws -> String {
    var pages: [TIFFBuilder.Page]
    switch storage {
    case .interleaved, .planar:
      var page = page(7, isTiled: storage == .planar, Self.sample)
      page.isPlanar = storage == .planar
      pages = [page]
    case .pages, .tiledPages:
      pages = (0..<7).map { channel in
        page(1, isTiled: storage == .tiledPages) { x, y, _ in Self.sample(x, y, channel) }
      }
      let names = ["DAPI", "a &amp; b", "", "Cy5", "e", "f", "g"]
      let channels = names.map { #"<Channel ID="x" Name="\#($0)" SamplesPerPixel="1"/>"# }
      pages[0].tags = [
        Self.text(
          #"<?xml version="1.0"?><OME><Image><Pixels DimensionOrder="XYCZT" SizeC="7" SizeZ="1" "#
            + #"SizeT="1" Type="uint16">"# + channels.joined() + "</Pixels></Image></OME>")
      ]
    }
    return folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif")
  }

  private func open(_ path: String, _ tone: Tone) throws -> any ImageSource {
    var limits = ImageLimits()
    limits.tone = tone
    return try ImageFile.open(path, limits: limits)
  }

  /// The pixels of a mix, computed one by one.
  private func expected(_ mix: ChannelMix) -> [UInt32] {
    (0..<Self.size.height).flatMap { y in
      (0..<Self.size.width).map { x in
        var sums = [0.0, 0, 0]
        for part in mix.parts where part.isShown {
          guard let range = part.range, let color = part.color else { continue }
          let value = Double(Self.sample(x, y, part.channel))
          let room = range.upperBound - range.lowerBound
          let share = min(max((value - range.lowerBound) / room, 0), 1)
          for (index, shift) in [16, 8, 0].enumerated() {
            sums[index] += share * Double(color >> UInt32(shift) & 0xFF)
          }
        }
        return sums.reduce(0xFF) { $0 << 8 | UInt32(min($1, 255) + 0.5) }
      }
    }
  }

  @Test(arguments: Storage.allCases)
  func `are added in their colors, however they are kept`(storage: Storage) throws {
    var mix = ChannelMix([
      ChannelMix.Part(channel: 6, color: 0xFF_0000, range: 100...4000),
      ChannelMix.Part(channel: 0, color: 0x00_80FF, range: 0...5000),
      ChannelMix.Part(channel: 3, color: 0x12_3456, range: 1000...1500),
      ChannelMix.Part(channel: 2, color: 0xFF_FFFF, range: 0...1),
    ])
    mix.parts[3].isShown = false
    let source = try open(try write(storage), .mix(mix))
    #expect(source.info.mix == mix && source.info.channels.count == 7)
    #expect(source.info.primaries == mix.primaries)
    #expect(source.info.color == "channels 7, 1, 4")
    // Pages have an orientation each.
    let isOfPages = storage == .pages || storage == .tiledPages
    #expect(source.info.channelsArePages == isOfPages)
    #expect((KeptRotation.refusal(of: source.info) != nil) == isOfPages)
    #expect(Decoded(source).pixels == expected(mix))
    // Turned and at other places of the file, too.
    let turned = try #require(source.turned(by: .flippedVertically))
    let rows = expected(mix)
    #expect(Decoded(turned).pixels.prefix(70).elementsEqual(rows.suffix(70)))
    // Samples are those of all channels.
    let reader = try #require(try source.sampleReader())
    let samples = try reader.samples(x: 31, y: 7) { true }
    #expect(samples == (0..<7).map { Double(Self.sample(31, 7, $0)) })
  }

  @Test(arguments: Storage.allCases)
  func `are red, green and blue where there are three of them`(storage: Storage) throws {
    let mix = ChannelMix([4, 3, 2].map { ChannelMix.Part(channel: $0) })
    let found = try #require(try open(try write(storage), .mix(mix)).info.mix)
    #expect(found.parts.map(\.color) == [0xFF_0000, 0x00_FF00, 0x00_00FF])
    // Each has the range that its own samples show best.
    for part in found.parts {
      var values: [Double] = []
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width { values.append(Double(Self.sample(x, y, part.channel))) }
      }
      values.sort()
      let last = Double(values.count - 1)
      let black = values[Int((Tone.percentiles.black * last).rounded())]
      let white = values[Int((Tone.percentiles.white * last).rounded())]
      #expect(part.range == black...white)
    }
  }

  @Test func `have the names that OME gives them, and are a picture of their pages`() throws {
    let path = try write(.pages)
    let source = try open(path, .asNeeded)
    #expect(source.info.channels.map(\.name) == ["DAPI", "a & b", "", "Cy5", "e", "f", "g"])
    #expect(source.info.mix?.parts.count == 7)
    #expect(
      PictureDescription.rows(source).first { $0.name == "channels" }?.value
        == "7: 1 DAPI, 2 a & b, 4 Cy5, 5 e, 6 f, 7 g")
    #expect(FilePages(of: FilePath(path)).map { $0.findAll { true } } != nil)
    let pages = try #require(FilePages(of: FilePath(path)))
    pages.findAll { true }
    #expect(pages.count.known == 1)
  }

  @Test func `have the names of GDAL's bands and of inks`() throws {
    var bands = page(3) { x, _, _ in UInt64(x) }
    let items = [(0, "Red"), (2, "N &lt; IR")].map {
      #"<Item name="DESCRIPTION" sample="\#($0)" role="description">\#($1)</Item>"#
    }
    let metadata = #"<GDALMetadata><Item name="X">1</Item>\#(items.joined())</GDALMetadata>"#
    bands.tags = [(42112, 2, (metadata.utf8 + [0]).map { Int($0) })]
    let path = folder.write(TIFFBuilder(pages: [bands]).bytes, to: "a.tif")
    let channels = try open(path, .none).info.channels
    #expect(channels.map(\.name) == ["Red", "", "N < IR"])
    #expect(channels.map(\.color) == [0xFF_0000, nil, nil])
    var inks = page(5) { x, _, _ in UInt64(x) }
    (inks.photometric, inks.extraSamples) = (5, [0])
    inks.tags = [(333, 2, "Cyan\0Magenta\0Yellow\0Black\0PANTONE 300\0".utf8.map { Int($0) })]
    let second = folder.write(TIFFBuilder(pages: [inks]).bytes, to: "b.tif")
    #expect(try open(second, .none).info.channels.last?.name == "PANTONE 300")
  }

  @Test func `are transparent where all that are seen have no data`() throws {
    var page = page(2) { x, _, channel in x < 10 ? 7 : x < 20 && channel == 0 ? 7 : 4000 }
    page.noData = "7"
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    let parts = [0, 1].map {
      ChannelMix.Part(channel: $0, color: $0 == 0 ? 0xFF_0000 : 0x00_00FF, range: 0...4000)
    }
    let source = try open(path, .mix(ChannelMix(parts)))
    let pixels = Decoded(source).pixels
    #expect(pixels[5] == 0 && pixels[15] == 0xFF00_00FF && pixels[25] == 0xFFFF_00FF)
    #expect(source.info.hasAlpha)
    // A ramp shows one of them.
    let ramp = try open(path, .mix(ChannelMix([parts[0]], ramp: .viridis)))
    let colors = Decoded(ramp).pixels
    #expect(colors[5] == 0 && colors[15] == 0 && colors[25] == 0xFFFD_E725)
    #expect(ramp.info.hasAlpha)
    // Where all is hidden, nothing lacks data; and without such a sample, all is opaque.
    var hidden = ChannelMix(parts)
    for index in hidden.parts.indices { hidden.parts[index].isShown = false }
    #expect(Decoded(try open(path, .mix(hidden))).pixels[5] == 0xFF00_0000)
    page.noData = ""
    let plain = folder.write(TIFFBuilder(pages: [page]).bytes, to: "b.tif")
    #expect(try !open(plain, .mix(ChannelMix(parts))).info.hasAlpha)
  }

  /// What can be asked for of a picture of one or two channels.
  private static func tones(_ count: Int) -> [Tone] {
    var tones: [Tone] = [.asNeeded, .auto, .range(500...4000)]
    for range in [nil, 500...4000] as [ClosedRange<Double>?] {
      let parts = (0..<count).map { channel in
        ChannelMix.Part(channel: channel, color: channel == 0 ? 0xFF_0000 : 0xFF, range: range)
      }
      tones += [.mix(ChannelMix(parts)), .mix(ChannelMix([parts[0]], ramp: .viridis))]
    }
    return tones
  }

  @Test(
    arguments: [
      ([0, 1], true, true), ([0], true, false), ([], true, false), ([0, 1], false, false),
    ] as [(Set<Int>, Bool, Bool)])
  func `have the same frequent sample that means no data in every tone, on a map`(
    filled: Set<Int>, isOnMap: Bool, isEmpty: Bool
  ) throws {
    var page = page(2) { x, y, channel in
      x < 30 && filled.contains(channel) ? 0 : UInt64(1000 + 50 * channel + 10 * x + y)
    }
    page.tags = isOnMap ? TIFFBuilder.map : []
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    for tone in Self.tones(2) {
      let source = try open(path, tone)
      let pixels = Decoded(source).pixels
      #expect(source.info.hasAlpha == isEmpty, "\(tone)")
      #expect((pixels[5] == 0) == isEmpty && pixels[40] >> 24 == 0xFF, "\(tone)")
      if let black = source.info.mix?.parts[0].range?.lowerBound, case .mix(let mix) = tone,
        mix.parts[0].range == nil
      {
        // What means no data doesn't count, and what is measured does.
        #expect(black >= (isEmpty ? 1300 : filled.contains(0) ? 0 : 1000))
        if !isEmpty, filled.contains(0) { #expect(black == 0) }
      }
      let reader = try #require(try source.sampleReader())
      let least = try #require(try reader.histograms().first).range.lowerBound
      #expect(least == (isEmpty ? 1300 : filled.contains(0) ? 0 : 1000), "\(tone)")
    }
    // As stored, nothing is guessed.
    #expect(try !open(path, .none).info.hasAlpha)
  }

  @Test(arguments: [(2000.0, true), (65_000, false)])
  func `alone has the same in every tone and ramp`(white: Double, isNeeded: Bool) throws {
    let page = page(1) { x, y, _ in
      x < 30 ? 0 : UInt64(500 + (white - 500) * Double((x - 30) * 50 + y) / 2000)
    }
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    for tone in Self.tones(1) {
      let source = try open(path, tone)
      let pixels = Decoded(source).pixels
      #expect(source.info.hasAlpha == isNeeded && (pixels[5] == 0) == isNeeded, "\(tone)")
      #expect(pixels[40] >> 24 == 0xFF)
    }
  }

  /// What says that a microscope has made a picture.
  private static let microscopes = [
    text("ImageJ=1.54f\nimages=1\n"), text("ImageJ=1.54f\nimages=1\nmin=0.0\nmax=2000.0\n"),
    text(
      #"<?xml version="1.0"?><OME><Image><Pixels DimensionOrder="XYCZT" SizeC="1" SizeZ="1" "#
        + #"SizeT="1" Type="uint16"><Channel ID="x" SamplesPerPixel="1"/></Pixels></Image></OME>"#),
    (34412, 1, [1, 2, 3, 4, 5, 6, 7, 8]),
  ]

  @Test(arguments: microscopes.indices, [16, 32])
  func `of a microscope have measured zeros`(index: Int, bits: Int) throws {
    var page = page(1) { x, y, _ in
      let value = x < 30 ? 0 : 500 + x * 20 + y
      return bits == 16 ? UInt64(value) : UInt64(Float(value).bitPattern)
    }
    (page.bits, page.format) = (bits, bits == 16 ? 1 : 3)
    page.tags = [Self.microscopes[index]]
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    for tone in Self.tones(1) + [.none] {
      let source = try open(path, tone)
      #expect(!source.info.hasAlpha && !source.info.color.contains("no data"))
      #expect(Decoded(source).pixels.allSatisfy { $0 >> 24 == 0xFF }, "\(tone)")
      if case .mix(let mix) = tone, mix.parts[0].range == nil {
        #expect(source.info.mix?.parts[0].range?.lowerBound == 0)
      }
    }
  }

  /// Writes two channels, each as a page.
  private func writeStack(
    _ name: String, _ sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> UInt64
  ) -> String {
    let names = (0..<2).map { _ in #"<Channel ID="x" SamplesPerPixel="1"/>"# }.joined()
    var pages = (0..<2).map { channel in page(1) { x, y, _ in sample(x, y, channel) } }
    pages[0].tags = [
      Self.text(
        #"<?xml version="1.0"?><OME><Image><Pixels DimensionOrder="XYCZT" SizeC="2" SizeZ="1" "#
          + #"SizeT="1" Type="uint16">"# + names + "</Pixels></Image></OME>")
    ]
    return folder.write(TIFFBuilder(pages: pages).bytes, to: name)
  }

  @Test func `are compared as they usually look, with the same ranges on all sides`() throws {
    let (one, other) = (
      writeStack("a.tif") { x, y, channel in UInt64(100 + 200 * channel + x * 10 + y) },
      writeStack("b.tif") { x, y, channel in UInt64(900 + 200 * channel + x * 10 + y) }
    )
    let usual = try [one, other].map { try #require(try open($0, .asNeeded).info.mix) }
    let found = try [open(one, .none), open(other, .none)].toned(to: .asNeeded).map(\.info.mix)
    #expect(found[0] == found[1] && found[0]?.parts.map(\.color) == usual[0].parts.map(\.color))
    for channel in 0..<2 {
      let ranges = try usual.map { try #require($0.parts[channel].range) }
      #expect(found[0]?.parts[channel].range == ranges[0].lowerBound...ranges[1].upperBound)
    }
    // One that has no channels of its own is compared as it is.
    let plain = folder.write(
      TIFFBuilder(pages: [page(1) { x, y, _ in UInt64(x + y) }]).bytes, to: "c.tif")
    let mixed = try [open(one, .none), open(plain, .none)].toned(to: .asNeeded).map(\.info)
    #expect(mixed[0].mix == usual[0] && mixed[1].mix == nil && mixed[1].tone == nil)
  }

  @Test func `of a microscope that are pages have measured zeros`() throws {
    let path = writeStack("a.tif") { x, y, channel in
      x < 30 ? 0 : UInt64(500 + channel + x * 20 + y)
    }
    for tone in Self.tones(2) {
      let source = try open(path, tone)
      #expect(!source.info.hasAlpha && source.info.mix != nil)
      #expect(Decoded(source).pixels.allSatisfy { $0 >> 24 == 0xFF }, "\(tone)")
    }
  }

  @Test func `by a ramp keep the range that the file gives them, unless asked otherwise`() throws {
    var page = page(1) { x, y, _ in UInt64(3 + x * 10 + y) }
    page.tags = [Self.text("ImageJ=1.54f\nimages=1\nmin=0.0\nmax=1200.0\n")]
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    var mix = ChannelMix([ChannelMix.Part(channel: 0)], ramp: .viridis)
    func range(_ mix: ChannelMix) throws -> ClosedRange<Double>? {
      try open(path, .mix(mix)).info.mix?.parts[0].range
    }
    let measured = try #require(try range(mix))
    #expect(measured.lowerBound >= 3 && measured.upperBound <= 742)
    mix.takesFileRanges = true
    #expect(try range(mix) == 0...1200)
    #expect(try range(mix.toned(to: .auto)) == measured)
    #expect(try range(mix.toned(to: .none)) == 0...65535)
    #expect(try range(mix.toned(to: .range(5...9))) == 5...9)
    // What a file doesn't give is found.
    page.tags = []
    let plain = folder.write(TIFFBuilder(pages: [page]).bytes, to: "b.tif")
    #expect(try open(plain, .mix(mix)).info.mix?.parts[0].range == measured)
  }

  @Test(arguments: [false, true])
  func `don't count what a mask hides`(isPlanar: Bool) throws {
    var picture = page(2) { x, y, channel in
      UInt64(x < 35 ? 7 + x : 1000 + 100 * channel + 10 * x + y)
    }
    picture.isPlanar = isPlanar
    var mask = TIFFBuilder.Page(size: Self.size) { x, _, _ in x < 35 ? 0 : 1 }
    (mask.photometric, mask.samples, mask.bits, mask.isMask) = (4, 1, 1, true)
    let path = folder.write(TIFFBuilder(pages: [picture, mask]).bytes, to: "a.tif")
    let source = try open(path, .mix(ChannelMix([0, 1].map { ChannelMix.Part(channel: $0) })))
    let ranges = try #require(source.info.mix).parts.map(\.range)
    #expect(ranges.count == 2 && ranges.allSatisfy { $0.map { $0.lowerBound >= 1350 } ?? false })
    #expect(source.info.hasAlpha)
    let pixels = Decoded(source).pixels
    #expect(pixels[5] == 0 && pixels[60] >> 24 == 0xFF)
    let reader = try #require(try source.sampleReader())
    #expect(try reader.histograms().map(\.range.lowerBound) == [1350, 1450])
  }

  @Test func `are transparent in every level, where the file has levels`() throws {
    let size = PixelSize(width: 1024, height: 1024)
    let pages = [size, PixelSize(width: 512, height: 512)].map { size in
      var page = TIFFBuilder.Page(size: size) { x, _, _ in x < size.width / 2 ? 7 : 4000 }
      (page.photometric, page.samples, page.bits) = (1, 1, 16)
      (page.tile, page.noData) = (PixelSize(width: 256, height: 256), "7")
      page.isReduced = size.width < 1024
      return page
    }
    let path = folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif")
    let part = ChannelMix.Part(channel: 0, range: 0...4000)
    let decoded = Decoded(try open(path, .mix(ChannelMix([part], ramp: .viridis))))
    guard case .tiles = try open(path, .none).access else {
      Issue.record("this is decoded tile by tile")
      return
    }
    #expect(decoded.error == nil && decoded.info.hasAlpha)
    for level in 0...1 {
      let tile = try #require(decoded.tiles[TileKey(level: level, column: 0, row: 0)])
      #expect(!tile.isOpaque, "level \(level)")
    }
  }

  @Test func `keep their mix with every tone, which has the ranges of those seen`() throws {
    let path = try write(.pages)
    let needed = try #require(try open(path, .asNeeded).info.mix)
    #expect(try needed.isStretched && open(path, .auto).info.mix == needed)
    for (tone, range) in [(Tone.none, 0.0...65535), (.range(100...1000), 100...1000)] {
      let source = try open(path, tone)
      let mix = try #require(source.info.mix)
      #expect(mix.parts.map(\.range) == Array(repeating: range, count: 7))
      #expect(mix.parts.map(\.color) == needed.parts.map(\.color))
      #expect(mix.isStretched == (tone != .none))
      #expect(Decoded(source).pixels == expected(mix))
    }
    // Those that are chosen keep their colors and their ramp; one that is hidden keeps its range.
    var chosen = ChannelMix(
      [2, 5].map { ChannelMix.Part(channel: $0, range: 0...9) }, ramp: .magma)
    chosen.parts[1].isShown = false
    let ranged = chosen.toned(to: .range(1...5))
    #expect(ranged.parts.map(\.range) == [1...5, 0...9] && ranged.ramp == .magma)
    let plain = try #require(try open(path, .mix(chosen.toned(to: .none))).info.mix)
    #expect(plain.parts.map(\.range) == [0...65535, 0...65535])
    #expect(plain.ramp == .magma && plain.parts.map(\.channel) == [2, 5])
    let measured = try #require(try open(path, .mix(chosen.toned(to: .auto))).info.mix)
    #expect(measured.parts.map(\.range) == [needed.parts[2].range, needed.parts[5].range])
  }

  @Test(arguments: [false, true]) func `have samples of which all are read`(isPlanar: Bool) throws {
    var page = page(12, Self.sample)
    page.isPlanar = isPlanar
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    let reader = try #require(try open(path, .none).sampleReader())
    let samples = try reader.samples(x: 31, y: 7) { true }
    #expect(samples == (0..<12).map { Double(Self.sample(31, 7, $0)) })
  }

  @Test func `are the picture's own where a mix shows one that is not there`() throws {
    let path = try write(.interleaved)
    func open(_ mix: ChannelMix) throws -> ImageInfo { try self.open(path, .mix(mix)).info }
    var mix = ChannelMix([7, 2, 1].map { ChannelMix.Part(channel: $0) })
    #expect(try open(mix).mix == nil)
    // One that is hidden, as of a picture with more channels, is of no matter.
    mix.parts[0].isShown = false
    #expect(try open(mix).mix?.parts.map(\.channel) == [2, 1])
  }

  @Test func `chosen in a picture are seen in others with the same channels only`() throws {
    let path = try write(.pages)
    let info = try open(path, .asNeeded).info
    let own = try #require(info.mix)
    var mix = ChannelMix((0..<7).map { ChannelMix.Part(channel: $0, color: 0xFF, range: 1...2) })
    mix.parts[2].isShown = false
    // Those of the command line are for all files.
    #expect(try open(path, .mix(mix)).info.mix == mix)
    func found(_ kind: ImageInfo, others: Tone = .asNeeded) throws -> ChannelMix? {
      var chosen = mix
      chosen.scope = ChannelMix.Scope(of: kind, FilePath("other.tif"), others: others)
      return try open(path, .mix(chosen)).info.mix
    }
    #expect(try found(info) == mix)
    var kinds = [info, info, info, info]
    kinds[0].channels.removeLast()
    kinds[1].channels[0].name = "FITC"
    kinds[2].bitsPerChannel = 8
    kinds[3].data?.format = .signed
    for kind in kinds { #expect(try found(kind) == own) }
    let second = ChannelMix([ChannelMix.Part(channel: 1, color: 0xFF00, range: 5...6)])
    #expect(try found(kinds[0], others: .mix(second)) == second)
  }

  @Test func `that were chosen in gray or RGB are those of that file`() throws {
    var page = page(3, Self.sample)
    (page.photometric, page.extraSamples) = (2, [])
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "rgb.tif")
    let info = try open(path, .none).info
    var mix = ChannelMix((0..<3).map { ChannelMix.Part(channel: $0, color: 0xFF, range: 1...2) })
    for (file, isSeen) in [(path, true), ("other.tif", false)] {
      mix.scope = ChannelMix.Scope(of: info, FilePath(file), others: .none)
      #expect((try open(path, .mix(mix)).info.mix != nil) == isSeen)
    }
  }

  /// ImageJ's tags of two channels, of which the first is blue; a color table may lack its end.
  private static func imageJ(isBigEndian: Bool, missing: Int = 0) -> [(Int, Int, [Int])] {
    func bytes(_ number: UInt64, _ length: Int) -> [Int] {
      let bytes = (0..<length).map { Int(number >> (8 * UInt64($0)) & 0xFF) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func word(_ text: String) -> [Int] { bytes(text.utf8.reduce(0) { $0 << 8 | UInt64($1) }, 4) }
    func table(_ color: [Int]) -> [Int] {
      color.flatMap { top in (0..<256).map { $0 * top / 255 } }
    }
    var block = word("IJIJ")
    for (kind, count) in [("info", 1), ("rang", 1), ("luts", 2)] as [(String, UInt64)] {
      block += word(kind) + bytes(count, 4)
    }
    let head = block.count
    block += [1, 2, 3, 4, 5, 6]
    for number in [100.0, 1200, 50, 2200] { block += bytes(number.bitPattern, 8) }
    block += table([0, 0, 255]) + table([255, 128, 0])
    block.removeLast(missing)
    return [(50838, 4, [head, 6, 32, 768, 768]), (50839, 1, block)]
  }

  @Test(arguments: [false, true])
  func `have the colors and ranges that ImageJ gives them`(isBigEndian: Bool) throws {
    func open(missing: Int, _ tone: Tone) throws -> ChannelMix {
      var pages = (0..<2).map { channel in
        page(1) { x, y, _ in Self.sample(x, y, channel) }
      }
      pages[0].tags = [Self.text("ImageJ=1.53\nimages=2\nchannels=2\nhyperstack=true\n")]
      pages[0].tags += Self.imageJ(isBigEndian: isBigEndian, missing: missing)
      var file = TIFFBuilder(pages: pages)
      file.isBigEndian = isBigEndian
      let path = folder.write(file.bytes, to: "a.tif")
      return try #require(try self.open(path, tone).info.mix)
    }
    let mix = try open(missing: 0, .asNeeded)
    #expect(mix.parts.map(\.color) == [0x00_00FF, 0xFF_8000])
    #expect(mix.parts.map(\.range) == [100...1200, 50...2200])
    // A tone that is asked for wins.
    let measured = try open(missing: 0, .auto)
    #expect(measured.parts.map(\.color) == mix.parts.map(\.color))
    #expect(measured.parts.map(\.range) != mix.parts.map(\.range))
    #expect(try open(missing: 0, .range(0...9)).parts.map(\.range) == [0...9, 0...9])
    // What is damaged is left out.
    let damaged = try open(missing: 1, .asNeeded)
    #expect(damaged.parts.map(\.color) == [0x00_00FF, 0x00_FF00])
    #expect(damaged.parts.map(\.range) == mix.parts.map(\.range))
  }

  @Test func `reach another process with their names, colors, ranges and mix`() throws {
    var info = ImageInfo(format: "test", size: Self.size)
    info.samples = SampleLayout(
      channels: 2, colors: 1, bits: 16, takesTone: true, noData: 7, range: -3...9)
    info.channels = [ChannelName("a", color: 0x12_3456, range: -1...2.5), ChannelName("")]
    info.channels[1].calibration = Calibration(offset: -3, scale: 0.5, unit: "m")
    info.channelsArePages = true
    info.mix = ChannelMix([ChannelMix.Part(channel: 1, color: 1, range: 0...3)], ramp: .magma)
    info.stack = PageStack([.init(name: "z", count: 3)], first: 2)
    info.scale = PixelScale(.length, x: 1e-6, y: 2e-6, "OME")
    (info.planeCount, info.missingPlanes) = (5, 2)
    for isStretched in [true, false] {
      info.mix?.isStretched = isStretched
      info.mix?.takesFileRanges = !isStretched
      var writer = MessageWriter()
      writer.add(info)
      var reader = MessageReader(writer.bytes)
      #expect(try reader.info() == info)
    }
  }

  @Test func `have the colors they are named after, but where three are red, green, blue`() throws {
    let names = ["BLUE", "green", "Red", "NIR"].map { ChannelName($0) }
    func colors(_ channels: [Int]) -> [UInt32?] {
      var mix = ChannelMix(channels.map { ChannelMix.Part(channel: $0) })
      mix.setColors(names)
      return mix.parts.map(\.color)
    }
    #expect(colors([0, 1]) == [0x00_00FF, 0x00_FF00])
    #expect(colors([3, 2, 1, 0]).dropFirst() == [0xFF_0000, 0x00_FF00, 0x00_00FF])
    // The order that is asked for decides, as for false colors.
    #expect(colors([3, 2, 1]) == [0xFF_0000, 0x00_FF00, 0x00_00FF])
    #expect(colors([2]) == [0xFF_FFFF])
  }

  @Test func `keep the picture's own colors where it has none that are asked for`() throws {
    let path = folder.write(TIFFBuilder(pages: [page(1, Self.sample)]).bytes, to: "a.tif")
    let mix = ChannelMix([ChannelMix.Part(channel: 4)])
    #expect(try open(path, .mix(mix)).info.mix == nil)
  }

  @Test(arguments: ColorRamp.allCases)
  func `go from the first to the last color of a ramp`(ramp: ColorRamp) throws {
    let page = page(1) { x, _, _ in UInt64(x * 100) }
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    let part = ChannelMix.Part(channel: 0, range: 1000...5000)
    let pixels = Decoded(try open(path, .mix(ChannelMix([part], ramp: ramp)))).pixels
    for x in 0..<70 {
      let place = (Double(x * 100) - 1000) / 4000
      // To one of 256 steps.
      let step = (min(max(place, 0), 1) * 255).rounded() / 255
      #expect(pixels[x] == 0xFF00_0000 | ramp.color(at: step))
    }
    #expect(ramp.color(at: -1) == ramp.color(at: 0) && ramp.color(at: 2) == ramp.color(at: 1))
    #expect(ColorRamp.viridis.color(at: 0) == 0x44_0154)
    #expect(ColorRamp.viridis.color(at: 1) == 0xFD_E725)
  }

  @Test func `have the primaries of the colors that are shown`() {
    var mix = ChannelMix(
      [0xFF_0000, 0x00_8000, 0xFF].enumerated().map { index, color in
        ChannelMix.Part(channel: index, color: color)
      })
    #expect(mix.primaries == 0xFF_FFFF)
    mix.parts[2].isShown = false
    #expect(mix.primaries == 0xFF_FF00)
    mix.parts[0].isShown = false
    #expect(mix.primaries == 0x00_FF00)
    mix.ramp = .viridis
    #expect(mix.primaries == 0xFF_FFFF)
  }
}
