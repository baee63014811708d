import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// The declaration of the package uses `export =`.
import PdfDocument from 'pdfkit';
import { lookAlikes, unprintable } from '#api/field-rules/printable.ts';
import { CLAUSES } from './texts/clauses.ts';
import { PAPERS } from './texts/papers.ts';

let fonts: { readonly regular: Buffer; readonly strong: Buffer } | undefined;

/** The palette of the product (`ui/tokens.css`), on white paper. */
export const COLORS = {
  ink: '#221a4b',
  muted: '#564e78',
  line: '#c9bda6',
  band: '#f3e9d7',
  capital: '#2f2569',
  interest: '#d0264d',
  fees: '#f0a818',
  igv: '#268b7e',
} as const;
export const MARGIN = 48;
const FOOTER_HEIGHT = 30;
/** One pick of the woven hem, in points; the hem is three picks high. */
const PICK = 2;

export type Doc = InstanceType<typeof PdfDocument>;
export type Element = ReturnType<Doc['struct']>;
export type PdfLanguage = 'es-PE' | 'en-US';

export interface PdfSettings {
  readonly title: string;
  readonly author: string;
  /** Instant at which the content was determined; rendering it again later must give the same bytes. */
  readonly createdAt: Date;
  /** At the foot of each page, one entry a line. */
  readonly footer: readonly string[];
  readonly language?: PdfLanguage;
}

/** Words that a screen reader announces beyond the kind of element. */
export interface TagOptions {
  readonly scope?: 'Row' | 'Column';
  readonly alt?: string;
  /** Left, top, right, bottom in points from the page's top left corner: a picture needs its place. */
  readonly bbox?: readonly [number, number, number, number];
}

/**
 * The page on which the parts of a document are drawn: A4, tagged, in its language. Everything drawn is either inside
 * an element of the structure tree (`tag`) or an artefact that screen readers skip (`artifact`).
 */
export class PdfCanvas {
  readonly doc: Doc;
  readonly root: Element;
  readonly #settings: PdfSettings;
  readonly #finished: Promise<Buffer>;

  constructor(settings: PdfSettings) {
    fonts ??= { regular: openFont('noto-sans-400.ttf'), strong: openFont('noto-sans-600.ttf') };
    const { title, author, createdAt, language = 'es-PE' } = settings;
    const doc = new PdfDocument({
      size: 'A4',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
      pdfVersion: '1.7',
      subset: 'PDF/UA' as never,
      tagged: true,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      // Otherwise it reads Helvetica, which nothing is printed in.
      font: null as never,
      info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    });
    this.doc = doc;
    this.#settings = settings;
    this.#finished = new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.on('error', reject);
    });
    doc.registerFont('regular', fonts.regular).registerFont('strong', fonts.strong);
    doc.font('regular').fontSize(10).fillColor(COLORS.ink).lineGap(1.5);
    this.root = doc.struct('Document', { title, lang: language });
    doc.addStructure(this.root);
  }

  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  /** Starts a new page unless this height is left on the current one. */
  ensureRoom(height: number): void {
    if (height > this.room) this.doc.addPage();
  }

  /** Height that is left on the page, in points. */
  get room(): number {
    return this.doc.page.maxY() - this.doc.y;
  }

  /** Draws content that is read out, as a part of `parent`. */
  tag(parent: Element, type: string, draw: () => void, options: TagOptions = {}): void {
    const element = this.doc.struct(type, options as never, draw);
    parent.add(element);
    element.end();
  }

  /** Opens an element whose parts are added one by one; the caller ends it. */
  open(parent: Element, type: string): Element {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws decoration that is not read out. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  hairline(y: number, color: string = COLORS.line, width = 0.5): void {
    this.artifact(() =>
      this.doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + this.width, y)
        .lineWidth(width)
        .strokeColor(color)
        .stroke(),
    );
  }

  /**
   * Replaces what the fonts lack by what looks like it; what has nothing like it its number, so that nothing is lost.
   */
  printable(text: string): string {
    const signs = [...lookAlikes(text)].map((sign) => (unprintable(sign) ? `[U+${codeOf(sign)}]` : sign));
    // A screen reader joins what is on two lines unless there is a space at the end of the first.
    return signs.join('').replaceAll('\n', ' \n');
  }

  /** Closes the document: draws hem and footer on every page, now that their number is known. */
  finish(): Promise<Uint8Array> {
    const { doc } = this;
    this.root.end();
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      doc.switchToPage(page);
      this.artifact(() => drawHem(doc));
      this.#drawFoot(page + 1, count);
    }
    doc.end();
    return this.#finished;
  }

  #drawFoot(page: number, count: number): void {
    const { doc } = this;
    const { footer, language } = this.#settings;
    const number = language === 'en-US' ? `Page ${page} of ${count}` : `Página ${page} de ${count}`;
    const top = doc.page.height - MARGIN - 10;
    // Writing below the bottom margin would otherwise open another page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('regular').fontSize(7.5).fillColor(COLORS.muted);
    for (const [index, line] of footer.entries()) {
      const options = { width: this.width - 80, height: 12, lineBreak: false, ellipsis: true };
      doc.text(this.printable(line), MARGIN, top + index * 11, options);
    }
    doc.text(number, MARGIN + this.width - 78, top, { width: 78, align: 'right', lineBreak: false });
    doc.endMarkedContent();
  }
}

