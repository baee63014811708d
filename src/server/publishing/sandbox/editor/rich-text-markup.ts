import { isDeepStrictEqual } from 'node:util';

/**
 * Rich text as markup in a text area: `## heading`, `- item`, `1. item`, `> quote`, `**bold**`, `*italic*`,
 * `[words](address)`. A document with more than that (tables, pictures, colours) is edited as JSON instead, so that
 * saving never loses anything.
 */
interface Node {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Node[];
  readonly marks?: readonly Node[];
  readonly text?: string;
}

export interface RichTextDocument {
  readonly type: 'doc';
  readonly content?: readonly Node[];
}

/** Finds the story at a path such as `home` or `settings/global`; undefined without one. */
export type StoryAt = (fullSlug: string) => { readonly uuid: string } | undefined;

/** A document as text for its text area. */
export interface Markup {
  readonly kind: 'markup' | 'json';
  readonly text: string;
}

export function toMarkup(document: unknown, storyAt: StoryAt): Markup {
  if (document === undefined || document === null || document === '') return { kind: 'markup', text: '' };
  const text = isDocument(document) ? writeBlocks(document.content ?? []) : undefined;
  // Offered as markup only if it converts back to the same document.
  const isFaithful = text !== undefined && isDeepStrictEqual(fromMarkup(text, storyAt), document);
  return isFaithful ? { kind: 'markup', text } : { kind: 'json', text: JSON.stringify(document, undefined, 2) };
}

/** Parses markup into a document; undefined for blank text. A link to a story's path becomes a link to the story. */
export function fromMarkup(text: string, storyAt: StoryAt): RichTextDocument | undefined {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.replace(/^\n+|\s+$/g, ''))
    .filter((part) => part !== '');
  return paragraphs.length === 0
    ? undefined
    : { type: 'doc', content: paragraphs.map((part) => readBlock(part, storyAt)) };
}

function isDocument(value: unknown): value is RichTextDocument {
  return typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'doc';
}

const HEADING = /^(#{1,6}) (.*)$/s;
const BULLET = /^[-*] /;
const NUMBER = /^\d+\. /;

function readBlock(part: string, storyAt: StoryAt): Node {
  const inline = (words: string): Node[] => readInline(words, storyAt);
  const paragraph = (words: string): Node => ({ type: 'paragraph', content: inline(words) });
  const heading = HEADING.exec(part);
  if (heading) {
    const [, marks = '', words = ''] = heading;
    return { type: 'heading', attrs: { level: marks.length }, content: inline(words) };
  }
  const lines = part.split('\n');
  if (lines.every((line) => BULLET.test(line))) return list('bullet_list', lines, BULLET, paragraph);
  if (lines.every((line) => NUMBER.test(line))) return list('ordered_list', lines, NUMBER, paragraph);
  if (lines.every((line) => line.startsWith('> '))) {
    return { type: 'blockquote', content: [paragraph(lines.map((line) => line.slice(2)).join('\n'))] };
  }
  return paragraph(part);
}

function list(type: string, lines: readonly string[], mark: RegExp, paragraph: (words: string) => Node): Node {
  const items = lines.map((line) => ({ type: 'list_item', content: [paragraph(line.replace(mark, ''))] }));
  return { type, content: items };
}

// A backslash escapes the character after it.
const INLINE =
  /\\(?<escaped>[\\*[\]#>\-\d])|\*\*(?<bold>(?:\\.|[^*\\])+)\*\*|\*(?<italic>(?:\\.|[^*\\])+)\*|\[(?<words>(?:\\.|[^\]\\])+)\]\((?<href>[^)\s]+)\)|(?<br>\n)/g;

function readInline(text: string, storyAt: StoryAt, marks: readonly Node[] = []): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(...words(text.slice(from, match.index), marks), ...readMatch(match.groups ?? {}, storyAt, marks));
    from = match.index + match[0].length;
  }
  nodes.push(...words(text.slice(from), marks));
  return joined(nodes);
}

function readMatch(
  groups: Readonly<Record<string, string | undefined>>,
  storyAt: StoryAt,
  marks: readonly Node[],
): Node[] {
  const { escaped, bold, italic, words: label, href } = groups;
  if (escaped !== undefined) return words(escaped, marks);
  if (bold !== undefined) return readInline(bold, storyAt, [...marks, { type: 'bold' }]);
  if (italic !== undefined) return readInline(italic, storyAt, [...marks, { type: 'italic' }]);
  if (label !== undefined && href !== undefined) return readInline(label, storyAt, [...marks, linkTo(href, storyAt)]);
  return [{ type: 'hard_break' }];
}

/** Writes a link's mark as the real editor does, with empty fields. */
function linkTo(written: string, storyAt: StoryAt): Node {
  const [, path = '', anchor] = /^\/([^#]*?)\/?(?:#(.*))?$/.exec(written) ?? [];
  const story = written.startsWith('/') ? storyAt(path || 'home') : undefined;
  if (story)
    return linkMark({ href: `/${path || 'home'}`, uuid: story.uuid, anchor: anchor ?? null, linktype: 'story' });
  if (/^mailto:/i.test(written)) return linkMark({ href: written.replace(/^mailto:/i, ''), linktype: 'email' });
  return linkMark({ href: written, linktype: 'url' });
}

function linkMark(attrs: Readonly<Record<string, unknown>>): Node {
  return { type: 'link', attrs: { uuid: null, anchor: null, target: null, ...attrs } };
}

function words(text: string, marks: readonly Node[]): Node[] {
  return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }];
}

/** Adjacent texts with the same marks are merged, as in the real editor. */
function joined(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text' && isDeepStrictEqual(last.marks, node.marks)) {
      result[result.length - 1] = { ...last, text: `${last.text}${node.text}` };
    } else result.push(node);
  }
  return result;
}

function writeBlocks(nodes: readonly Node[]): string {
  return nodes.map(writeBlock).join('\n\n');
}

function writeBlock(node: Node): string {
  const content = node.content ?? [];
  switch (node.type) {
    case 'heading':
      return `${'#'.repeat(Number(node.attrs?.['level'] ?? 2))} ${writeInline(content)}`;
    case 'bullet_list':
      return content.map((item) => `- ${writeItem(item)}`).join('\n');
    case 'ordered_list':
      return content.map((item, at) => `${at + 1}. ${writeItem(item)}`).join('\n');
    case 'blockquote':
      return content
        .map((item) => writeInline(item.content ?? []))
        .join('\n\n')
        .replace(/^/gm, '> ');
    default:
      return writeInline(content).replace(/^(?=[#>-]|\d+\. )/gm, '\\');
  }
}

function writeItem(item: Node): string {
  return (item.content ?? []).map((part) => writeInline(part.content ?? [])).join(' ');
}

function writeInline(nodes: readonly Node[]): string {
  return nodes.map(writeNode).join('');
}

function writeNode({ type, text = '', marks = [] }: Node): string {
  if (type === 'hard_break') return '\n';
  let written = text.replace(/[\\*[\]]/g, (sign) => `\\${sign}`);
  for (const mark of marks.toReversed()) {
    if (mark.type === 'bold') written = `**${written}**`;
    if (mark.type === 'italic') written = `*${written}*`;
    if (mark.type === 'link') written = `[${written}](${hrefOf(mark)})`;
  }
  return written;
}

function hrefOf({ attrs = {} }: Node): string {
  const { href, anchor, linktype } = attrs;
  return `${linktype === 'email' ? 'mailto:' : ''}${String(href ?? '')}${anchor ? `#${anchor}` : ''}`;
}
