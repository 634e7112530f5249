// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

protocol PinterestLayoutDelegate: AnyObject {
  func collectionView(
    _ collectionView: UICollectionView, heightForPhotoAtIndexPath indexPath: IndexPath) -> CGFloat
}

class PinterestLayoutAttributes: UICollectionViewLayoutAttributes {
  var photoHeight: CGFloat = 0

  override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone) as! PinterestLayoutAttributes
    copy.photoHeight = photoHeight
    return copy
  }

  override func isEqual(_ object: Any?) -> Bool {
    if let attributes = object as? PinterestLayoutAttributes,
      attributes.photoHeight == photoHeight
    {
      return super.isEqual(object)
    }
    return false
  }
}

/// Columns of photos, each photo in the shorter one.
class PinterestLayout: UICollectionViewLayout {
  weak var delegate: PinterestLayoutDelegate?
  private let numberOfColumns = 2
  private let cellPadding: CGFloat = 6
  private var cache: [PinterestLayoutAttributes] = []
  private var contentHeight: CGFloat = 0

  private var contentWidth: CGFloat {
    guard let collectionView = collectionView else { return 0 }
    let insets = collectionView.contentInset
    return collectionView.bounds.width - (insets.left + insets.right)
  }

  override class var layoutAttributesClass: AnyClass { return PinterestLayoutAttributes.self }

  override var collectionViewContentSize: CGSize {
    return CGSize(width: contentWidth, height: contentHeight)
  }

  override func invalidateLayout() {
    super.invalidateLayout()
    cache.removeAll()
    contentHeight = 0
  }

  override func prepare() {
    guard cache.isEmpty, let collectionView = collectionView else { return }
    let columnWidth = contentWidth / CGFloat(numberOfColumns)
    var xOffset: [CGFloat] = []
    for column in 0..<numberOfColumns { xOffset.append(CGFloat(column) * columnWidth) }
    var column = 0
    var yOffset: [CGFloat] = .init(repeating: 0, count: numberOfColumns)
    for item in 0..<collectionView.numberOfItems(inSection: 0) {
      let indexPath = IndexPath(item: item, section: 0)
      let photoHeight =
        delegate?.collectionView(collectionView, heightForPhotoAtIndexPath: indexPath) ?? 180
      let height = cellPadding * 2 + photoHeight
      let frame = CGRect(x: xOffset[column], y: yOffset[column], width: columnWidth, height: height)
      let insetFrame = frame.insetBy(dx: cellPadding, dy: cellPadding)
      let attributes = PinterestLayoutAttributes(forCellWith: indexPath)
      attributes.frame = insetFrame
      attributes.photoHeight = photoHeight
      cache.append(attributes)
      contentHeight = max(contentHeight, frame.maxY)
      yOffset[column] = yOffset[column] + height
      column = column < (numberOfColumns - 1) ? (column + 1) : 0
    }
  }

  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    var visibleLayoutAttributes: [UICollectionViewLayoutAttributes] = []
    for attributes in cache where attributes.frame.intersects(rect) {
      visibleLayoutAttributes.append(attributes)
    }
    return visibleLayoutAttributes
  }

  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    return indexPath.item < cache.count ? cache[indexPath.item] : nil
  }
}

class PhotoHeaderView: UICollectionReusableView {
  static let kind = UICollectionView.elementKindSectionHeader
  let title = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(title)
  }

  required init?(coder: NSCoder) { fatalError() }
}

class PhotoCell: UICollectionViewCell {
  var photoHeight: CGFloat = 0

  override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
    super.apply(layoutAttributes)
    if let attributes = layoutAttributes as? PinterestLayoutAttributes {
      photoHeight = attributes.photoHeight
    }
  }
}

class PhotosViewController: UIViewController {
  let pinterestLayout = PinterestLayout()
  lazy var collectionView = UICollectionView(
    frame: view.bounds, collectionViewLayout: pinterestLayout)
  var photos = (0..<12).map { $0 }
  private(set) var displayed: [Int] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    pinterestLayout.delegate = self
    collectionView.contentInset = UIEdgeInsets(top: 23, left: 16, bottom: 10, right: 16)
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "PhotoCell")
    collectionView.register(
      PhotoHeaderView.self, forSupplementaryViewOfKind: PhotoHeaderView.kind,
      withReuseIdentifier: "Header")
    collectionView.dataSource = self
    collectionView.delegate = self
    view.addSubview(collectionView)
  }

  func replace(completion: @escaping (Bool) -> Void) {
    collectionView.performBatchUpdates({
      self.photos.remove(at: 0)
      self.photos.insert(100, at: 3)
      self.collectionView.deleteItems(at: [IndexPath(item: 0, section: 0)])
      self.collectionView.insertItems(at: [IndexPath(item: 3, section: 0)])
    }, completion: completion)
  }

  func shuffle() {
    let first = photos.removeFirst()
    photos.append(first)
    collectionView.moveItem(
      at: IndexPath(item: 0, section: 0), to: IndexPath(item: photos.count - 1, section: 0))
  }

  func showGrid(animated: Bool) {
    let grid = UICollectionViewFlowLayout()
    grid.itemSize = CGSize(width: 80, height: 80)
    grid.headerReferenceSize = CGSize(width: 0, height: 40)
    grid.sectionHeadersPinToVisibleBounds = true
    collectionView.setCollectionViewLayout(grid, animated: animated)
  }
}

extension PhotosViewController: UICollectionViewDataSource, UICollectionViewDelegate {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    return photos.count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    return collectionView.dequeueReusableCell(withReuseIdentifier: "PhotoCell", for: indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let header =
      collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "Header", for: indexPath) as! PhotoHeaderView
    header.title.text = "Section \(indexPath.section)"
    return header
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    displayed.append(indexPath.item)
  }
}

extension PhotosViewController: PinterestLayoutDelegate {
  func collectionView(
    _ collectionView: UICollectionView, heightForPhotoAtIndexPath indexPath: IndexPath
  ) -> CGFloat {
    return CGFloat(100 + 20 * (indexPath.item % 3))
  }
}
