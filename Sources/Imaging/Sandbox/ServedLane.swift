import CSandbox
import Glibc
import OverscrollFiles

/// One thread of the process that decodes: it serves one call at a time, and the calls of other lanes are served meanwhile.
///
/// Once started, only its own thread uses it; hence unchecked.
final class ServedLane: @unchecked Sendable {
  /// The bytes of the longest message, above those of a path. [C]
  static let maximumMessage = 1 << 16
  /// How long bytes may wait until their slot is full. [C]
  private static let maximumHold = Duration.milliseconds(2)

  let memory: CallMemory
  private let socket: Int32
  private let server: DecoderServer
  private var received = [UInt8](repeating: 0, count: maximumMessage)
  /// The slots that were sent since the lane was made, and those of them that the program has not read yet.
  private var sentSlots = 0
  private var unreadSlots = 0
  private var filledBytes = 0
  /// When the slot that is being filled was begun.
  private var slotBegin = ContinuousClock.now
  /// True where the program is gone.
  private var isOver = false

  init(socket: Int32, memory: CallMemory, server: DecoderServer) {
    self.socket = socket
    self.memory = memory
    self.server = server
  }

  deinit { close(socket) }

  /// The lane that the calling thread serves; `nil` outside of the process that decodes.
  static var current: ServedLane? {
    OverscrollCallContext().map { Unmanaged<ServedLane>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Starts the lane's thread.
  func start() {
    let own = Unmanaged.passRetained(self)
    let isStarted = OverscrollStartConfinedThread(
      { argument in
        if let argument { Unmanaged<ServedLane>.fromOpaque(argument).takeRetainedValue().run() }
      }, own.toOpaque())
    if !isStarted { own.release() }
  }

  private func run() {
    OverscrollSetCall(memory.state, Unmanaged.passUnretained(self).toOpaque())
    while !isOver, let message = receive() {
      var reader = MessageReader(message)
      do throws(MalformedMessage) {
        let kind = try reader.request()
        if kind == .acknowledge {
          unreadSlots -= 1
        } else {
          try server.serve(kind, &reader, on: self)
        }
      } catch {
        return
      }
    }
  }

  private func receive(_ descriptor: UnsafeMutablePointer<Int32>? = nil) -> [UInt8]? {
    let count = received.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map {
        OverscrollReceive(socket, $0, bytes.count, descriptor, descriptor == nil ? 0 : 1)
      } ?? -1
    }
    guard count > 0 else {
      isOver = true
      return nil
    }
    return Array(received.prefix(count))
  }
}

extension ServedLane {
  /// Notes a step of the call; returns false where it is no longer needed.
  func shouldContinue() -> Bool {
    OverscrollAdvance(memory.state)
    return !isOver && !OverscrollIsStopped(memory.state)
  }

  /// Sends a message, after the bytes that were written.
  func send(_ message: MessageWriter) {
    flush()
    let isSent = message.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { OverscrollSend(socket, $0, bytes.count, nil, 0) } ?? false
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
    while unreadSlots == CallMemory.slotCount, let message = receive() {
      note(message)
    }
  }

  private func note(_ message: [UInt8]) {
    var reader = MessageReader(message)
    if (try? reader.request()) == .acknowledge { unreadSlots -= 1 } else { isOver = true }
  }

  private func flush() {
    guard filledBytes > 0 else { return }
    var message = MessageWriter(.bytes)
    message.add(filledBytes)
    filledBytes = 0
    sentSlots += 1
    unreadSlots += 1
    send(message)
  }

  /// Has the program open the call's file, and returns the descriptor.
  func openDescriptor(_ path: FilePath) throws(ImagingError) -> Int32 {
    send(MessageWriter(ReplyKind.descriptor))
    var descriptor: Int32 = -1
    while let message = receive(&descriptor) {
      var reader = MessageReader(message)
      let kind = try? reader.request()
      if kind == .acknowledge {
        unreadSlots -= 1
      } else if kind == .descriptor, descriptor >= 0 {
        return descriptor
      } else if kind == .descriptor, let error = try? reader.error(path) {
        throw error
      } else {
        isOver = true
        break
      }
    }
    throw ImagingError(.unreadable, path, "it cannot be read")
  }
}
