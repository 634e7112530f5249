import Glibc

/// Whole texts in files; `-` is standard input.
enum TextFile {
  /// The text of the file at `path`, read as UTF-8.
  static func read(_ path: String) throws(Failure) -> String {
    if path == "-" { return try text(from: STDIN_FILENO, "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(sentence: "\(path): cannot be opened: \(reason)")
    }
    defer { close(descriptor) }
    return try text(from: descriptor, path)
  }

  /// Writes `text` to the file at `path`, which is made or replaced.
  static func write(_ text: String, to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(sentence: "\(path): cannot be written: \(reason)")
    }
    let isWritten = write(text, to: descriptor)
    guard close(descriptor) == 0, isWritten else {
      throw Failure(sentence: "\(path): cannot be written: \(reason)")
    }
  }

  /// Writes `text` to a file that is open; returns whether all of it went out.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func text(from descriptor: Int32, _ name: String) throws(Failure) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(sentence: "\(name): cannot be read: \(reason)") }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(sentence: "\(name): is not a text in UTF-8")
    }
    return text
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
