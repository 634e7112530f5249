/// The bytes of a call, as they arrive in slots.
struct ByteStream {
  /// The bytes that are read without need, after which the process is not trusted to stop. [C]
  private static let maximumDropped = 1 << 30

  private let lane: ClientLane
  private var droppedBytes = 0
  private var slot: UnsafeRawBufferPointer?
  /// The reply that ended the bytes.
  private var pending: Reply?

  init(_ lane: ClientLane) { self.lane = lane }
}

extension ByteStream {
  /// Returns the next reply that isn't bytes; bytes before it are dropped.
  mutating func next(while shouldContinue: () -> Bool) throws(CallFailure) -> Reply {
    while true {
      try dropSlot()
      if let reply = pending {
        pending = nil
        return reply
      }
      try advance(while: shouldContinue)
    }
  }

  /// Copies bytes to a buffer; returns false where they end before it is full.
  mutating func fill(
    _ buffer: UnsafeMutableRawBufferPointer, while shouldContinue: () -> Bool
  ) throws(CallFailure) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      guard let slot, !slot.isEmpty else {
        try dropSlot()
        if pending != nil { return false }
        try advance(while: shouldContinue)
        continue
      }
      let count = min(rest.count, slot.count)
      UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: slot[..<count]))
      self.slot = UnsafeRawBufferPointer(rebasing: slot[count...])
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Notes that an answer was copied and checked.
  func noteAnswer() { lane.noteAnswer() }

  private mutating func advance(while shouldContinue: () -> Bool) throws(CallFailure) {
    let reply = try lane.next(while: shouldContinue)
    if case .bytes(let bytes) = reply { slot = bytes } else { pending = reply }
  }

  private mutating func dropSlot() throws(CallFailure) {
    guard let bytes = slot else { return }
    slot = nil
    droppedBytes += bytes.count
    guard droppedBytes <= Self.maximumDropped else { throw .malformed }
    try lane.acknowledge()
  }
}
