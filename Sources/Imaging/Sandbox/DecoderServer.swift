import CSandbox
import Glibc
import ScrollGeometry
import Synchronization

/// The confined process's side: decodes what the program asks for, on a thread for each lane.
package final class DecoderServer: Sendable {
  /// Reads the header of a file from its first bytes.
  typealias Open =
    @Sendable (ImageFile, _ head: [UInt8], FilePages.Page?, ImageLimits) throws(ImagingError)
    -> any ImageSource

  /// Something that the program refers to by a number.
  enum Object: Sendable {
    case picture(any ImageSource)
    case regions(any RegionDecoder, ImageInfo)
    case walk(ServedWalk)
    case animation(ServedAnimation)
    case samples(any SampleReader)
  }

  /// Begins to find the pages of a file; `nil` for one with a single page.
  typealias Walk = @Sendable (ImageFile, borrowing FileBytes) -> (any PageWalk)?

  private let open: Open
  private let walk: Walk
  private let objects = Mutex<[Int: Object]>([:])

  init(
    open: @escaping Open = ImageFile.decode,
    walk: @escaping Walk = { FilePages.walk($1) }
  ) {
    self.open = open
    self.walk = walk
  }

  /// Serves in a confined process, on its socket.
  static let serve: @convention(c) (Int32) -> Void = { DecoderServer().run($0) }

  /// Serves the lanes that arrive, until the program is gone.
  package func run(_ socket: Int32) {
    var descriptors: [Int32] = [-1, -1]
    var byte: UInt8 = 0
    while OverscrollReceive(socket, &byte, 1, &descriptors, 2) == 1 {
      guard let memory = CallMemory(descriptor: descriptors[1]), descriptors[0] >= 0 else { return }
      ServedLane(socket: descriptors[0], memory: memory, server: self).start()
    }
  }
}

extension ImageFile {
  /// Reads the header of a file or of its page, on this side of a sandbox.
  static func decode(
    _ file: ImageFile, _ head: [UInt8], _ page: FilePages.Page?, _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    guard let format = ImageFormat.all.first(where: { $0.recognizes(head) }) else {
      throw unknownFormat(file.path, head)
    }
    guard let page else { return try format.open(file, limits) }
    guard let openPage = format.openPage else {
      throw FilePages.missing(page.index, in: file.path, .pages, 1)
    }
    return try openPage(file, page, limits)
  }
}

// MARK: - Calls

/// A walk over the pages of a file, with the number of its steps.
final class ServedWalk: Sendable {
  let state: Mutex<(walk: any PageWalk, stepCount: Int)>

  init(_ walk: any PageWalk) { state = Mutex((walk, 0)) }
}

extension DecoderServer {
  /// Serves one call.
  func serve(
    _ kind: RequestKind, _ reader: inout MessageReader, on lane: ServedLane
  ) throws(MalformedMessage) {
    switch kind {
    case .open: try openPicture(&reader, lane)
    case .decode: try decode(&reader, lane)
    case .thumbnail: try sendThumbnail(&reader, lane)
    case .regions: try openRegions(&reader, lane)
    case .index: try buildIndex(&reader, lane)
    case .regionTile: try sendRegionTile(&reader, lane)
    case .tile: try sendTile(&reader, lane)
    case .pixels: try sendPixels(&reader, lane)
    case .steps: try walk(&reader, lane)
    case .frame: try sendFrame(&reader, lane)
    case .metadata: try sendMetadata(&reader, lane)
    case .openSamples: try openSamples(&reader, lane)
    case .samples: try sendSamples(&reader, lane)
    case .sampleDescription:
      try summarizeSamples(&reader, lane) { (samples, content) throws(ImagingError) in
        content.add(try samples.description())
      }
    case .sampleRows: try sendSampleRows(&reader, lane)
    case .sampleHistograms:
      try summarizeSamples(&reader, lane) { (samples, content) throws(ImagingError) in
        content.add(try samples.histograms())
      }
    case .release:
      let number = try reader.number()
      objects.withLock { $0[number] = nil }
      lane.send(MessageWriter(.result))
    case .acknowledge, .descriptor: throw MalformedMessage()
    }
  }

  /// Returns the part that a call needs of the object whose number comes next; without one, replies so and returns `nil`.
  private func part<Part>(
    _ reader: inout MessageReader, _ lane: ServedLane, _ part: (Object) -> Part?
  ) throws(MalformedMessage) -> Part? {
    let number = try reader.number()
    let found = objects.withLock { $0[number] }.flatMap(part)
    if found == nil { lane.send(MessageWriter(.unknown)) }
    return found
  }

