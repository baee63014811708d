import { internationalPhone } from '#api/field-rules/any-phone.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { normalisePhone } from '#api/field-rules/phone.ts';
import { rucNumber } from '#api/field-rules/ruc.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import type { Asset, Link, RichText } from './block-values.ts';
import type { FieldFault } from './field-fault.ts';
import { FIGURE_NAMES } from './figure-names.ts';
import { foreignAccountIn, type LenderFacts } from './lender-facts.ts';
import { linkHref, linkOfMark, safeUrl } from './link.ts';
import { PICTURE_ORIGINS } from './regions.ts';
import { type Dropped, rebuildRichText } from './rich-text-tree.ts';

const FIGURES: ReadonlySet<string> = new Set(FIGURE_NAMES);

/** Finds a name in a text that is not the name of a figure, or an account that is not the lender's. */
export function textFault(words: string | undefined, facts: LenderFacts = {}): FieldFault | undefined {
  return figureFault(words) ?? foreignAccountIn(words ?? '', facts);
}

/** Finds a text that is too long. */
export function lengthFault(words: string | undefined, limit: number | undefined): FieldFault | undefined {
  const length = words?.length ?? 0;
  return limit === undefined || length <= limit ? undefined : { code: 'too_long', values: { limit, length } };
}

export function rucFault(typed: string): FieldFault | undefined {
  // Letters beside the digits would be printed with them.
  const isGood = /^[\d ]+$/.test(typed) && rucNumber.check(rucNumber.normalise(typed)) === undefined;
  return isGood ? undefined : { code: 'ruc' };
}

/** Checks a number that a link dials: one in Peru needs its area code. */
export function phoneFault(typed: string): FieldFault | undefined {
  const number = normalisePhone(typed);
  const isGood = LANDLINE.test(number) || (number.startsWith('+') && internationalPhone.check(number) === undefined);
  return isGood && ONLY_PHONE.test(typed) ? undefined : { code: 'phone' };
}

export function whatsappFault(typed: string): FieldFault | undefined {
  return typed.startsWith('+') && phoneFault(typed) === undefined ? undefined : { code: 'whatsapp' };
}

export function emailFault(typed: string): FieldFault | undefined {
  return emailAddress.check(typed) === undefined ? undefined : { code: 'email' };
}

export function registryFault(typed: string): FieldFault | undefined {
  return REGISTRY_NUMBER.test(typed) ? undefined : { code: 'registry' };
}

/** Digits with what stands between them; words would be printed with them, and dialled without. */
const ONLY_PHONE = /^\+?[\d ().-]+$/;
/** Area code and number; 9 begins mobiles alone. */
const LANDLINE = /^0?[1-8]\d{7}$/;
/** A number in a register with the year of its entry: `650-2024`. */
const REGISTRY_NUMBER = /(?<!\d)\d{1,6}-(?:19|20)\d{2}(?!\d)/;

function figureFault(words: string | undefined): FieldFault | undefined {
  const named = [...(words ?? '').matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !FIGURES.has(name));
  return named && { code: 'no_such_figure', values: { name: named[0], known: FIGURE_NAMES.join(', ') } };
}

/** Finds a link that pages would leave out, or that would lead elsewhere than its editor thinks. */
export function linkFault(link: Link | undefined): FieldFault | undefined {
  if (!link) return undefined;
  const address = short((link.url || link.cached_url || link.email || '').trim());
  if (link.linktype === 'url' && /^www\./i.test(address)) return { code: 'link_without_scheme', values: { address } };
  return linkHref(link, DEFAULT_LOCALE) === undefined ? { code: 'link_unsafe', values: { address } } : undefined;
}

/** Finds a picture that the policy of the pages forbids. */
export function pictureFault(asset: Pick<Asset, 'filename'> | undefined): FieldFault | undefined {
  const address = asset?.filename.trim();
  if (!address) return undefined;
  const url = safeUrl(address);
  const isOurs = url !== undefined && !/^[a-z][a-z\d+.-]*:/i.test(url);
  if (isOurs || (url !== undefined && PICTURE_ORIGINS.includes(URL.parse(url)?.origin ?? ''))) return undefined;
  return { code: 'picture_host', values: { address: short(address) } };
}

const SHOWN_CHARS = 80;

/** Shortens an address, because one that begins with `data:` has thousands of characters. */
function short(address: string): string {
  return address.length > SHOWN_CHARS ? `${address.slice(0, SHOWN_CHARS)}…` : address;
}

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attrs?: Readonly<Record<string, unknown>> | null;
  readonly marks?: readonly Node[];
  readonly content?: readonly Node[];
}

/** Finds the first mistake of a formatted text: one that would mislead, else something that pages would leave out. */
export function richTextFault(document: RichText | undefined, facts: LenderFacts = {}): FieldFault | undefined {
  if (!document) return undefined;
  return nodeFault(document as Node) ?? foreignAccountIn(wordsOf(document as Node), facts) ?? droppedFault(document);
}

/** Reads the words of a formatted text: those of a paragraph together, however they are marked. */
function wordsOf({ text, content }: Node): string {
  const inside = listed(content).map(wordsOf);
  return typeof text === 'string' ? text : inside.join(isOfBlocks(content) ? '\n' : '');
}

function isOfBlocks(content: unknown): boolean {
  return listed(content).some((node) => listed(node.content).length > 0);
}

function droppedFault(document: RichText): FieldFault | undefined {
  const dropped: Dropped[] = [];
  rebuildRichText(document, { locale: DEFAULT_LOCALE, onDropped: (one) => void dropped.push(one) });
  const faults = dropped.flatMap((one) => faultOfDropped(one) ?? []);
  return faults[0];
}

/** Names what an editor looks for: the block, the mark with its words, or the kind of node. */
function faultOfDropped({ kind, node, words = '' }: Dropped): FieldFault | undefined {
  if (kind === 'depth') return { code: 'text_depth' };
  if (kind === 'mark') {
    const isPlain = STYLES.has(node.type) && Object.values(node.attrs ?? {}).every((value) => !value);
    // A style without a value has no effect anywhere.
    if (isPlain) return undefined;
    return {
      code: STYLES.has(node.type) ? 'text_style' : 'text_mark',
      values: { name: node.type, words: short(words) },
    };
  }
  const inside = node.attrs?.['body'];
  const blocks = Array.isArray(inside) ? inside.map((block) => String(block?.component ?? '')).filter(Boolean) : [];
  if (node.type === 'blok') return { code: 'text_block', values: { name: blocks.join(', ') || 'blok' } };
  return { code: 'text_node', values: { name: short(node.type) } };
}

/** Colours and fonts, which are the design's. */
const STYLES: ReadonlySet<string> = new Set(['textStyle', 'styled']);

function nodeFault({ type, text, attrs: given, marks, content }: Node): FieldFault | undefined {
  const attrs = given ?? {};
  const own =
    (typeof text === 'string' ? figureFault(text) : undefined) ??
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
