import Glibc
import OverscrollBase

/// The tags of TIFF and EXIF as text.
enum ExifTags {
  /// Adds all tags, and the camera's properties among them.
  static func read(_ tags: TagDirectories, group: String, into metadata: inout PictureMetadata) {
    for entry in tags.entries {
      let names = entry.directory == .position ? positionNames : names
      let name = names[entry.tag] ?? "Tag \(entry.tag)"
      metadata.add(Self.group(of: entry, isTIFF: group == "TIFF"), name, text(entry))
    }
    readCamera(tags, into: &metadata)
  }

  /// The group of a tag: in a TIFF file, with the number of any but the first directory; a block of EXIF has that of a thumbnail after
  /// the picture's.
  private static func group(of entry: TagDirectories.Entry, isTIFF: Bool) -> String {
    let name =
      switch entry.directory {
      case .picture: isTIFF ? "TIFF" : entry.index == 0 ? "Image" : "Thumbnail"
      case .exif: "EXIF"
      case .position: "GPS"
      case .interoperability: "Interoperability"
      }
    return isTIFF && entry.index > 0 ? "\(name) \(entry.index + 1)" : name
  }

  private static func readCamera(_ tags: TagDirectories, into metadata: inout PictureMetadata) {
    func text(_ tag: Int, _ kind: TagDirectories.Kind) -> String? {
      tags.first(tag, in: kind).map(Self.text)
    }
    func number(_ tag: Int) -> Double? { tags.first(tag, in: .exif)?.numbers.first }
    func time(_ tag: Int, _ zone: Int) -> String? {
      text(tag, .exif).flatMap { time in
        // Cameras whose clock isn't set write spaces or zeros.
        time.contains { ("1"..."9").contains($0) }
          ? time + (text(zone, .exif).map { " " + $0 } ?? "") : nil
      }
    }
    let taken = time(0x9003, 0x9011) ?? time(0x9004, 0x9012)
    let rows: [(String, String?)] = [
      ("make", text(0x010F, .picture)), ("model", text(0x0110, .picture)),
      ("lens", text(0xA434, .exif) ?? tags.first(0xA432, in: .exif).flatMap(lens)),
      // A file's time is that of the last change, as by an editor.
      ("time", taken), ("changed", taken == nil ? text(0x0132, .picture) : nil),
      ("exposure", (number(0x829A) ?? number(0x9201).map { exp2(-$0) }).flatMap(exposure)),
      ("aperture", number(0x829D).map { "f/" + short($0) } ?? number(0x9202).flatMap(aperture)),
      ("ISO", number(0x8827).map { short($0) }),
      ("focal length", number(0x920A).map { short($0) + " mm" }),
      ("35 mm equivalent", number(0xA405).flatMap { $0 > 0 ? short($0) + " mm" : nil }),
      ("exposure compensation", number(0x9204).flatMap(compensation)),
      ("flash", number(0x9209).flatMap(flash)),
      ("position", position(tags)),
    ]
    for (name, value) in rows { PictureMetadata.set(name, value, in: &metadata.camera) }
    PictureMetadata.set("title", text(0x010E, .picture).flatMap(title), in: &metadata.texts)
    PictureMetadata.set("author", text(0x013B, .picture), in: &metadata.texts)
    PictureMetadata.set("rights", text(0x8298, .picture), in: &metadata.texts)
  }

  /// The title in a description: of OME-XML, the name of the first image, where it has one.
  private static func title(in description: String) -> String? {
    guard DescribedImage.isOME(description) else { return description }
    return DescribedImage.ome(description).first?.name
  }

  /// A number with at most two decimals.
  private static func short(_ number: Double) -> String {
    NumberText.shortest((number * 100).rounded() / 100)
  }

  /// A time such as `1/250 s`.
  private static func exposure(_ seconds: Double) -> String? {
    guard seconds > 0, seconds.isFinite else { return nil }
    return seconds < 0.3 ? "1/\(short((1 / seconds).rounded())) s" : short(seconds) + " s"
  }

