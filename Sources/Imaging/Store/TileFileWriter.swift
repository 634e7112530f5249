import Glibc
import OverscrollBase
import ScrollGeometry
import Synchronization

/// Writes the tiles of one picture into a file of the cache while they are decoded.
///
/// A thread of its own encodes and writes tiles. It never falls far behind: when too many are waiting,
/// `append` encodes one itself. Tiles can be read back at once, and the file gets its name when all tiles
/// are on the disk.
///
/// A file that would be longer than the cache may be lacks its finest level, and the next one, until the rest has room.
final class TileFileWriter: Sendable {
  /// The most pixels that wait to be written before ``append(_:_:)`` helps, in bytes. [C]
  static let waitingLimit = 16 << 20

  private let file: CacheDescriptor
  private let folder: CacheFolder
  private let key: TileFileKey
  private let pyramid: Pyramid
  private let numbering: TileNumbering
  private let state: Mutex<State>
  /// Held while a tile gets its place: what is being written counts, or is given back, before the next one needs room.
  private let filing = Mutex<Void>(())

  /// Why tiles are not in the file.
  enum Failure: Error, Hashable, Sendable {
    /// Even the coarsest level takes more than the cache may, or the file system gives no room back.
    case byteLimit
    /// The folder is not the user's own; a clause.
    case unsafe(String)
    /// The system refused to create or to write it.
    case system(SystemError)
  }

  private struct State: Sendable {
    var places: [TileFileLayout.Place]
    var waiting: [TileKey] = []
    var pixels: [TileKey: TilePixels] = [:]
    var waitingBytes = 0
    var end = TileFileLayout.headerLength
    /// The bytes that the file takes of the cache, without its index.
    var byteCount = TileFileLayout.headerLength
    /// The finest level whose tiles are kept.
    var finest = 0
    var written = 0
    var beingWritten = 0
    var hasThread = false
    var isSealed = false
    var failure: Failure?
  }

  /// Begins a tile file.
  ///
  /// - Throws: If no file can be created.
  init(of key: TileFileKey, pyramid: Pyramid, in folder: CacheFolder) throws(Failure) {
    guard folder.byteLimit > 0 else { throw .byteLimit }
    do throws(OpenFolder.Refusal) {
      file = try CacheDescriptor.make(in: folder, named: key.fileName)
    } catch {
      switch error {
      case .system(let error): throw .system(error)
      case .unsafe(let clause): throw .unsafe(clause)
      }
    }
    self.folder = folder
    self.key = key
    self.pyramid = pyramid
    numbering = TileNumbering(pyramid)
    state = Mutex(State(places: Array(repeating: TileFileLayout.Place(), count: numbering.count)))
  }

  /// The finest level whose tiles are kept, so far.
  var finestLevel: Int { state.withLock { $0.finest } }

  /// What has ended writing so far; `nil` if nothing did.
  var failure: Failure? { state.withLock { $0.failure } }

  /// Writes the tiles that are waiting, and returns what ended writing; `nil` where all are in the file.
  ///
  /// A sealed file is published on the writer's own thread, for which this does not wait.
  func flush() -> Failure? {
    while writeNext() {}
    // The other thread has one tile left at most.
    while state.withLock({ $0.beingWritten > 0 }) { usleep(500) }
    // It may have ended, and left publishing to the one that wrote the last tile, while that was written here.
    if state.withLock({ $0.isSealed }) { seal() }
    return failure
  }

  /// True when all tiles so far are written, or writing failed, and no thread is at work.
  var isDone: Bool {
    state.withLock { !$0.hasThread && $0.beingWritten == 0 && $0.waiting.isEmpty }
  }

  /// Appends a complete tile; may write this one or an earlier one before it returns.
  ///
  /// - Returns: False if the tile will not be in the file.
  func append(_ key: TileKey, _ pixels: TilePixels) -> Bool {
    let (needsThread, mustHelp, isTaken) = state.withLock { state in
      guard state.failure == nil, !state.isSealed, pyramid.contains(key), key.level >= state.finest
      else { return (false, false, false) }
      state.waiting.append(key)
      state.pixels[key] = pixels
      state.waitingBytes += pixels.byteCount
      defer { state.hasThread = true }
      return (!state.hasThread, state.waitingBytes > Self.waitingLimit, true)
    }
    if needsThread, !DecodeThread.start({ self.writeUntilDone() }) {
      state.withLock { $0.hasThread = false }
      writeNext()
    }
    if mustHelp { writeNext() }
    return isTaken
  }

  /// Returns an appended tile, or `nil` if it is missing or cannot be read.
  func pixels(_ key: TileKey) -> TilePixels? {
    guard pyramid.contains(key) else { return nil }
    let number = numbering.number(of: key)
    let (waiting, place) = state.withLock { ($0.pixels[key], $0.places[number]) }
    return waiting ?? place.pixels(in: file, size: pyramid.rect(of: key).size)
  }

