import OverscrollBase
import ScrollGeometry

/// The patch of a file that gives its picture another orientation, and leaves its pixels and all other metadata as they are.
///
/// An orientation in the file's XMP becomes the same, since other programs read that one; a compressed packet is left as it is.
///
/// It is made in the program itself, without any library.
struct OrientationPatch {
  /// The changes of the file's bytes.
  private(set) var bytes = BytePatch()
  /// The orientation as the file is to have it.
  private let orientation: Orientation
  /// What the picture, and a thumbnail in its EXIF, is turned by.
  private let turn: Orientation
  private let file: ImageFile

  /// The names of the formats whose files have room for an orientation.
  static let formats: Set = ["JPEG", "PNG", "TIFF", "BigTIFF", "WebP"]

  /// Makes the patch of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - format: The name of its format, one of ``formats``.
  ///   - page: The offset of the directory of the page in a TIFF file; `nil` for the first one.
  ///   - orientation: The picture's orientation.
  ///   - turn: What leads to it from the orientation that the file has.
  /// - Throws: If the orientation has no room in the file, or its metadata are damaged.
  init(
    _ file: ImageFile, format: String, page: Int? = nil, to orientation: Orientation,
    by turn: Orientation
  ) throws(ImagingError) {
    (self.file, self.orientation, self.turn) = (file, orientation, turn)
    let content = try FileBytes(file)
    switch format {
    case "JPEG": try patchJPEG(content)
    case "PNG": try patchPNG(content)
    case "WebP": try patchWebP(content)
    case "TIFF", "BigTIFF":
      bytes = try refusing("the header of this page") { () throws(OrientationTag.Refusal) in
        try OrientationTag.patch(
          orientation, thumbnail: nil, of: page, count: content.count
        ) { content.read($0, $1) }
      }
    default:
      throw ImagingError(.unwritable, file.path, "\(format) files have no room for an orientation")
    }
    guard bytes.isPossible(in: content.count) else { throw damage("file") }
  }

  private func refusing(
    _ part: String, _ body: () throws(OrientationTag.Refusal) -> BytePatch
  ) throws(ImagingError) -> BytePatch {
    do throws(OrientationTag.Refusal) { return try body() } catch {
      switch error {
      case .damaged: throw ImagingError(.damaged, file.path, "\(part) is damaged")
      case .full: throw full
      }
    }
  }

  /// The patch of a block of EXIF, with or without the preamble of a marker.
  private func patch(exif block: [UInt8], adds: Bool = true) throws(ImagingError) -> BytePatch {
    let start = block.starts(with: Exif.preamble) ? Exif.preamble.count : 0
    let patch = try refusing("the EXIF block") { () throws(OrientationTag.Refusal) in
      try OrientationTag.patch(
        orientation, thumbnail: turn, adds: adds, count: block.count - start
      ) { place, length in
        guard place >= 0, length >= 0, place <= block.count - start - length else { return nil }
        return Array(block[start + place..<start + place + length])
      }
    }
    var moved = BytePatch()
    moved.add(patch, at: start)
    return moved
  }

  private var full: ImagingError {
    ImagingError(.unwritable, file.path, "there is no room in it for an orientation")
  }

  private func damage(_ part: String) -> ImagingError {
    ImagingError(.damaged, file.path, "the \(part) is damaged")
  }
}

// MARK: - JPEG

extension OrientationPatch {
  /// A segment of a JPEG file, from its marker on.
  private struct Segment {
    let place: Int
    /// What follows its length.
    let body: [UInt8]

    /// The offset of the body.
    var start: Int { place + 4 }
  }

  /// The longest body of a segment, whose length counts itself.
  private static let longestBody = 0xFFFF - 2

