import Files
import Glibc

/// Text files; `-` is standard input.
enum TextFile {
  /// The maximum size of a file, in megabytes: some hours of a take. [C]
  private static let longest = 256
  private static let bytesInMegabyte = 1_000_000
  /// The memory per byte of a script and its simulation, measured and doubled. [C]
  private static let memoryPerByte = 32

  /// Reads a file as UTF-8.
  static func read(_ path: FilePath) throws(Failure) -> String {
    if path.isStandardInput { return try text(from: STDIN_FILENO, path.name) }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw Failure(message: "\(path): cannot be opened: \(SystemError.last.message)")
    }
    defer { close(descriptor) }
    return try text(from: descriptor, path.name)
  }

  /// Writes a file, replacing an existing one atomically.
  static func write(_ text: String, to path: FilePath) throws(Failure) {
    try write(text.utf8, to: path)
  }

  /// Writes a file, replacing an existing one atomically.
  static func write(_ bytes: some Sequence<UInt8>, to path: FilePath) throws(Failure) {
    do throws(SystemError) {
      let file = try AtomicFileWriter(path)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw Failure(message: "\(path): cannot be written: \(error.message)")
    }
  }

  private static func text(from descriptor: Int32, _ name: String) throws(Failure) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var checked = buffer.count
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(message: "\(name): cannot be read: \(SystemError.last.message)")
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > checked {
        checked *= 2
        try SystemLimits.check(bytes: checked * memoryPerByte)
      }
      guard bytes.count <= longest * bytesInMegabyte else {
        throw Failure(message: "\(name): a text may have at most \(longest) megabytes")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(message: "\(name): is not a text in UTF-8")
    }
    return text
  }
}

extension FilePath {
  fileprivate var isStandardInput: Bool { self == FilePath("-") }

  /// The name for error messages.
  var name: String { isStandardInput ? "standard input" : description }
}
