// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

struct Message {
  let text: String
  let isOutgoing: Bool
}

final class MessageCell: UITableViewCell {
  let bubble = UIView()
  private let label = UILabel()
  private var message: Message?

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(bubble)
    bubble.addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func configure(with message: Message) {
    self.message = message
    label.text = message.text
    bubble.backgroundColor = message.isOutgoing ? .systemBlue : .systemGray5
    setNeedsLayout()
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let lines = ceil(CGFloat(message?.text.count ?? 0) / 30)
    return CGSize(width: size.width, height: max(1, lines) * 20 + 24)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = min(CGFloat(message?.text.count ?? 0) * 9 + 24, bounds.width * 0.75)
    let x = message?.isOutgoing == true ? bounds.width - width - 8 : 8
    bubble.frame = CGRect(x: x, y: 4, width: width, height: bounds.height - 8)
    label.frame = bubble.bounds.insetBy(dx: 12, dy: 8)
  }
}

/// Messages that grow upwards from the bottom; older ones load at the top without a jump.
class ChatViewController: UIViewController {
  let tableView = UITableView()
  private(set) var messages: [Message] = []
  private var isLoading = false

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.frame = view.bounds
    tableView.register(MessageCell.self, forCellReuseIdentifier: "Message")
    tableView.dataSource = self
    tableView.delegate = self
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 44
    tableView.keyboardDismissMode = .interactive
    view.addSubview(tableView)
    messages = (0..<30).map { Message(text: "Message number \($0)", isOutgoing: $0 % 3 == 0) }
    tableView.reloadData()
    tableView.layoutIfNeeded()
    scrollToBottom(animated: false)
  }

  func scrollToBottom(animated: Bool) {
    guard !messages.isEmpty else { return }
    let lastRow = tableView.numberOfRows(inSection: 0) - 1
    tableView.scrollToRow(
      at: IndexPath(row: lastRow, section: 0), at: .bottom, animated: animated)
  }

  func send(_ text: String) {
    messages.append(Message(text: text, isOutgoing: true))
    let indexPath = IndexPath(row: messages.count - 1, section: 0)
    tableView.beginUpdates()
    tableView.insertRows(at: [indexPath], with: .bottom)
    tableView.endUpdates()
    scrollToBottom(animated: true)
  }

  func loadEarlier() {
    let older = (0..<10).map { Message(text: "Older \($0)", isOutgoing: false) }
    let oldHeight = tableView.contentSize.height
    let oldOffset = tableView.contentOffset
    messages.insert(contentsOf: older, at: 0)
    tableView.reloadData()
    tableView.layoutIfNeeded()
    let difference = tableView.contentSize.height - oldHeight
    tableView.setContentOffset(
      CGPoint(x: oldOffset.x, y: oldOffset.y + difference), animated: false)
    isLoading = false
  }

  func delete(at index: Int) {
    messages.remove(at: index)
    tableView.performBatchUpdates({
      self.tableView.deleteRows(at: [IndexPath(row: index, section: 0)], with: .automatic)
    }, completion: nil)
  }
}

extension ChatViewController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    messages.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Message", for: indexPath)
    (cell as? MessageCell)?.configure(with: messages[indexPath.row])
    return cell
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard scrollView.contentOffset.y < 50, scrollView.isDragging, !isLoading else { return }
    isLoading = true
    loadEarlier()
  }
}
