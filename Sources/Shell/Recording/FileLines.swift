import Glibc
import OverscrollBase

/// The lines of a text file, one after the other, in the memory of a line.
struct FileLines: ~Copyable {
  /// The number of bytes read at a time. [C]
  private static let blockSize = 1 << 16

  private let descriptor: Int32
  private let path: FilePath
  private var block: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  init(_ path: FilePath) throws(Failure) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw Failure(unopened: path)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Returns the next line without its line feed; `nil` at the end.
  mutating func next() throws(Failure) -> Substring? {
    var line: [UInt8] = []
    while true {
      if position == block.count {
        try readBlock()
        if isAtEnd { return line.isEmpty ? nil : Substring(decoding: line, as: UTF8.self) }
      }
      let rest = block[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line += rest[..<(end ?? rest.endIndex)]
      position = end.map { $0 + 1 } ?? rest.endIndex
      if end != nil { return Substring(decoding: line, as: UTF8.self) }
    }
  }

  private mutating func readBlock() throws(Failure) {
    var bytes = [UInt8](repeating: 0, count: Self.blockSize)
    var count = 0
    repeat { count = read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
    guard count >= 0 else {
      throw Failure(message: "\(path): cannot be read: \(SystemError.last.message)")
    }
    block = Array(bytes[..<count])
    position = 0
    isAtEnd = count == 0
  }
}