  /// The f-number of an aperture that is counted in steps; `nil` for an absurd one.
  private static func aperture(_ steps: Double) -> String? {
    guard (-4...20).contains(steps) else { return nil }
    return "f/" + short((exp2(steps / 2) * 10).rounded() / 10)
  }

  /// A lens by its focal lengths and the f-numbers at both of them, such as `24–70 mm f/2.8`; `nil` where they are unknown.
  private static func lens(_ entry: TagDirectories.Entry) -> String? {
    let numbers = entry.fractions.map { $1 > 0 && $0 > 0 ? short(Double($0) / Double($1)) : nil }
    guard numbers.count == 4, let near = numbers[0] else { return nil }
    func range(_ one: String, _ other: String?) -> String {
      other == nil || other == one ? one : "\(one)–\(other ?? "")"
    }
    return range(near, numbers[1]) + " mm"
      + (numbers[2].map { " f/" + range($0, numbers[3]) } ?? "")
  }

  /// Steps such as `+0.33 EV`.
  private static func compensation(_ steps: Double) -> String? {
    guard steps.isFinite else { return nil }
    return (steps > 0 ? "+" : "") + short(steps) + " EV"
  }

  /// Whether the flash fired; `nil` for a camera without one.
  private static func flash(_ value: Double) -> String? {
    guard let bits = Int(exactly: value), bits & 0x20 == 0 else { return nil }
    return bits & 1 != 0 ? "fired" : "did not fire"
  }

  /// Latitude and longitude in degrees, and the altitude in meters.
  private static func position(_ tags: TagDirectories) -> String? {
    func degrees(_ tag: Int, _ reference: Int, _ negative: String, _ most: Double) -> String? {
      guard let parts = tags.first(tag, in: .position)?.numbers, !parts.isEmpty else { return nil }
      let value = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
      guard value.isFinite, value <= most else { return nil }
      let side = tags.first(reference, in: .position).map(text)
      return NumberText.fixed(side == negative ? -value : value, decimals: 5)
    }
    guard let latitude = degrees(2, 1, "S", 90), let longitude = degrees(4, 3, "W", 180) else {
      return nil
    }
    guard let altitude = tags.first(6, in: .position)?.numbers.first, altitude.isFinite else {
      return "\(latitude), \(longitude)"
    }
    let isBelow = tags.first(5, in: .position)?.numbers.first == 1
    return "\(latitude), \(longitude), \(isBelow ? "-" : "")\(short(altitude)) m"
  }

  /// The tags whose bytes are a text after the eight bytes of its encoding's name.
  static let encodedTexts: Set = [0x9286, 27, 28]

  /// The user's comment; `nil` without one in letters.
  static func comment(_ tags: TagDirectories) -> String? {
    guard let entry = tags.first(0x9286, in: .exif) else { return nil }
    if entry.type == 2 { return text(entry) }
    let rest = entry.bytes.dropFirst(encodingLength)
    // Without the name of an encoding it is what the program's locale has.
    let isUnnamed = entry.bytes.prefix(encodingLength).allSatisfy { $0 == 0 }
    return encodedText(entry) ?? (isUnnamed ? MetadataText.decode(rest) : nil)
  }

  /// The bytes of the name of an encoding.
  static let encodingLength = 8

  /// The text after the name of an encoding that is known.
  private static func encodedText(_ entry: TagDirectories.Entry) -> String? {
    let rest = Array(entry.bytes.dropFirst(encodingLength))
    if entry.bytes.starts(with: "ASCII".utf8) { return MetadataText.decode(rest) }
    guard entry.bytes.starts(with: "UNICODE".utf8) else { return nil }
    // Some programs write another byte order than that of the block: letters of the West tell it, whose high bytes are zero.
    let pairs = stride(from: 0, to: rest.count - 1, by: 2).map { (rest[$0], rest[$0 + 1]) }
    let high = pairs.count { $0.0 == 0 && $0.1 != 0 }
    let low = pairs.count { $0.1 == 0 && $0.0 != 0 }
    let isBigEndian = high == low ? entry.isBigEndian : high > low
    let units = pairs.map { UInt16($0.0) << 8 | UInt16($0.1) }.map {
      isBigEndian ? $0 : $0.byteSwapped
    }
    return String(decoding: units.prefix { $0 != 0 }.filter { $0 != 0xFEFF }, as: UTF16.self)
  }