const codeOf = (sign: string): string => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** A run of glyphs, as PDFKit uses it; it scales the positions in place. */
interface Run {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly Readonly<Record<string, number>>[];
}

/** Words that cannot be a name or an address of a client: a word in small letters, or one of the lender's own texts. */
const PLAIN_WORD = /^[a-záéíóúüñ]+[.,;:)]? ?$/;
const OWN_WORDS = new Set(wordsOf([PAPERS, CLAUSES]));
/** Its signs stand side by side as each stands alone: the font has no pairs of them. */
const FIGURE = /^[\d.,:;/%+S() \u00a0-]+$/;

function wordsOf(texts: unknown): string[] {
  if (typeof texts === 'string') return texts.split(/\s+/).filter((word) => word && !word.includes('{'));
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(wordsOf) : [];
}

/** Splits off what has a shape that stays for the next document; undefined where a client could be read from it. */
function sharedParts(text: string): readonly string[] | undefined {
  if (PLAIN_WORD.test(text) || OWN_WORDS.has(text.trimEnd())) return [text];
  return FIGURE.test(text) ? [...text] : undefined;
}

/**
 * PDFKit takes an opened font although its types do not say so: reading it takes three times as long as a document. The
 * shapes of words that are not a client's, and of single digits, which are most of a document, stay for the next one.
 */
function openFont(file: string): Buffer {
  const bytes = readFileSync(fileURLToPath(new URL(`./fonts/${file}`, import.meta.url)));
  const { font } = (
    new PdfDocument().font(bytes) as unknown as {
      readonly _font: { readonly font: Buffer & { layout(text: string, features?: unknown): Run } };
    }
  )._font;
  const shape = font.layout.bind(font);
  const shaped = new Map<string, Run>();
  const shapeOnce = (part: string): Run => {
    const run = shaped.get(part) ?? shape(part);
    shaped.set(part, run);
    return run;
  };
  font.layout = (text, features) => {
    const parts = features ? undefined : sharedParts(text);
    if (!parts) return shape(text, features);
    const runs = parts.map(shapeOnce);
    const [run] = runs as [Run];
    return Object.assign(Object.create(Object.getPrototypeOf(run)) as object, run, {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions.map((position) => ({ ...position }))),
    });
  };
  return font;
}

/** The product's signature (`ui/weave`): three picks over coloured warps along the top edge. */
function drawHem(doc: Doc): void {
  const { width } = doc.page;
  const warps = [
    [COLORS.interest, 24],
    [COLORS.fees, 12],
    [COLORS.igv, 18],
    [COLORS.fees, 6],
  ] as const;
  let x = 0;
  for (let k = 0; x < width; k += 1) {
    const [color, picks] = warps[k % warps.length] as (typeof warps)[number];
    doc.rect(x, 0, picks * PICK, 3 * PICK).fill(color);
    x += picks * PICK;
  }
  // Where the pick lies on top, in units of one pick: from, length.
  for (const [row, [from, length]] of [[2, 1] as const, [1, 3] as const, [0, 5] as const].entries()) {
    for (let at = 0; at < width; at += 6 * PICK) doc.rect(at + from * PICK, row * PICK, length * PICK, PICK);
  }
  doc.fill('#ffffff');
}
