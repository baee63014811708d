import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';

interface Tree {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Tree[];
}

export interface ReadPdf {
  /** Everything printed, in the order of the content, spaces of any kind made one. */
  readonly flat: string;
  readonly pages: number;
  /** Kinds of elements a screen reader meets. */
  readonly roles: ReadonlySet<string>;
  /** Words in place of pictures. */
  readonly alternatives: readonly string[];
  readonly info: Record<string, unknown>;
  readonly mark: unknown;
}

/** Items that `getTextContent` gives: a run of text with its place, or the mark of where an element begins or ends. */
interface Item {
  readonly type?: string;
  readonly id?: string;
  readonly str?: string;
  readonly transform?: readonly number[];
}

/**
 * Length above which a word may be broken where its line ends: a digest, an address, a word at the head of a narrow
 * column.
 */
const LONGEST_WORD = 24;
const BROKEN = /:\/\/|^\p{Lu}\p{Ll}+$/u;

/**
 * Reads, where poppler is installed, the text of each element as a screen reader is given it, spaces at the ends of lines too.
 */
function elementTexts(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'manay-paper-'));
  const file = join(folder, 'paper.pdf');
  writeFileSync(file, bytes);
  const { stdout } = spawnSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout ?? '';
}

/** Where one line of an element ends and the next begins: its words, as they would be without a space between them. */
function lineEnds(items: readonly Item[]): string[] {
  const joined: string[] = [];
  let before: Item | undefined;
  for (const item of items) {
    if (item.type !== undefined) before = undefined;
    if (!item.str) continue;
    const [end = '', start = ''] = [before?.str?.split(/\s/).at(-1), item.str.split(/\s/)[0]];
    const isNextLine = before !== undefined && before.transform?.[5] !== item.transform?.[5];
    const words = end + start;
    if (isNextLine && end && start && words.length < LONGEST_WORD && !BROKEN.test(words)) joined.push(words);
    before = item;
  }
  return joined;
}

/** Reads a PDF back as a reader and as a screen reader do. @throws when a screen reader would join two words */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const heard = elementTexts(bytes);
  // The reader detaches the buffer it is given, hence the copy.
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const roles = new Set<string>();
  const alternatives: string[] = [];
  const visit = (tree: Tree | null): void => {
    if (tree?.role) roles.add(tree.role);
    if (tree?.alt) alternatives.push(tree.alt);
    for (const child of tree?.children ?? []) visit(child);
  };
  for (let k = 1; k <= totalPages; k += 1) {
    const page = await pdf.getPage(k);
    visit((await page.getStructTree()) as Tree | null);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const joined = lineEnds(items as readonly Item[]).filter((words) => heard.includes(words));
    if (joined.length > 0) throw new Error(`words run together: ${joined.join(', ')}`);
  }
  const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, unknown> };
  return {
    flat: text.replace(/\s+/g, ' '),
    pages: totalPages,
    roles,
    alternatives,
    info,
    mark: await pdf.getMarkInfo(),
  };
}
