package import OverscrollImaging

/// How pictures are read and shown, in every command.
package struct PictureOptions: Sendable {
  /// The initial zoom; `nil` for the default of the content.
  package var fit: PictureView.Fit?
  /// The memory for decoded pixels, in bytes.
  package var byteBudget = 256 << 20
  /// The folder of tile files; `nil` for none.
  package var cache: CacheFolder?
  /// The limits of pictures that are opened.
  package var limits: ImageLimits
  /// Which samples of pictures of more than 8 bits are shown black and white.
  package var tone = Tone.asNeeded
  /// What is in the middle of the first picture; `nil` for the usual placement.
  package var startPlace: TypedPlace?
  /// The display's profile.
  package var displayProfile = DisplayProfileChoice.auto
  package var filter = FilterRule.auto
  /// The backdrop of pictures.
  package var backdrop = Backdrop()
  /// The greatest zoom scale, in device pixels per picture pixel.
  package var maximumZoomScale = 64.0
  /// Whether keys and double clicks animate; `nil` for the desktop's setting.
  package var animates: Bool?
  /// True if controls appear while the pointer moves over the picture.
  package var showsControls = true
  /// Whether a bar says how large what is shown is; `nil` for where the unit isn't that of paper.
  package var showsScaleBar: Bool?
  /// How large the pixels of all pictures are; `nil` for what their files say.
  package var pixelScale: PixelScale?
  /// The side of the overview's thumbnails, in points.
  package var thumbnailSide = Overview.usualSide
  /// Whether the overview groups pictures by day where they are sorted by date.
  package var groupsByDay = false
  /// True if the session is recorded.
  package var records = true

  package init(limits: ImageLimits) {
    self.limits = limits
  }

  /// The tone of pictures in their own colors.
  package var ownTone: Tone { if case .mix = tone { .asNeeded } else { tone } }

  /// How pictures are opened with a tone.
  package func openingLimits(_ tone: Tone) -> ImageLimits {
    var limits = limits
    limits.tone = tone
    return limits
  }
}