  func insert(_ object: Object, as number: Int) { objects.withLock { $0[number] = object } }

  private func end(_ lane: ServedLane, _ body: () throws(ImagingError) -> MessageWriter) {
    do throws(ImagingError) {
      lane.send(try body())
    } catch {
      lane.fail(error)
    }
  }
}

// MARK: - Pictures

extension DecoderServer {
  private func openPicture(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let number = try reader.number()
    let file = try reader.file()
    let head = try reader.bytes()
    let page = try reader.flag() ? try reader.page() : nil
    var limits = ImageLimits()
    limits.megapixels = try reader.number()
    limits.heldBytes = try reader.number()
    limits.threads = try reader.number(in: 1...Int.max)
    let turn = try reader.orientation()
    limits.tone = try reader.tone()
    end(lane) { () throws(ImagingError) in
      var source = try open(file, head, page, limits)
      if limits.tone != .none {
        source = try source.toned(to: limits.tone) { lane.shouldContinue() } ?? source
      }
      if turn != .upright, let turned = source.turned(by: turn) { source = turned }
      insert(.picture(source), as: number)
      var message = MessageWriter(.result)
      message.add(source.info)
      switch source.access {
      case .rows(let rows):
        message.add(true)
        message.add(rows.workBytes)
        message.add(rows.reducibleLevels)
      case .tiles: message.add(false)
      }
      return message
    }
  }

  private func rows(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) -> (any RowSource)? {
    try part(&reader, lane) {
      if case .picture(let source) = $0, case .rows(let rows) = source.access { rows } else { nil }
    }
  }

  /// Makes a builder that sends rows of a level.
  private func builder(
    _ info: ImageInfo, level: Int = 0, hasPreview: Bool, _ lane: ServedLane
  ) -> PyramidBuilder {
    func write(_ row: UnsafeBufferPointer<UInt32>) { lane.write(UnsafeRawBufferPointer(row)) }
    let takePreviewRow: PyramidBuilder.TakePreviewRow = { level, position, row in
      if position == 0 {
        var message = MessageWriter(.preview)
        message.add(level)
        lane.send(message)
      }
      write(row)
    }
    var hasBegun = false
    return PyramidBuilder(
      rowsOf: info, level: level, takePreviewRow: hasPreview ? takePreviewRow : nil
    ) { row in
      if !hasBegun { lane.send(MessageWriter(.begin)) }
      hasBegun = true
      write(row)
    }
  }

  private func decode(_ reader: inout MessageReader, _ lane: ServedLane) throws(MalformedMessage) {
    guard let rows = try rows(&reader, lane) else { return }
    let size = try reader.size(upTo: .max)
    let reduction = try reader.number()
    let hasPreview = try reader.flag()
    let level = try reader.number(in: 0...Pyramid(size: size).coarsestLevel)
    let orientation = try reader.orientation()
    let firstRow = try reader.number(in: 0...size.height)
    // The size is as stored; with an odd length, halving depends on where the first pixel is shown.
    var info = ImageInfo(format: "", size: orientation.applied(to: size), orientation: orientation)
    info.hasClasses = rows.info.hasClasses
    let builder = builder(info, level: level, hasPreview: hasPreview, lane)
    builder.firstRow = firstRow
    end(lane) { () throws(ImagingError) in
      try rows.decode(into: builder, reducedBy: reduction) { lane.shouldContinue() }
      return MessageWriter(.result)
    }
  }

  private func sendThumbnail(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let rows = try rows(&reader, lane) else { return }
    if let thumbnail = rows.embeddedThumbnail() {
      var message = MessageWriter(.begin)
      message.add(thumbnail.size)
      message.add(thumbnail.isOpaque)
      lane.send(message)
      thumbnail.pixels.withUnsafeBytes { lane.write($0) }
    }
    lane.send(MessageWriter(.result))
  }
}

// MARK: - Tiles

extension DecoderServer {
  private func send(_ tile: TilePixels, _ lane: ServedLane) {
    var message = MessageWriter(.begin)
    message.add(tile.size)
    message.add(tile.isOpaque)
    message.add(tile.filled)
    lane.send(message)
    tile.withUnsafePixels { lane.write(UnsafeRawBufferPointer($0)) }
  }

  private func tiles(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) -> (any TileSource)? {
    try part(&reader, lane) {
      if case .picture(let source) = $0, case .tiles(let tiles) = source.access {
        tiles
      } else {
        nil
      }
    }
  }

