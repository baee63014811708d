import { attrsToHtmlString, renderRichText } from '@storyblok/astro';
import type { Locale } from '#i18n/locale.ts';
import type { RichText } from './block-values.ts';
import { linkHref, linkOfMark, safeUrl } from './link.ts';

/**
 * Storyblok's renderer escapes text but lets `javascript:` links, inline styles (blocked by our CSP) and whole
 * stories inside attributes through (platform 1.10). So the document is rebuilt from an allow-list of nodes and
 * marks, and only that is rendered: unknown nodes cannot reach a page.
 */
interface Node {
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

type Rebuild = (node: Node, locale: Locale, depth: number) => Node[];

const BLOCKS: Readonly<Record<string, Rebuild>> = {
  paragraph: (node, locale, depth) => container('paragraph', 'inline', node, locale, depth),
  blockquote: (node, locale, depth) => container('blockquote', 'block', node, locale, depth),
  heading: (node, locale, depth) => container('heading', 'inline', node, locale, depth, { level: headingLevel(node) }),
  bullet_list: (node, locale, depth) => container('bullet_list', 'items', node, locale, depth),
  ordered_list: (node, locale, depth) =>
    container('ordered_list', 'items', node, locale, depth, { order: count(node.attrs?.['order']) }),
  code_block: (node, locale, depth) => container('code_block', 'code', node, locale, depth),
  table: (node, locale, depth) => container('table', 'rows', node, locale, depth),
  horizontal_rule: () => [{ type: 'horizontal_rule' }],
};

const INLINES: Readonly<Record<string, Rebuild>> = {
  text: (node, locale) => textNode(node, locale),
  hard_break: () => [{ type: 'hard_break' }],
  image: (node) => imageNode(node),
  // The library renders emoji as images of a third-party host; the character itself needs none.
  emoji: (node) => words(node.attrs?.['emoji']),
};

const PARTS: Readonly<Record<string, Rebuild>> = {
  list_item: (node, locale, depth) => container('list_item', 'block', node, locale, depth),
  tableRow: (node, locale, depth) => container('tableRow', 'cells', node, locale, depth),
  tableCell: (node, locale, depth) => container('tableCell', 'block', node, locale, depth, spans(node)),
  tableHeader: (node, locale, depth) => container('tableHeader', 'block', node, locale, depth, spans(node)),
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

/** Own properties only: a node may be called `constructor`. */
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
  locale: Locale,
  depth: number,
  attrs?: Readonly<Record<string, unknown>>,
): Node[] {
  return [{ type, ...(attrs && { attrs }), content: rebuild(node.content, place, locale, depth + 1) }];
}

function rebuild(content: unknown, place: Place, locale: Locale, depth: number): Node[] {
  if (depth > MAX_DEPTH) return [];
  const nodes = nodesOf(content);
  if (place === 'block') return blockNodes(nodes, locale, depth);
  if (place === 'inline') return inlineNodes(nodes, locale, depth);
  if (place === 'code') return nodes.flatMap((node) => words(node.text));
  const wanted = PARTS_OF[place] ?? [];
  return nodes.flatMap((node) =>
    wanted.includes(node.type) ? (lookUp(PARTS, node.type)?.(node, locale, depth) ?? []) : [],
  );
}

/** Blocks as they are; loose text and pictures are wrapped in a paragraph. */
function blockNodes(nodes: readonly Node[], locale: Locale, depth: number): Node[] {
  const rebuilt: Node[] = [];
  let loose: Node[] = [];
  const closeParagraph = () => {
    if (loose.length > 0) rebuilt.push({ type: 'paragraph', content: loose });
    loose = [];
  };
  for (const node of nodes) {
    const inline = lookUp(INLINES, node.type);
    if (inline) {
      loose.push(...inline(node, locale, depth));
      continue;
    }
    closeParagraph();
    rebuilt.push(...(lookUp(BLOCKS, node.type)?.(node, locale, depth) ?? []));
  }
  closeParagraph();
  return rebuilt;
}

/** Text, breaks and pictures; of other nodes only the text inside. */
function inlineNodes(nodes: readonly Node[], locale: Locale, depth: number): Node[] {
  return nodes.flatMap((node) => {
    const inline = lookUp(INLINES, node.type);
    if (inline) return inline(node, locale, depth);
    return lookUp(BLOCKS, node.type) || lookUp(PARTS, node.type)
      ? rebuild(node.content, 'inline', locale, depth + 1)
      : [];
  });
}

function words(value: unknown, marks: readonly Node[] = []): Node[] {
  if (typeof value !== 'string') return [];
  const text = value.toWellFormed().replace(CONTROL_CHARACTERS, '');
  return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }];
}

function textNode(node: Node, locale: Locale): Node[] {
  const marks = new Map<string, Node>();
  for (const mark of nodesOf(node.marks)) {
    // Each mark once: nested links are invalid HTML.
    const rebuilt = marks.has(mark.type) ? undefined : rebuildMark(mark, locale);
    if (rebuilt) marks.set(mark.type, rebuilt);
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

/** h1 is the page's heading; below h4 levels look the same. */
function headingLevel(node: Node): number {
  const level = node.attrs?.['level'];
  return Number.isInteger(level) ? Math.min(4, Math.max(2, level as number)) : 2;
}

function count(value: unknown): number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1000 ? (value as number) : 1;
}

function spans(node: Node): Readonly<Record<string, unknown>> {
  return { colspan: count(node.attrs?.['colspan']), rowspan: count(node.attrs?.['rowspan']) };
}

/** Rich text for `set:html`: allowed elements, safe links in the page's language, h2 to h4, no styles; or ''. */
export function richTextToHtml(doc: RichText | undefined, { locale }: { readonly locale: Locale }): string {
  const content = rebuild(doc?.content, 'block', locale, 0);
  return renderRichText(
    { type: 'doc', content } as Parameters<typeof renderRichText>[0],
    {
      // The library omits `alt=""`, and screen readers then read the file name.
      renderers: {
        image: ({ attrs }: { attrs?: object }) => imageHtml((attrs ?? {}) as Readonly<Record<string, string>>),
      },
    } as Parameters<typeof renderRichText>[1],
  );
}

function imageHtml(attrs: Readonly<Record<string, string>>): string {
  return `<img${attrsToHtmlString({ ...attrs, loading: 'lazy' })}>`;
}