  /// The value of a tag.
  static func text(_ entry: TagDirectories.Entry) -> String {
    switch entry.type {
    case 2: return MetadataText.decode(entry.bytes)
    case 5, 10:
      return joined(entry) {
        entry.fractions.map { $1 == 1 ? "\($0)" : "\($0)/\($1)" }
      }
    case 1, 6, 7:
      if encodedTexts.contains(entry.tag), let text = encodedText(entry) { return text }
      if entry.type == 7, isText(entry.bytes) { return MetadataText.decode(entry.bytes) }
      guard entry.count <= 64 else { return "\(entry.count) bytes" }
      return joined(entry) { entry.bytes.map { "\($0)" } }
    default: return joined(entry) { entry.numbers.map { NumberText.shortest($0) } }
    }
  }

  private static func joined(_ entry: TagDirectories.Entry, _ values: () -> [String]) -> String {
    let values = values()
    return values.joined(separator: " ") + (values.count < entry.count ? " …" : "")
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    let text = bytes.prefix { $0 != 0 }
    return !text.isEmpty && text.allSatisfy { (0x20..<0x7F).contains($0) }
      && bytes.dropFirst(text.count).allSatisfy { $0 == 0 }
  }

  /// The names of tags, as in the standards of TIFF 6.0 and EXIF 3.0.
  private static let names: [Int: String] = [
    0x0001: "InteroperabilityIndex", 0x0002: "InteroperabilityVersion",
    0x00FE: "NewSubfileType", 0x0100: "ImageWidth", 0x0101: "ImageLength",
    0x0102: "BitsPerSample", 0x0103: "Compression", 0x0106: "PhotometricInterpretation",
    0x010A: "FillOrder", 0x010D: "DocumentName", 0x010E: "ImageDescription", 0x010F: "Make",
    0x0110: "Model", 0x0111: "StripOffsets", 0x0112: "Orientation", 0x0115: "SamplesPerPixel",
    0x0116: "RowsPerStrip", 0x0117: "StripByteCounts", 0x0118: "MinSampleValue",
    0x0119: "MaxSampleValue", 0x011A: "XResolution", 0x011B: "YResolution",
    0x011C: "PlanarConfiguration", 0x011D: "PageName", 0x0128: "ResolutionUnit",
    0x0129: "PageNumber", 0x012D: "TransferFunction", 0x0131: "Software", 0x0132: "DateTime",
    0x013B: "Artist", 0x013C: "HostComputer", 0x013D: "Predictor", 0x013E: "WhitePoint",
    0x013F: "PrimaryChromaticities", 0x0140: "ColorMap", 0x0142: "TileWidth",
    0x0143: "TileLength", 0x0144: "TileOffsets", 0x0145: "TileByteCounts", 0x014A: "SubIFDs",
    0x014C: "InkSet", 0x0152: "ExtraSamples", 0x0153: "SampleFormat", 0x015B: "JPEGTables",
    0x0201: "JPEGInterchangeFormat", 0x0202: "JPEGInterchangeFormatLength",
    0x0211: "YCbCrCoefficients", 0x0212: "YCbCrSubSampling", 0x0213: "YCbCrPositioning",
    0x0214: "ReferenceBlackWhite", 0x02BC: "XMP", 0x4746: "Rating", 0x8298: "Copyright",
    0x829A: "ExposureTime", 0x829D: "FNumber", 0x83BB: "IPTC", 0x8649: "Photoshop",
    0x8773: "ICCProfile", 0x8822: "ExposureProgram", 0x8824: "SpectralSensitivity",
    0x8827: "PhotographicSensitivity", 0x8828: "OECF", 0x8830: "SensitivityType",
    0x8831: "StandardOutputSensitivity", 0x8832: "RecommendedExposureIndex",
    0x8833: "ISOSpeed", 0x9000: "ExifVersion", 0x9003: "DateTimeOriginal",
    0x9004: "DateTimeDigitized", 0x9010: "OffsetTime", 0x9011: "OffsetTimeOriginal",
    0x9012: "OffsetTimeDigitized", 0x9101: "ComponentsConfiguration",
    0x9102: "CompressedBitsPerPixel", 0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue",
    0x9203: "BrightnessValue", 0x9204: "ExposureBiasValue", 0x9205: "MaxApertureValue",
    0x9206: "SubjectDistance", 0x9207: "MeteringMode", 0x9208: "LightSource", 0x9209: "Flash",
    0x920A: "FocalLength", 0x9214: "SubjectArea", 0x927C: "MakerNote", 0x9286: "UserComment",
    0x9290: "SubSecTime", 0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized",
    0x9400: "Temperature", 0x9401: "Humidity", 0x9402: "Pressure", 0xA000: "FlashpixVersion",
    0xA001: "ColorSpace", 0xA002: "PixelXDimension", 0xA003: "PixelYDimension",
    0xA004: "RelatedSoundFile", 0xA20B: "FlashEnergy", 0xA20E: "FocalPlaneXResolution",
    0xA20F: "FocalPlaneYResolution", 0xA210: "FocalPlaneResolutionUnit",
    0xA214: "SubjectLocation", 0xA215: "ExposureIndex", 0xA217: "SensingMethod",
    0xA300: "FileSource", 0xA301: "SceneType", 0xA302: "CFAPattern", 0xA401: "CustomRendered",
    0xA402: "ExposureMode", 0xA403: "WhiteBalance", 0xA404: "DigitalZoomRatio",
    0xA405: "FocalLengthIn35mmFilm", 0xA406: "SceneCaptureType", 0xA407: "GainControl",
    0xA408: "Contrast", 0xA409: "Saturation", 0xA40A: "Sharpness",
    0xA40B: "DeviceSettingDescription", 0xA40C: "SubjectDistanceRange",
    0xA420: "ImageUniqueID", 0xA430: "CameraOwnerName", 0xA431: "BodySerialNumber",
    0xA432: "LensSpecification", 0xA433: "LensMake", 0xA434: "LensModel",
    0xA435: "LensSerialNumber", 0xA460: "CompositeImage",
  ]

  /// The names of tags in the directory of the position.
  private static let positionNames: [Int: String] = [
    0: "GPSVersionID", 1: "GPSLatitudeRef", 2: "GPSLatitude", 3: "GPSLongitudeRef",
    4: "GPSLongitude", 5: "GPSAltitudeRef", 6: "GPSAltitude", 7: "GPSTimeStamp",
    8: "GPSSatellites", 9: "GPSStatus", 10: "GPSMeasureMode", 11: "GPSDOP", 12: "GPSSpeedRef",
    13: "GPSSpeed", 14: "GPSTrackRef", 15: "GPSTrack", 16: "GPSImgDirectionRef",
    17: "GPSImgDirection", 18: "GPSMapDatum", 19: "GPSDestLatitudeRef", 20: "GPSDestLatitude",
    21: "GPSDestLongitudeRef", 22: "GPSDestLongitude", 23: "GPSDestBearingRef",
    24: "GPSDestBearing", 25: "GPSDestDistanceRef", 26: "GPSDestDistance",
    27: "GPSProcessingMethod", 28: "GPSAreaInformation", 29: "GPSDateStamp",
    30: "GPSDifferential", 31: "GPSHPositioningError",
  ]
}
