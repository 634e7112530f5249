/// An image that the description of a TIFF file puts together of directories: OME-XML has any number of them, ImageJ one.
struct DescribedImage: Sendable {
  /// Empty without one.
  var name = ""
  /// What its channels are called; fewer than there are where some have no names.
  var channels: [ChannelName] = []
  /// How large its pixels are; `nil` where that isn't said.
  var scale: PixelScale?
  /// How the samples of all channels become values; `nil` where they don't.
  private var calibration: Calibration?
  /// The axes along which its directories follow each other, `c`, `z` and `t`, and the places along them.
  fileprivate(set) var axes: [PageStack.Axis] = []
  /// The samples of a pixel in a directory.
  fileprivate(set) var samples = 1
  /// The number in the file of the directory at each place, the first axis first; `nil` for one in another file.
  fileprivate var directories: [Int?] = []

  /// The most directories of an image. [C]
  private static let maximumDirectories = FilePages.maximumCount

  /// Sets how many places there are along its axes, in their order; without any where it has too many directories.
  private mutating func setAxes(_ order: some Sequence<Character>, _ counts: [Character: Int]) {
    let axes = order.map { PageStack.Axis(name: $0.lowercased(), count: counts[$0] ?? 1) }
    let count = axes.reduce(1) { min($0 * min($1.count, Self.maximumDirectories), 1 << 40) }
    guard axes.allSatisfy({ $0.count > 0 }), count <= Self.maximumDirectories else { return }
    self.axes = axes
  }

  /// The number of the places of its directories.
  var placeCount: Int { directories.count }

  /// Leaves out the directories from a number on, which the file ends before.
  mutating func cut(to count: Int) {
    for index in directories.indices.dropFirst(count) { directories[index] = nil }
  }

  /// The distance along an axis of the places in ``directories``.
  private func step(_ axis: Int) -> Int { axes[..<axis].reduce(1) { $0 * $1.count } }

  /// The number of its channels.
  var channelCount: Int { axes.first { $0.name == "c" }?.count ?? 1 }

  /// A picture of the image, with the numbers of its channels and of the directories that they are.
  struct Page: Sendable {
    var channels: [Int]
    var directories: [Int]
  }

  /// The axis of channels that are seen together; `nil` where each directory is a picture.
  private var channelAxis: Int? {
    axes.firstIndex { $0.name == "c" && samples == 1 && $0.count <= ChannelMix.maximumParts }
  }

  /// Its pictures in the file, and how they are a stack; `nil` for what isn't one, or not all of one.
  var pages: (pages: [Page], stack: PageStack?) {
    let channel = channelAxis
    let (count, distance) = channel.map { (axes[$0].count, step($0)) } ?? (1, 1)
    let others = axes.indices.filter { $0 != channel }
    var pages: [Page] = []
    // The places along each axis where there are pictures.
    var places = others.map { _ in Set<Int>() }
    for first in directories.indices where first / distance % count == 0 {
      let found = (0..<count).filter { directories[first + $0 * distance] != nil }
      guard !found.isEmpty else { continue }
      pages.append(
        Page(
          channels: channel == nil ? [] : found,
          directories: found.compactMap { directories[first + $0 * distance] }))
      for (index, axis) in others.enumerated() {
        places[index].insert(first / step(axis) % axes[axis].count)
      }
    }
    // Where others lie in other files, a stack is what has all places along an axis, or one.
    let isStack =
      places.reduce(1) { $0 * $1.count } == pages.count
      && zip(others, places).allSatisfy { $1.count == 1 || $1.count == axes[$0].count }
    let stack =
      isStack
      ? PageStack(
        zip(others, places).map { PageStack.Axis(name: axes[$0].name, count: $1.count) }) : nil
    return (pages, stack)
  }
}

// MARK: - ImageJ

