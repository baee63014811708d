import { MESSAGES, type MessageKey } from './messages.ts';

/** The texts of a page or an island, key by key, as the content service has them; anything may be missing. */
export type Texts = Readonly<Record<string, string | undefined>>;

export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Finds a key's text in the given texts; a missing or empty one falls back to the English default (product-spec §8).
 * `{name}` is replaced by the value of that name; the spec's own `#amount` style is replaced too.
 */
export function translator(texts: Texts): Translate {
  return (key, values) => fill(texts[key] || MESSAGES[key].en, values);
}

/**
 * Fills values in: `fill('Pedir {amount}', {amount: 'S/ 500,00'})` → `Pedir S/ 500,00`. An unknown name stays as it
 * is.
 */
export function fill(text: string, values?: Readonly<Record<string, string | number>>): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}|#(\w+)/g, (whole, braced: string | undefined, hashed: string | undefined) => {
    const name = braced ?? hashed ?? '';
    return Object.hasOwn(values, name) ? String(values[name]) : whole;
  });
}

/** Picks the texts that an island needs, so that no more travel with the page. */
export function pickTexts(translate: Translate, keys: readonly MessageKey[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, translate(key)]));
}

/** Function that says a text with its values filled in, for code that gets its texts from the page. */
export type Say<Key extends MessageKey> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Speaks from texts that arrive complete (defaults included), so that the defaults do not travel in the script as well.
 */
export function speaker<Key extends MessageKey>(texts: Readonly<Record<string, string>>): Say<Key> {
  return (key, values) => fill(texts[key] ?? '', values);
}
