// swift-tools-version: 6.2

import PackageDescription

// A package of its own that uses the libraries as other programs do; Scripts/check-client builds and runs it.
let package = Package(
  name: "overscroll-client",
  dependencies: [.package(name: "overscroll", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        "Browser", "Drawing", "FlickInC", "Geometry", "Lab",
        .product(name: "ScrollEngine", package: "overscroll"),
        .product(name: "ScrollLists", package: "overscroll"),
      ]),
    .target(
      name: "FlickInC", dependencies: [.product(name: "CScrollEngine", package: "overscroll")]),
    // Modules with the names of Overscroll's folders, which a program may well have.
    .target(name: "Browser"),
    .target(name: "Drawing"),
    .target(name: "Geometry"),
    .target(name: "Lab"),
  ],
  swiftLanguageModes: [.v6]
)
