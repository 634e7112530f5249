extension RandomAccessCollection where Index == Int {
  /// Returns the first index from which on `belongs` is true, by which the elements are partitioned.
  ///
  /// O(log *n*).
  @inlinable
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
