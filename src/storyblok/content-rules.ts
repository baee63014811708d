import type { Asset, Link, RichText } from './block-values.ts';
import type { FieldFault } from './field-fault.ts';
import { FIGURE_NAMES } from './figure-names.ts';
import { linkHref, linkOfMark, safeUrl } from './link.ts';
import { PICTURE_ORIGINS } from './regions.ts';

const FIGURES: ReadonlySet<string> = new Set(FIGURE_NAMES);

/** A text that names a figure which there is none of. */
export function textFault(words: string | undefined): FieldFault | undefined {
  const named = [...(words ?? '').matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !FIGURES.has(name));
  return named && { code: 'no_such_figure', values: { name: named[0], known: FIGURE_NAMES.join(', ') } };
}

/** A link that pages would leave out, or that would lead elsewhere than its editor thinks. */
export function linkFault(link: Link | undefined): FieldFault | undefined {
  if (!link) return undefined;
  const address = short((link.url || link.cached_url || link.email || '').trim());
  if (link.linktype === 'url' && /^www\./i.test(address)) return { code: 'link_without_scheme', values: { address } };
  return linkHref(link, 'es') === undefined ? { code: 'link_unsafe', values: { address } } : undefined;
}

/** A picture that the policy of the pages forbids. */
export function pictureFault(asset: Pick<Asset, 'filename'> | undefined): FieldFault | undefined {
  const address = asset?.filename.trim();
  if (!address) return undefined;
  const url = safeUrl(address);
  const isOurs = url !== undefined && !/^[a-z][a-z\d+.-]*:/i.test(url);
  if (isOurs || (url !== undefined && PICTURE_ORIGINS.includes(URL.parse(url)?.origin ?? ''))) return undefined;
  return { code: 'picture_host', values: { address: short(address) } };
}

const SHOWN_CHARS = 80;

/** What is written into an address as `data:` has thousands of characters. */
function short(address: string): string {
  return address.length > SHOWN_CHARS ? `${address.slice(0, SHOWN_CHARS)}…` : address;
}

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly Node[];
  readonly content?: readonly Node[];
}

/** The first mistake of a formatted text. */
export function richTextFault(document: RichText | undefined): FieldFault | undefined {
  return document && nodeFault(document as Node);
}

function nodeFault({ type, text, attrs = {}, marks, content }: Node): FieldFault | undefined {
  const own =
    (typeof text === 'string' ? textFault(text) : undefined) ??
    (type === 'link' ? linkFault(linkOfMark(attrs)) : undefined) ??
    (type === 'image' && typeof attrs['src'] === 'string' ? pictureFault({ filename: attrs['src'] }) : undefined);
  if (own) return own;
  for (const inner of [...listed(marks), ...listed(content)]) {
    const fault = nodeFault(inner);
    if (fault) return fault;
  }
  return undefined;
}

function listed(nodes: unknown): Node[] {
  return Array.isArray(nodes) ? nodes.filter((node): node is Node => typeof node === 'object' && node !== null) : [];
}
