/// Changes of the bytes of a file, or of a block in one, which keep all others.
struct BytePatch: Hashable, Sendable {
  /// Bytes in the place of others.
  struct Change: Hashable, Sendable {
    /// The offset of the old bytes, or of the byte before which the new ones are inserted.
    var place: Int
    var old: [UInt8]
    var new: [UInt8]
  }

  /// The changes in the order of their places.
  private(set) var changes: [Change] = []

  /// The number of bytes that the file gains.
  var growth: Int { changes.reduce(0) { $0 + $1.new.count - $1.old.count } }

  /// Adds a change, unless the bytes are the same.
  mutating func replace(_ old: [UInt8], at place: Int, with new: [UInt8]) {
    guard old != new else { return }
    let index = changes.firstIndex { $0.place > place } ?? changes.endIndex
    changes.insert(Change(place: place, old: old, new: new), at: index)
  }

  /// Returns whether no two changes are about the same byte of a file of some length, as they would be where its directories lie
  /// over each other.
  func isPossible(in count: Int) -> Bool {
    var end = 0
    for change in changes {
      guard change.place >= end else { return false }
      end = change.place + change.old.count
    }
    return end <= count
  }

  /// Adds the changes of a block that lies at an offset.
  mutating func add(_ block: BytePatch, at place: Int) {
    for change in block.changes { replace(change.old, at: place + change.place, with: change.new) }
  }

  /// The changes that bring back the bytes as they were.
  var inverse: BytePatch {
    var (inverse, growth) = (BytePatch(), 0)
    for change in changes {
      inverse.replace(change.new, at: change.place + growth, with: change.old)
      growth += change.new.count - change.old.count
    }
    return inverse
  }

  /// Returns the bytes of a block with the changes.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    pieces(of: bytes.count).flatMap { piece in
      switch piece {
      case .kept(let range, _): Array(bytes[range])
      case .new(let new, _): new
      }
    }
  }

  /// A part of the file with the changes, and where it lies in it.
  enum Piece {
    /// Bytes of the file as it was.
    case kept(Range<Int>, at: Int)
    case new([UInt8], at: Int)
  }

  /// Returns the parts of a file of some length with the changes, in order.
  func pieces(of count: Int) -> [Piece] {
    var (pieces, read, written): ([Piece], Int, Int) = ([], 0, 0)
    for change in changes {
      pieces.append(.kept(read..<change.place, at: written))
      written += change.place - read
      pieces.append(.new(change.new, at: written))
      written += change.new.count
      read = change.place + change.old.count
    }
    return pieces + [.kept(read..<count, at: written)]
  }
}

/// The patch of a picture's orientation in a file in TIFF's layout, or in a block of EXIF, which moves nothing in it: a directory
/// without the tag is written again at the end, and the old one is left.
enum OrientationTag {
  /// Why the orientation cannot be written.
  enum Refusal: Error {
    case damaged
    /// The offsets of the file cannot reach further.
    case full
  }

  private static let number = 0x0112
  /// The tag of an XMP packet.
  private static let packet = 700
  /// TIFF's number of the type of 16 bits.
  private static let short = 3
  /// The most directories before that of a page.
  private static let maximumDirectories = 1_000_000
  /// The most tags of a directory, as in libtiff.
  private static let maximumTags = 0xFFFF

  /// A directory as it is stored.
  private struct Directory {
    var entries: [[UInt8]]
    /// Where the first entry is.
    let start: Int
    /// The link to the next directory, and its place.
    let link: [UInt8]
    let linkPlace: Int

    init?(_ place: Int, _ layout: TagDirectories.Layout, _ read: (Int, Int) -> [UInt8]?) {
      guard place > 0, let head = read(place, layout.countLength),
        let count = layout.number(head, 0, head.count), (1...maximumTags).contains(count),
        let all = read(place + head.count, count * layout.entryLength)
      else { return nil }
      start = place + head.count
      entries = stride(from: 0, to: all.count, by: layout.entryLength).map {
        Array(all[$0..<$0 + layout.entryLength])
      }
      linkPlace = start + all.count
      // Some blocks of EXIF end without one.
      link = read(linkPlace, layout.offsetLength) ?? layout.bytes(0, layout.offsetLength)
    }
  }

