import Glibc
import Testing

@testable import OverscrollImaging

@Suite struct `A lane of the process that decodes` {
  @Test func `sends rows that come slowly before their slot is full`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let memory = try #require(CallMemory())
    let lane = ServedLane(socket: ends[0], memory: memory, server: DecoderServer())
    let row = [UInt8](repeating: 7, count: 1000)
    row.withUnsafeBytes { lane.write($0) }
    usleep(5000)
    row.withUnsafeBytes { lane.write($0) }

    var event = pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0)
    try #require(poll(&event, 1, 0) == 1)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(ends[1], &bytes, bytes.count, 0)
    var reader = MessageReader(Array(bytes.prefix(count)))
    #expect(try reader.reply() == .bytes)
    // Both rows, or the first of them where the machine paused after it.
    #expect([2000, 1000].contains(try reader.number()))
    #expect(memory.slot(0)[999] == 7)
  }
}
