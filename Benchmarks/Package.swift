// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that programs that use ScrollEngine never resolve it.
let package = Package(
  name: "overscroll-benchmarks",
  dependencies: [.package(name: "overscroll", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(
      name: "Probe",
      linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xext"), .linkedLibrary("dl")]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "AllocationCounter", "Probe", .product(name: "ScrollEngine", package: "overscroll"),
        .product(name: "CScrollEngine", package: "overscroll"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
