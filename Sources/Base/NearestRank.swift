extension RandomAccessCollection<Double> where Index == Int {
  /// Returns the percentile of sorted numbers, from 0 to 1, by the nearest rank; there must be at least one.
  package func nearestRank(_ part: Double) -> Double {
    self[startIndex + Int((part * Double(count - 1)).rounded())]
  }
}
