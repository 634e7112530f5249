import CCodecs
import OverscrollBase
import ScrollGeometry

extension ImageFormat {
  /// TIFF and BigTIFF.
  static let tiff = ImageFormat(
    name: "TIFF", mediaTypes: ["image/tiff"], suffixes: ["tif", "tiff", "btf", "tf8"],
    recognizes: { head in TIFFFile.starts.contains { head.starts(with: $0) } },
    open: { (file, limits) throws(ImagingError) in
      if let preview = try RawPreview.find(file) { return try JPEGSource(file, preview) }
      return try TIFFFile.open(file, limits)
    },
    openPage: { (file, page, limits) throws(ImagingError) in
      try TIFFFile.open(file, at: page, limits)
    })
}

/// The choice of how a TIFF file is read.
enum TIFFFile {
  /// The byte order marks with TIFF's or BigTIFF's version.
  static let starts: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  /// Reads the directories of a page and its levels, and checks their sizes.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - chosen: The page; `nil` for the first one.
  ///   - limits: Larger pictures are refused.
  /// - Returns: The picture.
  /// - Throws: If it is damaged or not supported.
  static func open(
    _ file: ImageFile, at chosen: FilePages.Page? = nil, _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    let handle = try TIFFHandle(file, limits: limits)
    var place = try TIFFPlace(in: file, at: chosen)
    let first = try? place.sibling.flatMap { try handle.selectPage(at: $0) ? handle.page() : nil }
    var base = try base(of: &place, handle)
    var channels = place.channels
    if chosen == nil {
      let notes = GDALNotes(file.notes)
      if handle.noDataText == nil, let text = notes.noData {
        base.setNoData(text)
        base.notedNoData = text
      }
      channels.take(notes)
    }
    guard channels.planeCount == 1 || base.hasPlanes(channels.planeCount, in: file) else {
      throw handle.damage("the TIFF header gives invalid tile or strip sizes")
    }
    var stored = TIFFPyramid(handle, base: base, place.scales)
    if !place.others.isEmpty { stored.stack(place.others, handle) }
    if chosen == nil { stored.addOverviews(beside: file, limits: limits) }
    let overview = stored.overview
    let holder = stored.file(of: overview, beside: file)
    if TIFFRange.lacksOpacity(overview, of: holder, limits: limits) { stored.removeAlpha() }
    if chosen == nil { stored.addMasks(beside: file, limits: limits) }
    stored.findNoData(
      mayBeGuessed: !channels.isMicroscopy && base.format.canBeStretched
        && (base.format.samples == 1 || hasMap(base, in: file)),
      beside: file, limits: limits)
    stored.alignSamples()
    let page = stored.base
    var info = info(of: page, handle, isOneStrip: isOneStrip(page, in: file))
    info.channels = page.format.takesMix ? channels.names(page.format.samples) : []
    info.channelsArePages = !page.stack.isEmpty
    info.hasClasses = page.format.model == .palette && hasMap(page, in: file)
    (info.stack, info.scale) = (channels.stack, channels.scale)
    (info.planeCount, info.missingPlanes) = (channels.planeCount, channels.missingPlanes)
    if !page.stack.isEmpty,
      let mapping = try page.mapping(
        .none, info.channels, like: nil, of: file, limits, definesColors: false, while: { true })
    {
      // Without a tone, too, the channels are one picture.
      (stored, info) = (stored.toned(to: mapping), stored.info(info, mapping))
    }
    if place.isSmaller { info.layout += ", a smaller version of a picture that cannot be shown" }
    if stored.pages.count > 1 {
      let place = stored.overviews == nil ? "in the file" : "with those of the file beside it"
      info.layout += ", \(stored.pages.count) levels \(place)"
    }
    if stored.allowsTiles {
      return TIFFTileSource(file, stored: stored, info: info, limits: limits, like: first)
    }
    return TIFFRowSource(file: file, stored: stored, info: info, limits: limits, sibling: first)
  }

  /// True for a page that says where its pixels lie on a map.
  private static func hasMap(_ page: TIFFPage, in file: ImageFile) -> Bool {
    guard let bytes = try? FileBytes(file) else { return false }
    let tags = TagDirectories(at: Int(page.offset), isAlone: true) { bytes.read($0, $1) }
    return PixelScale(tags, "TIFF")?.map != nil
  }

