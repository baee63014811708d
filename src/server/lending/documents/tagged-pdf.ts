import type { PaperBlock } from '#api/paper-words.ts';
import { COLORS, type Element, MARGIN, PdfCanvas, type PdfSettings } from './pdf-canvas.ts';
import { drawTable, type TableContent } from './pdf-table.ts';

const LABEL_WIDTH = 150;
/** With less room than this a heading would stand alone at the end of a page. */
const ROOM_FOR_SECTION = 90;
const ROOM_FOR_CLAUSE = 60;
/** A block of text that is lower than this is not split. */
const MOST_UNSPLIT = 200;

export interface Row {
  readonly label: string;
  readonly value: string;
}

/** A part of a whole that is drawn to scale. */
export interface Part {
  readonly label: string;
  readonly value: string;
  readonly weight: number;
  readonly color: string;
}

/** Points: 3 cm, which telephones read from paper. */
const QR_SIZE = 85;

/**
 * A tagged A4 document for legal documents: letterhead, title, sections, clauses, tables, notes. Everything printed is
 * in the structure tree in reading order, or marked as an artefact, so that a screen reader reads it whole.
 */
export class TaggedPdf {
  readonly #canvas: PdfCanvas;
  readonly #words: PaperBlock[];
  #section: Element;

  /** @param words takes down what is printed below the title, for a page that shows the same words */
  constructor(settings: PdfSettings, words: PaperBlock[] = []) {
    this.#words = words;
    this.#canvas = new PdfCanvas(settings);
    this.#section = this.#canvas.root;
  }

  /** The issuer, above the title. */
  letterhead(name: string, details: string): void {
    const { doc, root } = this.#canvas;
    this.#canvas.tag(root, 'P', () => doc.font('strong').fontSize(11).text(this.#canvas.printable(name)));
    this.#canvas.tag(root, 'P', () =>
      doc.font('regular').fontSize(8).fillColor(COLORS.muted).text(this.#canvas.printable(details)),
    );
    doc.fillColor(COLORS.ink).moveDown(1.2);
  }

  title(text: string, beside: string): void {
    const { doc, root } = this.#canvas;
    this.#canvas.tag(root, 'H1', () => doc.font('strong').fontSize(17).text(this.#canvas.printable(text)));
    this.#canvas.tag(root, 'P', () => doc.font('strong').fontSize(12).text(this.#canvas.printable(beside)));
    doc.moveDown(0.5);
  }

  section(heading: string): void {
    const { doc, root } = this.#canvas;
    this.#words.push({ kind: 'heading', text: heading });
    this.#canvas.ensureRoom(ROOM_FOR_SECTION);
    this.#section = this.#canvas.open(root, 'Sect');
    doc.moveDown(0.4);
    const top = doc.y;
    this.#canvas.artifact(() => doc.rect(MARGIN, top, this.#canvas.width, 20).fill(COLORS.band));
    doc.fillColor(COLORS.ink);
    this.#canvas.tag(this.#section, 'H2', () =>
      doc
        .font('strong')
        .fontSize(10.5)
        .text(this.#canvas.printable(heading), MARGIN + 8, top + 3.5, { width: this.#canvas.width - 16 }),
    );
    doc.x = MARGIN;
    doc.y = top + 25;
  }

  /** A numbered heading of a contract with what it says. */
  clause(heading: string, paragraphs: readonly string[]): void {
    const { doc, root } = this.#canvas;
    this.#words.push({ kind: 'heading', text: heading });
    this.#canvas.ensureRoom(ROOM_FOR_CLAUSE);
    this.#section = this.#canvas.open(root, 'Sect');
    doc.moveDown(0.35);
    this.#canvas.tag(this.#section, 'H2', () =>
      doc.font('strong').fontSize(10.5).text(this.#canvas.printable(heading), MARGIN, doc.y),
    );
    doc.y += 1;
    for (const paragraph of paragraphs) this.paragraph(paragraph);
  }

  /** The main statement of the document, larger than the rest. */
  statement(text: string): void {
    this.#words.push({ kind: 'text', text });
    this.#text(text, { size: 13, color: COLORS.ink, gap: 10 });
  }

  paragraph(text: string): void {
    this.#words.push({ kind: 'text', text });
    this.#text(text, { size: 9.5, color: COLORS.ink, gap: 4 });
  }