  /// Changes the orientation in all blocks of EXIF, of which programs read the first or the last; adds it to the first.
  private mutating func patchJPEG(_ content: borrowing FileBytes) throws(ImagingError) {
    let (segments, insertion) = try segments(content)
    let exif = segments.filter { segment in
      // Further parts of one that is too long for a segment have no beginning of their own.
      segment.body.starts(with: Exif.preamble)
        && TagDirectories.Layout(Array(segment.body.dropFirst(Exif.preamble.count))) != nil
    }
    for (index, segment) in exif.enumerated() {
      let patch = try patch(exif: segment.body, adds: index == 0)
      let length = segment.body.count
      guard length + patch.growth <= Self.longestBody else { throw full }
      bytes.replace(
        Self.number(length + 2), at: segment.place + 2,
        with: Self.number(length + 2 + patch.growth))
      bytes.add(patch, at: segment.start)
    }
    if exif.isEmpty {
      guard !segments.contains(where: { $0.body.starts(with: Exif.preamble) }) else {
        throw damage("EXIF block")
      }
      let body = Exif.preamble + OrientationTag.block(orientation)
      bytes.replace([], at: insertion, with: [0xFF, 0xE1] + Self.number(body.count + 2) + body)
    }
    let name = MetadataBlocks.xmpName
    for segment in segments where segment.body.starts(with: name) {
      let packet = Array(segment.body.dropFirst(name.count))
      bytes.add(XMPRating.patch(packet, to: orientation), at: segment.start + name.count)
    }
    if let pictures = segments.first(where: { $0.body.starts(with: Self.picturesName) }) {
      moveFurtherPictures(pictures)
    }
  }

  private static func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  /// The application segments with tags before the first scan, and where another one has its place: after those of JFIF, which
  /// come first.
  private func segments(
    _ content: borrowing FileBytes
  ) throws(ImagingError) -> (segments: [Segment], insertion: Int) {
    var (place, insertion, segments): (Int, Int, [Segment]) = (2, 2, [])
    var budget = ReadBudget()
    while budget.take(4), let head = content.read(place, 4), head[0] == 0xFF {
      // Any number of fill bytes may come before a marker.
      if head[1] == 0xFF {
        place += 1
        continue
      }
      if head[1] == 0xDA { return (segments, insertion) }
      let length = Int(head[2]) << 8 | Int(head[3])
      // The markers of an end, or without a length.
      guard length >= 2, head[1] > 0x01, !(0xD0...0xD9).contains(head[1]) else { break }
      if head[1] == 0xE0, insertion == place { insertion = place + 2 + length }
      if head[1] == 0xE1 || head[1] == 0xE2 {
        guard budget.take(length), let body = content.read(place + 4, length - 2) else { break }
        segments.append(Segment(place: place, body: body))
      }
      place += 2 + length
    }
    throw damage("JPEG header")
  }

  /// What the segment of the Multi-Picture Format begins with.
  private static let picturesName = Array("MPF".utf8) + [0]
  private static let picturesTag = 0xB002
  /// The length of what is said of each picture: attributes, length, offset, and what it depends on.
  private static let pictureLength = 16

  /// Follows the growth of the file where it names the places of further pictures, as those of cameras with a preview or a depth
  /// map do: their offsets count from the segment's own header. [CIPA DC-007]
  private mutating func moveFurtherPictures(_ segment: Segment) {
    let base = Self.picturesName.count
    let block = Array(segment.body.dropFirst(base))
    guard let layout = TagDirectories.Layout(block), let place = layout.number(block, 4, 4),
      let count = layout.number(block, place, 2)
    else { return }
    func field(_ place: Int, adding growth: Int) -> (old: [UInt8], new: [UInt8])? {
      guard let number = layout.number(block, place, 4), number > 0, growth != 0 else { return nil }
      return (Array(block[place..<place + 4]), layout.bytes(number + growth, 4))
    }
    let start = segment.start + base
    // What is inserted before the header moves it and the pictures alike.
    let (growth, later) = (bytes.growth, bytes.growth(from: start))
    for entry in (0..<count).map({ place + 2 + 12 * $0 })
    where layout.number(block, entry, 2) == Self.picturesTag {
      guard let length = layout.number(block, entry + 4, 4),
        let first = layout.number(block, entry + 8, 4)
      else { return }
      for index in 0..<min(length / Self.pictureLength, block.count / Self.pictureLength) {
        let picture = first + index * Self.pictureLength
        // The first one is this picture, which has no offset.
        let (place, added) = index == 0 ? (picture + 4, growth) : (picture + 8, later)
        guard let (old, new) = field(place, adding: added) else { continue }
        bytes.replace(old, at: start + place, with: new)
      }
    }
  }
}

extension BytePatch {
  /// The number of bytes that a file gains from an offset on.
  fileprivate func growth(from start: Int) -> Int {
    changes.reduce(0) { $1.place < start ? $0 : $0 + $1.new.count - $1.old.count }
  }
}

