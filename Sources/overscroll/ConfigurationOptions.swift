import ArgumentParser
import OverscrollBase
import OverscrollDesktop
import OverscrollShell
import OverscrollViewer

/// The options for the user's own files.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: "Read this keys file instead of the default one.", completion: .file())
  var keys: FilePath?

  @Flag(help: "Ignore the options file, the keys file and the saved window size.")
  var noConfig = false

  /// The keys of the viewer; what is wrong with the file is written to standard error.
  ///
  /// - Throws: An error where a file that was named cannot be read.
  func viewerKeys() throws(Failure) -> ViewerKeys {
    var viewerKeys = ViewerKeys()
    guard let path = keys ?? (noConfig ? nil : ConfigurationFile.keys.path) else {
      return viewerKeys
    }
    guard let text = keys == nil ? ConfigurationFile.keys.text : try ConfigurationFile.read(path)
    else {
      return viewerKeys
    }
    for (line, message) in viewerKeys.read(text, keyName: KeyName.canonical) {
      StandardError.report("\(path):\(line): \(message)")
    }
    return viewerKeys
  }
}

/// A file that the user may have written.
enum ConfigurationFile: String {
  case options
  case keys

  /// Where it is; `nil` without a home.
  var path: FilePath? { UserFolder.configuration.path?.appending(rawValue) }

  /// The text; `nil` where there is no such file, or it cannot be read, which is reported.
  var text: String? {
    guard let path, path.exists else { return nil }
    do throws(Failure) {
      return try Self.read(path)
    } catch {
      StandardError.report(error.message)
      return nil
    }
  }

  /// Reads such a file, without the byte order mark that some editors begin text with.
  static func read(_ path: FilePath) throws(Failure) -> String {
    String(try TextFile.read(path).trimmingPrefix("\u{FEFF}"))
  }
}
