// swift-tools-version: 6.2

import PackageDescription

// What Scripts/maintainer/mutation/check tries Scripts/maintainer/mutate on.
let package = Package(
  name: "mutation-fixture",
  targets: [
    .target(name: "Fixture"),
    .testTarget(name: "FixtureTests", dependencies: ["Fixture"]),
  ],
  swiftLanguageModes: [.v6]
)
