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
        .product(name: "ScrollEngine", package: "overscroll"),
        .product(name: "ScrollLists", package: "overscroll"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
