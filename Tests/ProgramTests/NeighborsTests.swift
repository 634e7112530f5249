import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestRig
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollViewer

@Suite struct `The pictures next to the one that is shown` {
  private let folder = PictureFolder()
  private let store = TileStore()
  private let limits = ImageLimits(megapixels: 1000, budget: 256 << 20)

  private func need(isPreview: Bool = false) -> FileOpening.Need {
    FileOpening.Need(
      viewport: PixelSize(width: 100, height: 100), scale: nil, byteLimit: 32 << 20,
      isPreview: isPreview)
  }

  private func load(
    _ opened: FileOpening.Opened, _ path: FilePath
  ) throws(DrawingError) -> OpenPicture {
    let picture = TiledPicture(
      opened.source, store: store, queue: DecodeQueue(workers: 1), tiles: opened.tiles,
      waits: true
    ) {}
    let view = PictureView(
      size: picture.info.size, viewport: PixelSize(width: 100, height: 100), scale: 1, fit: .fit,
      limits: .init(maximum: 32))
    return try OpenPicture(
      picture, view: view, store: store, maker: ImageSurfaceFactory(), file: path,
      status: opened.status, startTime: 0)
  }

  /// Prepares pictures until a number of openings has ended.
  private func prepare(
    _ prefetcher: inout Prefetcher, _ paths: [String], openings: Int, isPreview: Bool = false
  ) throws {
    let ended = EndedOpenings()
    func step() {
      prefetcher.prepare(
        paths.map { FilePath($0) }, need(isPreview: isPreview), turned: { _ in .upright },
        limits: limits,
        load: { (opened, path) throws(DrawingError) in try load(opened, path) },
        didFinish: { ended.count.add(1, ordering: .sequentiallyConsistent) })
    }
    for number in 0...openings {
      try waitUntil("opening \(number)") {
        ended.count.load(ordering: .sequentiallyConsistent) >= number
      }
      step()
    }
  }

  private final class EndedOpenings: Sendable {
    let count = Atomic(0)
  }

  @Test func `are decoded one after the other, drawn, and taken once`() throws {
    let paths = try [1, 2].map { try folder.add("p\($0).ppm", $0) }
    var prefetcher = Prefetcher(store: store)
    try prepare(&prefetcher, paths, openings: 2)
    let first = try #require(prefetcher.undrawn)
    #expect(first.file == FilePath(paths[0]) && first.canFillWindow)
    let held = store.pinnedBytes
    prefetcher.didDraw(first, byteCount: 1000)
    #expect(store.pinnedBytes == held + 1000)
    #expect(prefetcher.undrawn?.file == FilePath(paths[1]))
    let claimed = prefetcher.claim(FilePath(paths[0]), forPreview: false, limits: limits)
    guard case .picture(let taken)? = claimed else {
      Issue.record("it is not there")
      return
    }
    #expect(taken.compositor === first.compositor)
    #expect(store.pinnedBytes == held)
    #expect(prefetcher.claim(FilePath(paths[0]), forPreview: false, limits: limits) == nil)
  }

  @Test func `are given up when another one comes near`() throws {
    let paths = try [1, 2, 3].map { try folder.add("p\($0).ppm", $0) }
    var prefetcher = Prefetcher(store: store)
    try prepare(&prefetcher, Array(paths[..<2]), openings: 2)
    try prepare(&prefetcher, Array(paths[1...]), openings: 1)
    #expect(prefetcher.claim(FilePath(paths[0]), forPreview: false, limits: limits) == nil)
    #expect(prefetcher.claim(FilePath(paths[2]), forPreview: false, limits: limits) != nil)
  }

  @Test func `that are previews serve a held key only`() throws {
    let paths = try [1, 2].map { try folder.add("p\($0).ppm", $0) }
    var prefetcher = Prefetcher(store: store)
    try prepare(&prefetcher, paths, openings: 2, isPreview: true)
    #expect(prefetcher.claim(FilePath(paths[0]), forPreview: false, limits: limits) == nil)
    #expect(prefetcher.claim(FilePath(paths[1]), forPreview: true, limits: limits) != nil)
  }

  @Test func `that are no pictures are not taken`() throws {
    let path = folder.path + "/p1.png"
    try RunningViewer.write(Array("nothing".utf8), to: path)
    var prefetcher = Prefetcher(store: store)
    try prepare(&prefetcher, [path], openings: 1)
    #expect(prefetcher.undrawn == nil)
    #expect(prefetcher.claim(FilePath(path), forPreview: false, limits: limits) == nil)
  }
}
