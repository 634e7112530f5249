import CSandbox
import Glibc
import OverscrollBase
import ScrollGeometry
import Synchronization

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
  /// The process gave no answer for so many seconds.
  case stuck(Int)
  /// What the call belongs to took more than so many seconds.
  case late(Int)
  /// The call is no longer needed, and the process did not end it.
  case abandoned
  /// The process sent what it may not send.
  case malformed
}

/// How long a call may take, on the program's own clock, in seconds of waiting.
///
/// An answer is what was copied and checked: a header, a row, a tile. That a process is busy is none.
struct CallTiming {
  /// The time without an answer. [C]
  static let answerSeconds = 10
  /// The time more for each megapixel of a picture that is decoded as a whole before its first row, on a slow machine. [C]
  private static let secondsPerMegapixel = 1
  /// The most that a picture's size explains. [C]
  private static let maximumSizeSeconds = 120

  /// The time to the first answer.
  var first = answerSeconds
  /// The time to the last answer: what trickles ends, too. [C]
  var total = 60

  /// Allows for the pixels of a picture, and more for one that its decoder holds as a whole.
  static func decoding(_ size: PixelSize, isWhole: Bool) -> CallTiming {
    let seconds = (size.area ?? .max) / 1_000_000 * secondsPerMegapixel
    var timing = CallTiming()
    timing.total += seconds
    if isWhole { timing.first += min(seconds, maximumSizeSeconds) }
    return timing
  }
}

/// The program's side of a lane: one call at a time, from the thread that makes it.
///
/// Lanes are handed from thread to thread through a lock of the process, so that no two use one at a time; hence unchecked.
final class ClientLane: @unchecked Sendable {
  /// The wait for a reply before the caller is asked whether it still needs it. [C]
  private static let slice = Duration.milliseconds(20)
  /// The time in which a process has to end a call that is no longer needed. [C]
  private static let stopTime = Duration.seconds(1)
  /// How often a call may have its file opened. [C]
  private static let maximumOpenings = 1000

  private let memory: CallMemory
  private let socket: Int32
  private var received = [UInt8](repeating: 0, count: ServedLane.maximumMessage)
  private var readSlots = 0
  private var file: ImageFile?
  private var openings = 0
  /// The time that the call may wait for its next answer, and has waited.
  private var patience = CallTiming.answerSeconds
  private var waited = Duration.zero
  /// The budget of the call.
  private var budget = CallScope.Budget(seconds: 0)
  /// The time since the call was stopped; `nil` for one that is needed.
  private var stopped: Duration?
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
    // What a process does not receive would count as the user's descriptors in flight.
    guard Self.isReceived(on: process),
      OverscrollSend(process, &byte, 1, [ends[1], memory.descriptor], 2)
    else { return nil }
  }

  // Also where the initializer fails.
  deinit { close(socket) }

  /// Waits until a process has received all that was sent; false where it doesn't.
  private static func isReceived(on socket: Int32) -> Bool {
    let end = ContinuousClock.now + .seconds(CallTiming.answerSeconds)
    while !OverscrollIsReceived(socket) {
      guard ContinuousClock.now < end, BackgroundWork.isNeeded else { return false }
      usleep(100)
    }
    return true
  }
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
  func begin(
    _ request: MessageWriter, _ file: ImageFile, _ timing: CallTiming
  ) throws(CallFailure) {
    self.file = file
    openings = 0
    patience = timing.first
    budget = CallScope.Budget(seconds: timing.total)
    waited = .zero
    stopped = nil
    OverscrollBeginCall(memory.state)
    try send(request)
  }

  private func send(_ message: MessageWriter, descriptor: Int32? = nil) throws(CallFailure) {
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

  /// Notes that an answer was copied and checked.
  func noteAnswer() {
    patience = CallTiming.answerSeconds
    waited = .zero
  }

  /// Hands a slot back after its bytes were read.
  func acknowledge() throws(CallFailure) {
    readSlots += 1
    try spendTime { () throws(CallFailure) in try send(MessageWriter(RequestKind.acknowledge)) }
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
      case .open: try sendDescriptor(while: shouldContinue)
      case .openCompanion(let name): try sendCompanion(name, while: shouldContinue)
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
      return .reply(.bytes(UnsafeRawBufferPointer(rebasing: memory.slot(readSlots)[..<count])))
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

  private func sendDescriptor(while shouldContinue: () -> Bool) throws(CallFailure) {
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
    try send(message, opening: descriptor, while: shouldContinue)
  }

  /// Sends a descriptor, which it closes, once the process has received the one before.
  private func send(
    _ message: MessageWriter, opening descriptor: Int32, while shouldContinue: () -> Bool
  ) throws(CallFailure) {
    defer { close(descriptor) }
    try wait(while: shouldContinue) {
      let isReceived = OverscrollIsReceived(socket)
      if !isReceived { usleep(100) }
      return isReceived
    }
    try send(message, descriptor: descriptor)
  }

  /// Sends a file of the folder that belongs to a slide, or what GDAL has written beside any picture; nothing of other files.
  private func sendCompanion(
    _ name: [UInt8], while shouldContinue: () -> Bool
  ) throws(CallFailure) {
    openings += 1
    guard let file, openings <= Self.maximumOpenings else { throw .malformed }
    let message = MessageWriter(RequestKind.descriptor)
    let descriptor: Int32?
    let own = file.path.lastComponent.bytes
    if let suffix = ImageFile.companionSuffixes.first(where: { name == own + $0 }) {
      descriptor = try? file.companion(suffix)?.openDescriptor()
    } else if companions {
      descriptor = CompanionFolder(of: file.path).open(name)
    } else {
      throw .malformed
    }
    guard let descriptor else { return try send(message) }
    try send(message, opening: descriptor, while: shouldContinue)
  }

  private func receive(while shouldContinue: () -> Bool) throws(CallFailure) -> [UInt8] {
    if !shouldContinue() { stop() }
    try wait(while: shouldContinue) {
      var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return poll(&event, 1, Int32(Self.slice / .milliseconds(1))) > 0
    }
    return try spendTime { () throws(CallFailure) in
      let count = received.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { OverscrollReceive(socket, $0, bytes.count, nil, 0) } ?? -1
      }
      // Unread messages of the other side make the end an error.
      guard count != 0, count != -1 else { throw ended }
      guard count > 0 else { throw .malformed }
      return Array(received.prefix(count))
    }
  }

  /// Waits for something; where the call is no longer needed, the process is asked to stop.
  private func wait(while shouldContinue: () -> Bool, for isThere: () -> Bool) throws(CallFailure) {
    while try !spendTime(isThere) {
      if !BackgroundWork.isNeeded || !shouldContinue() { stop() }
    }
  }

  private func stop() {
    OverscrollStopCall(memory.state)
    stopped = stopped ?? .zero
  }

  /// Counts the time of a body: many small messages take time, too.
  private func spendTime<Value>(
    _ body: () throws(CallFailure) -> Value
  ) throws(CallFailure) -> Value {
    let begin = ContinuousClock.now
    let value = try body()
    // Time in which the program itself is stopped doesn't count.
    try spend(min(begin.duration(to: .now), Self.slice * 2))
    return value
  }

  /// Counts time that was waited; throws where it is more than the call may take.
  private func spend(_ time: Duration) throws(CallFailure) {
    let scope = CallScope.current
    scope.spend(time)
    waited += time
    if let stopped {
      self.stopped = stopped + time
      if stopped + time > Self.stopTime { throw .abandoned }
    }
    if waited > .seconds(patience) { throw .stuck(patience) }
    budget.spend(time)
    if let spent = budget.isOver ? budget : scope.spentBudget { throw .late(spent.seconds) }
  }
}

