// Decodes files in a sandbox whose decoder fails in the way that a file's name asks for, and prints what came of each: one line per
// file, "NAME: " and the number of good pixels or the error.
import CSandbox
import Glibc
import OverscrollBase
import ScrollGeometry
import Synchronization

@testable import OverscrollImaging

/// A picture whose decoder fails.
struct FaultyRows: RowSource {
  let fault: Substring
  var info: ImageInfo
  var workBytes: Int { 0 }

  init(_ fault: Substring) {
    self.fault = fault
    info = ImageInfo(format: "PNM", size: PixelSize(width: 700, height: 900))
    switch fault {
    case "negative": info.size.width = -1
    case "empty": info.size.height = 0
    case "gigantic": info.size = PixelSize(width: 1 << 40, height: 1 << 40)
    case "wide": info.size = PixelSize(width: 1 << 34, height: 1)
    case "deep": info.bitsPerChannel = 1 << 20
    case "loud": info.color = "\u{1B}[2J" + String(repeating: "x", count: 5000)
    default: break
    }
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    while builder.rowCount < 300 {
      builder.nextRow.update(repeating: 0xFF33_2211)
      builder.commitRow()
    }
    guard let lane = ServedLane.current else { return }
    switch fault {
    case "crash": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "trap": fatalError("as asked")
    case "end": exit(0)
    case "loop": while true {}
    case "stall": while true { poll(nil, 0, -1) }
    case "trickle":
      while !builder.isComplete {
        sleep(3)
        builder.nextRow.update(repeating: 0xFF33_2211)
        builder.commitRow()
      }
    case "flood": while true { lane.send(MessageWriter(ReplyKind.unknown)) }
    case "descriptors":
      for _ in 0..<1000 { _ = sendDescriptor(on: lane) }
    case "hoard": while true { lane.send(MessageWriter(ReplyKind.descriptor)) }
    case "rewrite":
      // The memory that the program reads is written meanwhile.
      OverscrollStartConfinedThread(
        { argument in
          guard let memory = argument else { return }
          while true { memset(memory + 4096, Int32.random(in: 0...255), 4 * CallMemory.slotBytes) }
        }, UnsafeMutableRawPointer(lane.memory.state))
    case "allocate":
      while let memory = malloc(16 << 20) { memset(memory, 1, 16 << 20) }
      fatalError("no memory")
    case "overlong": lane.sendBytes(CallMemory.slotBytes + 1)
    case "negative-count": lane.sendBytes(-1)
    case "noise":
      var message = MessageWriter()
      for number in 0..<100 { message.add(number &* 0x1E37_79B9_7F4A_7C15) }
      lane.send(message)
    case "short-message":
      var message = MessageWriter(ReplyKind.failure)
      message.add(3)
      lane.send(message)
    case "endless":
      let row = [UInt8](repeating: 9, count: 1 << 16)
      while true { row.withUnsafeBytes { lane.write($0) } }
    case "again", "previews": sendRows(again: fault == "again", builder, lane)
    case "delay":
      lane.delay()
      commitRest(builder)
    case "files":
      while true { _ = try? lane.openDescriptor(FilePath("/etc/passwd")) }
    default: break
    }
  }

  private func commitRest(_ builder: PyramidBuilder) {
    while !builder.isComplete {
      builder.nextRow.update(repeating: 0xFF33_2211)
      builder.commitRow()
    }
  }

  /// Sends the picture or a preview of it over and over.
  private func sendRows(again: Bool, _ builder: PyramidBuilder, _ lane: ServedLane) {
    let rows = [UInt8](repeating: 9, count: again ? 700 * 900 * 4 : 350 * 450 * 4)
    for _ in 0..<50 {
      var message = MessageWriter(again ? ReplyKind.begin : .preview)
      if !again { message.add(1) }
      lane.send(message)
      rows.withUnsafeBytes { lane.write($0) }
    }
    commitRest(builder)
  }

  /// Sends a message with a descriptor, as no confined process can.
  private func sendDescriptor(on lane: ServedLane) -> Bool {
    guard let socket = OverscrollCurrentLane()?.pointee.socket else { return false }
    var byte: UInt8 = 0
    return OverscrollSend(socket, &byte, 1, [0], 1)
  }

}

extension ServedLane {
  fileprivate func sendBytes(_ count: Int) {
    var message = MessageWriter(ReplyKind.bytes)
    message.add(count)
    send(message)
  }

  /// Receives what the program has sent, or the next message of it.
  private func receive(waits: Bool) {
    guard let socket = OverscrollCurrentLane()?.pointee.socket else { return }
    var bytes = [UInt8](repeating: 0, count: Self.maximumMessage)
    var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&event, 1, waits ? -1 : 0) > 0 {
      guard OverscrollReceive(socket, &bytes, bytes.count, nil, 0) > 0, !waits else { return }
    }
  }

  /// Asks for descriptors, and leaves each with the program for a while.
  fileprivate func delay() {
    for _ in 0..<5 {
      send(MessageWriter(ReplyKind.descriptor))
      sleep(4)
      receive(waits: false)
    }
  }

  /// Sends a byte at a time.
  fileprivate func drip() {
    while true {
      sendBytes(1)
      receive(waits: true)
    }
  }
}