  private func sendTile(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let tiles = try tiles(&reader, lane) else { return }
    let key = try reader.key()
    let pyramid = Pyramid(size: tiles.info.size)
    guard pyramid.contains(key) else { throw MalformedMessage() }
    end(lane) { () throws(ImagingError) in
      send(try tiles.tile(key, of: pyramid), lane)
      return MessageWriter(.result)
    }
  }

  private func sendPixels(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let tiles = try tiles(&reader, lane) else { return }
    let part = try reader.rect()
    end(lane) { () throws(ImagingError) in
      let pixels = try tiles.pixels(in: part, of: Pyramid(size: tiles.info.size))
      lane.send(MessageWriter(.begin))
      pixels.withUnsafeBytes { lane.write($0) }
      return MessageWriter(.result)
    }
  }

  private func openRegions(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let number = try reader.number()
    guard let rows = try rows(&reader, lane) else { return }
    let info = try reader.flag() ? try reader.info() : nil
    var message = MessageWriter(.result)
    let decoder = info.map { rows.regionDecoder(showing: $0) } ?? rows.regionDecoder()
    if let decoder {
      insert(.regions(decoder, info ?? rows.info), as: number)
      message.add(true)
      message.add(decoder.indexedLevel)
      message.add(decoder.prefersTiles)
    } else {
      message.add(false)
    }
    lane.send(message)
  }

  private func regions(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) -> (decoder: any RegionDecoder, info: ImageInfo)? {
    try part(&reader, lane) {
      if case .regions(let decoder, let info) = $0 { (decoder, info) } else { nil }
    }
  }

  private func buildIndex(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let regions = try regions(&reader, lane) else { return }
    let size = try reader.size(upTo: .max)
    let builder = builder(ImageInfo(format: "", size: size), hasPreview: try reader.flag(), lane)
    end(lane) { () throws(ImagingError) in
      try regions.decoder.buildIndex(into: builder) { lane.shouldContinue() }
      return MessageWriter(.result)
    }
  }

  private func sendRegionTile(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let regions = try regions(&reader, lane) else { return }
    let key = try reader.key()
    let pyramid = Pyramid(size: regions.info.size)
    guard pyramid.contains(key) else { throw MalformedMessage() }
    end(lane) { () throws(ImagingError) in
      if let tile = try regions.decoder.tile(key, of: pyramid) { send(tile, lane) }
      return MessageWriter(.result)
    }
  }
}

// MARK: - Samples

extension DecoderServer {
  private func openSamples(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let number = try reader.number()
    let source = try part(&reader, lane) { object -> (any ImageSource)? in
      if case .picture(let source) = object { source } else { nil }
    }
    guard let source else { return }
    end(lane) { () throws(ImagingError) in
      let samples = try source.sampleReader()
      if let samples { insert(.samples(samples), as: number) }
      var message = MessageWriter(.result)
      message.add(samples != nil)
      return message
    }
  }

  private func samples(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) -> (any SampleReader)? {
    try part(&reader, lane) { if case .samples(let samples) = $0 { samples } else { nil } }
  }

  private func sendSamples(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let samples = try samples(&reader, lane) else { return }
    let (x, y) = (try reader.number(), try reader.number())
    guard (0..<samples.size.width).contains(x), (0..<samples.size.height).contains(y) else {
      throw MalformedMessage()
    }
    end(lane) { () throws(ImagingError) in
      let values = try samples.samples(x: x, y: y) { lane.shouldContinue() }
      var message = MessageWriter(.result)
      message.add(values.count)
      for value in values { message.add(value) }
      return message
    }
  }
}

extension DecoderServer {
  /// Sends what is known of all samples of a picture.
  private func summarizeSamples(
    _ reader: inout MessageReader, _ lane: ServedLane,
    _ summarize: (any SampleReader, inout MessageWriter) throws(ImagingError) -> Void
  ) throws(MalformedMessage) {
    guard let samples = try samples(&reader, lane) else { return }
    end(lane) { () throws(ImagingError) in
      var content = MessageWriter()
      try summarize(samples, &content)
      send(content, lane)
      return MessageWriter(.result)
    }
  }

  private func sendSampleRows(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard let samples = try samples(&reader, lane) else { return }
    let rect = try reader.rect()
    guard !rect.size.isEmpty, rect.intersection(PixelRect(samples.size)) == rect else {
      throw MalformedMessage()
    }
    end(lane) { () throws(ImagingError) in
      var hasBegun = false
      try samples.rows(of: rect) { row in
        // A decoder may read much of a file before its first row, for which the program waits longer.
        if !hasBegun { lane.send(MessageWriter(.begin)) }
        hasBegun = true
        lane.write(row)
        return lane.shouldContinue()
      }
      return MessageWriter(.result)
    }
  }

