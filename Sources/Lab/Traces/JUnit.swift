import OverscrollBase

/// A report in the form of JUnit, as CI servers read it.
package struct JUnitReport {
  /// One test case.
  package struct Case {
    package var className: String
    package var name: String
    /// The whole message of a failure; `nil` for a success.
    package var failure: String?
    /// The whole message of an error: the comparison could not be made.
    package var error: String?
    /// Why the case was not judged; `nil` where it was.
    package var skipped: String?
    /// The path of a picture.
    package var attachment: String?
    /// Lines for the reader, such as what was measured.
    package var output: [String] = []

    package init(
      className: String, name: String, failure: String? = nil, error: String? = nil,
      attachment: String? = nil
    ) {
      self.className = className
      self.name = name
      self.failure = failure
      self.error = error
      self.attachment = attachment
    }
  }

  /// Some test cases with a common name.
  package struct Suite {
    package var name: String
    package var cases: [Case]
    /// How long they took, in seconds.
    package var duration: Double

    package init(name: String, cases: [Case], duration: Double) {
      self.name = name
      self.cases = cases
      self.duration = duration
    }
  }

  private let suites: [Suite]
  private let timestamp: String

  /// - Parameters:
  ///   - suites: The suites.
  ///   - timestamp: The start in ISO 8601, without a time zone.
  package init(_ suites: [Suite], timestamp: String) {
    self.suites = suites
    self.timestamp = timestamp
  }

  /// - Parameters:
  ///   - name: The suite's name.
  ///   - cases: The test cases.
  ///   - duration: How long they took, in seconds.
  ///   - timestamp: The start in ISO 8601, without a time zone.
  package init(name: String, cases: [Case], duration: Double, timestamp: String) {
    self.init([Suite(name: name, cases: cases, duration: duration)], timestamp: timestamp)
  }

  /// The report as XML.
  package var text: String {
    let all = suites.flatMap(\.cases)
    let duration = suites.reduce(0) { $0 + $1.duration }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts(all, duration))>
      \(suites.map(text(of:)).joined(separator: "\n"))
      </testsuites>

      """
  }

  private func counts(_ cases: [Case], _ duration: Double) -> String {
    "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.failure != nil })\" "
      + "errors=\"\(cases.count { $0.error != nil })\" "
      + "skipped=\"\(cases.count { $0.skipped != nil })\" "
      + "time=\"\(NumberText.fixed(duration, decimals: 3))\""
  }

  private func text(of suite: Suite) -> String {
    """
    <testsuite name="\(suite.name.escapedForXML)" \(counts(suite.cases, suite.duration)) \
    timestamp="\(timestamp.escapedForXML)">
    \(suite.cases.map(text(of:)).joined(separator: "\n"))
    </testsuite>
    """
  }

  private func text(of testCase: Case) -> String {
    var text =
      "<testcase classname=\"\(testCase.className.escapedForXML)\" name=\"\(testCase.name.escapedForXML)\">"
    if let failure = testCase.failure {
      text +=
        "<failure message=\"\(failure.escapedForXML)\" type=\"difference\">\(failure.escapedForXML)</failure>"
    }
    if let error = testCase.error {
      text +=
        "<error message=\"\(error.escapedForXML)\" type=\"incomparable\">\(error.escapedForXML)</error>"
    }
    if let reason = testCase.skipped { text += "<skipped message=\"\(reason.escapedForXML)\"/>" }
    let attachment = testCase.attachment.map { "[[ATTACHMENT|\($0)]]" }
    let output = testCase.output + [attachment].compactMap(\.self)
    if !output.isEmpty {
      text += "<system-out>\(output.joined(separator: "\n").escapedForXML)</system-out>"
    }
    return text + "</testcase>"
  }
}

extension Comparison {
  /// The judged columns as test cases; `plot` is the path of a picture of the difference.
  package func cases(plot: String?) -> [JUnitReport.Case] {
    let cases = columns.filter { $0.tolerance != nil }.map { result in
      JUnitReport.Case(
        className: names.reference, name: result.column.name,
        failure: result.isWithin ? nil : message(of: result), attachment: plot)
    }
    let parts = missing.parts.map { name, message in
      JUnitReport.Case(
        className: names.reference, name: name, failure: message, attachment: plot)
    }
    let trouble =
      isJudged ? [] : [JUnitReport.Case(className: names.reference, name: "rows", error: message)]
    return cases + parts + trouble
  }
}
