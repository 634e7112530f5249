import CCodecs
package import OverscrollBase

/// Converts the colors of pixels, sRGB, to those of a display, by its ICC profile.
///
/// Not thread-safe.
package final class DisplayProfile {
  /// The longest profile, in bytes. [ICC Profiles in X: none; C]
  package static let maximumBytes = 16 << 20
  /// The profile's description, or a note that it has none.
  package let name: String
  /// `nil` where the colors are those of sRGB, so that nothing need be converted.
  private let transform: cmsHTRANSFORM?

  /// Opens a profile; `nil` unless it is an RGB profile that can be converted to.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumBytes,
      let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    else { return nil }
    defer { cmsCloseProfile(profile) }
    let classes = [cmsSigDisplayClass, cmsSigColorSpaceClass]
    guard cmsGetColorSpace(profile) == cmsSigRgbData, classes.contains(cmsGetDeviceClass(profile)),
      let screen = cmsCreate_sRGBProfile()
    else { return nil }
    defer { cmsCloseProfile(screen) }
    let flags = cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION)
    guard
      let transform = cmsCreateTransform(
        screen, overscroll_bgra, profile, overscroll_bgra,
        cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), flags)
    else { return nil }
    name = ProfileDescription.description(bytes) ?? "a profile without a name"
    guard !ColorTransform.isIdentity(transform) else {
      cmsDeleteTransform(transform)
      self.transform = nil
      return
    }
    self.transform = transform
  }

  deinit { if let transform { cmsDeleteTransform(transform) } }

  /// True if it changes colors visibly.
  package var converts: Bool { transform != nil }

  /// Converts premultiplied pixels in place.
  package func apply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    guard let transform else { return }
    let isOpaque = pixels.allSatisfy { $0 >= PixelRows.opaqueAlpha }
    if !isOpaque { PixelRows.unpremultiply(pixels) }
    cmsDoTransform(transform, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(pixels.count))
    if !isOpaque { PixelRows.premultiply(pixels) }
  }
}

/// Where the profile of a display comes from.
package enum DisplayProfileChoice: Hashable, Sendable {
  /// From the display's server.
  case auto
  /// There is none: colors are shown as sRGB.
  case none
  /// The bytes of a file.
  case profile([UInt8])

  /// Reads a file.
  ///
  /// - Throws: If it cannot be read, or isn't the profile of a display.
  package static func file(_ path: FilePath) throws(ImagingError) -> Self {
    let (file, _) = try ImageFile.examine(path)
    let count = file.identity.byteCount
    guard count <= DisplayProfile.maximumBytes,
      let bytes = try FileBytes(file).read(0, count), DisplayProfile(bytes) != nil
    else {
      throw ImagingError(.unsupported, path, "this is not the ICC profile of an RGB display")
    }
    return .profile(bytes)
  }
}