  /// Sends a message that may be longer than one can be: its length, and then its bytes.
  private func send(_ content: MessageWriter, _ lane: ServedLane) {
    var message = MessageWriter(.begin)
    message.add(content.bytes.count)
    lane.send(message)
    content.bytes.withUnsafeBytes { lane.write($0) }
  }
}

// MARK: - Pages and metadata

extension DecoderServer {
  private func walk(_ reader: inout MessageReader, _ lane: ServedLane) throws(MalformedMessage) {
    let number = try reader.number()
    let file = try reader.file()
    let start = try reader.number(in: 0...Int.max)
    let count = try reader.number(in: 0...RemoteWalk.stepsPerCall)
    end(lane) { () throws(ImagingError) in
      let bytes = try FileBytes(file)
      guard let served = servedWalk(number, at: start, file, bytes) else {
        return MessageWriter(.result)
      }
      return served.state.withLock { state in
        var message = MessageWriter(.result)
        message.add(state.walk.kind == .frames)
        while state.stepCount < start, !state.walk.isAtEnd {
          _ = state.walk.step(in: bytes)
          state.stepCount += 1
        }
        for _ in 0..<count where !state.walk.isAtEnd {
          _ = lane.shouldContinue()
          state.stepCount += 1
          let page = state.walk.step(in: bytes)
          message.add(page != nil)
          if let page { message.add(page) }
        }
        // What is neither a step without a page nor one with it ends the list.
        message.add(2)
        message.add(state.walk.isAtEnd)
        message.add(state.walk.playCount != nil)
        if let count = state.walk.playCount { message.add(count) }
        return message
      }
    }
  }

  /// The walk with a number, or a new one where it has passed the step.
  private func servedWalk(
    _ number: Int, at start: Int, _ file: ImageFile, _ bytes: borrowing FileBytes
  ) -> ServedWalk? {
    if case .walk(let walk)? = objects.withLock({ $0[number] }),
      walk.state.withLock({ $0.stepCount }) <= start
    {
      return walk
    }
    guard let walk = walk(file, bytes).map(ServedWalk.init) else { return nil }
    insert(.walk(walk), as: number)
    return walk
  }

  private func sendMetadata(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let file = try reader.file()
    let metadata = PictureMetadata(file, head: try reader.bytes())
    var content = MessageWriter()
    content.add(metadata)
    send(content, lane)
    lane.send(MessageWriter(.result))
  }
}

// MARK: - Animations

/// An animation whose frames are composed in a confined process, with the number of those that are.
final class ServedAnimation: Sendable {
  private struct State {
    var composer: any FrameComposer
    var count = 0
  }

  private let state: Mutex<State>

  /// Opens an animation; `nil` for a format without animations.
  init?(_ file: ImageFile, _ head: [UInt8]) throws(ImagingError) {
    guard let compose = ImageFormat.all.first(where: { $0.recognizes(head) })?.compose else {
      return nil
    }
    state = Mutex(State(composer: try compose(file)))
  }

  /// The number of frames that are composed.
  var count: Int { state.withLock { $0.count } }

  /// Composes all frames up to one, from 0, and sends the canvas.
  func send(_ index: Int, on lane: ServedLane) throws(ImagingError) -> MessageWriter {
    try state.withLock { (state) throws(ImagingError) in
      var failure: ImagingError?
      do throws(ImagingError) {
        while state.count <= index, lane.shouldContinue() {
          state.count += 1
          try state.composer.composeNext { lane.shouldContinue() }
        }
      } catch {
        failure = error
      }
      var message = MessageWriter(.begin)
      message.add(state.composer.canvas.size)
      lane.send(message)
      state.composer.canvas.pixels.withUnsafeBytes { lane.write($0) }
      if let failure { throw failure }
      return MessageWriter(.result)
    }
  }
}

extension DecoderServer {
  private func sendFrame(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let number = try reader.number()
    let file = try reader.file()
    let head = try reader.bytes()
    let index = try reader.number(in: 0...FilePages.maximumCount)
    end(lane) { () throws(ImagingError) in
      guard let animation = try animation(number, at: index, file, head) else { throw file.changed }
      return try animation.send(index, on: lane)
    }
  }

  /// The animation with a number, or a new one where it has passed the frame.
  private func animation(
    _ number: Int, at index: Int, _ file: ImageFile, _ head: [UInt8]
  ) throws(ImagingError) -> ServedAnimation? {
    if case .animation(let animation)? = objects.withLock({ $0[number] }), animation.count <= index
    {
      return animation
    }
    guard let animation = try ServedAnimation(file, head) else { return nil }
    insert(.animation(animation), as: number)
    return animation
  }
}