  note(text: string): void {
    this.#words.push({ kind: 'note', text });
    this.#text(text, { size: 8.5, color: COLORS.muted, gap: 4 });
  }

  /** A bulleted list. */
  list(items: readonly string[]): void {
    this.#words.push({ kind: 'list', items: [...items] });
    const { doc } = this.#canvas;
    const list = this.#canvas.open(this.#section, 'L');
    for (const item of items) {
      const printable = this.#canvas.printable(item);
      const width = this.#canvas.width - 14;
      doc.font('regular').fontSize(9.5).fillColor(COLORS.ink);
      this.#keepWhole(printable, width);
      const entry = this.#canvas.open(list, 'LI');
      const top = doc.y;
      this.#canvas.tag(entry, 'Lbl', () => doc.text('•', MARGIN + 2, top, { width: 10 }));
      this.#canvas.tag(entry, 'LBody', () => doc.text(printable, MARGIN + 14, top, { width }));
      entry.end();
      doc.y += 2;
    }
    list.end();
    doc.x = MARGIN;
    doc.y += 4;
  }

  /** A table of two columns, label and value; a value that is too long for the page goes on on the next. */
  rows(rows: readonly Row[]): void {
    this.#takeDown(rows);
    const { doc } = this.#canvas;
    const table = this.#canvas.open(this.#section, 'Table');
    for (const { label, value } of rows) {
      const row = this.#canvas.open(table, 'TR');
      this.#row(row, this.#canvas.printable(label), this.#canvas.printable(value) || '—');
      row.end();
    }
    table.end();
    doc.x = MARGIN;
    doc.y += 5;
  }

  table(content: TableContent): void {
    const { columns, rows, foot } = content;
    const body = { columns: columns.map(({ label }) => label), rows: rows.map((row) => [...row]) };
    this.#words.push({ kind: 'table', ...body, ...(foot && { foot: [...foot] }) });
    drawTable(this.#canvas, this.#section, content);
    this.#canvas.doc.x = MARGIN;
  }

  /** The few numbers a reader looks for, large. */
  figures(figures: readonly Row[]): void {
    this.#takeDown(figures);
    const { doc, width } = this.#canvas;
    const [height, gap] = [50, 8];
    this.#canvas.ensureRoom(height + 12);
    const each = (width - gap * (figures.length - 1)) / figures.length;
    const top = doc.y;
    for (const [k, { label, value }] of figures.entries()) {
      const left = MARGIN + k * (each + gap);
      this.#canvas.artifact(() => doc.roundedRect(left, top, each, height, 6).fill(COLORS.band));
      const room = { width: each - 16 };
      this.#canvas.tag(this.#section, 'P', () =>
        doc
          .font('regular')
          .fontSize(8)
          .fillColor(COLORS.muted)
          .text(this.#canvas.printable(label), left + 8, top + 7, room),
      );
      this.#canvas.tag(this.#section, 'P', () =>
        doc
          .font('strong')
          .fontSize(15)
          .fillColor(COLORS.ink)
          .text(this.#canvas.printable(value), left + 8, top + 22, room),
      );
    }
    doc.x = MARGIN;
    doc.y = top + height + 10;
  }

  /** A whole and its parts as one bar; the words below it say the same, so that colour never speaks alone. */
  bar(parts: readonly Part[], alt: string): void {
    const { doc, width } = this.#canvas;
    const shown = parts.filter(({ weight }) => weight > 0);
    this.#takeDown(shown);
    const whole = shown.reduce((all, { weight }) => all + weight, 0);
    this.#canvas.ensureRoom(60);
    const top = doc.y;
    const draw = (): void => {
      let x = MARGIN;
      for (const { weight, color } of shown) {
        const part = (width * weight) / whole;
        doc.rect(x, top, Math.max(part - 1, 1), 14).fill(color);
        x += part;
      }
    };
    const bbox = [MARGIN, top, MARGIN + width, top + 14] as const;
    this.#canvas.tag(this.#section, 'Figure', draw, { alt: this.#canvas.printable(alt), bbox });
    const each = width / shown.length;
    for (const [k, { label, value, color }] of shown.entries()) {
      const left = MARGIN + k * each;
      this.#canvas.artifact(() => doc.rect(left, top + 22, 8, 8).fill(color));
      this.#canvas.tag(this.#section, 'P', () =>
        doc
          .font('regular')
          .fontSize(8.5)
          .fillColor(COLORS.ink)
          .text(this.#canvas.printable(`${label} ${value}`), left + 12, top + 19, { width: each - 16 }),
      );
    }
    doc.x = MARGIN;
    doc.y = top + 48;
  }

  /** A QR code as its modules, dark ones true, with what it says in words. */
  qrCode(modules: readonly (readonly boolean[])[], alt: string): void {
    const { doc } = this.#canvas;
    this.#canvas.ensureRoom(QR_SIZE + 12);
    const top = doc.y;
    const each = QR_SIZE / modules.length;
    const draw = (): void => {
      for (const [row, line] of modules.entries()) {
        for (const [column, isDark] of line.entries()) {
          // A hair larger than its place: no viewer draws light lines between neighbours.
          if (isDark) doc.rect(MARGIN + column * each, top + row * each, each + 0.05, each + 0.05);
        }
      }
      doc.fill(COLORS.ink);
    };
    const bbox = [MARGIN, top, MARGIN + QR_SIZE, top + QR_SIZE] as const;
    this.#canvas.tag(this.#section, 'Figure', draw, { alt: this.#canvas.printable(alt), bbox });
    doc.x = MARGIN;
    doc.y = top + QR_SIZE + 10;
  }

  newPage(): void {
    this.#canvas.doc.addPage();
  }

  finish(): Promise<Uint8Array> {
    return this.#canvas.finish();
  }

  #takeDown(lines: readonly Row[]): void {
    this.#words.push({ kind: 'lines', lines: lines.map(({ label, value }) => ({ label, value: value || '—' })) });
  }

