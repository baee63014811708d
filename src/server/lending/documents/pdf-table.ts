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

/** A row as it will be drawn. */
interface MeasuredRow {
  readonly texts: readonly string[];
  readonly kind: 'head' | 'body' | 'foot';
  readonly height: number;
}

/**
 * Draws a table with header cells for its columns and rows. A row stays whole. On the next page the column heads are
 * repeated for the eye, while the structure keeps one table with one head, as screen readers need it.
 */
export function drawTable(canvas: PdfCanvas, parent: Element, { columns, rows, foot }: TableContent): void {
  const cells = place(canvas, columns);
  const labels = columns.map(({ label }) => label);
  const head = measure(canvas, cells, labels, 'head');
  const table = canvas.open(parent, 'Table');
  canvas.ensureRoom(head.height + 30);
  drawRow(canvas, cells, head, table);
  for (const texts of rows) {
    const row = measure(canvas, cells, texts, 'body');
    if (row.height > canvas.room) {
      canvas.doc.addPage();
      drawRow(canvas, cells, head);
    }
    drawRow(canvas, cells, row, table);
  }
  if (foot) {
    const row = measure(canvas, cells, foot, 'foot');
    canvas.ensureRoom(row.height);
    drawRow(canvas, cells, row, table);
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

const faceOf = (kind: MeasuredRow['kind']): string => (kind === 'body' ? 'regular' : 'strong');

function measure(
  canvas: PdfCanvas,
  cells: readonly Cell[],
  cellTexts: readonly string[],
  kind: MeasuredRow['kind'],
): MeasuredRow {
  const { doc } = canvas;
  doc.font(faceOf(kind)).fontSize(SIZE);
  const texts = cells.map((_, k) => canvas.printable(cellTexts[k] ?? ''));
  const heights = cells.map(({ width }, k) => doc.heightOfString(texts[k] ?? '', { width: width - 2 * PADDING }));
  return { texts, kind, height: Math.max(...heights) + 2 * PADDING };
}

/** `table` undefined: a repeated head, drawn as an artefact. */
function drawRow(
  canvas: PdfCanvas,
  cells: readonly Cell[],
  { texts, kind, height }: MeasuredRow,
  table?: Element,
): void {
  const { doc } = canvas;
  const face = faceOf(kind);
  const top = doc.y;
  if (kind === 'head') canvas.artifact(() => doc.rect(MARGIN, top, canvas.width, height).fill(COLORS.band));
  const row = table && canvas.open(table, 'TR');
  for (const [k, cell] of cells.entries()) {
    const draw = (): void => {
      doc
        .font(face)
        .fontSize(SIZE)
        .fillColor(COLORS.ink)
        .text(texts[k] ?? '', cell.x + PADDING, top + PADDING, {
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