// MARK: - PNG

extension OrientationPatch {
  private static let exifType = "eXIf"

  private mutating func patchPNG(_ content: borrowing FileBytes) throws(ImagingError) {
    guard let header = PNGChunk(at: PNGChunk.signatureLength, in: content), header.type == "IHDR"
    else { throw damage("PNG header") }
    var (place, exif, hasPacket) = (header.end, nil as PNGChunk?, false)
    var budget = ReadBudget()
    while exif == nil || !hasPacket, let chunk = PNGChunk(at: place, in: content),
      chunk.type != "IEND"
    {
      guard budget.take(PNGChunk.headLength) else {
        if exif != nil { break }
        // One that is not found would be there twice.
        throw ImagingError(.unwritable, file.path, "the file has too many parts to be searched")
      }
      if chunk.type == Self.exifType { exif = exif ?? chunk }
      if chunk.type == "iTXt", !hasPacket { hasPacket = patchPacket(chunk, in: content) }
      place = chunk.end
    }
    if let exif { return try patch(exif, in: content) }
    // One that older programs have written as a text gives way to a chunk, and is taken over.
    var block = OrientationTag.block(orientation)
    let notes = PNGNotes(file, inflates: false)
    guard !notes.skipsExif else {
      throw ImagingError(.unwritable, file.path, "its EXIF block is in a compressed text")
    }
    if let old = notes.exif {
      let start = old.starts(with: Exif.preamble) ? Exif.preamble.count : 0
      block = Array(try patch(exif: old).applied(to: old)[start...])
    }
    bytes.replace([], at: header.end, with: PNGData.chunk(Self.exifType, block))
  }

  /// Changes the orientation in a text that is an XMP packet; returns false for another one.
  private mutating func patchPacket(_ chunk: PNGChunk, in content: borrowing FileBytes) -> Bool {
    let name = Array(MetadataBlocks.xmpKeyword.utf8) + [0]
    guard chunk.count > name.count, chunk.count <= MetadataBlocks.maximumBlock,
      content.read(chunk.start, name.count) == name,
      let body = content.read(chunk.start, chunk.count),
      let checksum = content.read(chunk.start + chunk.count, 4)
    else { return false }
    // Whether it is compressed, and how; a language and a translated keyword, each with a zero.
    let rest = body.dropFirst(name.count + 2)
    guard body[name.count] == 0, let language = rest.firstIndex(of: 0),
      let keyword = rest[(language + 1)...].firstIndex(of: 0)
    else { return true }
    var patch = BytePatch()
    patch.add(XMPRating.patch(Array(body[(keyword + 1)...]), to: orientation), at: keyword + 1)
    guard !patch.changes.isEmpty else { return true }
    let new = PNGData.chunk(chunk.type, patch.applied(to: body))
    bytes.add(patch, at: chunk.start)
    bytes.replace(checksum, at: chunk.start + chunk.count, with: Array(new.suffix(4)))
    return true
  }

  private mutating func patch(
    _ chunk: PNGChunk, in content: borrowing FileBytes
  ) throws(ImagingError) {
    guard chunk.count <= MetadataBlocks.maximumBlock,
      let body = content.read(chunk.start, chunk.count),
      let checksum = content.read(chunk.start + chunk.count, 4)
    else { throw damage("EXIF block") }
    let patch = try patch(exif: body)
    let new = PNGData.chunk(Self.exifType, patch.applied(to: body))
    bytes.replace(
      PNGData.number(body.count), at: chunk.start - PNGChunk.headLength, with: Array(new.prefix(4)))
    bytes.add(patch, at: chunk.start)
    bytes.replace(checksum, at: chunk.start + chunk.count, with: Array(new.suffix(4)))
  }
}

// MARK: - WebP

extension OrientationPatch {
  /// The length of the features (VP8X), and the bit of alpha in them.
  private static let featuresLength = 10
  private static let alphaBit: UInt8 = 0x10

