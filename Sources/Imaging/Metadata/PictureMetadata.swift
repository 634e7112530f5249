package import OverscrollBase

/// The metadata of a picture file: camera, color profile, author, and all tags.
///
/// Nothing in a file is trusted: at most 2000 tags are read, of 2 kB each, and what is damaged is left out.
package struct PictureMetadata: Hashable, Sendable {
  /// A name and its value, for display.
  package struct Row: Hashable, Sendable {
    package var name: String
    package var value: String

    /// Makes a row.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A tag of the file.
  package struct Tag: Hashable, Sendable {
    /// Where it was found, for instance `EXIF` or `IPTC`.
    package var group: String
    /// Its name in the standard, or its number.
    package var name: String
    /// Its value, cut to 2 kB.
    package var value: String
  }

  /// The most tags that are read.
  package static let maximumTags = 2000
  /// The most bytes of a value.
  package static let maximumValue = 2000

  /// Make, model, lens, time, exposure time, aperture, ISO, focal length and position, as far as they are there.
  package internal(set) var camera: [Row] = []
  /// The color profile's description, class and length, where there is one.
  package internal(set) var profile: [Row] = []
  /// Title, author, rights and keywords, as far as they are there.
  package internal(set) var texts: [Row] = []
  /// All tags, in the order of the file.
  package internal(set) var tags: [Tag] = []

  /// No metadata.
  package init() {}

  /// Reads the metadata of a file; there is none in a file that cannot be read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - sandbox: Where it is read; `nil` for this process.
  package init(of path: FilePath, in sandbox: Sandbox? = nil) {
    guard let (file, head) = try? ImageFile.examine(path) else { return }
    self = sandbox.map { $0.metadata(of: file, head) } ?? Self(file, head: head)
  }

  /// Reads the metadata of a file in this process.
  init(_ file: ImageFile, head: [UInt8]) {
    guard let bytes = try? FileBytes(file) else { return }
    let blocks = MetadataBlocks(bytes, head: head)
    for block in blocks.exif {
      ExifTags.read(block.tags, group: block.group, into: &self)
    }
    for block in blocks.iptc { IPTCTags.read(block, into: &self) }
    for block in blocks.xmp { XMPTags.read(block, into: &self) }
    for (name, text) in blocks.texts { add("Text", name, text) }
    profile = ProfileDescription.rows(blocks.profile)
  }

  /// Adds a tag, up to the most that are read; a value without visible characters is left out.
  mutating func add(_ group: String, _ name: String, _ value: String) {
    let value = MetadataText.cut(value)
    guard tags.count < Self.maximumTags, !value.isEmpty else { return }
    tags.append(Tag(group: group, name: name, value: value))
  }

  /// Sets a row of the camera or of the texts, unless it is set.
  static func set(_ name: String, _ value: String?, in rows: inout [Row]) {
    guard let value = value.map({ MetadataText.cut($0) }), !value.isEmpty,
      !rows.contains(where: { $0.name == name })
    else { return }
    rows.append(Row(name, value))
  }
}

/// Text from files as lines for display.
enum MetadataText {
  /// Decodes UTF-8, or Latin-1 if it isn't valid UTF-8, up to the first zero.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// One line: control characters become spaces, the ends are trimmed, and what is longer than 2 kB is cut.
  static func cut(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      let isSpace = isControl(scalar) || scalar == " "
      if isSpace, line.isEmpty || line.last == " " { continue }
      count += isSpace ? 1 : UTF8.width(scalar)
      guard count <= PictureMetadata.maximumValue - "…".utf8.count else {
        return String(line) + "…"
      }
      line.append(isSpace ? " " : scalar)
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Characters that would break a line, move the cursor of a terminal, or turn the direction of what follows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
