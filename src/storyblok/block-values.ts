/** A rich text document; rendered by `richTextToHtml` (rich-text.ts), which makes it safe. */
export interface RichText {
  readonly type: 'doc';
  readonly content?: readonly unknown[];
}

/** A link as editors set it: to a story, an address, or a mailbox. `linkHref` (link.ts) makes its `href`. */
export interface Link {
  readonly linktype: 'story' | 'url' | 'email' | 'asset';
  readonly url: string;
  readonly cached_url: string;
  readonly anchor?: string | undefined;
  readonly email?: string | undefined;
  readonly target?: '_self' | '_blank' | undefined;
}

/** A picture or file. */
export interface Asset {
  readonly filename: string;
  readonly alt?: string | undefined;
}

/**
 * Tells whether a field is left empty, as Storyblok stores it: blank text, null, a switch that is off, an asset without
 * a file, a link without a target, a formatted text or table without words, a list of such.
 */
export function isUnfilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.every(isUnfilled);
  if (typeof value !== 'object') return value === undefined || value === false;
  if (value === null) return true;
  const object = value as Readonly<Record<string, unknown>>;
  if ('filename' in object) return isUnfilled(object['filename']);
  if ('linktype' in object) return ['cached_url', 'url', 'email', 'anchor'].every((name) => isUnfilled(object[name]));
  const named = BARE_NODES.has(object['type']) ? OF_NODES : OF_OBJECTS;
  const isCell = String(object['component']).startsWith('_table_');
  return Object.entries(object).every(
    ([name, inner]) => named.has(name) || (isCell && name === 'component') || isUnfilled(inner),
  );
}

/** Nodes of a formatted text that show only their content. */
const BARE_NODES: ReadonlySet<unknown> = new Set(
  'doc paragraph heading bullet_list ordered_list list_item blockquote code_block text hard_break'.split(' '),
);
/** The keys that tell which kind of value an object is. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['_uid', 'fieldtype', 'plugin']);
const OF_NODES: ReadonlySet<string> = new Set(['type', 'attrs', 'marks']);