  /// Makes the patch.
  ///
  /// - Parameters:
  ///   - orientation: The picture's orientation.
  ///   - turn: What the thumbnail in the second directory is turned by where that has an orientation of its own; `nil` for
  ///     a file whose second directory is another picture.
  ///   - target: The offset of the picture's directory; `nil` for the first one.
  ///   - adds: False to leave alone a directory without an orientation.
  ///   - count: The length of the file or the block, in bytes.
  ///   - read: Returns bytes from an offset on, or `nil` if there are none.
  /// - Returns: The patch.
  /// - Throws: ``Refusal``.
  static func patch(
    _ orientation: Orientation, thumbnail turn: Orientation?, of target: Int? = nil,
    adds: Bool = true, count: Int, _ read: (_ place: Int, _ length: Int) -> [UInt8]?
  ) throws(Refusal) -> BytePatch {
    guard let head = read(0, 8), let layout = TagDirectories.Layout(head),
      layout.isBig || layout.number(head, 2, 2) == 42
    else { throw .damaged }
    let (link, directory) = try find(target, layout, read)
    var patch = BytePatch()
    let places = directory.entries.indices.filter { tag(directory.entries[$0], layout) == number }
    for index in places {
      let old = directory.entries[index]
      patch.replace(
        old, at: directory.start + index * layout.entryLength,
        with: entry(orientation, in: old, layout))
    }
    for entry in directory.entries where tag(entry, layout) == packet {
      patch.add(packetPatch(entry, orientation, layout, read), at: 0)
    }
    if let turn, let place = layout.number(directory.link, 0, directory.link.count),
      let thumbnail = Directory(place, layout, read)
    {
      for (index, old) in thumbnail.entries.enumerated() {
        guard tag(old, layout) == number, isShort(old, layout),
          let value = layout.number(old, 4 + layout.offsetLength, 2).flatMap(Orientation.init)
        else { continue }
        patch.replace(
          old, at: thumbnail.start + index * layout.entryLength,
          with: entry(value.followed(by: turn), in: old, layout))
      }
    }
    if places.isEmpty, adds {
      patch.add(try extended(directory, from: link, orientation, layout, count: count), at: 0)
    }
    guard patch.isPossible(in: count) else { throw .damaged }
    return patch
  }

  /// The patch of the packet that an entry has, unless that is too long, or damaged.
  private static func packetPatch(
    _ entry: [UInt8], _ orientation: Orientation, _ layout: TagDirectories.Layout,
    _ read: (Int, Int) -> [UInt8]?
  ) -> BytePatch {
    var patch = BytePatch()
    // Packets are bytes, of either type.
    guard let type = layout.number(entry, 2, 2), [1, 7].contains(type),
      let length = layout.number(entry, 4, layout.offsetLength),
      (layout.offsetLength + 1...MetadataBlocks.maximumBlock).contains(length),
      let place = layout.number(entry, 4 + layout.offsetLength, layout.offsetLength),
      let bytes = read(place, length)
    else { return patch }
    patch.add(XMPRating.patch(bytes, to: orientation), at: place)
    return patch
  }

  /// A block of EXIF with an orientation and nothing else.
  static func block(_ orientation: Orientation) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
  }

  /// Finds a directory in the chain, and the link to it.
  private static func find(
    _ target: Int?, _ layout: TagDirectories.Layout, _ read: (Int, Int) -> [UInt8]?
  ) throws(Refusal) -> (link: (place: Int, bytes: [UInt8]), directory: Directory) {
    var link = (place: layout.firstLink, bytes: read(layout.firstLink, layout.offsetLength) ?? [])
    for _ in 0..<maximumDirectories {
      guard let place = layout.number(link.bytes, 0, layout.offsetLength) else { throw .damaged }
      // A directory below another one has no link in the chain.
      if target != nil, place == 0 { throw .full }
      guard let directory = Directory(place, layout, read) else { throw .damaged }
      if target ?? place == place { return (link, directory) }
      link = (directory.linkPlace, directory.link)
    }
    throw .damaged
  }

  private static func tag(_ entry: [UInt8], _ layout: TagDirectories.Layout) -> Int? {
    layout.number(entry, 0, 2)
  }

  private static func isShort(_ entry: [UInt8], _ layout: TagDirectories.Layout) -> Bool {
    layout.number(entry, 2, 2) == short && layout.number(entry, 4, layout.offsetLength) == 1
  }

  /// The entry with another value, of the type that it is to have.
  private static func entry(
    _ orientation: Orientation, in old: [UInt8], _ layout: TagDirectories.Layout
  ) -> [UInt8] {
    var entry = isShort(old, layout) ? old : newEntry(orientation, layout)
    let place = 4 + layout.offsetLength
    entry.replaceSubrange(place..<place + 2, with: layout.bytes(orientation.rawValue, 2))
    return entry
  }

  private static func newEntry(
    _ orientation: Orientation, _ layout: TagDirectories.Layout
  ) -> [UInt8] {
    layout.bytes(number, 2) + layout.bytes(short, 2) + layout.bytes(1, layout.offsetLength)
      + layout.bytes(orientation.rawValue, 2)
      + [UInt8](repeating: 0, count: layout.offsetLength - 2)
  }

  /// Appends the directory with an orientation, and leads the link to it.
  private static func extended(
    _ directory: Directory, from link: (place: Int, bytes: [UInt8]), _ orientation: Orientation,
    _ layout: TagDirectories.Layout, count: Int
  ) throws(Refusal) -> BytePatch {
    var entries = directory.entries
    let index = entries.firstIndex { tag($0, layout) ?? 0 > number } ?? entries.endIndex
    entries.insert(newEntry(orientation, layout), at: index)
    // Directories begin at even places.
    let place = count + count % 2
    let bytes =
      layout.bytes(entries.count, layout.countLength) + entries.flatMap { $0 } + directory.link
    guard entries.count <= maximumTags, layout.isBig || place + bytes.count <= UInt32.max else {
      throw .full
    }
    var patch = BytePatch()
    patch.replace(link.bytes, at: link.place, with: layout.bytes(place, layout.offsetLength))
    patch.replace([], at: count, with: [UInt8](repeating: 0, count: count % 2) + bytes)
    return patch
  }
}
