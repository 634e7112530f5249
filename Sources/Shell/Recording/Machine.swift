import Glibc
import OverscrollBase
package import OverscrollLab

/// The machine and the build of the program, for takes and reports; without the names of users and hosts.
package enum Machine {
  /// The version of the program.
  package static let version = "0.3.0"

  /// The version of the program with its commit, such as `0.3.0+0123456789`; the version alone where the commit is not known.
  package static let build = ([version, SourceCommit.own].compactMap(\.self)).joined(separator: "+")

  /// What is known without a display.
  package static var environment: [String: JSONValue] {
    [
      "program": .string(build),
      "swift": .string(swift), "kernel": .string(kernel), "processor": .string(processor),
      "libc": .string(library),
    ]
  }

  /// The version of the compiler.
  static var swift: String {
    #if compiler(>=6.4)
    "6.4 or later"
    #elseif compiler(>=6.3)
    "6.3"
    #elseif compiler(>=6.2)
    "6.2"
    #else
    "unknown"
    #endif
  }

  /// The name and release of the kernel.
  static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    return "\(text(of: &names.sysname)) \(text(of: &names.release))"
  }

  /// The model of the processor.
  static var processor: String {
    guard let text = try? TextFile.read(FilePath("/proc/cpuinfo")) else { return "unknown" }
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let model = line?.split(separator: ":", maxSplits: 1).last?.drop(while: \.isWhitespace)
    return model.map(String.init) ?? "unknown"
  }

  /// The name and version of the C library.
  static var library: String {
    var buffer = [CChar](repeating: 0, count: 128)
    let count = confstr(Int32(_CS_GNU_LIBC_VERSION), &buffer, buffer.count)
    guard count > 0, count <= buffer.count else { return "unknown" }
    return String(decoding: buffer[..<(count - 1)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The text of an array of characters, which Swift imports as a tuple.
  private static func text<Characters>(of characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
