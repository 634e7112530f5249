import Glibc
import ScrollGeometry
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

  @Test func `sends no more than the rows of the level that is asked for`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let server = DecoderServer()
    let info = ImageInfo(format: "test", size: PixelSize(width: 601, height: 514))
    server.insert(.picture(PlainRows(info: info)), as: 1)
    let lane = ServedLane(socket: ends[0], memory: try #require(CallMemory()), server: server)
    var request = MessageWriter()
    request.add(1)
    request.add(info.size)
    request.add(0)
    request.add(false)
    request.add(2)
    request.add(Orientation.upright.rawValue)
    request.add(0)
    // A slow machine sends each row in a slot of its own, and waits until earlier ones were read.
    let acknowledgement = MessageWriter(RequestKind.acknowledge).bytes
    for _ in 0..<129 { try #require(send(ends[1], acknowledgement, acknowledgement.count, 0) > 0) }
    var reader = MessageReader(request.bytes)
    try server.serve(.decode, &reader, on: lane)
    var (sent, isOver) = (0, false)
    while !isOver {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = recv(ends[1], &bytes, bytes.count, Int32(MSG_DONTWAIT))
      try #require(count > 0)
      var reader = MessageReader(Array(bytes.prefix(count)))
      switch try reader.reply() {
      case .bytes: sent += try reader.number()
      case .begin: break
      case .result: isOver = true
      default: Issue.record("an unknown reply")
      }
    }
    // 601 × 514, halved twice.
    #expect(sent == 151 * 129 * 4)
  }
}