/// A picture whose tiles are not what was asked for.
struct FaultyTiles: TileSource {
  let fault: Substring
  var info: ImageInfo {
    let isHigh = fault == "stall-tiles"
    var info = ImageInfo(format: "TIFF", size: PixelSize(width: 700, height: isHigh ? 5000 : 900))
    if fault == "toned-tiles" {
      info.samples = SampleLayout(channels: 1, colors: 1, bits: 16, isFloat: false, takesTone: true)
    }
    if hasChanged { info.size = PixelSize(width: 1 << 40, height: 1 << 40) }
    return info
  }
  /// True where it is opened again, which makes it larger.
  var hasChanged = false

  func turned(by turn: Orientation) -> (any ImageSource)? { changed }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? { changed }

  private var changed: Self {
    var changed = self
    changed.hasChanged = true
    return changed
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    if fault == "stall-tiles" { while true { poll(nil, 0, -1) } }
    var size = pyramid.rect(of: key).size
    var filled = PixelRect(size)
    if fault == "small-tiles" { size = PixelSize(width: 10, height: 10) }
    if fault == "overfilled-tiles" { filled = PixelRect(x: 5, y: 5, width: size.width, height: 1) }
    let padded = TilePixels.padded(size)
    return TilePixels(
      size: size, isOpaque: true, filled: filled,
      storage: .init(repeating: 0xFF33_2211, count: padded.width * padded.height))
  }
}

func open(
  _ file: ImageFile, _ head: [UInt8], _ page: FilePages.Page?, _ limits: ImageLimits
) throws(ImagingError) -> any ImageSource {
  let name = file.path.lastComponent.description.prefix { $0 != "." }
  if name == "stall-open" { while true { poll(nil, 0, -1) } }
  if name == "drip-open" { ServedLane.current?.drip() }
  if name == "crash-open" { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
  if name.hasSuffix("-tiles") { return FaultyTiles(fault: name) }
  if name == "loaded" { return FaultyTiles(fault: "") }
  if name.hasPrefix("good") { return try ImageFile.decode(file, head, page, limits) }
  return FaultyRows(name)
}

/// Pages that come without end.
struct EndlessWalk: PageWalk {
  let kind = FilePages.Kind.pages
  let isAtEnd = false

  func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    usleep(5000)
    return FilePages.Page(offset: 0, size: PixelSize(width: 7, height: 7))
  }
}

func result(_ path: String, _ limits: ImageLimits) -> String {
  do throws(ImagingError) {
    let source = try ImageFile.open(FilePath(path), limits: limits)
    if case .tiles(let tiles) = source.access {
      let tile = try tiles.tile(
        TileKey(level: 0, column: 0, row: 0), of: Pyramid(size: source.info.size))
      return "\(tile.size)"
    }
    let reader = BandReader(source, scratch: nil)
    var good = 0
    while let band = try reader.nextBand() {
      good += band.pixels.count { $0 >> 24 == 255 }
    }
    if let damage = reader.damage { return "\(good) \(damage.reason)" }
    return "\(good) \(source.info.color.utf8.count > 100 ? "long" : source.info.color)"
  } catch {
    return error.reason
  }
}

/// Serves as the loader of a format, as `overscroll-load FORMAT confined` does, and fails as the names of files ask for.
func serveAsLoader(_ format: String) -> Never {
  // One fails before it serves, one has no process confined.
  if format == "jxl" { exit(3) }
  // One never serves.
  if format == "avif" { while true { poll(nil, 0, -1) } }
  var rules = OverscrollSandboxRules(
    serve: { DecoderServer(open: open, walk: { _, _ in EndlessWalk() }).run($0) }, prepare: nil,
    calls: nil, callCount: 0, answeredCalls: nil, answeredCallCount: 0, answer: nil)
  if format == "exr" {
    rules.prepare = { _ in
      var report = OverscrollSandboxReport(failure: EPERM, isConfined: 0, landlock: 0, isolation: 0)
      OverscrollReply(0, &report, MemoryLayout<OverscrollSandboxReport>.size)
      exit(0)
    }
  }
  // One is not confined, and can do all that the program's own sandbox is to withstand.
  OverscrollSandboxServe(0, format != "pdf", &rules)
  exit(0)
}

let files = CommandLine.arguments.dropFirst()
if files.count == 2, let format = files.first, files.last == "confined" { serveAsLoader(format) }
let limits: ImageLimits
do {
  let sandbox = try Sandbox(ImageLimits(budget: 64 << 20)) { DecoderServer(open: open).run($0) }
  try sandbox.confirm()
  limits = ImageLimits(budget: 64 << 20, sandbox: sandbox)
} catch {
  print("refused: \(error.reason)")
  exit(1)
}
// A good picture is decoded again and again meanwhile.
let state = Mutex((isOver: false, runs: 0, bad: [String]()))
if let good = files.first {
  let expected = result(good, limits)
  BackgroundThread.start {
    while !state.withLock({ $0.isOver }) {
      let found = result(good, limits)
      state.withLock {
        $0.runs += 1
        if found != expected { $0.bad.append(found) }
      }
    }
  }
  for file in files {
    print("\(FilePath(file).lastComponent): \(result(file, limits))")
  }
  while state.withLock({ $0.runs == 0 }) { usleep(1000) }
  state.withLock { $0.isOver = true }
  print("meanwhile: \(state.withLock { $0.bad.first ?? "good" })")
}
