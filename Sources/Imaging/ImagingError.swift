package import OverscrollBase

/// An error with a picture, described in one sentence for the user.
package struct ImagingError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It is a directory, a device or a pipe.
    case notAFile
    /// The system refused to open or to read it.
    case unreadable
    /// The file has no bytes.
    case empty
    /// No format recognized the content.
    case unknownFormat
    /// The content is broken or ends too early.
    case damaged
    /// It has more pixels than allowed or than memory can hold.
    case tooLarge
    /// The format is known, this variety of it is not.
    case unsupported
    /// An argument is out of range, a grid without cells for instance.
    case badArgument
    /// A file cannot be written, or not in the format requested.
    case unwritable
    /// The system provided no memory or no thread.
    case noResources
  }

  /// The kind of failure.
  package let code: Code
  /// What was being opened: a path, or the name of a generated picture.
  package let subject: String
  /// What is wrong, and what to do where there is something; lower case, without a full stop.
  package let reason: String

  /// Makes an error from its parts.
  package init(_ code: Code, _ subject: String, _ reason: String) {
    self.code = code
    self.subject = subject
    self.reason = reason
  }

  /// Makes an error about a file.
  package init(_ code: Code, _ path: FilePath, _ reason: String) {
    self.init(code, path.description, reason)
  }

  /// Whether the file is a picture, or may be one, that another attempt may show: it cannot be
  /// read, is damaged, too large or of a variety that is not known.
  package var isAboutPicture: Bool {
    switch code {
    case .unreadable, .damaged, .tooLarge, .unsupported, .noResources: true
    case .missing, .notAFile, .empty, .unknownFormat, .badArgument, .unwritable: false
    }
  }

  /// Whether there is no file that is or could become a picture: it is missing, a folder, a device or a pipe.
  package var isAboutNoFile: Bool { code == .missing || code == .notAFile }

  /// True where it may be otherwise the next time that the same is tried.
  package var mayPass: Bool {
    switch code {
    case .missing, .unreadable, .empty, .damaged, .noResources: true
    case .notAFile, .unknownFormat, .tooLarge, .unsupported, .badArgument, .unwritable: false
    }
  }

  /// Whether the system refused, so that nothing is known of the file's content.
  package var isSystemFailure: Bool { code == .unreadable || code == .noResources }
}

extension ImagingError: CustomStringConvertible {
  /// The subject and the reason on one line, for instance `a.png: the file is empty.`.
  package var description: String { "\(subject): \(reason)." }

  /// The reason alone as a sentence, for use where the name is visible already.
  package var message: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }
}
