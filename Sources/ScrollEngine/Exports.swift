// Clients name points, sizes and rectangles without importing Geometry.
@_exported public import ScrollGeometry
