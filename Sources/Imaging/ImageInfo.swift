package import ScrollGeometry

/// The contents of a picture's header.
package struct ImageInfo: Hashable, Sendable {
  /// The format's name, for instance `JPEG`.
  package var format: String
  /// The size as shown, with the orientation applied, in pixels.
  package var size: PixelSize
  /// The bits of one channel of one pixel in the file.
  package var bitsPerChannel: Int
  /// The color model of the file in a few words, for instance `RGB with alpha` or `CMYK`.
  package var color: String
  /// What the colors are converted by, in a few words, for instance `ICC profile`; empty where it isn't known.
  package var colorSource = ""
  /// True if pixels may be transparent.
  package var hasAlpha: Bool
  /// How the file stores its pixels, for instance `progressive`; may be empty.
  package var layout: String
  /// The orientation to apply before the picture is shown.
  package var orientation: Orientation
  /// The samples that can be read as the file stores them; `nil` where only colors can.
  package var samples: SampleLayout?
  /// The samples that a ``Tone`` shows black and white; `nil` without one.
  package var tone: ClosedRange<Double>?
  /// How many stops lighter a picture of a high dynamic range is shown; `nil` for other pictures.
  package var exposure: Double?
  /// What confines the process that decodes it, for instance `seccomp, Landlock, namespaces`; `none` without a sandbox.
  package var confinement = "none"

  /// Makes a description from its parts.
  package init(
    format: String, size: PixelSize, bitsPerChannel: Int = 8, color: String = "RGB",
    hasAlpha: Bool = false, layout: String = "", orientation: Orientation = .upright
  ) {
    self.format = format
    self.size = size
    self.bitsPerChannel = bitsPerChannel
    self.color = color
    self.hasAlpha = hasAlpha
    self.layout = layout
    self.orientation = orientation
  }
}

extension ImageInfo {
  /// True where a ``Tone`` maps the samples, or changes the exposure.
  package var takesTone: Bool { samples?.takesTone == true || exposure != nil }

  /// The header of the picture with samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var info = self
    (info.tone, info.exposure) = (mapping.range, mapping.exposure)
    if mapping.exposure != nil { info.color += ", " + HDRMapping.name(.linear) }
    if mapping.noData != nil { info.hasAlpha = true }
    return info
  }
}
