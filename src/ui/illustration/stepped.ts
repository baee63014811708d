/**
 * A summit. The illustrations follow Andean textiles: everything is steps on a grid of square cells, so a mountain
 * range is a list of peaks and a picture a few short paths. One unit is one cell.
 */
export interface Peak {
  /** The column of the summit, from the left. */
  readonly column: number;
  /** Cells above the ground. */
  readonly height: number;
}

/** Computes the height of each column: that of the highest slope there. A slope falls one cell every `run` columns. */
export function columnHeights(peaks: readonly Peak[], run: number, columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const slopes = peaks.map((peak) => peak.height - Math.floor(Math.abs(column - peak.column) / run));
    return Math.max(0, ...slopes);
  });
}

/**
 * Draws the outline of a range on `ground` (the bottom row): `[1, 2, 2]` on 4 → `M0 4v-1h1v-1h2v2z`. Relative steps,
 * because repeated letters compress well.
 */
export function rangePath(heights: readonly number[], ground: number): string {
  let path = `M0 ${ground}`;
  let level = 0;
  for (let column = 0; column < heights.length; ) {
    const height = heights[column] as number;
    let end = column;
    while (heights[end] === height) end += 1;
    path += `${height === level ? '' : `v${level - height}`}h${end - column}`;
    level = height;
    column = end;
  }
  return `${path}${level === 0 ? '' : `v${level}`}z`;
}

/** Draws the snow: the first rows below a summit with a slope of one. */
export function capPath({ column, height }: Peak, rows: number, ground: number): string {
  return Array.from({ length: rows }, (_, row) => {
    const width = 2 * row + 1;
    return `M${column - row} ${ground - height + row}h${width}v1h-${width}z`;
  }).join('');
}

/** Draws a stepped lozenge of the given radius in cells, its middle cell at (column, row). */
export function lozengePath(radius: number, column: number, row: number): string {
  const steps = (horizontal: 1 | -1, vertical: 1 | -1): string =>
    radius === 0 ? '' : `h${horizontal}v${vertical}`.repeat(radius);
  return `M${column} ${row - radius}h1${verticalFirst(steps(1, 1))}v1${steps(-1, 1)}h-1${verticalFirst(steps(-1, -1))}v-1${steps(1, -1)}z`;
}

/** Turns `h1v1h1v1` → `v1h1v1h1`: the same stairs, mirrored. */
function verticalFirst(stairs: string): string {
  return stairs.replace(/(h-?1)(v-?1)/g, '$2$1');
}

/** Draws a woven cross: one cell with its four neighbours. */
export function crossPath(column: number, row: number): string {
  return `M${column} ${row - 1}h1v1h1v1h-1v1h-1v-1h-1v-1h1z`;
}
