import OverscrollBase
import OverscrollImaging
import OverscrollShell

extension Failure {
  /// Refuses to write over a file that is read, also where it is reached by a link.
  ///
  /// - Parameters:
  ///   - outputs: The files to write; standard output is none.
  ///   - inputs: The files that are read.
  /// - Throws: A failure that names the first output that is an input.
  static func refuse(_ outputs: [FilePath?], over inputs: [FilePath?]) throws(Failure) {
    for case let output? in outputs where output != StandardOutput.argument {
      guard !inputs.contains(where: { $0.map { ImageFile.isSameFile($0, output) } ?? false }) else {
        throw Failure(message: "\(output): this is the input; choose another file")
      }
    }
  }
}