  #text(
    text: string,
    { size, color, gap }: { readonly size: number; readonly color: string; readonly gap: number },
  ): void {
    const { doc, width } = this.#canvas;
    doc.font('regular').fontSize(size);
    const printable = this.#canvas.printable(text);
    this.#keepWhole(printable, width);
    this.#canvas.tag(this.#section, 'P', () =>
      doc.font('regular').fontSize(size).fillColor(color).text(printable, MARGIN, doc.y, { width }),
    );
    doc.fillColor(COLORS.ink);
    doc.y += gap;
  }

  /** Text of the current font goes to the next page rather than be split; measuring costs as much as printing. */
  #keepWhole(text: string, width: number): void {
    if (this.#canvas.room >= MOST_UNSPLIT) return;
    const height = this.#canvas.doc.heightOfString(text, { width });
    if (height < MOST_UNSPLIT) this.#canvas.ensureRoom(height);
  }

  #row(row: Element, label: string, value: string): void {
    const { doc, width } = this.#canvas;
    const valueWidth = width - LABEL_WIDTH - 8;
    if (this.#canvas.room < MOST_UNSPLIT) {
      const [ofLabel, ofValue] = [
        doc
          .font('strong')
          .fontSize(9)
          .heightOfString(label, { width: LABEL_WIDTH - 16 }),
        doc.font('regular').fontSize(10).heightOfString(value, { width: valueWidth }),
      ];
      const [height, room] = [Math.max(ofLabel, ofValue), this.#canvas.room];
      // A short row stays whole; a long one begins here unless only a line of it would fit.
      if (height + 6 > room && (height < 120 || room < 60)) doc.addPage();
    }
    const [top, page] = [doc.y + 3, doc.page];
    const drawLabel = (): void => {
      doc
        .font('strong')
        .fontSize(9)
        .fillColor(COLORS.muted)
        .text(label, MARGIN + 8, top, { width: LABEL_WIDTH - 16 });
    };
    this.#canvas.tag(row, 'TH', drawLabel, { scope: 'Row' });
    const labelBottom = doc.y;
    this.#canvas.tag(row, 'TD', () =>
      doc
        .font('regular')
        .fontSize(10)
        .fillColor(COLORS.ink)
        .text(value, MARGIN + LABEL_WIDTH, top, { width: valueWidth }),
    );
    doc.y = (doc.page === page ? Math.max(doc.y, labelBottom) : doc.y) + 3;
    this.#canvas.hairline(doc.y);
  }
}
