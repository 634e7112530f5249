import CCodecs

/// The description of an ICC profile.
enum ProfileDescription {
  private static let classes: [String: String] = [
    "mntr": "display", "scnr": "input", "prtr": "output", "link": "device link",
    "spac": "color space", "abst": "abstract", "nmcl": "named color",
  ]

  /// The description, the class and the length; empty where there is no profile.
  static func rows(_ profile: [UInt8]) -> [PictureMetadata.Row] {
    guard profile.count >= 128 else { return [] }
    var rows: [PictureMetadata.Row] = []
    PictureMetadata.set("description", description(profile), in: &rows)
    let name = MetadataText.decode(profile[12..<16])
    PictureMetadata.set("class", classes[name] ?? name, in: &rows)
    PictureMetadata.set("bytes", "\(profile.count)", in: &rows)
    return rows
  }

  /// The description of a profile; `nil` where it has none.
  static func description(_ profile: [UInt8]) -> String? {
    guard let handle = cmsOpenProfileFromMem(profile, UInt32(profile.count)) else { return nil }
    defer { cmsCloseProfile(handle) }
    var text = [CChar](repeating: 0, count: PictureMetadata.maximumValue)
    let count = cmsGetProfileInfoASCII(
      handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    guard count > 0 else { return nil }
    return MetadataText.decode(text.map { UInt8(bitPattern: $0) })
  }
}
