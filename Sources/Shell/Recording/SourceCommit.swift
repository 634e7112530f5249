import Glibc
package import OverscrollBase

/// The commit from which a program in a source tree was built.
package enum SourceCommit {
  /// The number of hexadecimal digits that are shown. [C]
  private static let digits = 10

  /// The commit of the running program; `nil` where it is not known.
  package static var own: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 else { return nil }
    return of(FilePath(cString: buffer))
  }

  /// The commit that is checked out in the source tree around an executable; `nil` for an executable elsewhere, and for one that
  /// is older than the checkout, which was built from another commit.
  package static func of(_ executable: FilePath) -> String? {
    var folder = executable.description
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      let git = FilePath(folder + "/.git")
      guard git.exists else { continue }
      guard let built = modified(executable),
        let changed = modified(git.appending("logs").appending("HEAD"))
          ?? modified(git.appending("HEAD")),
        changed <= built, let commit = head(git)
      else { return nil }
      return String(commit.prefix(digits))
    }
    return nil
  }

  /// The commit of HEAD.
  private static func head(_ git: FilePath) -> String? {
    guard let text = line(git.appending("HEAD")) else { return nil }
    guard text.hasPrefix("ref: ") else { return hash(text) }
    let name = String(text.dropFirst("ref: ".count))
    if let own = line(FilePath("\(git)/\(name)")) { return hash(own) }
    let packed = (try? TextFile.read(git.appending("packed-refs"))) ?? ""
    return packed.split(separator: "\n").first { $0.hasSuffix(" " + name) }
      .flatMap { hash(String($0.prefix { $0 != " " })) }
  }

  private static func line(_ path: FilePath) -> String? {
    guard path.exists else { return nil }
    return (try? TextFile.read(path)).flatMap { $0.split(separator: "\n").first.map(String.init) }
  }

  private static func hash(_ text: String) -> String? {
    text.count >= digits && text.allSatisfy(\.isHexDigit) ? text : nil
  }

  /// When a file was changed last, in nanoseconds.
  private static func modified(_ path: FilePath) -> Int? {
    var info = stat()
    guard path.withCString({ stat($0, &info) }) == 0 else { return nil }
    return info.st_mtim.tv_sec * 1_000_000_000 + info.st_mtim.tv_nsec
  }
}