/// The time that the calling thread may wait for confined processes, on the program's own clock, whatever a process claims.
struct CallScope: Sendable {
  @TaskLocal static var current = CallScope()

  /// Time that is spent by waiting.
  final class Budget: Sendable {
    let seconds: Int
    private let spent = Mutex(Duration.zero)

    init(seconds: Int) { self.seconds = seconds }

    func spend(_ time: Duration) { spent.withLock { $0 += time } }

    var isOver: Bool { spent.withLock { $0 } > .seconds(seconds) }
  }

  private var budgets: [Budget] = []

  func spend(_ time: Duration) { for budget in budgets { budget.spend(time) } }

  /// The budget that is spent, if one is.
  var spentBudget: Budget? { budgets.first(where: \.isOver) }

  /// Runs a body that may wait for confined processes for some seconds altogether.
  static func run<Value, Failure>(
    within seconds: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var scope = current
    scope.budgets.append(Budget(seconds: seconds))
    let result = $current.withValue(scope) {
      Result { () throws(Failure) in try body() }
    }
    return try result.get()
  }
}

/// The memory that both sides of a call share: its state, and slots that pass from one side to the other in turn.
///
/// The sockets' messages order the access to the slots.
final class CallMemory: @unchecked Sendable {
  /// The slots. [C]
  static let slotCount = 4
  /// The bytes of a slot. [C]
  static let slotBytes = 1 << 19
  private static let headBytes = 4096
  private static let byteCount = headBytes + slotCount * slotBytes

  let descriptor: Int32
  /// The state of the call.
  let state: UnsafeMutablePointer<OverscrollCallState>
  private let base: UnsafeMutableRawPointer

  /// Makes memory.
  convenience init?() { self.init(descriptor: OverscrollMakeSharedMemory(Self.byteCount)) }

  /// Maps memory that the other side has made; takes the descriptor.
  init?(descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    guard let base = OverscrollMapSharedMemory(descriptor, Self.byteCount) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.base = base
    state = base.bindMemory(to: OverscrollCallState.self, capacity: 1)
  }

  deinit {
    munmap(base, Self.byteCount)
    close(descriptor)
  }

  /// The slot with a number, counted without end.
  func slot(_ number: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: base + Self.headBytes + number % Self.slotCount * Self.slotBytes,
      count: Self.slotBytes)
  }
}
