import CSandbox
import Glibc
import OverscrollBase

/// One thread of the process that decodes: it serves one call at a time, and the calls of other lanes are served meanwhile.
///
/// Once started, only its own thread uses it; hence unchecked.
final class ServedLane: @unchecked Sendable {
  /// The bytes of the longest message, above those of a path. [C]
  static let maximumMessage = 1 << 16
  /// How long bytes may wait until their slot is full. [C]
  private static let maximumHold = Duration.milliseconds(2)

  let memory: CallMemory
  private let server: DecoderServer
  /// What a signal handler of the thread needs of it, too.
  private let lane: UnsafeMutablePointer<OverscrollLane>
  private var received = [UInt8](repeating: 0, count: maximumMessage)
  /// The slots that were sent since the lane was made.
  private var sentSlots = 0
  private var filledBytes = 0
  /// When the slot that is being filled was begun.
  private var slotBegin = ContinuousClock.now

  init(socket: Int32, memory: CallMemory, server: DecoderServer) {
    self.memory = memory
    self.server = server
    lane = .allocate(capacity: 1)
    lane.initialize(
      to: OverscrollLane(
        socket: socket, state: memory.state, unreadSlots: 0, isOver: false, context: nil))
  }

  deinit {
    close(lane.pointee.socket)
    lane.deallocate()
  }

  /// The lane that the calling thread serves; `nil` outside of the process that decodes.
  static var current: ServedLane? {
    OverscrollCurrentLane()?.pointee.context.map {
      Unmanaged<ServedLane>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// True where the program is gone.
  private var isOver: Bool {
    get { lane.pointee.isOver }
    set { lane.pointee.isOver = newValue }
  }

  /// Starts the lane's thread.
  func start() { _ = Self.startThread { self.run() } }

  /// The work of a thread, an object so that it fits into a pointer.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread of the process that decodes, for the call that the calling thread serves: it cannot open files itself.
  ///
  /// - Returns: False if the system made no thread; `body` doesn't run then.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let lane = current
    let work = Unmanaged.passRetained(
      Work {
        OverscrollNoteCrashesIn(lane?.memory.state)
        body()
      })
    let isStarted = OverscrollStartConfinedThread(
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
      }, work.toOpaque())
    if !isStarted { work.release() }
    return isStarted
  }

  private func run() {
    lane.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    OverscrollSetLane(lane)
    defer { OverscrollSetLane(nil) }
    while !isOver, let message = receive() {
      var reader = MessageReader(message)
      do throws(MalformedMessage) {
        let kind = try reader.request()
        if kind == .acknowledge {
          lane.pointee.unreadSlots -= 1
        } else {
          try server.serve(kind, &reader, on: self)
        }
      } catch {
        return
      }
    }
  }

  private func receive() -> [UInt8]? {
    let count = received.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map {
        OverscrollReceive(lane.pointee.socket, $0, bytes.count, nil, 0)
      } ?? -1
    }
    guard count > 0 else {
      isOver = true
      return nil
    }
    return Array(received.prefix(count))
  }

  /// Returns false where the call is no longer needed.
  func shouldContinue() -> Bool { !isOver && !OverscrollIsStopped(memory.state) }

  /// Sends a message, after the bytes that were written.
  func send(_ message: MessageWriter) {
    flush()
    let isSent = message.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { OverscrollReply(lane.pointee.socket, $0, bytes.count) } ?? false
    }
    if !isSent { isOver = true }
  }

  /// Ends the call with an error.
  func fail(_ error: ImagingError) {
    var message = MessageWriter(.failure)
    message.add(error)
    send(message)
  }

  /// Sends bytes through the slots; waits where all are full.
  ///
  /// A slot holds more than a hundred rows of a picture's first level, which would show together, and late: what is decoded slowly
  /// is sent before its slot is full.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, !isOver {
      if filledBytes == 0 {
        awaitSlot()
        slotBegin = .now
      }
      let slot = memory.slot(sentSlots)
      let part = rest.prefix(slot.count - filledBytes)
      UnsafeMutableRawBufferPointer(rebasing: slot[filledBytes...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: part))
      filledBytes += part.count
      rest = rest.dropFirst(part.count)
      if filledBytes == slot.count { flush() }
    }
    if slotBegin.duration(to: .now) >= Self.maximumHold { flush() }
  }

  private func awaitSlot() {
    while lane.pointee.unreadSlots == CallMemory.slotCount, let message = receive() {
      note(message)
    }
  }

  private func note(_ message: [UInt8]) {
    var reader = MessageReader(message)
    if (try? reader.request()) == .acknowledge {
      lane.pointee.unreadSlots -= 1
    } else {
      isOver = true
    }
  }

  private func flush() {
    guard filledBytes > 0 else { return }
    var message = MessageWriter(.bytes)
    message.add(filledBytes)
    filledBytes = 0
    sentSlots += 1
    lane.pointee.unreadSlots += 1
    send(message)
  }

  /// Has the program open the call's file, or another one beside it, and returns the descriptor.
  func openDescriptor(
    _ path: FilePath, beside name: FilePath? = nil
  ) throws(ImagingError) -> Int32 {
    var descriptor: Int32 = -1
    let request = { (name: UnsafePointer<CChar>?) in
      OverscrollRequestDescriptor(self.lane, name, &self.received, self.received.count, &descriptor)
    }
    let count = name.map { $0.withCString(request) } ?? request(nil)
    guard descriptor < 0 else { return descriptor }
    var reader = MessageReader(Array(received.prefix(max(0, count))))
    if (try? reader.request()) == .descriptor, let error = try? reader.error(path) { throw error }
    throw ImagingError(.unreadable, path, "it cannot be read")
  }
}
