/** A level of a loft: a superellipse |x/rx|^n + |(z-cz)/rz|^n = 1 at height y. */
export interface Ring {
  y: number;
  rx: number;
  rz: number;
  /** 2 is an ellipse, larger is boxier. */
  n: number;
  cz?: number;
}

export interface LoftShape {
  rings: readonly Ring[];
  /** Heights over which the ends close. Small ones give a flat end with a rounded edge. */
  bottom: number;
  top: number;
  /** Points around; a multiple of 4, so the front, the back and both sides each have a column. */
  columns: number;
  bands: number;
}

export interface GridPoint {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  /** Angle from the back over the bopi's right side, its front and its left side: -π to π, 0 in front. */
  angle: number;
  /** The same by arc length, from 0 to 1 with the front at 0.5, so textures keep their width. */
  share: number;
  /** 0 at a pole, 1 at the loft's full width. */
  spread: number;
}

/** Points of a closed surface: rows from bottom to top of `columns + 1` points, the last equal to the first. */
export interface LoftGrid {
  rows: GridPoint[][];
  columns: number;
}

const END_BANDS = 7;
const END_EXPONENT = 2.4;

/** A closed surface through the rings, rounded off at both ends in `endBands` bands each. */
export function loft(shape: LoftShape, endBands = END_BANDS): LoftGrid {
  const { columns } = shape;
  const rows = stations(shape, endBands).map(({ y, spread }) => {
    const ring = ringAt(shape.rings, y);
    const angles = Array.from(
      { length: columns + 1 },
      (_, column) => -Math.PI + (2 * Math.PI * column) / columns,
    );
    const shares = sharesOf(angles.map((angle) => around(ring, angle, 1)));
    return angles.map((angle, column) => {
      const share = shares[column] as number;
      return { ...around(ring, angle, spread), y, angle, share, spread, nx: 0, ny: 0, nz: 0 };
    });
  });
  addNormals(rows, columns);
  return { rows, columns };
}

/** Heights and widths of the rows, denser where the surface bends more. */
function stations({ rings, bottom, top, bands }: LoftShape, endBands: number) {
  const low = rings[0]?.y ?? 0;
  const high = rings.at(-1)?.y ?? 0;
  const bend = Array.from({ length: endBands }, (_, i) => (i / endBands) * (Math.PI / 2));
  const power = 2 / END_EXPONENT;
  const end = bend.map((turn) => ({ rise: 1 - Math.cos(turn) ** power, spread: Math.sin(turn) ** power }));
  const from = low + bottom;
  const height = high - top - from;
  return [
    ...end.map(({ rise, spread }) => ({ y: low + bottom * rise, spread })),
    ...Array.from({ length: bands + 1 }, (_, i) => ({ y: from + (height * i) / bands, spread: 1 })),
    ...end.map(({ rise, spread }) => ({ y: high - top * rise, spread })).reverse(),
  ];
}

function around({ rx, rz, n, cz = 0 }: Ring, angle: number, spread: number): { x: number; z: number } {
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const radius = spread / ((Math.abs(sin) / rx) ** n + (Math.abs(cos) / rz) ** n) ** (1 / n);
  return { x: radius * sin, z: radius * cos + cz };
}

function sharesOf(points: readonly { x: number; z: number }[]): number[] {
  let length = 0;
  const lengths = points.map(({ x, z }, i) => {
    const before = points[i - 1];
    if (before) length += Math.hypot(x - before.x, z - before.z);
    return length;
  });
  return lengths.map((distance) => distance / length);
}

/** The ring at a height, interpolated by monotone cubic curves (Fritsch and Carlson) that don't overshoot. */
function ringAt(rings: readonly Ring[], y: number): Ring {
  const heights = rings.map((ring) => ring.y);
  const value = (of: (ring: Ring) => number) => monotone(heights, rings.map(of), y);
  return {
    y,
    rx: value((r) => r.rx),
    rz: value((r) => r.rz),
    n: value((r) => r.n),
    cz: value((r) => r.cz ?? 0),
  };
}

function monotone(xs: number[], ys: number[], x: number): number {
  const last = xs.length - 1;
  const at = (list: number[], i: number) => list[i] as number;
  if (x <= at(xs, 0)) return at(ys, 0);
  if (x >= at(xs, last)) return at(ys, last);
  const slope = (i: number) => (at(ys, i + 1) - at(ys, i)) / (at(xs, i + 1) - at(xs, i));
  const tangent = (i: number) => {
    if (i === 0) return slope(0);
    if (i === last) return slope(last - 1);
    const before = slope(i - 1);
    const after = slope(i);
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  let i = 0;
  while (x > at(xs, i + 1)) i++;
  const width = at(xs, i + 1) - at(xs, i);
  const t = (x - at(xs, i)) / width;
  const t2 = t * t;
  const t3 = t2 * t;
  return (
    (2 * t3 - 3 * t2 + 1) * at(ys, i) +
    (t3 - 2 * t2 + t) * width * tangent(i) +
    (3 * t2 - 2 * t3) * at(ys, i + 1) +
    (t3 - t2) * width * tangent(i + 1)
  );
}

/** Adds smooth normals: the mean of the adjacent faces, weighted by area. */
function addNormals(rows: GridPoint[][], columns: number): void {
  const point = (row: number, column: number) => rows[row]?.[column] as GridPoint;
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column < columns; column++) {
      const a = point(row, column);
      const b = point(row, column + 1);
      const c = point(row + 1, column + 1);
      const d = point(row + 1, column);
      // The cross product of a quad's diagonals is its normal, twice its area long.
      const [ux, uy, uz] = [c.x - a.x, c.y - a.y, c.z - a.z];
      const [vx, vy, vz] = [d.x - b.x, d.y - b.y, d.z - b.z];
      const normal = { nx: uy * vz - uz * vy, ny: uz * vx - ux * vz, nz: ux * vy - uy * vx };
      for (const corner of [a, b, c, d]) add(corner, normal);
    }
  }
  for (const row of rows) {
    const first = row[0] as GridPoint;
    const last = row[columns] as GridPoint;
    add(first, last);
    Object.assign(last, { nx: first.nx, ny: first.ny, nz: first.nz });
  }
  for (const pole of [rows[0], rows.at(-1)]) {
    if (!pole) continue;
    const sum = { nx: 0, ny: 0, nz: 0 };
    for (const point of pole.slice(0, columns)) add(sum, point);
    for (const point of pole) Object.assign(point, sum);
  }
  for (const point of rows.flat()) {
    const length = Math.hypot(point.nx, point.ny, point.nz) || 1;
    point.nx /= length;
    point.ny /= length;
    point.nz /= length;
  }
}

type Normal = Pick<GridPoint, "nx" | "ny" | "nz">;

function add(to: Normal, { nx, ny, nz }: Normal): void {
  to.nx += nx;
  to.ny += ny;
  to.nz += nz;
}
