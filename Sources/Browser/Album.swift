package import OverscrollBase
import ScrollEngine

/// The pictures of a window in their order, and the one that is shown.
///
/// A value without input and output: the contents of folders and changes of files are given to it. Its entries are unique
/// by their paths and always sorted; the position follows the picture that is shown, whatever happens around it.
package struct Album: Hashable, Sendable {
  /// A picture of an album.
  package struct Entry: Hashable, Sendable {
    /// The number of its folder among those of the album.
    fileprivate let folder: Int32
    /// The number of the argument that named it or its folder.
    fileprivate let argument: Int32
    /// What it is sorted by before its name: a time, a size or a random number; otherwise 0.
    package fileprivate(set) var rank: Int
    /// How far the clock by which it was taken was ahead of the computer's, in seconds; 0 where that isn't known.
    package fileprivate(set) var clockLead = 0
    /// The name of the file.
    package let name: FilePath
    /// Whether the user named this file, rather than its folder.
    package let isNamed: Bool
  }

  /// What the entries are sorted by.
  package enum Sort: String, Hashable, Sendable, CaseIterable {
    case name
    /// When the picture was taken or, where its file doesn't say, changed last.
    case taken
    /// When the file was changed last.
    case time
    case size
    case random
    /// The order of the arguments; the pictures of a folder by name.
    case given
  }

  /// A file to add.
  package struct File: Hashable, Sendable {
    package var name: FilePath
    /// The time of the last change in nanoseconds, the size in bytes, or a random number, as the album is sorted; otherwise 0.
    package var rank: Int

    package init(_ name: FilePath, rank: Int = 0) {
      self.name = name
      self.rank = rank
    }
  }

  /// A way to go to another picture.
  package enum Step: Hashable, Sendable {
    case next
    case previous
    case first
    case last
    /// The picture of that number, from 0.
    case to(Int)
  }

  package private(set) var sort: Sort
  package private(set) var isReversed: Bool
  /// A number that changes whenever pictures come or go, or change places.
  package private(set) var revision = 0
  /// The pictures in their order.
  package private(set) var entries: [Entry] = []
  /// The index of the picture that is shown; `nil` only while the album is empty.
  package private(set) var position: Int?
  /// The pictures that the user has marked.
  package private(set) var marked: Set<Entry> = []
  /// The marked paths of the albums that this one replaced, which are not among its own pictures.
  private var earlierMarks: [FilePath] = []
  /// The paths of pictures that were marked when they left the album, and are again where they come back.
  private var absentMarks: Set<FilePath> = []
  private var folders: [FilePath] = []
  /// What the folders are sorted by.
  private var folderKeys: [[UInt8]] = []
  private var folderNumbers: [FilePath: Int32] = [:]
  private var argumentCount: Int32 = 0

  /// Makes an empty album.
  package init(sort: Sort = .given, isReversed: Bool = false) {
    self.sort = sort
    self.isReversed = isReversed
  }

  // MARK: - Looking

  package var count: Int { entries.count }

  package var isEmpty: Bool { entries.isEmpty }

  /// The picture that is shown.
  package var current: Entry? { position.map { entries[$0] } }

  /// The path of a picture as it is opened.
  package func path(of entry: Entry) -> FilePath {
    folders[Int(entry.folder)].appending(entry.name)
  }

  /// The path of the picture that is shown.
  package var currentPath: FilePath? { current.map(path) }

  /// Returns the index that a step leads to, or `nil` at the ends of the album.
  package func target(of step: Step) -> Int? {
    guard let position else { return nil }
    let index =
      switch step {
      case .next: position + 1
      case .previous: position - 1
      case .first: 0
      case .last: count - 1
      case .to(let index): index
      }
    return entries.indices.contains(index) && index != position ? index : nil
  }

  /// Returns the index of the picture with a path; O(1) for the one that is shown, O(*n*) for others.
  package func index(of path: FilePath) -> Int? {
    let (folder, name) = Self.parts(of: path)
    guard let number = folderNumbers[folder] else { return nil }
    if let position, let current, current.folder == number, current.name == name {
      return position
    }
    return entries.firstIndex { $0.folder == number && $0.name == name }
  }

  /// Returns the indices of the pictures with some paths; O(*n*), where ``index(of:)`` of each would be quadratic.
  package func indices(of paths: [FilePath]) -> Set<Int> {
    var names: [Int32: Set<FilePath>] = [:]
    for path in paths {
      let (folder, name) = Self.parts(of: path)
      if let number = folderNumbers[folder] { names[number, default: []].insert(name) }
    }
    guard !names.isEmpty else { return [] }
    return Set(
      entries.indices.filter { names[entries[$0].folder]?.contains(entries[$0].name) == true })
  }

  /// Returns the paths of the pictures of some folders that are not among the files that each has; O(*n*).
  package func paths(notAmong folders: [(path: FilePath, files: [File])]) -> [FilePath] {
    var names: [Int32: Set<FilePath>] = [:]
    for folder in folders {
      if let number = folderNumbers[folder.path] { names[number] = Set(folder.files.map(\.name)) }
    }
    return entries.filter { names[$0.folder]?.contains($0.name) == false }.map(path)
  }

  /// Returns the paths of the pictures whose names are among some of their folder, which `names` returns.
  package func paths(named names: (FilePath) -> Set<FilePath>) -> [FilePath] {
    let names = folders.map(names)
    guard names.contains(where: { !$0.isEmpty }) else { return [] }
    return entries.filter { names[Int($0.folder)].contains($0.name) }.map(path)
  }

  // MARK: - Changing

  /// Moves to the picture at an index; indices outside the album are ignored.
  package mutating func move(to index: Int) {
    if entries.indices.contains(index) { position = index }
  }

  /// Adds files that were named as arguments one after the other, by their paths; O(*n* log *n*).
  ///
  /// The first one becomes the picture that is shown.
  package mutating func add(named files: [File]) {
    var seen: Set<FilePath> = []
    add(
      files.compactMap { file in
        argumentCount += 1
        guard seen.insert(file.name).inserted else { return nil }
        let (folder, name) = Self.parts(of: file.name)
        return Entry(
          folder: number(of: folder), argument: argumentCount, rank: file.rank, name: name,
          isNamed: true)
      })
  }

  /// Adds the pictures of a folder that was named as an argument, and of folders in it; O(*n* log *n*).
  ///
  /// - Parameter folders: Each folder, empty for the working folder, with its pictures, each once.
  package mutating func add(_ folders: [(path: FilePath, files: [File])]) {
    argumentCount += 1
    join(folders)
  }

  /// Adds the pictures of one folder that was named as an argument.
  package mutating func add(_ files: [File], in folder: FilePath) { add([(folder, files)]) }

  /// Adds the other pictures of folders, each once, as neighbors of those that are there.
  package mutating func join(_ folders: [(path: FilePath, files: [File])]) {
    // All at once: the folders may be thousands. They belong to the argument that named the picture, so that they are sorted with it.
    add(
      folders.flatMap { folder in
        let number = number(of: folder.path)
        return folder.files.map {
          Entry(
            folder: number, argument: argumentCount, rank: $0.rank, name: $0.name, isNamed: false)
        }
      })
  }

  /// Adds the other pictures of the folder of a picture, each once, as neighbors of it.
  package mutating func join(_ files: [File], in folder: FilePath) { join([(folder, files)]) }

  /// Removes the picture at an index; if it is the one that is shown, the one after it takes its place, or the last one.
  package mutating func remove(at index: Int) {
    guard entries.indices.contains(index) else { return }
    revision += 1
    noteAbsence(of: entries.remove(at: index))
    guard let position else { return }
    let next = index < position ? position - 1 : position
    self.position = entries.isEmpty ? nil : min(next, count - 1)
  }

  /// Removes the pictures at some indices at once, as ``remove(at:)`` does; O(*n*).
  package mutating func remove(at indices: Set<Int>) {
    guard !indices.isEmpty else { return }
    revision += 1
    let kept = entries.indices.filter { !indices.contains($0) }
    let next = position.map { position in kept.count { $0 < position } }
    for index in indices where entries.indices.contains(index) { noteAbsence(of: entries[index]) }
    entries = kept.map { entries[$0] }
    position = entries.isEmpty ? nil : next.map { min($0, count - 1) }
  }

  private mutating func noteAbsence(of entry: Entry) {
    if marked.remove(entry) != nil { absentMarks.insert(path(of: entry)) }
  }

  /// Returns the picture of a path; `nil` if it is not in the album.
  package func entry(of path: FilePath) -> Entry? { index(of: path).map { entries[$0] } }

  /// Adds a picture that was removed, or has been in another album, in the place that it had among the arguments.
  package mutating func restore(_ entry: Entry, at path: FilePath) {
    let (folder, name) = Self.parts(of: path)
    let restored = Entry(
      folder: number(of: folder), argument: entry.argument, rank: entry.rank,
      clockLead: entry.clockLead, name: name, isNamed: entry.isNamed)
    // It may have come by a change of its folder.
    if let index = index(of: path), index != position { remove(at: index) }
    add([restored])
  }

  /// Gives a picture another path, by which it is sorted; it takes the place of one that has that path.
  package mutating func rename(_ old: FilePath, to new: FilePath) {
    guard old != new, index(of: old) != nil else { return }
    if let other = index(of: new) { remove(at: other) }
    guard let index = index(of: old) else { return }
    revision += 1
    absentMarks.remove(new)
    let (folder, name) = Self.parts(of: new)
    let (number, entry) = (number(of: folder), entries[index])
    let renamed = Entry(
      folder: number, argument: entry.argument, rank: entry.rank, clockLead: entry.clockLead,
      name: name, isNamed: entry.isNamed)
    let shown = index == position ? renamed : current
    entries.remove(at: index)
    if marked.remove(entry) != nil { marked.insert(renamed) }
    insert(renamed)
    position = shown.flatMap { find($0) }
  }

  /// Adds those of some entries with different paths that are not in the album yet.
  private mutating func add(_ files: [Entry]) {
    let shown = current
    let numbers = Set(files.map(\.folder))
    let known = Set(entries.lazy.filter { numbers.contains($0.folder) }.map(Place.init))
    let new = files.filter { !known.contains(Place($0)) }
    guard !new.isEmpty else { return }
    revision += 1
    if new.count == 1 {
      insert(new[0])
    } else {
      entries = merged(entries, ordered(new))
    }
    position = shown.flatMap { find($0) } ?? 0
    markAgain(new)
  }

  private mutating func insert(_ entry: Entry) {
    entries.insert(entry, at: entries.partitioningIndex { isBefore(entry, $0) })
  }

  /// The index of an entry of the album; O(log *n*).
  private func find(_ entry: Entry) -> Int? {
    let index = entries.partitioningIndex { !isBefore($0, entry) }
    return entries.indices.contains(index) && entries[index] == entry ? index : nil
  }

  /// Returns the entries of two lists that are in order; O(*m* log *n* + *n*), where *m* is the length of the shorter one.
  private func merged(_ one: [Entry], _ other: [Entry]) -> [Entry] {
    guard other.count <= one.count else { return merged(other, one) }
    guard !other.isEmpty else { return one }
    var result: [Entry] = []
    result.reserveCapacity(one.count + other.count)
    var rest = one[...]
    for entry in other {
      let place = rest.partitioningIndex { isBefore(entry, $0) }
      result += rest[..<place]
      result.append(entry)
      rest = rest[place...]
    }
    return result + rest
  }

  private mutating func number(of folder: FilePath) -> Int32 {
    if let number = folderNumbers[folder] { return number }
    let number = Int32(folders.count)
    folders.append(folder)
    folderKeys.append(Self.key(ofFolder: folder))
    folderNumbers[folder] = number
    return number
  }

  /// A path's folder, empty where it has none, and its name.
  private static func parts(of path: FilePath) -> (folder: FilePath, name: FilePath) {
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")), slash + 1 < path.bytes.count
    else { return (FilePath(""), path) }
    return (path.folder, FilePath(bytes: path.bytes[(slash + 1)...]))
  }

  // MARK: - Marks

  /// Marks the picture at an index, or removes its mark; indices outside the album are ignored.
  package mutating func toggleMark(at index: Int) {
    guard entries.indices.contains(index) else { return }
    let entry = entries[index]
    if marked.remove(entry) == nil { marked.insert(entry) }
  }

  /// Marks pictures; those that are not in the album once they are.
  package mutating func mark(_ paths: [FilePath]) {
    let marked = Set(markedPaths)
    earlierMarks += paths.filter { !marked.contains($0) }
    markAgain(entries)
  }

  /// Removes the marks of pictures, also of those that are in an earlier album.
  package mutating func unmark(_ paths: [FilePath]) {
    for index in indices(of: paths) { marked.remove(entries[index]) }
    let paths = Set(paths)
    earlierMarks.removeAll(where: paths.contains)
    absentMarks.subtract(paths)
  }

  /// Gives the mark of a file to another name that it has got, now or once that is in the album.
  package mutating func moveMark(from old: FilePath, to new: FilePath) {
    let isMarked = entry(of: old).flatMap { marked.remove($0) } != nil
    guard absentMarks.remove(old) != nil || isMarked else { return }
    absentMarks.insert(new)
    markAgain(entries)
  }

  /// Removes all marks.
  package mutating func unmarkAll() { (marked, earlierMarks, absentMarks) = ([], [], []) }

  /// Adopts the marks of the album that this one replaces.
  package mutating func inheritMarks(of old: Album) {
    (earlierMarks, absentMarks) = (old.markedPaths, old.absentMarks)
    markAgain(entries)
  }

  /// Marks those of some pictures that were marked in an earlier album, or before they left this one.
  private mutating func markAgain(_ entries: [Entry]) {
    guard !earlierMarks.isEmpty || !absentMarks.isEmpty else { return }
    let earlier = absentMarks.union(earlierMarks)
    let found = entries.filter { earlier.contains(path(of: $0)) }
    guard !found.isEmpty else { return }
    marked.formUnion(found)
    let paths = Set(found.map(path))
    earlierMarks.removeAll(where: paths.contains)
    absentMarks.subtract(paths)
  }

  /// The paths of the marked pictures: those of earlier albums, then this one's in its order.
  package var markedPaths: [FilePath] {
    earlierMarks + entries.filter(marked.contains).map(path)
  }

  /// The pictures to compare: those that are marked or, where only one is, that one and the picture at an index.
  package func picturesToCompare(with index: Int?) -> [FilePath]? {
    var paths = markedPaths
    if paths.count == 1, let index, entries.indices.contains(index) {
      let other = path(of: entries[index])
      if other != paths[0] { paths.append(other) }
    }
    return CompareSettings.counts.contains(paths.count) ? paths : nil
  }

  /// Whether any picture is marked, also of an earlier album.
  package var hasMarks: Bool { !marked.isEmpty || !earlierMarks.isEmpty }

  // MARK: - Order

  /// Returns the pictures in another order; O(*n* log *n*), which belongs on another thread.
  ///
  /// - Parameters:
  ///   - sort: What they are sorted by.
  ///   - isReversed: True for the reverse of its order.
  ///   - rank: Returns what a path is sorted by before its name, such as a time, and how far the clock of that is ahead.
  /// - Returns: The same pictures, for ``adopt(_:)``.
  package func sorted(
    by sort: Sort, isReversed: Bool, rank: (FilePath) -> (rank: Int, clockLead: Int)
  ) -> Album {
    var album = self
    (album.sort, album.isReversed) = (sort, isReversed)
    for index in entries.indices {
      (album.entries[index].rank, album.entries[index].clockLead) = rank(path(of: entries[index]))
    }
    // Where names are in order already, they need not be compared again: that takes the most time.
    if sort != .name, sort != .given, self.sort == .name || self.sort == .given && argumentCount < 2
    {
      let places = album.entries.indices.sorted { one, other in
        let (rank, otherRank) = (album.entries[one].rank, album.entries[other].rank)
        if rank != otherRank { return isReversed ? otherRank < rank : rank < otherRank }
        return isReversed == self.isReversed ? one < other : other < one
      }
      album.entries = places.map { album.entries[$0] }
    } else {
      album.entries = album.ordered(album.entries)
    }
    return album
  }

  /// Takes over the order of an album with the same pictures; the position and the marks stay with theirs.
  ///
  /// - Precondition: no picture has come or gone since that was made from this one.
  package mutating func adopt(_ sorted: Album) {
    precondition(sorted.count == count, "an order of other pictures")
    let shown = current
    let marks = Set(marked.map(Place.init))
    (entries, sort, isReversed) = (sorted.entries, sorted.sort, sorted.isReversed)
    revision += 1
    position = shown.flatMap { shown in
      entries.firstIndex { $0.folder == shown.folder && $0.name == shown.name }
    }
    if !marks.isEmpty { marked = Set(entries.filter { marks.contains(Place($0)) }) }
  }

  /// Reverses the order; O(*n*).
  package mutating func reverse() {
    entries.reverse()
    isReversed.toggle()
    revision += 1
    position = position.map { count - 1 - $0 }
  }

  /// What stays of an entry in another order.
  private struct Place: Hashable {
    let folder: Int32
    let name: FilePath

    init(_ entry: Entry) { (folder, name) = (entry.folder, entry.name) }
  }

  /// Returns entries in order; O(*n* log *n*).
  private func ordered(_ entries: [Entry]) -> [Entry] {
    let sorted = NaturalOrder.sorted(entries, by: appendKey)
    return isReversed ? sorted.reversed() : sorted
  }

  /// Returns whether an entry comes before another one; a strict total order of entries with different paths.
  private func isBefore(_ one: Entry, _ other: Entry) -> Bool {
    let (first, second) = isReversed ? (other, one) : (one, other)
    return key(of: first).lexicographicallyPrecedes(key(of: second))
  }

  private func key(of entry: Entry) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: entry, to: &key)
    return key
  }

  /// Appends what an entry is sorted by: the place among the arguments, the rank, the folder and the name.
  private func appendKey(of entry: Entry, to key: inout [UInt8]) {
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { key += $0 }
    }
    if sort == .given { append(entry.argument) }
    // In the order of unsigned numbers.
    append(UInt(bitPattern: entry.rank) ^ UInt(bitPattern: .min))
    key += folderKeys[Int(entry.folder)]
    NaturalOrder.appendKey(of: entry.name.bytes, to: &key)
  }

  /// What a folder is sorted by, component by component, so that a folder's own pictures come before those of the folders in it.
  private static func key(ofFolder folder: FilePath) -> [UInt8] {
    let parts = folder.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    // The path itself tells /a from a.
    var key: [UInt8] = []
    for part in parts + [[], folder.bytes] {
      NaturalOrder.appendKey(of: part, to: &key)
      key.append(0)
    }
    return key
  }
}
