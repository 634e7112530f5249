import CSandbox
import Glibc

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
