import type { FieldDefinition } from './components.ts';
import { fromMarkup, toMarkup } from './rich-text-markup.ts';

/** Lookup of the stories that links refer to. */
export interface StoryTable {
  /** By full slug. */
  readonly bySlug: (fullSlug: string) => { readonly uuid: string } | undefined;
  /** The full slug of a story's uuid. */
  readonly slugOf: (uuid: string) => string | undefined;
}

/** The inputs of one field as text: one value, or one per part (`alt`, `target`). */
export type FieldWords = Readonly<Record<string, string>>;

/** The main input of a field. */
export const MAIN = '';

/** JSON that cannot be parsed, with what the parser said. */
export type ReadValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'wrong'; readonly detail: string };

/** Converts a field's value to the text of its inputs. */
export function wordsOf(field: FieldDefinition, value: unknown, stories: StoryTable): FieldWords {
  switch (field.type) {
    case 'boolean':
      return { [MAIN]: value === true ? 'on' : '' };
    case 'option':
      return { [MAIN]: textOf(value) || (field.default_value ?? '') };
    case 'richtext': {
      const { kind, text } = toMarkup(value, stories.bySlug);
      return { [MAIN]: text.replaceAll('\r\n', '\n'), as: kind };
    }
    case 'multilink':
      return linkWords(value, stories);
    case 'asset': {
      const { filename, alt } = (value ?? {}) as { filename?: unknown; alt?: unknown };
      return { [MAIN]: textOf(filename), alt: textOf(alt) };
    }
    default:
      return { [MAIN]: textOf(value) };
  }
}

/**
 * Converts the text of a field's inputs to its value. Unchanged text leaves the previous value untouched, because it
 * may have parts that the inputs cannot express.
 */
export function readValue(field: FieldDefinition, words: FieldWords, before: unknown, stories: StoryTable): ReadValue {
  const main = (words[MAIN] ?? '').replaceAll('\r\n', '\n');
  const shown = wordsOf(field, before, stories);
  const sent: FieldWords = { ...words, [MAIN]: main };
  if (Object.keys(shown).every((part) => (sent[part] ?? '') === shown[part])) return { kind: 'value', value: before };
  switch (field.type) {
    case 'boolean':
      return { kind: 'value', value: main === 'on' };
    case 'richtext':
      return richTextOf(main, words['as'] === 'json', stories);
    case 'multilink':
      return { kind: 'value', value: linkOf(main.trim(), words['target'] === 'on', stories) };
    case 'asset':
      return { kind: 'value', value: assetOf(before, main.trim(), words['alt'] ?? '') };
    default:
      return { kind: 'value', value: main };
  }
}

/** The inputs of a field. */
export function partsOf({ type }: FieldDefinition): readonly string[] {
  if (type === 'richtext') return [MAIN, 'as'];
  if (type === 'multilink') return [MAIN, 'target'];
  return type === 'asset' ? [MAIN, 'alt'] : [MAIN];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\r\n', '\n') : '';
}

function richTextOf(text: string, isJson: boolean, stories: StoryTable): ReadValue {
  if (!isJson) return { kind: 'value', value: fromMarkup(text, stories.bySlug) ?? { type: 'doc', content: [] } };
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'wrong', detail: (error as Error).message };
  }
}

interface StoredLink {
  readonly id?: string;
  readonly linktype?: string;
  readonly url?: string;
  readonly cached_url?: string;
  readonly email?: string;
  readonly anchor?: string;
  readonly target?: string;
}

function linkWords(value: unknown, stories: StoryTable): FieldWords {
  const { id = '', linktype, url, cached_url, email, anchor, target } = (value ?? {}) as StoredLink;
  const hash = anchor ? `#${anchor}` : '';
  const place = cached_url || url || '';
  const written = {
    story: `/${stories.slugOf(id) ?? place.replace(/^\/+/, '')}${hash}`,
    email: `mailto:${email || url}`,
  };
  const isBlank = !place && !email && !hash;
  const main = isBlank ? '' : (written[linktype as 'story' | 'email'] ?? `${url || cached_url || ''}${hash}`);
  return { [MAIN]: main, target: target === '_blank' ? 'on' : '' };
}

/** `/tarifas#costos` becomes a link to the story; `mailto:` and URLs stay. */
function linkOf(written: string, newTab: boolean, stories: StoryTable): Record<string, unknown> {
  const target = newTab ? { target: '_blank' } : {};
  const base = { id: '', url: '', linktype: 'url', fieldtype: 'multilink', cached_url: '', ...target };
  if (written === '') return base;
  if (/^mailto:/i.test(written)) return { ...base, linktype: 'email', email: written.slice('mailto:'.length) };
  // A link with a query does not lead to a story: it stays as it was typed.
  const [isPath, path = '', anchor] = /^\/([^#?]*?)\/?(?:#(.*))?$/.exec(written) ?? [];
  const slug = path || 'home';
  const story = isPath === undefined ? undefined : stories.bySlug(slug);
  if (!story) return { ...base, url: written, cached_url: written };
  return { ...base, id: story.uuid, linktype: 'story', cached_url: slug, ...(anchor && { anchor }) };
}

function assetOf(before: unknown, filename: string, alt: string): Record<string, unknown> {
  const known = typeof before === 'object' ? before : {};
  return { id: null, fieldtype: 'asset', ...known, filename, alt };
}
