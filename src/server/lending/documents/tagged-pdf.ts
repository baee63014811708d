import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// The package's own declaration exports with `export =`.
import PdfDocument from 'pdfkit';

const font = (file: string): Buffer => readFileSync(fileURLToPath(new URL(`./fonts/${file}`, import.meta.url)));
let fonts: { readonly regular: Buffer; readonly strong: Buffer } | undefined;

const INK = '#221a4b';
const MUTED = '#564e78';
const LINE = '#c9bda6';
const BAND = '#f3e9d7';
const MARGIN = 48;
const LABEL_WIDTH = 132;
/** Below this much room a heading would stand alone at the foot of a page. */
const ROOM_FOR_SECTION = 90;

type Doc = InstanceType<typeof PdfDocument>;
type Element = ReturnType<Doc['struct']>;

export interface Row {
  readonly label: string;
  readonly value: string;
}

export interface PdfSettings {
  readonly title: string;
  readonly author: string;
  /** When the document's content came to be; a rendering later shows the same. */
  readonly createdAt: Date;
  /** At the foot of each page. */
  readonly footer: string;
}

/**
 * A tagged A4 document in Spanish for papers of the law: title, sections of label and value, notes. Everything printed
 * is in the structure tree in reading order, or marked as an artefact, so that a screen reader reads it whole.
 */
export class TaggedPdf {
  readonly #doc: Doc;
  readonly #root: Element;
  readonly #finished: Promise<Buffer>;
  readonly #footer: string;
  #section: Element;

  constructor({ title, author, createdAt, footer }: PdfSettings) {
    fonts ??= { regular: font('noto-sans-400.ttf'), strong: font('noto-sans-600.ttf') };
    const doc = new PdfDocument({
      size: 'A4',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 18 },
      pdfVersion: '1.7',
      subset: 'PDF/UA' as never,
      tagged: true,
      lang: 'es-PE',
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    });
    this.#doc = doc;
    this.#footer = footer;
    this.#finished = new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.on('error', reject);
    });
    doc.registerFont('regular', fonts.regular).registerFont('strong', fonts.strong);
    doc.font('regular').fontSize(10).fillColor(INK).lineGap(1.5);
    this.#root = doc.struct('Document', { title, lang: 'es-PE' });
    this.#section = this.#root;
    doc.addStructure(this.#root);
  }

  title(text: string, beside: string): void {
    const doc = this.#doc;
    this.#tag(this.#root, 'H1', () => doc.font('strong').fontSize(17).text(this.#printable(text)));
    this.#tag(this.#root, 'P', () => doc.font('strong').fontSize(12).text(this.#printable(beside)));
    doc.moveDown(0.5);
  }

  section(heading: string): void {
    const doc = this.#doc;
    if (doc.y + ROOM_FOR_SECTION > doc.page.maxY()) doc.addPage();
    this.#section = doc.struct('Sect');
    this.#root.add(this.#section);
    doc.moveDown(0.4);
    const top = doc.y;
    doc.markContent('Artifact', { type: 'Layout' });
    doc.rect(MARGIN, top, this.#width, 20).fill(BAND);
    doc.endMarkedContent();
    doc.fillColor(INK);
    this.#tag(this.#section, 'H2', () =>
      doc
        .font('strong')
        .fontSize(10.5)
        .text(this.#printable(heading), MARGIN + 8, top + 3.5, { width: this.#width - 16 }),
    );
    doc.y = top + 24;
  }

  /** A table of two columns, label and value; a value that is too long for the page goes on on the next. */
  rows(rows: readonly Row[]): void {
    const doc = this.#doc;
    const table = doc.struct('Table');
    this.#section.add(table);
    for (const { label, value } of rows) {
      const row = doc.struct('TR');
      table.add(row);
      this.#row(row, this.#printable(label), this.#printable(value) || '—');
      row.end();
    }
    table.end();
    doc.y += 5;
  }

  note(text: string): void {
    const doc = this.#doc;
    doc.font('regular').fontSize(8.5);
    const printable = this.#printable(text);
    if (doc.y + doc.heightOfString(printable, { width: this.#width }) > doc.page.maxY()) doc.addPage();
    this.#tag(this.#section, 'P', () =>
      doc.font('regular').fontSize(8.5).fillColor(MUTED).text(printable, MARGIN, doc.y, { width: this.#width }),
    );
    doc.fillColor(INK).moveDown(0.35);
  }

  async finish(): Promise<Uint8Array> {
    const doc = this.#doc;
    this.#root.end();
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      doc.switchToPage(page);
      // Writing below the bottom margin would otherwise open another page.
      doc.page.margins.bottom = 0;
      doc.markContent('Artifact', { type: 'Pagination' });
      doc
        .font('regular')
        .fontSize(8)
        .fillColor(MUTED)
        .text(`${this.#printable(this.#footer)} · ${page + 1} / ${count}`, MARGIN, doc.page.height - MARGIN, {
          width: this.#width,
          align: 'center',
          lineBreak: false,
        });
      doc.endMarkedContent();
    }
    doc.end();
    return this.#finished;
  }

  get #width(): number {
    return this.#doc.page.width - 2 * MARGIN;
  }

  #row(row: Element, label: string, value: string): void {
    const doc = this.#doc;
    const valueWidth = this.#width - LABEL_WIDTH - 8;
    const height = Math.max(
      doc
        .font('strong')
        .fontSize(9)
        .heightOfString(label, { width: LABEL_WIDTH - 8 }),
      doc.font('regular').fontSize(10).heightOfString(value, { width: valueWidth }),
    );
    const room = doc.page.maxY() - doc.y;
    // A short row stays whole; a long one begins here unless only a line of it would fit.
    if (height + 6 > room && (height < 120 || room < 60)) doc.addPage();
    const [top, page] = [doc.y + 3, doc.page];
    this.#tag(row, 'TH', () =>
      doc
        .font('strong')
        .fontSize(9)
        .fillColor(MUTED)
        .text(label, MARGIN + 8, top, { width: LABEL_WIDTH - 16 }),
    );
    const labelBottom = doc.y;
    this.#tag(row, 'TD', () =>
      doc
        .font('regular')
        .fontSize(10)
        .fillColor(INK)
        .text(value, MARGIN + LABEL_WIDTH, top, { width: valueWidth }),
    );
    doc.y = (doc.page === page ? Math.max(doc.y, labelBottom) : doc.y) + 3;
    doc.markContent('Artifact', { type: 'Layout' });
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + this.#width, doc.y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    doc.endMarkedContent();
  }

  #tag(parent: Element, type: string, draw: () => void): void {
    const element = this.#doc.struct(type, type === 'TH' ? ({ scope: 'Row' } as never) : {}, draw);
    parent.add(element);
    element.end();
  }

  /** A sign the font does not have would be an empty box; a replacement says that something stood there. */
  #printable(text: string): string {
    const known = (this.#doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font
      .font;
    return [...text]
      .map((sign) => (sign === '\n' || known.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : '?'))
      .join('');
  }
}
