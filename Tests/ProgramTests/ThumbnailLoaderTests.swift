import Glibc
import OverscrollBase
import OverscrollImaging
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollBrowser
@testable import OverscrollViewer

@Suite struct `Loading a thumbnail` {
  private let folder = TestFolder.make("thumbnails")

  private var cache: ThumbnailCache {
    ThumbnailCache(path: FilePath(folder + "/cache"), program: "test-1")
  }

  /// Makes a picture of 800 by 600 pixels whose file holds a thumbnail of 160 by 120, a little redder: as much as may be.
  private func makePicture() throws -> FilePath {
    let command = """
      cd '\(folder)' && vips black black.v 8 6 --bands 3 \
        && vips linear black.v red.v '1 1 1' '200 10 48' --uchar \
        && vips linear black.v other.v '1 1 1' '200 10 76' --uchar \
        && vips zoom red.v 'red.jpg[strip]' 20 20 && vips zoom other.v 'other.jpg[strip]' 100 100
      """
    #expect(try ChildProcess(["sh", "-c", command]).wait() == 0)
    let (picture, part) = (try bytes(of: "other.jpg"), try bytes(of: "red.jpg"))
    let entries: [[Int]] = [[0x0103, 6], [0x0201, 56], [0x0202, part.count]]
    // A directory without entries, and one with those of the thumbnail.
    var exif = Array("Exif\0\0II*\0".utf8) + 8.bytes(4) + 0.bytes(2) + 14.bytes(4)
    exif += 3.bytes(2)
    for entry in entries {
      exif += entry[0].bytes(2) + 4.bytes(2) + 1.bytes(4) + entry[1].bytes(4)
    }
    exif += 0.bytes(4) + part
    let length = Array((exif.count + 2).bytes(2).reversed())
    let marker: [UInt8] = [0xFF, 0xE1] + length + exif
    let path = folder + "/picture.jpg"
    try RunningViewer.write(
      Array(picture.prefix(2)) + marker + Array(picture.dropFirst(2)), to: path)
    return FilePath(path)
  }

  private func bytes(of name: String) throws -> [UInt8] {
    let file = try #require(fopen(folder + "/" + name, "rb"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  private final class Signal: Sendable {
    let isSet = Atomic(false)
  }

  private func load(_ path: FilePath, side: Int) throws -> Thumbnail {
    let signal = Signal()
    let loader = ThumbnailLoader(cache: cache, limits: ImageLimits()) {
      signal.isSet.store(true, ordering: .releasing)
    }
    loader.load([ThumbnailRequest(path: path, side: side)])
    try waitUntil("a thumbnail") { signal.isSet.load(ordering: .acquiring) }
    guard case .thumbnail(let thumbnail)? = loader.drain().first?.outcome else {
      throw RigError("There is no thumbnail.")
    }
    return thumbnail
  }

  private func isRed(_ thumbnail: Thumbnail) -> Bool {
    thumbnail.pixels.allSatisfy { $0 >> 16 & 255 > 150 && $0 & 255 < 60 }
  }

  @Test func `doesn't wait for a picture that takes long`() throws {
    let slow = FilePath(folder + "/slow.ppm")
    try RunningViewer.write(Array("P5 1 1 255 7".utf8), to: slow.description)
    let quick = try makePicture()
    let (mayEnd, count) = (Signal(), Counter())
    let loader = ThumbnailLoader(
      cache: nil, limits: ImageLimits(), timeLimits: (quick: 0, slow: .infinity),
      decode: { source, side, shouldContinue in
        while shouldContinue(), !mayEnd.isSet.load(ordering: .acquiring) { usleep(1000) }
        return shouldContinue() ? Thumbnail.decode(source, side: side) : nil
      }, didLoad: { count.value.add(1, ordering: .acquiringAndReleasing) })
    loader.load([slow, quick].map { ThumbnailRequest(path: $0, side: 100) })
    try waitUntil("the quick one") { count.value.load(ordering: .acquiring) == 1 }
    #expect(loader.drain().map(\.request.path) == [quick])
    mayEnd.isSet.store(true, ordering: .releasing)
    try waitUntil("the slow one") { count.value.load(ordering: .acquiring) == 2 }
    let last = try #require(loader.drain().first)
    guard case .thumbnail = last.outcome else {
      Issue.record("\(last)")
      return
    }
  }