extension DescribedImage {
  /// Reads the lines of ImageJ's description, whose directories are in the order of channels, slices and frames.
  ///
  /// - Parameters:
  ///   - text: The description of the first directory.
  ///   - samples: The samples of a pixel in it, which some programs count as channels.
  init(imageJ text: String, samples: Int = 1) {
    let lines = text.split(whereSeparator: \.isNewline)
    func value(_ name: String) -> Substring? {
      lines.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }
    func number(of name: String) -> Double? { value(name).flatMap { Double($0) } }
    func number(_ name: String) -> Int { max(value(name).flatMap { Int($0) } ?? 1, 1) }
    setAxes("CZT", ["C": number("channels"), "Z": number("slices"), "T": number("frames")])
    divideChannels(samples)
    directories = Array(0..<axes.reduce(1) { $0 * $1.count })
    if number(of: "cf") == 0, let offset = number(of: "c0"), let scale = number(of: "c1") {
      calibration = Calibration(
        offset: offset, scale: scale, unit: value("vunit").map(Self.unescaped) ?? "")
    }
    // Those of several channels lie in a block of their own.
    if channelCount == 1, let least = number(of: "min"), let greatest = number(of: "max"),
      least < greatest, (greatest - least).isFinite
    {
      channels = [ChannelName("", range: least...greatest)]
    }
  }

  /// Gives all channels the values that the description has for samples.
  mutating func calibrateChannels() {
    guard let calibration else { return }
    while channels.count < channelCount { channels.append(ChannelName("")) }
    for index in channels.indices { channels[index].calibration = calibration }
  }

  /// Replaces what ImageJ writes for a character beyond ASCII, such as `\u00b0`.
  private static func unescaped(_ text: Substring) -> String {
    let parts = text.split(separator: "\\u", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      guard let scalar = UInt32(part.prefix(4), radix: 16).flatMap(Unicode.Scalar.init) else {
        return text + "\\u" + part
      }
      return text + String(Character(scalar)) + part.dropFirst(4)
    }
  }
}

// MARK: - OME-XML

extension DescribedImage {
  /// The directories that an element of OME-XML names: so many from a number on, for the places from one on.
  private struct Part {
    var directory: Int?
    /// Along the axes of channels, depth and time.
    var place: [Int]
    var count: Int?
    /// The file in which they lie; empty for this one.
    var file = ""
  }

  /// The bytes of a description in which it has to begin. [C]
  private static let headLength = 1 << 13

  /// Returns whether a description is OME-XML, under whatever prefix of its names.
  static func isOME(_ text: String) -> Bool {
    var first: String?
    XMLText.forEachElement(of: Substring(text.utf8.prefix(headLength))) { name, _, _ in
      first = first ?? name
    }
    return first == "OME"
  }

  /// Reads the images of OME-XML.
  ///
  /// - Parameters:
  ///   - text: The description of the first directory.
  ///   - samples: The samples of a pixel in the first directory.
  /// - Returns: The images in their order, without those that are damaged.
  static func ome(_ text: String, samples: Int = 1) -> [Self] {
    var images: [(image: Self, parts: [Part])] = []
    var (own, files) = ("", Set<String>())
    XMLText.forEachElement(of: text[...]) { name, element, content in
      func attribute(_ name: String) -> String? { XMLText.attribute(name, in: element) }
      func number(_ name: String) -> Int? {
        attribute(name).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
      }
      let last = images.indices.last
      switch name {
      case "OME": own = attribute("UUID") ?? ""
      case "Image":
        images.append((Self(), []))
        images[images.count - 1].image.name = MetadataText.cut(attribute("Name") ?? "")
      case "Pixels":
        if images.last?.image.axes.isEmpty != true { images.append((Self(), [])) }
        images[images.count - 1].image.readPixels(element)
      case "Channel":
        guard let last, images[last].image.channels.count < SampleLayout.maximumNamed else {
          return
        }
        images[last].image.samples = max(images[last].image.samples, number("SamplesPerPixel") ?? 1)
        let color = attribute("Color").flatMap { Int32($0) }
        images[last].image.channels.append(
          ChannelName(
            MetadataText.cut(attribute("Name") ?? ""),
            color: color.map { UInt32(bitPattern: $0) >> 8 }))
      case "TiffData":
        guard let last, images[last].parts.count < maximumDirectories else { return }
        images[last].parts.append(
          Part(
            directory: number("IFD"),
            place: [number("FirstC"), number("FirstZ"), number("FirstT")].map { $0 ?? 0 },
            count: number("PlaneCount")))
      case "UUID":
        let identifier = String(decoding: content.utf8.filter { $0 > 0x20 }, as: UTF8.self)
        let file = attribute("FileName") ?? identifier
        files.insert(file)
        guard let last, let part = images[last].parts.indices.last else { return }
        images[last].parts[part].file = identifier.isEmpty ? file : identifier
      default: break
      }
    }
    // Where all lies in one file it is this one, whatever its name is.
    let isAlone = files.count <= 1
    var next = 0
    return images.enumerated().compactMap { index, found in
      var image = found.image
      image.divideChannels(index == 0 ? samples : 1)
      image.place(found.parts, from: &next) { isAlone || $0.isEmpty || $0 == own }
      return image.axes.isEmpty ? nil : image
    }
  }

