import Testing
import UIKitNames

@testable import Programs

@Suite struct `Photos, ported from UIKit` {
  @Test func `a photo scroller turns pages and uses them again`() {
    let images = (0..<5).map { _ in UIImage(size: CGSize(width: 1200, height: 900)) }
    let photos = PhotoScrollerViewController(images: images)
    let finger = Finger(on: photos.view)
    #expect(photos.visiblePages.map(\.index) == [0])
    #expect(photos.visiblePages.first?.minimumZoomScale == 320.0 / 1200)
    var pages = photos.visiblePages
    for page in 1...4 {
      finger.drag(from: (250, 200), by: (-150, 0))
      finger.settle()
      #expect(photos.pagingScrollView.contentOffset.x == 340 * Double(page))
      #expect(photos.visiblePages.map(\.index) == [page])
      pages.formUnion(photos.visiblePages)
    }
    #expect(pages.count <= 3, "pages are recycled")
  }

  @Test func `a page centers its image`() throws {
    let photos = PhotoScrollerViewController(
      images: [UIImage(size: CGSize(width: 1200, height: 900))])
    let finger = Finger(on: photos.view)
    finger.wait(0.1)
    let page = try #require(photos.visiblePages.first)
    let image = try #require(page.subviews.compactMap { $0 as? UIImageView }.first)
    #expect(abs(image.frame.midY - 240) < 0.01)
    #expect(abs(image.frame.width - 320) < 0.01)
  }

  @Test func `a double tap zooms in and out, and a single one waits for it`() {
    let program = ZoomingImageViewController()
    let finger = Finger(on: program.view)
    let scale = program.scrollView.zoomScale
    #expect(scale == 0.2)
    #expect(program.scrollView.contentInset.top == 120)
    finger.tap(160, 240)
    finger.wait(0.1)
    #expect(!program.chromeIsHidden)
    finger.tap(160, 240)
    finger.settle()
    #expect(program.scrollView.zoomScale == 2)
    #expect(!program.chromeIsHidden)
    finger.wait(1)
    finger.tap(160, 240)
    #expect(!program.chromeIsHidden)
    finger.wait(1)
    #expect(program.chromeIsHidden)
    finger.tap(160, 240)
    finger.wait(0.1)
    finger.tap(160, 240)
    finger.settle()
    #expect(program.scrollView.zoomScale == scale)
  }

  @Test func `a page control follows the pages and turns them`() {
    let pages = PagesView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let finger = Finger(on: pages)
    finger.wait(0.1)
    finger.drag(from: (250, 200), by: (-150, 0))
    finger.settle()
    #expect(pages.pageControl.currentPage == 1)
    // The right half of the control turns to the next page.
    finger.tap(180, 450)
    finger.settle()
    #expect(pages.pageControl.currentPage == 2)
    #expect(pages.scrollView.contentOffset.x == 640)
  }

  @Test func `an endless street is re-centered under the finger and never ends`() {
    let street = InfiniteScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let finger = Finger(on: street)
    finger.wait(0.1)
    for _ in 0..<20 {
      finger.drag(from: (300, 200), by: (-280, 0))
      finger.wait(0.5)
    }
    finger.settle()
    #expect(street.recenterings > 2)
    #expect(street.visibleLabels.count <= 3)
    let seen = street.bounds
    #expect((street.visibleLabels.first?.frame.minX ?? .infinity) <= seen.minX)
    #expect((street.visibleLabels.last?.frame.maxX ?? 0) >= seen.maxX)
  }
}
