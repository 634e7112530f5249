import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A tile file` {
  private let scratch = ScratchFolder()
  private static let size = PixelSize(width: 700, height: 500)
  private static let pyramid = Pyramid(size: size)

  /// A cache of its own for each test, removed with it.
  private func folder(byteLimit: Int = 1 << 30, named name: String = "cache") -> CacheFolder {
    CacheFolder(path: FilePath(scratch.file(name) + "/overscroll"), byteLimit: byteLimit)
  }

  private func key(_ name: String = "picture", _ bytes: [UInt8] = [1, 2, 3]) throws -> TileFileKey {
    try Self.key(scratch.write(bytes, to: name))
  }

  private static func key(_ path: String) throws -> TileFileKey {
    try #require(TileFileKey(ImageFile.examine(FilePath(path)).0))
  }

  private static func tiles(seed: UInt64 = 1, hasAlpha: Bool = false) -> [TileKey: TilePixels] {
    var random = SplitMix64(seed: seed)
    let picture = ReferencePicture(noise: size, hasAlpha: hasAlpha, using: &random)
    return `A pass over a picture's rows`.build(
      picture, ImageInfo(format: "test", size: size, hasAlpha: hasAlpha))
  }

  /// Writes all tiles and waits until the file is there, or until the writer failed.
  @discardableResult
  private func write(
    _ tiles: [TileKey: TilePixels], _ key: TileFileKey, in folder: CacheFolder
  ) async throws -> TileFileWriter {
    let writer = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
    for (key, pixels) in tiles { _ = writer.append(key, pixels) }
    writer.seal()
    try await wait(for: "the end of writing") { writer.isDone }
    return writer
  }

  private func open(_ key: TileFileKey, in folder: CacheFolder) -> TileFile? {
    TileFile(of: key, pyramid: Self.pyramid, in: folder)
  }

  private func path(of key: TileFileKey, in folder: CacheFolder) -> FilePath {
    folder.path.appending(key.fileName)
  }

  private static func names(in folder: CacheFolder) -> [String] {
    guard let stream = opendir(folder.path.description) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  @Test(arguments: [false, true]) func `gives back what was written`(hasAlpha: Bool) async throws {
    let (folder, key, tiles) = (folder(), try key(), Self.tiles(hasAlpha: hasAlpha))
    let writer = try await write(tiles, key, in: folder)
    #expect(writer.failure == nil)
    let file = try #require(open(key, in: folder))
    for (key, pixels) in tiles {
      for found in [file.pixels(key), writer.pixels(key)] {
        #expect(found.map { difference($0, pixels) } == 0)
      }
    }
    #expect(file.pixels(TileKey(level: 9, column: 0, row: 0)) == nil)
  }

  @Test func `can be read while it is written, and is published when it is complete`() throws {
    let (folder, key, tiles) = (folder(), try key(), Self.tiles())
    let writer = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
    for (key, pixels) in tiles {
      #expect(writer.append(key, pixels))
      #expect(writer.pixels(key).map { difference($0, pixels) } == 0)
    }
    #expect(open(key, in: folder) == nil && Self.names(in: folder).isEmpty)
  }

  @Test func `that lacks a tile never appears`() async throws {
    let (folder, key) = (folder(), try key())
    var tiles = Self.tiles()
    tiles[TileKey(level: 0, column: 1, row: 1)] = nil
    try await write(tiles, key, in: folder)
    #expect(Self.names(in: folder).isEmpty)
  }

  @Test func `is for its owner alone`() async throws {
    let (folder, key) = (folder(), try key())
    try await write(Self.tiles(), key, in: folder)
    for path in [folder.path, path(of: key, in: folder)] {
      var status = stat()
      #expect(stat(path.description, &status) == 0 && status.st_mode & 0o077 == 0)
    }
  }

  @Test func `of a picture that changed is ignored, and replaced`() async throws {
    let folder = folder()
    let old = try key()
    try await write(Self.tiles(), old, in: folder)
    let new = try key("picture", [1, 2, 3, 4])
    #expect(new != old && new.fileName == old.fileName)
    #expect(open(new, in: folder) == nil)
    try await write(Self.tiles(seed: 2), new, in: folder)
    #expect(open(new, in: folder) != nil && open(old, in: folder) == nil)
    #expect(Self.names(in: folder).count == 1)
  }

  @Test func `of another file with the same path, length and date is ignored`() async throws {
    let folder = folder()
    let (old, path) = (try key(), scratch.file("picture"))
    try await write(Self.tiles(), old, in: folder)
    var status = stat()
    try #require(stat(path, &status) == 0)
    let dates = [status.st_atim, status.st_mtim]
    // The other file takes the place of the first, and in place of itself once more.
    for bytes in [[3, 2, 1], [2, 1, 3]] as [[UInt8]] {
      let other = bytes == [3, 2, 1] ? scratch.write(bytes, to: "other") : path
      if other == path { _ = scratch.write(bytes, to: "picture") }
      try #require(utimensat(AT_FDCWD, other, dates, 0) == 0)
      if other != path { try #require(rename(other, path) == 0) }
      let new = try Self.key(path)
      #expect(new != old && new.fileName == old.fileName && open(new, in: folder) == nil)
    }
  }

  @Test func `has a different name for every path, in UTF-8 or not`() throws {
    let names = [[0xE9], [0xE8], [0xEF, 0xBF, 0xBD]] as [[UInt8]]
    let keys = try names.map { name in
      let path = FilePath(scratch.path).appending(FilePath(bytes: name))
      let descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_CREAT, 0o600) }
      #expect(Glibc.write(descriptor, [1, 2, 3], 3) == 3 && close(descriptor) == 0)
      defer { path.withCString { _ = unlink($0) } }
      return try #require(TileFileKey(ImageFile.examine(path).0))
    }
    #expect(Set(keys.map(\.fileName)).count == 3 && Set(keys.map(\.bytes)).count == 3)
  }

  @Test func `of another size is ignored`() async throws {
    let (folder, key) = (folder(), try key())
    try await write(Self.tiles(), key, in: folder)
    let other = Pyramid(size: PixelSize(width: 500, height: 700))
    #expect(TileFile(of: key, pyramid: other, in: folder) == nil)
  }

  @Test func `that is damaged anywhere gives no wrong pixel`() async throws {
    let (folder, key, tiles) = (folder(), try key(), Self.tiles())
    try await write(tiles, key, in: folder)
    let path = path(of: key, in: folder)
    let whole = ScratchFolder.read(path.description)
    var random = SplitMix64(seed: 3)
    for turn in 0..<40 {
      var bytes = whole
      if turn % 4 == 0 {
        bytes = Array(bytes.prefix(.random(in: 0..<bytes.count, using: &random)))
      } else {
        let place = turn % 4 == 1 ? turn : Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8(turn % 8)
      }
      try #require(Self.replace(path, bytes))
      guard let file = open(key, in: folder) else { continue }
      for (key, pixels) in tiles {
        if let found = file.pixels(key) { #expect(difference(found, pixels) == 0) }
      }
    }
  }

  private static func replace(_ path: FilePath, _ bytes: [UInt8]) -> Bool {
    guard let stream = fopen(path.description, "wb") else { return false }
    defer { fclose(stream) }
    return fwrite(bytes, 1, bytes.count, stream) == bytes.count
  }

  @Test func `is deleted for others when it is the least recently used`() async throws {
    let roomy = folder()
    let (a, b, c) = (try key("a"), try key("b"), try key("c"))
    for key in [a, b, c] { try await write(Self.tiles(), key, in: roomy) }
    for (seconds, key) in [(300, c), (200, a), (100, b)] {
      Self.age(path(of: key, in: roomy), seconds)
    }
    try #require(open(c, in: roomy) != nil)
    var status = stat()
    try #require(stat(path(of: a, in: roomy).description, &status) == 0)
    let fileBytes = Int(status.st_blocks) * 512
    let limited = CacheFolder(path: roomy.path, byteLimit: fileBytes * 7 / 2)
    let d = try key("d")
    try await write(Self.tiles(seed: 4), d, in: limited)
    #expect(open(a, in: limited) == nil)
    for key in [b, c, d] { #expect(open(key, in: limited) != nil) }
  }

  /// Makes a file look as if it had been used a number of seconds ago.
  private static func age(_ path: FilePath, _ seconds: Int) {
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[0])
    times[0].tv_sec -= seconds
    times[1] = times[0]
    utimensat(AT_FDCWD, path.description, times, 0)
  }

  @Test func `that is open stays readable when it is removed`() async throws {
    let (folder, key, tiles) = (folder(), try key(), Self.tiles())
    try await write(tiles, key, in: folder)
    let file = try #require(open(key, in: folder))
    folder.trim(to: 0)
    #expect(Self.names(in: folder).isEmpty)
    for (key, pixels) in tiles { #expect(file.pixels(key).map { difference($0, pixels) } == 0) }
  }

  @Test
  func `replaces a pipe or a folder's link of its name, and never waits for one`() async throws {
    let (folder, key, tiles) = (folder(), try key(), Self.tiles())
    _ = try folder.open(isMade: true)
    let path = path(of: key, in: folder).description
    for make in [{ mkfifo(path, 0o600) }, { symlink("/dev/zero", path) }] {
      unlink(path)
      #expect(make() == 0)
      #expect(open(key, in: folder) == nil)
      try await write(tiles, key, in: folder)
      let file = try #require(open(key, in: folder))
      for (key, pixels) in tiles { #expect(file.pixels(key).map { difference($0, pixels) } == 0) }
    }
  }

  @Test func `is counted, and deleted unless it is being written`() async throws {
    let folder = folder()
    #expect(folder.contents == CacheContents() && folder.removeAll() == CacheContents())
    for name in ["a", "b"] { try await write(Self.tiles(), try key(name), in: folder) }
    #expect(Self.replace(folder.path.appending("notes.txt"), [1]))
    let contents = folder.contents
    #expect(contents.count == 2 && contents.byteCount > 1 << 20)
    #expect(folder.removeAll() == contents)
    #expect(folder.contents == CacheContents() && Self.names(in: folder) == ["notes.txt"])
  }

  @Test(arguments: [(1_000_000, 1), (300_000, 2)])
  func `larger than the limit keeps the coarse levels, and takes no more of the disk`(
    limit: Int, finest: Int
  ) async throws {
    let (folder, key, tiles) = (folder(byteLimit: limit), try key(), Self.tiles())
    // Whatever the order in which they come.
    let coarse = tiles.filter { $0.key.level >= finest }
    let fine = tiles.filter { $0.key.level < finest }
    for order in 0..<3 {
      let writer = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
      let parts = order == 0 ? [fine, coarse] : order == 1 ? [coarse, fine] : [tiles]
      for (key, pixels) in parts.joined() { _ = writer.append(key, pixels) }
      writer.seal()
      #expect(writer.flush() == nil && writer.finestLevel == finest)
      try await wait(for: "the end of writing") { writer.isDone }
      let file = try #require(open(key, in: folder))
      #expect(file.finestLevel == finest)
      for (key, pixels) in tiles {
        for found in [file.pixels(key), writer.pixels(key)] {
          #expect(
            key.level < finest ? found == nil : found.map { difference($0, pixels) } == 0,
            "\(key), order \(order)")
        }
      }
      // In whole blocks, and a few that lie between the parts.
      #expect(folder.contents.byteCount <= limit + 16 * 4096)
      #expect(!writer.append(TileKey(level: 0, column: 0, row: 0), tiles.values.first!))
      _ = folder.removeAll()
    }
  }

  @Test func `that is large is deleted for others sooner than a small one`() throws {
    let folder = folder()
    _ = try folder.open(isMade: true)
    let kilobytes = ["small": 40, "large": 400, "new": 400, "tiny": 4, "newest": 4000]
    let ages = ["small": 900, "large": 100, "new": 61, "tiny": 8000, "newest": 2]
    for (name, size) in kilobytes {
      let path = folder.path.appending(FilePath(name + CacheFolder.suffix))
      try #require(Self.replace(path, [UInt8](repeating: 1, count: size << 10)))
      Self.age(path, try #require(ages[name]))
    }
    // Kilobytes times seconds, at least a minute: newest 240,000, large 40,000, small 36,000, tiny 32,000, new 24,400.
    var left = kilobytes.values.reduce(0, +)
    for name in ["newest", "large", "small", "tiny", "new"] {
      let before = Self.names(in: folder)
      #expect(before.contains(name + CacheFolder.suffix), "\(name)")
      folder.trim(to: (left << 10) - 1)
      #expect(Set(before).subtracting(Self.names(in: folder)) == [name + CacheFolder.suffix])
      left -= try #require(kilobytes[name])
    }
  }

  @Test func `is another one for each choice of channels`() throws {
    let key = try key()
    let plain = ImageInfo(format: "test", size: Self.size)
    let part = ChannelMix.Part(channel: 1, color: 0xFF_0000, range: 0...9)
    var mixes = [ChannelMix([part]), ChannelMix([part], ramp: .viridis), ChannelMix([part, part])]
    var other = part
    other.range = 0...8
    mixes.append(ChannelMix([other]))
    other = part
    other.color = 0x00_FF00
    mixes.append(ChannelMix([other]))
    let keys = mixes.map { mix in
      var info = plain
      info.mix = mix
      return key.toned(to: info, from: plain)
    }
    #expect(Set(keys.map(\.bytes) + [key.bytes]).count == mixes.count + 1)
    #expect(Set(keys.map(\.fileName) + [key.fileName]).count == mixes.count + 1)
  }

  @Test func `is judged only once everything is written`() throws {
    let (key, tiles) = (try key(), Self.tiles())
    let small = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder(byteLimit: 100))
    for (key, pixels) in tiles { _ = small.append(key, pixels) }
    #expect(small.flush() == .byteLimit)
    let large = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder())
    for (key, pixels) in tiles { #expect(large.append(key, pixels)) }
    #expect(large.flush() == nil && tiles.allSatisfy { large.pixels($0.key) != nil })
  }

  @Test func `is published, whichever thread writes its last tile`() async throws {
    let (folder, tiles) = (folder(), Self.tiles())
    for _ in 0..<60 {
      let key = try key()
      let writer = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
      for (key, pixels) in tiles { _ = writer.append(key, pixels) }
      writer.seal()
      #expect(writer.flush() == nil)
      try await wait(for: "the end of writing") { writer.isDone }
      try #require(open(key, in: folder) != nil)
    }
  }

  @Test func `is not begun where nothing can be written`() throws {
    let key = try key()
    for folder in [folder(byteLimit: 0), CacheFolder(path: FilePath("/proc/none/overscroll"))] {
      #expect(throws: TileFileWriter.Failure.self) {
        _ = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
      }
    }
  }

  @Test func `is neither written nor read in a folder that others can exchange`() async throws {
    let (key, tiles) = (try key(), Self.tiles())
    let other = folder(named: "other")
    try await write(tiles, key, in: other)
    for clause in ["a link", "writable by others"] {
      let folder = folder(named: clause)
      folder.path.makeParents()
      if clause == "a link" {
        #expect(symlink(other.path.description, folder.path.description) == 0)
      } else {
        #expect(rename(other.path.description, folder.path.description) == 0)
        #expect(chmod(folder.path.description, 0o770) == 0)
      }
      let failure = #expect(throws: TileFileWriter.Failure.self) {
        _ = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
      }
      #expect(failure == .unsafe("\(folder.path) is \(clause)"))
      #expect(open(key, in: folder) == nil && folder.contents.count == 0)
      #expect(folder.makeUnnamedFile() == nil)
      folder.trim(to: 0)
      #expect(Self.names(in: folder).count == 1)
    }
  }

  @Test func `written by several writers at once is complete`() async throws {
    let (folder, key, tiles) = (folder(), try key(), Self.tiles())
    let writers = try (0..<4).map { _ in
      try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
    }
    for (key, pixels) in tiles { for writer in writers { _ = writer.append(key, pixels) } }
    for writer in writers { writer.seal() }
    try await wait(for: "the end of writing") { writers.allSatisfy(\.isDone) }
    let file = try #require(open(key, in: folder))
    for (key, pixels) in tiles { #expect(file.pixels(key).map { difference($0, pixels) } == 0) }
    #expect(Self.names(in: folder).count == 1)
  }

  @Test func `whose writer died is deleted, and one being written is not`() throws {
    let folder = folder()
    _ = try folder.open(isMade: true)
    let orphan = folder.path.appending(CacheFolder.temporaryName(for: "orphan"))
    let live = folder.path.appending(CacheFolder.temporaryName(for: "live"))
    #expect(Self.replace(orphan, [1]) && Self.replace(live, [1]))
    let descriptor = Glibc.open(live.description, O_RDWR)
    flock(descriptor, LOCK_EX)
    defer { close(descriptor) }
    folder.trim(to: .max)
    #expect(Self.names(in: folder).map { folder.path.appending($0) } == [live])
  }

  @Test func `whose writer is killed leaves nothing behind`() async throws {
    let (folder, key) = (folder(), try key())
    _ = try folder.open(isMade: true)
    let path: String = folder.path.description
    let picture: String = key.path.description
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, picture = picture as String] in
      let folder = CacheFolder(path: FilePath(path))
      let key = try Self.key(picture)
      let writer = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
      for (key, pixels) in Self.tiles() { _ = writer.append(key, pixels) }
      try await wait(for: "the end of writing") { writer.isDone }
      kill(getpid(), SIGKILL)
    }
    folder.trim(to: .max)
    #expect(Self.names(in: folder).isEmpty && open(key, in: folder) == nil)
  }

  @Test func `on a disk that is full fails, and the program goes on`() async throws {
    let (folder, key) = (folder(), try key())
    let path: String = folder.path.description
    let picture: String = key.path.description
    await #expect(processExitsWith: .success) {
      [path = path as String, picture = picture as String] in
      // A limit on the size of files stands in for a full disk; without the signal it is an error.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 500_000, rlim_max: 500_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let folder = CacheFolder(path: FilePath(path))
      let key = try Self.key(picture)
      let writer = try TileFileWriter(of: key, pyramid: Self.pyramid, in: folder)
      let tiles = Self.tiles()
      for (key, pixels) in tiles { _ = writer.append(key, pixels) }
      writer.seal()
      try await wait(for: "the end of writing") { writer.isDone }
      let kept = tiles.filter { writer.pixels($0.key) != nil }
      exit(
        writer.failure == .system(SystemError(EFBIG)) && !kept.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE
      )
    }
    #expect(Self.names(in: folder).isEmpty)
  }

  @Test func `encodes pixels of every kind without loss`() {
    var random = SplitMix64(seed: 6)
    for step in 0..<400 {
      let (width, height) = (
        Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random)
      )
      let spread = UInt32.random(in: 0 ... .max >> UInt32(step % 32), using: &random)
      var pixel = UInt32.random(in: 0 ... .max, using: &random)
      let pixels = (0..<width * height).map { _ in
        if step % 3 > 0 || Bool.random(using: &random) {
          pixel ^= UInt32(truncatingIfNeeded: random.next()) & spread & 0x0F0F_0F0F
        }
        return step % 2 == 0 ? pixel : pixel | 0xFF00_0000
      }
      let packed = pixels.withUnsafeBufferPointer { TileCodec.encode($0, width: width) }
      let unpacked = packed.withUnsafeBytes {
        TileCodec.decode($0, count: pixels.count, width: width)
      }
      #expect(unpacked.map(Array.init) == pixels)
      for length in [0, packed.count / 2, packed.count - 1] {
        let cut = packed.prefix(length).withUnsafeBytes {
          TileCodec.decode($0, count: pixels.count, width: width)
        }
        #expect(cut == nil)
      }
    }
  }
}