  private mutating func readPixels(_ element: Substring) {
    func attribute(_ name: String) -> String? { XMLText.attribute(name, in: element) }
    let order = (attribute("DimensionOrder") ?? "XYCZT").dropFirst(2)
    let counts = Dictionary(
      uniqueKeysWithValues: "CZT".map { ($0, attribute("Size\($0)").flatMap { Int($0) } ?? 1) })
    setAxes(order.sorted() == ["C", "T", "Z"] ? order : "CZT", counts)
    func extent(_ axis: String) -> Double? {
      // The unit is the micrometer unless another one is given.
      guard let number = attribute("PhysicalSize\(axis)").flatMap(Double.init),
        let unit = PixelScale.Measure(attribute("PhysicalSize\(axis)Unit") ?? "µm"),
        unit.kind == .length
      else { return nil }
      return number * unit.factor
    }
    guard let x = extent("X") else { return }
    scale = PixelScale(.length, x: x, y: extent("Y") ?? x, "OME")
  }

  /// Counts channels as directories, each of which may have several of them: by the description, or else by the directory itself.
  private mutating func divideChannels(_ stored: Int) {
    guard let index = axes.firstIndex(where: { $0.name == "c" }) else { return }
    let count = axes[index].count
    if samples > 1 {
      channels = []
    } else if stored > 1, count % stored == 0 {
      samples = stored
      if count > stored { channels = [] }
    }
    axes[index].count = max(count / samples, 1)
  }

  /// Finds the directory of each place.
  ///
  /// - Parameters:
  ///   - parts: What the image names; without any, its directories are the next ones.
  ///   - next: The number of the directory after those of the images before.
  ///   - isHere: Returns whether a file is this one.
  private mutating func place(
    _ parts: [Part], from next: inout Int, _ isHere: (_ file: String) -> Bool
  ) {
    let count = axes.reduce(1) { $0 * $1.count }
    directories = Array(repeating: nil, count: count)
    let whole = Part(directory: nil, place: [0, 0, 0], count: nil)
    for part in parts.isEmpty ? [whole] : parts where isHere(part.file) {
      var start = 0
      for (axis, place) in zip(["c", "z", "t"], part.place) {
        guard let index = axes.firstIndex(where: { $0.name == axis }) else { continue }
        // Some writers count the channels of a directory, others don't.
        let place = axis == "c" && place >= axes[index].count ? place / samples : place
        start += min(place, axes[index].count) * step(index)
      }
      let first = min(part.directory ?? next, Self.mostNumber)
      for offset in 0..<min(part.count ?? (part.directory == nil ? count : 1), count)
      where start + offset < count {
        directories[start + offset] = first + offset
        next = max(next, first + offset + 1)
      }
    }
  }

  /// No file has directories of greater numbers. [C]
  private static let mostNumber = 1 << 32
}