  /// Reads the layout of a page, or that of the smaller version of one that cannot be shown.
  private static func base(
    of place: inout TIFFPlace, _ handle: TIFFHandle
  ) throws(ImagingError) -> TIFFPage {
    if let offset = place.offset, !handle.selectPage(at: offset, plane: place.plane) {
      throw handle.damage("the header of this page is damaged")
    }
    do throws(ImagingError) {
      var page = try handle.page()
      if let orientation = place.orientation { page.orientation = orientation }
      return page
    } catch {
      guard let smaller = place.smaller, handle.selectPage(at: smaller) else { throw error }
      place.isSmaller = true
      return try handle.page()
    }
  }

  private static func info(of page: TIFFPage, _ handle: TIFFHandle, isOneStrip: Bool) -> ImageInfo {
    var color = page.format.name + (page.format.alpha == nil ? "" : " with alpha")
    if page.format.sample.isFloat { color += ", floating" }
    if let range = page.format.sample.range {
      let black = NumberText.shortest(range.lowerBound)
      color += ", black at \(black), white at \(NumberText.shortest(range.upperBound))"
    }
    if let noData = page.format.noData { color += ", " + ImageInfo.text(ofNoData: noData) }
    var info = ImageInfo(
      format: handle.isBig ? "BigTIFF" : "TIFF", size: page.orientation.applied(to: page.size),
      bitsPerChannel: page.format.sample.bits, color: color,
      hasAlpha: page.hasTransparency, layout: layout(of: page, isOneStrip: isOneStrip),
      orientation: page.orientation)
    info.samples = page.format.layout
    info.data = info.samples == nil ? nil : page.data
    if case .lab = page.format.model {
    } else {
      info.colorSource = handle.colorSource(of: page.format.model).description
    }
    return info
  }

  /// True for a file with one strip, which libtiff divides into many if it is not compressed.
  private static func isOneStrip(_ page: TIFFPage, in file: ImageFile) -> Bool {
    guard !page.isTiled else { return false }
    guard !page.isCompressed, page.grid.height > 1 else { return page.grid.height == 1 }
    guard let bytes = try? FileBytes(file), let directories = TIFFDirectories(bytes),
      let directory = directories.directory(at: Int(page.offset), in: bytes)
    else { return false }
    return directory.rowsPerStrip ?? .max >= page.size.height
  }

  private static func layout(of page: TIFFPage, isOneStrip: Bool) -> String {
    let blocks =
      page.isTiled
      ? "tiles of \(page.block)"
      : isOneStrip ? "one strip" : "strips of \(page.block.height) rows"
    let planes = page.format.isPlanar ? ", one plane per channel" : ""
    return "\(blocks)\(planes), \(compression(page.compression))"
  }

  private static func compression(_ number: UInt16) -> String {
    if Int32(number) == COMPRESSION_NONE { return "uncompressed" }
    if Int32(number) == COMPRESSION_ADOBE_DEFLATE { return "Deflate" }
    guard let name = overscroll_tiff_codec_name(number) else { return "compression \(number)" }
    return String(cString: name)
  }
}

/// Where a page of a TIFF file lies, and what the file's description says of it.
private struct TIFFPlace {
  /// The offset of its directory; `nil` for the first one of the file.
  private(set) var offset: UInt64?
  /// The number of its plane, of those that lie behind each other from the strips of its directory on.
  private(set) var plane = 0
  /// The offsets of the directories of its further channels; empty where they aren't all there.
  private(set) var others: [UInt64] = []
  /// The offset of the page whose samples decide for those like it; `nil` for this one.
  private(set) var sibling: UInt64?
  private(set) var channels: TIFFChannels
  /// How large the pixels of directories are that several images describe, by their offsets.
  private(set) var scales: [UInt64: PixelScale] = [:]
  /// The offset of the first directory where that is a smaller version of this picture; `nil` for others.
  private(set) var smaller: UInt64?
  /// The orientation that the page takes from the smaller version.
  private(set) var orientation: Orientation?
  /// True for the smaller version of a picture that cannot be shown.
  fileprivate(set) var isSmaller = false

