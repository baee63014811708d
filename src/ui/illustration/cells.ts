/**
 * Pictures in which each cell stands for the same amount. A cell is as large as a texture's repeat (ui/chart), so that
 * textures begin and end with it.
 */
export const CELL = 6;

/** The cells from one number to another, filled column by column: 0 to 5 in columns of 3 → one whole, and two cells. */
export function runPath(from: number, to: number, rows: number): string {
  const column = Math.floor(from / rows);
  const top = from % rows;
  const inFirst = Math.min(to - from, (rows - top) % rows);
  const whole = Math.floor((to - from - inFirst) / rows);
  const rest = to - from - inFirst - whole * rows;
  const next = column + (inFirst > 0 ? 1 : 0);
  return boxPath(column, top, 1, inFirst) + boxPath(next, 0, whole, rows) + boxPath(next + whole, 0, 1, rest);
}

/** A box of cells; nothing when it has none. */
export function boxPath(column: number, row: number, columns: number, rows: number): string {
  if (columns <= 0 || rows <= 0) return '';
  return `M${column * CELL} ${row * CELL}h${columns * CELL}v${rows * CELL}h-${columns * CELL}z`;
}

/** The lines between cells, in the colour of the ground. */
export function gridPath(columns: number, rows: number): string {
  const across = Array.from({ length: rows - 1 }, (_, k) => `M0 ${(k + 1) * CELL}h${columns * CELL}`);
  const down = Array.from({ length: columns - 1 }, (_, k) => `M${(k + 1) * CELL} 0v${rows * CELL}`);
  return [...across, ...down].join('');
}