  private mutating func patchWebP(_ content: borrowing FileBytes) throws(ImagingError) {
    guard let head = content.read(0, WebPChunk.firstPlace),
      let first = WebPChunk(at: WebPChunk.firstPlace, in: content)
    else { throw damage("WebP header") }
    let length = ByteReader(bytes: head).number(at: 4, length: 4) ?? 0
    // Programs that write to a pipe cannot know it.
    let isKnown = length > WebPChunk.firstPlace - 8 && length <= content.count - 8
    let end = isKnown ? 8 + length : content.count
    var (chunk, exif, packet): (WebPChunk, WebPChunk?, Int?) = (first, nil, nil)
    var budget = ReadBudget()
    while true {
      if chunk.type == "EXIF" { exif = exif ?? chunk }
      if chunk.type == "XMP " { packet = packet ?? chunk.start - WebPChunk.headLength }
      guard chunk.end < end, let next = WebPChunk(at: chunk.end, in: content) else { break }
      guard budget.take(WebPChunk.headLength) else { throw damage("WebP file") }
      chunk = next
    }
    guard chunk.start + chunk.count <= content.count else { throw damage("WebP file") }
    if first.type == "VP8X" {
      guard let flags = content.read(first.start, 1) else { throw damage("WebP header") }
      bytes.replace(flags, at: first.start, with: [flags[0] | WebPData.exifBit])
    } else {
      bytes.replace([], at: WebPChunk.firstPlace, with: try features(of: first, in: content))
    }
    if let packet, let chunk = WebPChunk(at: packet, in: content),
      chunk.count <= MetadataBlocks.maximumBlock,
      let body = content.read(chunk.start, chunk.count)
    {
      bytes.add(XMPRating.patch(body, to: orientation), at: chunk.start)
    }
    if let exif {
      try patch(exif, in: content)
    } else {
      // Not every program has padded the last one.
      let padding = packet == nil && chunk.end > content.count ? [UInt8(0)] : []
      bytes.replace(
        [], at: packet ?? min(chunk.end, content.count),
        with: padding + WebPData.chunk("EXIF", OrientationTag.block(orientation)))
    }
    let new = isKnown ? length + bytes.growth : content.count - 8 + bytes.growth
    guard bytes.growth != 0 else { return }
    guard new < UInt32.max else { throw full }
    bytes.replace(Array(head[4..<8]), at: 4, with: new.bytes(4))
  }

  private mutating func patch(
    _ chunk: WebPChunk, in content: borrowing FileBytes
  ) throws(ImagingError) {
    guard chunk.count <= MetadataBlocks.maximumBlock,
      let body = content.read(chunk.start, chunk.count)
    else { throw damage("EXIF block") }
    let patch = try patch(exif: body)
    guard patch.growth > 0 else { return bytes.add(patch, at: chunk.start) }
    let count = body.count + patch.growth
    bytes.replace(body.count.bytes(4), at: chunk.start - 4, with: count.bytes(4))
    let padding = content.read(chunk.start + body.count, body.count % 2) ?? []
    for change in patch.changes {
      // What is appended comes before the padding, which it needs or not.
      let isEnd = change.place == body.count
      bytes.replace(
        isEnd ? padding : change.old, at: chunk.start + change.place,
        with: isEnd ? change.new + [UInt8](repeating: 0, count: count % 2) : change.new)
    }
  }

  /// The chunk of features that a file without metadata does not have.
  private func features(
    of frame: WebPChunk, in content: borrowing FileBytes
  ) throws(ImagingError) -> [UInt8] {
    guard let head = content.read(frame.start, Self.featuresLength) else {
      throw damage("WebP header")
    }
    let reader = ByteReader(bytes: head)
    let (width, height, hasAlpha): (Int, Int, Bool)
    switch frame.type {
    case "VP8 ":
      // After the frame's tag and a mark come two numbers of 14 bits, each with two bits of scaling. [RFC 6386, 9.1]
      width = (reader.number(at: 6, length: 2) ?? 0) & 0x3FFF
      height = (reader.number(at: 8, length: 2) ?? 0) & 0x3FFF
      hasAlpha = false
    case "VP8L":
      // After a mark, 14 bits each of width and height less one, and a bit of alpha. [RFC 9649, 3.4]
      let bits = reader.number(at: 1, length: 4) ?? 0
      (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
      hasAlpha = bits >> 28 & 1 == 1
    default: throw damage("WebP header")
    }
    guard width > 0, height > 0 else { throw damage("WebP header") }
    return WebPData.features(
      WebPData.exifBit | (hasAlpha ? Self.alphaBit : 0), PixelSize(width: width, height: height))
  }
}
