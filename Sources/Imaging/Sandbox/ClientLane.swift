import CSandbox
import Glibc
import OverscrollFiles

/// Why a call failed.
enum CallFailure: Error {
  /// The call's own error.
  case imaging(ImagingError)
  /// The process knows no such object; it is a new one.
  case unknown
  /// The call ended the process.
  case crashed
  /// The call ended the process, which could have no more memory.
  case outOfMemory
  /// The process ended, and not by this call.
  case ended
  /// The process made no step for ``ClientLane/timeout``.
  case stuck
  /// The process sent what it may not send.
  case malformed
}

/// The program's side of a lane: one call at a time, from the thread that makes it.
///
/// Lanes are handed from thread to thread through a lock of the process, so that no two use one at a time; hence unchecked.
final class ClientLane: @unchecked Sendable {
  /// How long a call may take without a step, in seconds. [C]
  static let timeout = 10.0
  /// The wait for a reply before the caller is asked whether it still needs it, in milliseconds. [C]
  private static let slice: Int32 = 20
  private static let maximumWaits = Int(timeout * 1000) / Int(slice)
  /// How often a call may have its file opened. [C]
  private static let maximumOpenings = 1000

  let memory: CallMemory
  private let socket: Int32
  private var received = [UInt8](repeating: 0, count: ServedLane.maximumMessage)
  private var readSlots = 0
  private var file: ImageFile?
  private var openings = 0
  /// True where the process may read the files of the folder that belongs to a file.
  private let companions: Bool

  /// Makes a lane and hands its other end to a process; `nil` for a lack of resources, or without the process.
  init?(to process: Int32, companions: Bool) {
    var ends: [Int32] = [-1, -1]
    guard let memory = CallMemory(), OverscrollSocketPair(&ends) else { return nil }
    socket = ends[0]
    self.memory = memory
    self.companions = companions
    defer { close(ends[1]) }
    var byte: UInt8 = 0
    guard OverscrollSend(process, &byte, 1, [ends[1], memory.descriptor], 2) else {
      close(ends[0])
      return nil
    }
  }

  deinit { close(socket) }
}

/// A reply to a call.
enum Reply {
  case bytes(UnsafeRawBufferPointer)
  case preview(level: Int)
  case begin(MessageReader)
  case result(MessageReader)
}

extension ClientLane {
  /// Begins a call about a file.
  func begin(_ request: MessageWriter, _ file: ImageFile) throws(CallFailure) {
    self.file = file
    openings = 0
    OverscrollBeginCall(memory.state)
    try send(request)
  }

  private func send(
    _ message: MessageWriter, descriptor: Int32? = nil
  ) throws(CallFailure) {
    let isSent = message.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { base in
        let descriptors = descriptor.map { [$0] } ?? []
        return OverscrollSend(socket, base, bytes.count, descriptors, Int32(descriptors.count))
      } ?? false
    }
    if !isSent { throw ended }
  }

  /// True where the call on it has ended the process.
  var hasCrashed: Bool { OverscrollCrash(memory.state) != 0 }

  private var ended: CallFailure {
    switch OverscrollCrash(memory.state) {
    case 0: .ended
    case OVERSCROLL_OUT_OF_MEMORY: .outOfMemory
    default: .crashed
    }
  }

  /// Hands a slot back after its bytes were read.
  func acknowledge() throws(CallFailure) {
    readSlots += 1
    try send(MessageWriter(RequestKind.acknowledge))
  }

  /// Waits for the next reply; the file is opened for the process meanwhile.
  ///
  /// - Parameter shouldContinue: Called now and then; where it returns false the process is asked to stop.
  /// - Returns: The reply; its bytes are valid until they are acknowledged.
  /// - Throws: The call's error, or why it came to no end.
  func next(while shouldContinue: () -> Bool) throws(CallFailure) -> Reply {
    while true {
      var reader = MessageReader(try receive(while: shouldContinue))
      let step: Step
      do throws(MalformedMessage) {
        step = try read(&reader)
      } catch {
        throw .malformed
      }
      switch step {
      case .reply(let reply): return reply
      case .failure(let failure): throw failure
      case .open: try sendDescriptor()
      case .openCompanion(let name): try sendCompanion(name)
      }
    }
  }

  /// What a message asks for.
  private enum Step {
    case reply(Reply)
    case failure(CallFailure)
    case open
    case openCompanion([UInt8])
  }

  private func read(_ reader: inout MessageReader) throws(MalformedMessage) -> Step {
    switch try reader.reply() {
    case .bytes:
      let count = try reader.number(in: 1...CallMemory.slotBytes)
      return .reply(
        .bytes(UnsafeRawBufferPointer(rebasing: memory.slot(readSlots)[..<count])))
    case .preview: return .reply(.preview(level: try reader.number(in: 1...62)))
    case .begin: return .reply(.begin(reader))
    case .result: return .reply(.result(reader))
    case .unknown: return .failure(.unknown)
    case .failure:
      guard let file else { throw MalformedMessage() }
      return .failure(.imaging(try reader.error(file.path)))
    case .descriptor: return .open
    case .companion: return .openCompanion(try reader.bytes())
    }
  }

  private func sendDescriptor() throws(CallFailure) {
    openings += 1
    guard let file, openings <= Self.maximumOpenings else { throw .malformed }
    var message = MessageWriter(RequestKind.descriptor)
    let descriptor: Int32
    do throws(ImagingError) {
      descriptor = try file.openDescriptor()
    } catch {
      message.add(error)
      return try send(message)
    }
    defer { close(descriptor) }
    try send(message, descriptor: descriptor)
  }

  /// Sends a file of the folder that belongs to a slide; nothing of other files.
  private func sendCompanion(_ name: [UInt8]) throws(CallFailure) {
    openings += 1
    guard let file, companions, openings <= Self.maximumOpenings else { throw .malformed }
    let message = MessageWriter(RequestKind.descriptor)
    guard let descriptor = CompanionFolder(of: file.path).open(name) else {
      return try send(message)
    }
    defer { close(descriptor) }
    try send(message, descriptor: descriptor)
  }

  private func receive(while shouldContinue: () -> Bool) throws(CallFailure) -> [UInt8] {
    var progress = OverscrollProgress(memory.state)
    // Counted in waits, so that time in which the program itself is stopped doesn't count.
    var waits = 0
    var stopped = 0
    if !shouldContinue() { OverscrollStopCall(memory.state) }
    while true {
      var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      if poll(&event, 1, Self.slice) > 0 { break }
      if !shouldContinue() {
        OverscrollStopCall(memory.state)
        stopped += 1
      }
      let now = OverscrollProgress(memory.state)
      waits = now == progress ? waits + 1 : 0
      progress = now
      if max(waits, stopped) > Self.maximumWaits { throw .stuck }
    }
    let count = received.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { OverscrollReceive(socket, $0, bytes.count, nil, 0) } ?? -1
    }
    // Unread messages of the other side make the end an error.
    guard count != 0, count != -1 else { throw ended }
    guard count > 0 else { throw .malformed }
    return Array(received.prefix(count))
  }
}