  /// The directories after a page of which it is asked whose they are: more than a picture has levels. [C]
  private static let reach = 64

  /// Finds a page; `nil` for the first one.
  init(in file: ImageFile, at chosen: FilePages.Page?) throws(ImagingError) {
    let bytes = try FileBytes(file)
    channels = TIFFChannels(bytes)
    let offset = chosen?.offset
    self.offset = offset.map { UInt64($0) }
    let directories = TIFFDirectories(bytes)
    if channels.planeCount > 1, let directories {
      plane = chosen?.plane ?? 0
      guard let page = channels.pages.first(where: { $0.directories[0] == plane }) else {
        throw file.changed
      }
      channels = channels.about(page)
      let only = UInt64(directories.first)
      others = page.directories.dropFirst().map { _ in only }
      sibling = plane > 0 ? only : nil
      return
    }
    var chain: [Int] = []
    var original: Int?
    if let directories {
      if channels.pages.isEmpty, let (place, directory) = directories.original(in: bytes) {
        if directory.isSensor {
          isSmaller = (offset ?? directories.first) == directories.first
        } else if offset == nil {
          self.offset = UInt64(place)
          (smaller, orientation) = (UInt64(directories.first), directory.ownOrientation)
          channels = TIFFChannels(bytes, at: place)
          return
        } else {
          original = place
        }
      }
      if let offset { directories.follow(&chain, in: bytes) { $0.last != offset } }
      let found = page(offset, chain)
      let last = max(found?.directories.max() ?? 0, first(like: found))
      let reach = channels.hasImages ? Self.reach : 0
      directories.follow(&chain, in: bytes) { $0.count <= max(last, 1) + reach }
    }
    let page = page(offset, chain)
    let first = first(like: page)
    let likely = original ?? (chain.indices.contains(first) ? chain[first] : nil)
    if let offset, let likely, likely != offset { sibling = UInt64(likely) }
    guard let page else {
      guard let offset, !channels.describesFile else { return }
      let isMicroscopy = channels.isMicroscopy
      channels = TIFFChannels(bytes, at: offset)
      channels.isMicroscopy = isMicroscopy || channels.isMicroscopy
      return
    }
    if channels.hasImages {
      for other in channels.pages {
        for number in other.directories where chain.indices.contains(number) {
          scales[UInt64(chain[number])] = channels.scale(of: other)
        }
      }
    }
    channels = channels.about(page)
    let places = page.directories.compactMap {
      chain.indices.contains($0) ? UInt64(chain[$0]) : nil
    }
    if offset == nil, first > 0, chain.indices.contains(first) { self.offset = places[0] }
    if places.count == page.directories.count { others = Array(places.dropFirst()) }
  }

  /// The number of the first directory of the image that a page belongs to, or of the file.
  private func first(like page: TIFFChannels.Page?) -> Int {
    channels.pages.first { $0.image == page?.image }?.directories[0] ?? 0
  }

  /// The page of an image whose first directory has an offset.
  private func page(_ offset: Int?, _ chain: [Int]) -> TIFFChannels.Page? {
    guard let offset else { return channels.pages.first }
    return chain.firstIndex(of: offset).flatMap { number in
      channels.pages.first { $0.directories[0] == number }
    }
  }
}

/// Finds the pages of a TIFF file: those of which its description has images, and then the other directories that are no levels or masks
/// of another one.
struct TIFFPages: PageWalk {
  private let directories: TIFFDirectories
  private let channels: TIFFChannels
  /// The numbers of the directories that belong to images.
  private var described: Set<Int> = []
  /// The pages of images, by the numbers of their first directories.
  private var numbered: [Int: TIFFChannels.Page] = [:]
  /// How many pages of images were found, or are none.
  private var count = 0
  /// The pages that were read before their turn, by the numbers of their directories.
  private var waiting: [Int: FilePages.Page] = [:]
  /// Those of the other directories.
  private var others: [FilePages.Page] = []
  /// The page of the only directory, once it is read, where planes behind each other are pages.
  private var only: FilePages.Page?
  /// The offset of the directory to read next; `nil` at the end of the chain.
  private var next: Int?
  /// The offsets of the directories read: the chain of a damaged file may lead back.
  private var seen: Set<Int> = []
  private var hasPage = false
  /// The offset of the directory of the first page where the file begins with a smaller version of it; `nil` for others.
  private var original: Int?
  /// The size of the last page in tiles, whose levels may follow it, and of its pixels.
  private var tiled: PixelSize?
  private var tiledScale: PixelScale?

