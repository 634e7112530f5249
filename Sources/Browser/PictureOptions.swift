package import OverscrollImaging

/// How pictures are read and shown, wherever that is.
package struct PictureOptions: Sendable {
  /// The initial zoom; `nil` for what is usual for what is shown.
  package var fit: PictureView.Fit?
  /// The memory for decoded pixels, in bytes.
  package var byteBudget = 256 << 20
  /// The folder of tile files; `nil` for none.
  package var cache: CacheFolder?
  /// The limits of pictures that are opened.
  package var limits: ImageLimits
  package var filter = FilterRule.auto
  /// What surrounds a picture and lies under it.
  package var backdrop = Backdrop()
  /// The greatest zoom scale, in device pixels per picture pixel.
  package var maximumZoomScale = 64.0
  /// True where keys and double clicks animate.
  package var animates = true
  /// True where frame statistics are shown.
  package var showsHUD = false
  /// True where use is recorded.
  package var records = true

  package init(limits: ImageLimits) {
    self.limits = limits
  }
}
