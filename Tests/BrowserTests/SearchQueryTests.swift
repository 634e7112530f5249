import Testing

@testable import OverscrollBrowser

@Suite struct `What is searched for in the overview` {
  @Test(arguments: [
    ("rating>=3", [3, 4, 5]), ("Rating≥4", [4, 5]), ("rating=2", [2]), ("rating==2", [2]),
    ("rating:4", [4]), ("***", [3, 4, 5]), ("★★★★★", [5]), ("rating<2", [-1, 0, 1]),
    ("rating<=0", [-1, 0]), ("rating>1 rating<4", [2, 3]),
  ])
  func `may be numbers of stars`(text: String, stars: [Int]) {
    let query = SearchQuery(text)
    #expect(query.hasStars && query.words.isEmpty)
    #expect((-1...5).filter { query.allows(stars: $0) } == stars)
    #expect(!query.allows(stars: nil))
  }

  @Test func `may be marks, beside stars and words`() {
    let query = SearchQuery("sea Marked ***")
    #expect(query.isForMarked && query.words == "sea" && query.allows(stars: 3))
    #expect(!query.allows(stars: 2))
    let other = SearchQuery("marke remarked ****** *a")
    #expect(!other.isForMarked && !other.hasStars && other.words == "marke remarked ****** *a")
  }

  @Test func `has words beside them, and is about names without them`() {
    let query = SearchQuery("sea rating>=3  cat")
    #expect(query.words == "sea cat" && query.hasStars)
    for text in ["sea", "ratings", "rating", "rating>x", "my rating=x"] {
      #expect(SearchQuery(text) == SearchQuery(text) && !SearchQuery(text).hasStars)
      #expect(SearchQuery(text).words == text && SearchQuery(text).allows(stars: nil))
    }
    // What is being typed is not searched for in names yet.
    #expect(SearchQuery("rating>=").words.isEmpty && !SearchQuery("rating>=").hasStars)
  }
}