  /// Called after the last tile: the file is published as soon as it is written.
  func seal() {
    let needsThread = state.withLock { state in
      state.isSealed = true
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread, !DecodeThread.start({ self.writeUntilDone() }) { writeUntilDone() }
  }

  private func writeUntilDone() {
    while writeNext() {}
    guard claimPublication() else { return }
    publish()
    state.withLock { $0.hasThread = false }
  }

  /// Returns true to the one caller that must publish; otherwise the thread counts as ended.
  private func claimPublication() -> Bool {
    state.withLock { state in
      // The next tile starts another thread.
      state.hasThread = false
      guard state.isSealed, state.failure == nil, state.waiting.isEmpty, state.beingWritten == 0,
        state.written == numbering.count(from: state.finest)
      else { return false }
      state.written += 1
      state.hasThread = true
      return true
    }
  }

  /// Encodes and writes one tile; returns false if none is waiting.
  @discardableResult
  private func writeNext() -> Bool {
    let next: (key: TileKey, pixels: TilePixels)? = state.withLock { state in
      while !state.waiting.isEmpty {
        let key = state.waiting.removeFirst()
        guard let pixels = state.pixels[key] else { continue }
        guard key.level >= state.finest else {
          state.pixels[key] = nil
          state.waitingBytes -= pixels.byteCount
          continue
        }
        state.beingWritten += 1
        return (key, pixels)
      }
      return nil
    }
    guard let next else { return false }
    var (place, encoded) = Self.encode(next.pixels)
    filing.withLock { _ in
      makeRoom(for: next.key, place.length)
      let failure: Failure?
      if let offset = reserve(place.length, for: next.key) {
        place.offset = offset
        failure = encoded.withUnsafeBytes { file.write($0, at: offset) }.map { .system($0) }
      } else {
        // A discarded level, or not even the coarsest one has room.
        failure = finestLevel > next.key.level ? nil : .byteLimit
        place = TileFileLayout.Place()
      }
      finish(next.key, next.pixels.byteCount, place, failure)
    }
    return true
  }

  /// The bytes that tiles may take of the cache.
  private var byteLimit: Int {
    folder.byteLimit - numbering.count * TileFileLayout.Place.byteCount - key.bytes.count
  }

  /// Takes a part of the file for a tile; `nil` where it has no room, or its level was discarded.
  private func reserve(_ length: Int, for key: TileKey) -> Int? {
    state.withLock { state in
      guard key.level >= state.finest, state.byteCount + length <= byteLimit else { return nil }
      defer { state.end += length }
      state.byteCount += length
      return state.end
    }
  }

  /// Discards the finest levels, but never the coarsest one, until a tile has room, or its own level is discarded.
  private func makeRoom(for key: TileKey, _ length: Int) {
    while true {
      let parts: [Range<Int>]? = state.withLock { state in
        guard state.failure == nil, state.byteCount + length > byteLimit,
          state.finest < pyramid.coarsestLevel, state.finest <= key.level
        else { return nil }
        let numbers = numbering.numbers(ofLevel: state.finest)
        let places = state.places[numbers].filter { $0.length > 0 }
        for number in numbers { state.places[number] = TileFileLayout.Place() }
        state.written -= places.count
        state.finest += 1
        return Self.parts(places)
      }
      guard let parts else { return }
      for part in parts where file.giveBack(part) { state.withLock { $0.byteCount -= part.count } }
    }
  }

  /// The parts of the file that places take, neighbors as one.
  private static func parts(_ places: [TileFileLayout.Place]) -> [Range<Int>] {
    places.map { $0.offset..<$0.offset + $0.length }.sorted { $0.lowerBound < $1.lowerBound }
      .reduce(into: []) { parts, part in
        if let last = parts.last, last.upperBound == part.lowerBound {
          parts[parts.count - 1] = last.lowerBound..<part.upperBound
        } else {
          parts.append(part)
        }
      }
  }

  private func finish(
    _ key: TileKey, _ byteCount: Int, _ place: TileFileLayout.Place, _ failure: Failure?
  ) {
    state.withLock { state in
      state.beingWritten -= 1
      if let failure {
        state.failure = failure
        state.waiting = []
        state.pixels = [:]
        state.waitingBytes = 0
      } else {
        let number = numbering.number(of: key)
        if place.length > 0 {
          if state.places[number].length == 0 { state.written += 1 }
          state.places[number] = place
        }
        if state.pixels.removeValue(forKey: key) != nil { state.waitingBytes -= byteCount }
      }
    }
  }

  /// The bytes of a tile: encoded or, where that is shorter, plain.
  private static func encode(
    _ pixels: TilePixels
  ) -> (TileFileLayout.Place, ContiguousArray<UInt8>) {
    var place = TileFileLayout.Place()
    var bytes = pixels.withUnsafePixels { TileCodec.encode($0, width: pixels.stride) }
    if bytes.count > pixels.byteCount {
      place.isCompressed = false
      bytes = pixels.withUnsafePixels { ContiguousArray(UnsafeRawBufferPointer($0)) }
    }
    place.isOpaque = pixels.isOpaque
    place.length = bytes.count
    place.sum = bytes.withUnsafeBytes { Checksum.crc32($0) }
    return (place, bytes)
  }

  /// Writes index and header, makes room for the file and publishes it.
  private func publish() {
    let (places, end, byteCount) = state.withLock { ($0.places, $0.end, $0.byteCount) }
    let index = places.flatMap(\.bytes) + key.bytes
    let header = TileFileLayout.Header(
      indexOffset: end, indexLength: index.count,
      indexSum: index.withUnsafeBytes { Checksum.crc32($0) }, size: pyramid.size)
    let failure =
      index.withUnsafeBytes { file.write($0, at: end) }
      ?? header.bytes.withUnsafeBytes { file.write($0, at: 0) }
    if let failure { return state.withLock { $0.failure = .system(failure) } }
    folder.trim(to: folder.byteLimit - byteCount - index.count)
    // A failure costs only time when the picture is opened next.
    _ = file.publish(as: key.fileName)
  }
}