  @Test func `doesn't wait for a file system that doesn't answer`() throws {
    let hung = FilePath(folder + "/hung.ppm")
    try RunningViewer.write(Array("P5 1 1 255 7".utf8), to: hung.description)
    let quick = try makePicture()
    let answers = Signal()
    // A thread counts as hung at once.
    let loader = ThumbnailLoader(
      cache: nil, limits: ImageLimits(), timeLimits: (quick: -2, slow: .infinity),
      decode: { source, side, _ in
        while source.info.size.width == 1, !answers.isSet.load(ordering: .acquiring) {
          usleep(1000)
        }
        return Thumbnail.decode(source, side: side) { true }
      }, didLoad: {})
    let requests = [hung, quick].map { ThumbnailRequest(path: $0, side: 100) }
    loader.load(requests)
    #expect(loader.deadline != nil)
    var loaded: [FilePath] = []
    func drain() { loaded += loader.drain().map(\.request.path) }
    try waitUntil("the other one") {
      loader.load(loaded.isEmpty ? requests : [])
      drain()
      return loaded == [quick]
    }
    answers.isSet.store(true, ordering: .releasing)
    try waitUntil("the first one") {
      drain()
      return loaded == [quick, hung]
    }
  }

  @Test func `starts again where its file changes meanwhile`() throws {
    let file = FilePath(folder + "/growing.ppm")
    try RunningViewer.write(Array("P5 1 1 255 7".utf8), to: file.description)
    let (begun, finishes, ends) = (Signal(), Signal(), Counter())
    let loader = ThumbnailLoader(
      cache: nil, limits: ImageLimits(),
      decode: { source, side, _ in
        begun.isSet.store(true, ordering: .releasing)
        while !finishes.isSet.load(ordering: .acquiring) { usleep(1000) }
        return Thumbnail.decode(source, side: side) { true }
      }, didLoad: { ends.value.add(1, ordering: .releasing) })
    let request = ThumbnailRequest(path: file, side: 100)
    loader.load([request])
    try waitUntil("the decoder") { begun.isSet.load(ordering: .acquiring) }
    loader.forget(FilePath(folder + "/other.ppm"))
    loader.forget(file)
    finishes.isSet.store(true, ordering: .releasing)
    try waitUntil("the end") { ends.value.load(ordering: .acquiring) == 1 }
    #expect(loader.drain().isEmpty)
    loader.load([request])
    try waitUntil("the end") { ends.value.load(ordering: .acquiring) == 2 }
    // So does what nobody has asked for yet.
    loader.forget(file)
    #expect(loader.drain().isEmpty)
    loader.load([request])
    try waitUntil("the end") { ends.value.load(ordering: .acquiring) == 3 }
    #expect(loader.drain().map(\.request) == [request])
  }

  @Test func `is given up where it takes very long, and tried again another day`() throws {
    let slow = FilePath(folder + "/slow.ppm")
    try RunningViewer.write(Array("P5 1 1 255 7".utf8), to: slow.description)
    let signal = Signal()
    let loader = ThumbnailLoader(
      cache: cache, limits: ImageLimits(), timeLimits: (quick: 0, slow: 0),
      decode: { _, _, shouldContinue in
        while shouldContinue() { usleep(1000) }
        return nil
      }, didLoad: { signal.isSet.store(true, ordering: .releasing) })
    loader.load([ThumbnailRequest(path: slow, side: 100)])
    try waitUntil("the end") { signal.isSet.load(ordering: .acquiring) }
    let last = try #require(loader.drain().first)
    guard case .failure = last.outcome else {
      Issue.record("\(last)")
      return
    }
    #expect(!cache.hasFailed(try #require(cache.entry(of: slow))))
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  @Test func `takes the one that the file holds, where that is large enough`() throws {
    let path = try makePicture()
    let small = try load(path, side: 160)
    #expect(isRed(small) && small.size.width == 160 && small.size.height == 120)
    // What goes to the desktop's cache is never enlarged.
    let names = ["normal", "large"].map { TestFolder.names(in: "\(folder)/cache/\($0)").count }
    #expect(names == [1, 0])
    let entry = try #require(cache.entry(of: path))
    #expect(cache.thumbnail(entry, side: 128).map(isRed) == true)
    let large = try load(path, side: 200)
    #expect(!isRed(large) && large.size.width == 200)
    #expect(cache.thumbnail(entry, side: 256).map(isRed) == false)
  }
}
