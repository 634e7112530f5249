// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that programs that use ScrollEngine never resolve it.
let package = Package(
  name: "overscroll-benchmarks",
  dependencies: [.package(name: "overscroll", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "Bench",
      dependencies: ["AllocationCounter", .product(name: "ScrollEngine", package: "overscroll")]),
  ],
  swiftLanguageModes: [.v6]
)
