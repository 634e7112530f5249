// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A row with a carousel that snaps to its cards.
final class CarouselCell: UITableViewCell, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  static let identifier = "CarouselCell"

  let collectionView: UICollectionView
  var cardCount = 0 {
    didSet { collectionView.reloadData() }
  }
  var onSelect: ((IndexPath) -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    let layout = SnappingFlowLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 10
    layout.sectionInset = UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 20)
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    collectionView.decelerationRate = UIScrollView.DecelerationRate.fast
    collectionView.showsHorizontalScrollIndicator = false
    collectionView.register(CardCell.self, forCellWithReuseIdentifier: "Card")
    collectionView.dataSource = self
    collectionView.delegate = self
    contentView.addSubview(collectionView)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    collectionView.frame = contentView.bounds
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    cardCount
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    guard
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Card", for: indexPath)
        as? CardCell
    else { return UICollectionViewCell() }
    cell.titleLabel.text = "Card \(indexPath.item)"
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    CGSize(width: 200, height: collectionView.bounds.height)
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    onSelect?(indexPath)
  }
}

final class CardCell: UICollectionViewCell {
  let titleLabel = UILabel()

  override var isHighlighted: Bool {
    didSet { contentView.alpha = isHighlighted ? 0.5 : 1 }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(titleLabel)
    titleLabel.frame = contentView.bounds
    titleLabel.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { fatalError() }
}

/// A flow layout that stops flicks at the start of a card.
final class SnappingFlowLayout: UICollectionViewFlowLayout {
  override func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
  ) -> CGPoint {
    guard let collectionView = collectionView else {
      return super.targetContentOffset(
        forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
    }
    var offsetAdjustment = CGFloat.greatestFiniteMagnitude
    let horizontalOffset = proposedContentOffset.x + sectionInset.left
    let targetRect = CGRect(
      x: proposedContentOffset.x, y: 0, width: collectionView.bounds.size.width,
      height: collectionView.bounds.size.height)
    let layoutAttributesArray = super.layoutAttributesForElements(in: targetRect)
    layoutAttributesArray?.forEach { layoutAttributes in
      let itemOffset = layoutAttributes.frame.origin.x
      if fabs(itemOffset - horizontalOffset) < fabs(offsetAdjustment) {
        offsetAdjustment = itemOffset - horizontalOffset
      }
    }
    return CGPoint(x: proposedContentOffset.x + offsetAdjustment, y: proposedContentOffset.y)
  }
}

class CarouselsViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  let tableView = UITableView(frame: .zero, style: .grouped)
  private(set) var selection: (row: Int, item: Int)?

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.frame = view.bounds
    tableView.register(CarouselCell.self, forCellReuseIdentifier: CarouselCell.identifier)
    tableView.dataSource = self
    tableView.delegate = self
    view.addSubview(tableView)
  }

  func numberOfSections(in tableView: UITableView) -> Int { 8 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: CarouselCell.identifier, for: indexPath)
      as! CarouselCell
    cell.cardCount = 20
    cell.onSelect = { [weak self] in self?.selection = (indexPath.section, $0.item) }
    return cell
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 120 }

  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let label = UILabel()
    label.text = "Section \(section)"
    return label
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    "Section \(section)"
  }
}
