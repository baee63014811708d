import { COLORS, type Element, MARGIN, type PdfCanvas } from './pdf-canvas.ts';

export interface Column {
  readonly label: string;
  /** Share of the page's width, relative to the other columns. */
  readonly share: number;
  /** Money and counts stand at the right, so that their digits line up. */
  readonly align?: 'left' | 'right';
}

export interface TableContent {
  readonly columns: readonly Column[];
  /** One text per column; the first names the row. */
  readonly rows: readonly (readonly string[])[];
  /** The sums, in strong type under a line. */
  readonly foot?: readonly string[];
}

interface Cell extends Column {
  readonly x: number;
  readonly width: number;
}

const SIZE = 8.5;
const PADDING = 4;

/**
 * Draws a table with header cells for its columns and rows. A row stays whole; on the next page the column heads are
 * repeated for the eye, while the structure keeps one table with one head.
 */
export function drawTable(canvas: PdfCanvas, parent: Element, { columns, rows, foot }: TableContent): void {
  const cells = place(canvas, columns);
  const labels = columns.map(({ label }) => label);
  const table = canvas.open(parent, 'Table');
  canvas.ensureRoom(heightOf(canvas, cells, labels, 'strong') + 30);
  drawRow(canvas, cells, labels, 'head', table);
  for (const row of rows) {
    if (!fits(canvas, cells, row)) {
      canvas.doc.addPage();
      drawRow(canvas, cells, labels, 'head');
    }
    drawRow(canvas, cells, row, 'body', table);
  }
  if (foot) {
    canvas.ensureRoom(heightOf(canvas, cells, foot, 'strong'));
    drawRow(canvas, cells, foot, 'foot', table);
  }
  table.end();
  canvas.doc.y += 8;
}

function place(canvas: PdfCanvas, columns: readonly Column[]): Cell[] {
  const shares = columns.reduce((all, { share }) => all + share, 0);
  let x = MARGIN;
  return columns.map((column) => {
    const width = (canvas.width * column.share) / shares;
    const cell = { ...column, x, width };
    x += width;
    return cell;
  });
}

function fits(canvas: PdfCanvas, cells: readonly Cell[], texts: readonly string[]): boolean {
  return canvas.doc.y + heightOf(canvas, cells, texts, 'regular') <= canvas.doc.page.maxY();
}

function heightOf(canvas: PdfCanvas, cells: readonly Cell[], texts: readonly string[], face: string): number {
  const { doc } = canvas;
  doc.font(face).fontSize(SIZE);
  const heights = cells.map((cell, k) =>
    doc.heightOfString(canvas.printable(texts[k] ?? ''), { width: cell.width - 2 * PADDING }),
  );
  return Math.max(...heights) + 2 * PADDING;
}

/** `table` undefined: a repeated head, drawn as an artefact. */
function drawRow(
  canvas: PdfCanvas,
  cells: readonly Cell[],
  texts: readonly string[],
  kind: 'head' | 'body' | 'foot',
  table?: Element,
): void {
  const { doc } = canvas;
  const face = kind === 'body' ? 'regular' : 'strong';
  const height = heightOf(canvas, cells, texts, face);
  const top = doc.y;
  if (kind === 'head') canvas.artifact(() => doc.rect(MARGIN, top, canvas.width, height).fill(COLORS.band));
  const row = table && canvas.open(table, 'TR');
  for (const [k, cell] of cells.entries()) {
    const draw = (): void => {
      doc
        .font(face)
        .fontSize(SIZE)
        .fillColor(COLORS.ink)
        .text(canvas.printable(texts[k] ?? ''), cell.x + PADDING, top + PADDING, {
          width: cell.width - 2 * PADDING,
          align: cell.align ?? 'left',
        });
    };
    if (!row) canvas.artifact(draw);
    else if (kind === 'head') canvas.tag(row, 'TH', draw, { scope: 'Column' });
    else if (k === 0) canvas.tag(row, 'TH', draw, { scope: 'Row' });
    else canvas.tag(row, 'TD', draw);
  }
  row?.end();
  doc.y = top + height;
  if (kind === 'foot') canvas.hairline(top, COLORS.ink, 0.8);
  else canvas.hairline(doc.y);
}
