import type { Locale } from '#i18n/locale.ts';
import type { RichText } from './block-values.ts';
import { linkHref, linkOfMark, safeUrl } from './link.ts';

/**
 * Storyblok's renderer escapes text but lets `javascript:` links, inline styles (blocked by our CSP) and whole
 * stories inside attributes through (platform 1.10). So the document is rebuilt from an allow-list of nodes and
 * marks, and only that is rendered: unknown nodes cannot reach a page.
 */
export interface Node {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Node[];
  readonly marks?: readonly Node[];
  readonly text?: string;
}

/** Deeper than real documents; prevents stack overflow. */
const MAX_DEPTH = 24;

// What may contain what, after the HTML content model.
type Place = 'block' | 'inline' | 'items' | 'rows' | 'cells' | 'code';

/** A part of a formatted text that a page would not show. */
export interface Dropped {
  readonly kind: 'node' | 'mark' | 'depth';
  readonly node: Node;
  /** The words that a mark is on. */
  readonly words?: string | undefined;
}

export interface Rebuilding {
  readonly locale: Locale;
  /** The level of the heading above the text: those inside it are below. */
  readonly below?: number | undefined;
  /** Told of everything that is left out with what it says. */
  readonly onDropped?: ((dropped: Dropped) => void) | undefined;
}

type Rebuild = (node: Node, to: Rebuilding, depth: number) => Node[];

const BLOCKS: Readonly<Record<string, Rebuild>> = {
  paragraph: (node, to, depth) => container('paragraph', 'inline', node, to, depth),
  blockquote: (node, to, depth) => container('blockquote', 'block', node, to, depth),
  heading: (node, to, depth) => container('heading', 'inline', node, to, depth, { level: headingLevel(node, to) }),
  bullet_list: (node, to, depth) => container('bullet_list', 'items', node, to, depth),
  ordered_list: (node, to, depth) =>
    container('ordered_list', 'items', node, to, depth, { order: count(node.attrs?.['order']) }),
  code_block: (node, to, depth) => container('code_block', 'code', node, to, depth),
  table: (node, to, depth) => container('table', 'rows', node, to, depth),
  horizontal_rule: () => [{ type: 'horizontal_rule' }],
};

const INLINES: Readonly<Record<string, Rebuild>> = {
  text: (node, to) => textNode(node, to),
  hard_break: () => [{ type: 'hard_break' }],
  image: (node, to) => told(imageNode(node), node, to),
  // The library renders emoji as images of a third-party host; the character itself needs none.
  emoji: (node, to) => told(words(node.attrs?.['emoji']), node, to),
};

const PARTS: Readonly<Record<string, Rebuild>> = {
  list_item: (node, to, depth) => container('list_item', 'block', node, to, depth),
  tableRow: (node, to, depth) => container('tableRow', 'cells', node, to, depth),
  tableCell: (node, to, depth) => container('tableCell', 'block', node, to, depth, spans(node)),
  tableHeader: (node, to, depth) => container('tableHeader', 'block', node, to, depth, spans(node)),
};

const PARTS_OF: Readonly<Partial<Record<Place, readonly string[]>>> = {
  items: ['list_item'],
  rows: ['tableRow'],
  cells: ['tableCell', 'tableHeader'],
};

