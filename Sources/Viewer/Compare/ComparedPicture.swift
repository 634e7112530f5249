package import OverscrollImaging

/// One of two pictures to compare.
package struct ComparedPicture: Sendable {
  /// The picture, turned as it is shown.
  package var source: any ImageSource
  /// Its name in the window.
  package var name: String

  package init(_ source: any ImageSource, name: String) {
    (self.source, self.name) = (source, name)
  }
}
