package import Drawing
package import Geometry

/// Everything that is to be seen at one moment, as a value: where the picture lies and what is drawn over it.
///
/// Lengths are device pixels from the window's top left corner.
package struct Frame: Hashable, Sendable {
  /// The size of the window.
  package var viewport: PixelSize
  /// Where the picture lies.
  package var placement: Placement
  /// How pixels between pixels are found.
  package var filter: FilterRule = .automatic
  /// The scroll indicators.
  package var indicators: [Indicator] = []
  /// Work in progress, if it takes long enough to be worth a word.
  package var progress: Progress?
  /// A sentence for the person, if there is something to say.
  package var message: String?
  /// The numbers in the corner, if they are asked for.
  package var hud: HUD?
  /// How much larger than at 96 dots an inch lines and letters are drawn, above 0.
  package var scale = 1.0

  package init(viewport: PixelSize, placement: Placement) {
    self.viewport = viewport
    self.placement = placement
  }

  /// Work in progress.
  package enum Progress: Hashable, Sendable {
    /// It is not known how much is left.
    case unknown
    /// The part done, from 0 to 1.
    case part(Double)
  }
}
