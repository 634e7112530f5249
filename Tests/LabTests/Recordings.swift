import OverscrollTestSupport

/// The recordings of the conformance kit.
enum Recordings {
  /// A flick into the bottom edge, recorded from a UIScrollView.
  static let flick = KitFile("flick-into-the-edge.csv").text
}