  /// The most directories that are read, levels included. [C]
  private static let maximumDirectories = 1_000_000

  /// Begins at the first directory; `nil` for another format.
  init?(_ bytes: borrowing FileBytes) {
    guard let directories = TIFFDirectories(bytes) else { return nil }
    self.directories = directories
    next = directories.first
    channels = TIFFChannels(bytes)
    for page in channels.pages {
      described.formUnion(page.directories)
      if numbered[page.directories[0]] == nil { numbered[page.directories[0]] = page }
    }
    guard channels.pages.isEmpty, let (place, directory) = directories.original(in: bytes),
      !directory.isSensor
    else { return }
    original = place
    others = [
      FilePages.Page(
        offset: place, size: directory.orientation.applied(to: directory.size),
        name: directory.name(in: bytes))
    ]
  }

  var kind: FilePages.Kind { .pages }
  var isAtEnd: Bool {
    let hasPlanes = only != nil && count < channels.pages.count
    return next == nil && waiting.isEmpty && others.isEmpty && !hasPlanes
  }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    read(in: bytes)
    return nextInOrder()
  }

  /// Returns the page whose turn it is, if it has been read.
  private mutating func nextInOrder() -> FilePages.Page? {
    while count < channels.pages.count {
      let number = channels.pages[count].directories[0]
      let page = only?.plane(number) ?? waiting.removeValue(forKey: number)
      // One that is no page, or isn't in the file, is waited for in vain.
      guard page != nil || number < seen.count || next == nil else { return nil }
      count += 1
      if let page { return page }
    }
    return others.isEmpty ? nil : others.removeFirst()
  }

  /// Reads the next directory.
  private mutating func read(in bytes: borrowing FileBytes) {
    guard let place = next, seen.count < Self.maximumDirectories, seen.insert(place).inserted,
      let directory = directories.directory(at: place, in: bytes)
    else { return next = nil }
    next = directory.next > 0 ? directory.next : nil
    let number = seen.count - 1
    let image = numbered[number]
    guard image != nil || !described.contains(number) else { return hasPage = true }
    let scale = image.flatMap { channels.scale(of: $0) }
    var name = image.map { channels.name(of: $0) } ?? directory.name(in: bytes)
    let isPart =
      image == nil && directory.isAuxiliary && !isBeside(directory, name)
      || directory.isTiled && isLevel(directory.size, scale)
    // The first directory is a page whatever it is: there has to be one.
    guard !hasPage || !isPart else { return }
    if original != nil, !hasPage, name.isEmpty { name = "thumbnail" }
    hasPage = true
    if directory.isTiled { (tiled, tiledScale) = (directory.size, scale) }
    if place == original { return }
    var page = FilePages.Page(
      offset: place, size: directory.orientation.applied(to: directory.size),
      name: name.isEmpty ? directory.name(in: bytes) : name)
    if channels.hasImages { page.scale = scale?.turned(directory.orientation) }
    if channels.planeCount > 1 {
      only = page
    } else if image == nil {
      others.append(page)
    } else {
      waiting[number] = page
    }
  }

  /// Returns whether a smaller picture beside one in tiles is another one, such as a slide's label: it has a name, or another shape.
  private func isBeside(_ directory: TIFFDirectory, _ name: String) -> Bool {
    guard let tiled, !directory.isMask, !directory.isTiled, !directory.size.isEmpty else {
      return false
    }
    let (one, other) = (directory.size.width * tiled.height, directory.size.height * tiled.width)
    return !name.isEmpty || abs(one - other) > max(tiled.width, tiled.height)
  }

  /// Returns whether a size is that of a level of the last page in tiles.
  private func isLevel(_ size: PixelSize, _ scale: PixelScale?) -> Bool {
    guard let tiled, !tiled.isEmpty, !size.isEmpty,
      PixelScale.canShowTheSame(scale, size, tiledScale, tiled)
    else { return false }
    return Pyramid(size: tiled).storedLevel(of: size) != nil
  }
}
