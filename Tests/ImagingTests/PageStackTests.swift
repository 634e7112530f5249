import OverscrollBase
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

/// The planes of a microscope, of which each page of a file has one.
@Suite struct `The channels of a stack` {
  private let folder = ScratchFolder()

  private func page(_ sample: UInt64) -> TIFFBuilder.Page {
    var page = TIFFBuilder.Page(size: PixelSize(width: 70, height: 50)) { _, _, _ in sample }
    (page.photometric, page.samples, page.bits) = (1, 1, 16)
    return page
  }

  @Test(arguments: ["XYCZT", "XYZCT"], [false, true])
  func `stay together in each page of a stack`(order: String, isImageJ: Bool) throws {
    guard !isImageJ || order == "XYCZT" else { return }
    // Two channels, three slices.
    var pages = (0..<6).map { number in
      let isFast = order == "XYCZT"
      let (channel, slice) = (isFast ? number % 2 : number / 3, isFast ? number / 2 : number % 3)
      let sample = UInt64(channel * 1000 + slice * 100 + 50)
      return page(sample)
    }
    let imageJ = "ImageJ=1.53\nimages=6\nchannels=2\nslices=3\nhyperstack=true\n"
    let ome = #"""
      <OME><Pixels DimensionOrder="\#(order)" SizeC="2" SizeZ="3" SizeT="1">\#
      <Channel Color="-16776961"/><Channel Color="16711935"/></Pixels></OME>
      """#
    pages[0].tags = [TIFFBuilder.text(270, isImageJ ? imageJ : ome)]
    let path = folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif")
    let found = try #require(FilePages(of: FilePath(path)))
    found.findAll { true }
    #expect(found.count.known == 3)
    for slice in 0..<3 {
      let source = try ImageFile.open(FilePath(path), page: slice, of: found)
      #expect(source.info.stack?.axes == [.init(name: "z", count: 3)])
      let reader = try #require(try source.sampleReader())
      let samples = try reader.samples(x: 1, y: 1) { true }
      let first = Double(slice * 100 + 50)
      #expect(samples == [first, first + 1000])
      #expect(source.info.mix?.parts.map(\.color) == [0xFF_0000, 0x00_FF00])
    }
  }

  @Test(arguments: ["XYCZT", "XYZCT", "XYCTZ", "XYTCZ"])
  func `lie on the pages of a stack, whose axes follow each other as the file says`(
    order: String
  ) throws {
    var pages = (0..<24).map { number in page(UInt64(number)) }
    pages[0].tags = [
      TIFFBuilder.text(
        270,
        #"<OME><Pixels DimensionOrder="\#(order)" SizeC="2" SizeZ="3" SizeT="4">"#
          + "</Pixels></OME>")
    ]
    let path = folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif")
    let found = try #require(FilePages(of: FilePath(path)))
    let sizes = ["Z": 3, "T": 4, "C": 2]
    for index in 0..<12 {
      let source = try ImageFile.open(FilePath(path), page: index, of: found)
      let stack = try #require(source.info.stack)
      let places = try #require(stack.places(ofPage: index))
      let place = Dictionary(uniqueKeysWithValues: zip(stack.axes.map(\.name), places))
      let samples = try #require(try source.sampleReader()).samples(x: 0, y: 0) { true }
      // The number of the page of each channel, counted along the axes in their order.
      let numbers = [0, 1].map { channel in
        var (number, step) = (0, 1)
        for axis in order.dropFirst(2) {
          number += step * (axis == "C" ? channel : place[axis.lowercased()] ?? 0)
          step *= sizes[String(axis)] ?? 1
        }
        return Double(number)
      }
      #expect(samples == numbers, "\(order), page \(index)")
    }
  }

  @Test func `have neighbors along each axis of a stack, and none beyond`() throws {
    let stack = try #require(
      PageStack([
        .init(name: "z", count: 5), .init(name: "c", count: 1), .init(name: "t", count: 4),
      ]))
    #expect(stack.axes.map(\.name) == ["z", "t"] && stack.pageCount == 20)
    for index in 0..<20 {
      #expect(stack.places(ofPage: index) == [index % 5, index / 5])
      #expect(stack.page(from: index, along: 0, to: 3) == index / 5 * 5 + 3)
      #expect(stack.page(from: index, along: 1, to: 2) == index % 5 + 10)
    }
    #expect(stack.places(ofPage: 20) == nil && stack.places(ofPage: -1) == nil)
    #expect(stack.page(from: 0, along: 0, to: 5) == nil)
    #expect(stack.page(from: 0, along: 2, to: 0) == nil)
    #expect(PageStack([.init(name: "z", count: 1)]) == nil)
    #expect(PageStack([.init(name: "z", count: .max), .init(name: "t", count: 3)]) == nil)
  }

  @Test func `are not put together where pages differ, or lie in other files`() throws {
    let text = #"<OME><Pixels DimensionOrder="XYCZT" SizeC="2">"#
    for more in ["", #"<TiffData><UUID FileName="a"/></TiffData><UUID FileName="b"/>"#] {
      var pages = [0, 1].map { number in page(UInt64(number)) }
      if more.isEmpty { pages[1].bits = 8 }
      pages[0].tags = [TIFFBuilder.text(270, text + more + "</Pixels></OME>")]
      let path = folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif")
      #expect(try ImageFile.open(path).info.channels.count == 1)
    }
  }
}