const PLAIN_MARKS: ReadonlySet<string> = new Set([
  'bold',
  'italic',
  'strike',
  'underline',
  'code',
  'superscript',
  'subscript',
  'highlight',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML forbids them, so they are taken out
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const ANCHOR_ID = /^[a-z][\w-]{0,63}$/i;

/** Looks up own properties only, because a node may be called `constructor`. */
function lookUp(table: Readonly<Record<string, Rebuild>>, type: string): Rebuild | undefined {
  return Object.hasOwn(table, type) ? table[type] : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function container(
  type: string,
  place: Place,
  node: Node,
  to: Rebuilding,
  depth: number,
  attrs?: Readonly<Record<string, unknown>>,
): Node[] {
  return [{ type, ...(attrs && { attrs }), content: rebuild(node.content, place, to, depth + 1) }];
}

function rebuild(content: unknown, place: Place, to: Rebuilding, depth: number): Node[] {
  const nodes = nodesOf(content);
  if (depth > MAX_DEPTH) {
    for (const node of nodes) to.onDropped?.({ kind: 'depth', node });
    return [];
  }
  if (place === 'block') return blockNodes(nodes, to, depth);
  if (place === 'inline') return inlineNodes(nodes, to, depth);
  if (place === 'code') return nodes.flatMap((node) => told(words(node.text), node, to));
  const wanted = PARTS_OF[place] ?? [];
  return nodes.flatMap((node) =>
    wanted.includes(node.type) ? (lookUp(PARTS, node.type)?.(node, to, depth) ?? []) : told([], node, to),
  );
}

/** Tells of a node of which nothing is left; an empty text says nothing. */
function told(rebuilt: Node[], node: Node, { onDropped }: Rebuilding): Node[] {
  if (rebuilt.length === 0 && !(node.type === 'text' && !node.text)) onDropped?.({ kind: 'node', node });
  return rebuilt;
}

/** Blocks as they are; loose text and pictures are wrapped in a paragraph. */
function blockNodes(nodes: readonly Node[], to: Rebuilding, depth: number): Node[] {
  const rebuilt: Node[] = [];
  let loose: Node[] = [];
  const closeParagraph = () => {
    if (loose.length > 0) rebuilt.push({ type: 'paragraph', content: loose });
    loose = [];
  };
  for (const node of nodes) {
    const inline = lookUp(INLINES, node.type);
    if (inline) {
      loose.push(...inline(node, to, depth));
      continue;
    }
    closeParagraph();
    rebuilt.push(...(lookUp(BLOCKS, node.type)?.(node, to, depth) ?? told([], node, to)));
  }
  closeParagraph();
  return rebuilt;
}

/** Rebuilds text, breaks and pictures; of other nodes only the text inside. */
function inlineNodes(nodes: readonly Node[], to: Rebuilding, depth: number): Node[] {
  return nodes.flatMap((node) => {
    const inline = lookUp(INLINES, node.type);
    if (inline) return inline(node, to, depth);
    return lookUp(BLOCKS, node.type) || lookUp(PARTS, node.type)
      ? rebuild(node.content, 'inline', to, depth + 1)
      : told([], node, to);
  });
}

function words(value: unknown, marks: readonly Node[] = []): Node[] {
  if (typeof value !== 'string') return [];
  const text = value.toWellFormed().replace(CONTROL_CHARACTERS, '');
  return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }];
}

function textNode(node: Node, to: Rebuilding): Node[] {
  const marks = new Map<string, Node>();
  for (const mark of nodesOf(node.marks)) {
    // Each mark once: nested links are invalid HTML.
    const rebuilt = marks.has(mark.type) ? undefined : rebuildMark(mark, to.locale);
    if (rebuilt) marks.set(mark.type, rebuilt);
    else if (!marks.has(mark.type) || mark.type === 'link')
      to.onDropped?.({ kind: 'mark', node: mark, words: node.text });
  }
  return words(node.text, [...marks.values()]);
}

/** Colours and fonts belong to the design: `textStyle` and `styled` are dropped. */
function rebuildMark(mark: Node, locale: Locale): Node | undefined {
  if (PLAIN_MARKS.has(mark.type)) return { type: mark.type };
  if (mark.type === 'link') return linkMark(mark, locale);
  const id = mark.type === 'anchor' ? mark.attrs?.['id'] : undefined;
  return typeof id === 'string' && ANCHOR_ID.test(id) ? { type: 'anchor', attrs: { id } } : undefined;
}

function linkMark(mark: Node, locale: Locale): Node | undefined {
  const attrs = mark.attrs ?? {};
  const href = linkHref(linkOfMark(attrs), locale);
  if (href === undefined) return undefined;
  const newTab = attrs['target'] === '_blank';
  // `null` removes the library's `nofollow`: search engines would distrust our own pages.
  return {
    type: 'link',
    attrs: { href, rel: newTab ? 'noopener' : null, linktype: null, ...(newTab && { target: '_blank' }) },
  };
}

function imageNode(node: Node): Node[] {
  const { src, alt, title } = node.attrs ?? {};
  const safe = typeof src === 'string' ? safeUrl(src.toWellFormed()) : undefined;
  if (!safe || /^(mailto|tel):/i.test(safe)) return [];
  const label = (value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replace(CONTROL_CHARACTERS, '') : '';
  return [{ type: 'image', attrs: { src: safe, alt: label(alt), ...(label(title) && { title: label(title) }) } }];
}

/** Below h4 all headings look the same. */
const DEEPEST_ALIKE = 4;
/** HTML has no deeper one. */
const DEEPEST = 6;

/** Limits a heading's level: the one above it, h1 if no other, is not the text's own. */
function headingLevel(node: Node, { below = 1 }: Rebuilding): number {
  const level = node.attrs?.['level'];
  const wanted = Number.isInteger(level) ? Math.min(DEEPEST_ALIKE, level as number) : 0;
  return Math.min(DEEPEST, Math.max(below + 1, wanted));
}

function count(value: unknown): number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1000 ? (value as number) : 1;
}

function spans(node: Node): Readonly<Record<string, unknown>> {
  return { colspan: count(node.attrs?.['colspan']), rowspan: count(node.attrs?.['rowspan']) };
}

/** Rebuilds a document from what pages show. */
export function rebuildRichText(doc: RichText | undefined, to: Rebuilding): readonly Node[] {
  return rebuild(doc?.content, 'block', to, 0);
}
