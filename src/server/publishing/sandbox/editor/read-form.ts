import { isDeepStrictEqual } from 'node:util';
import { digestOf } from '#server/publishing/publisher/site-manifest.ts';
import { type BlockChange, blocksById, type DraftBlock, mapBlocks } from './block-tree.ts';
import type { Components, FieldDefinition } from './components.ts';
import { type FieldWords, MAIN, partsOf, readValue, type StoryTable, wordsOf } from './field-values.ts';

/** A submitted form, text by input name. */
export type SentForm = ReadonlyMap<string, string>;

/** A field whose text cannot be parsed; the text is shown again. */
export interface WrongField {
  readonly uid: string;
  readonly component: string;
  readonly field: string;
  readonly detail: string;
  readonly words: FieldWords;
}

/** The key of a field's value in a language. @param language undefined for the default one */
export function keyIn(field: FieldDefinition, language: string | undefined): string {
  return language && field.translatable ? `${field.name}__i18n__${language.replaceAll('-', '_')}` : field.name;
}

/** The name of an input. */
export function inputName(uid: string, key: string, part = MAIN): string {
  return part === MAIN ? `${uid}.${key}` : `${uid}.${key}.${part}`;
}

/** The part of an input that has the digest of its field's words as they were when the form was opened. */
const WAS = 'was';
/** Inputs beside those that people type into. */
const NO_WORDS: ReadonlySet<string> = new Set(['add', 'there', WAS]);

/** A digest of a field's words, by which it is known later whether they are the same. */
export function digestOfWords(words: FieldWords): string {
  const said = Object.entries(words).flatMap(([part, text]) =>
    text === '' ? [] : [[part, text.replaceAll('\r\n', '\n')]],
  );
  return digestOf(JSON.stringify(said.sort()));
}

/** The name of the input with the digest of a field's words. */
export function digestName(uid: string, key: string): string {
  return inputName(uid, key, WAS);
}

/** The fields of a form in a language: in a translation only the translatable ones. */
export function fieldsIn(components: Components, component: string, language: string | undefined): FieldDefinition[] {
  const fields = components.get(component)?.fields ?? [];
  return fields.filter(({ type, translatable }) => type !== 'bloks' && (!language || translatable));
}

/** A field of a block. */
export interface FieldPlace {
  readonly uid: string;
  readonly field: string;
}

/** A story with the values of a form. */
export interface ReadStory {
  readonly story: DraftBlock;
  readonly wrong: readonly WrongField[];
  /** Fields that somebody else has changed too since the form was opened, to something else. */
  readonly both: readonly FieldPlace[];
}

/**
 * The story with the fields that were changed in a form. Blocks keep their places; fields that the form does not have,
 * or has as it was opened, stay as they are now, whoever has changed them since.
 */
export function readForm(
  story: DraftBlock,
  form: SentForm,
  about: { readonly components: Components; readonly stories: StoryTable; readonly language: string | undefined },
): ReadStory {
  const { components, stories, language } = about;
  const wrong: WrongField[] = [];
  const both: FieldPlace[] = [];
  const written = (block: DraftBlock, field: FieldDefinition): (readonly [string, unknown])[] => {
    const { _uid: uid, component } = block;
    const key = keyIn(field, language);
    const words = wordsSent(form, uid, key, field);
    const was = form.get(digestName(uid, key));
    if (!words || digestOfWords(words) === was) return [];
    const value = readValue(field, words, block[key], stories);
    if (value.kind === 'value' && isDeepStrictEqual(value.value, block[key])) return [];
    if (digestOfWords(wordsOf(field, block[key], stories)) !== was) both.push({ uid, field: key });
    if (value.kind === 'value') return [[key, value.value]];
    wrong.push({ uid, component, field: key, detail: value.detail, words });
    return [];
  };
  const read = mapBlocks(story, components, (block) => {
    const fields = fieldsIn(components, block.component, language);
    return { ...block, ...Object.fromEntries(fields.flatMap((field) => written(block, field))) };
  });
  return { story: read, wrong, both };
}

/** Finds texts that were typed into blocks that the story does not have any more. */
export function leftWords(form: SentForm, story: DraftBlock, components: Components): string[] {
  const there = blocksById(story, components);
  const gone = new Map<string, Record<string, string>>();
  for (const [name, text] of form) {
    const [, uid = '', key = '', part = MAIN] = /^([\w-]+)\.([^.]+)(?:\.([^.]+))?$/.exec(name) ?? [];
    if (uid === '' || there.has(uid) || NO_WORDS.has(part)) continue;
    const field = inputName(uid, key);
    gone.set(field, { ...gone.get(field), [part]: text });
  }
  return [...gone].flatMap(([field, words]) => {
    const { [MAIN]: main = '', alt = '' } = words;
    const isTyped = digestOfWords(words) !== form.get(`${field}.${WAS}`);
    return isTyped ? [main, alt].filter((text) => text.trim() !== '') : [];
  });
}

/** An unticked box is not submitted: a hidden input beside it shows that it was in the form. */
function wordsSent(form: SentForm, uid: string, key: string, field: FieldDefinition): FieldWords | undefined {
  if (!form.has(inputName(uid, key)) && !form.has(inputName(uid, key, 'there'))) return undefined;
  return Object.fromEntries(partsOf(field).map((part) => [part, form.get(inputName(uid, key, part)) ?? '']));
}

/** Act that the pressed button requests. */
export type Command =
  | { readonly kind: 'save' | 'publish' | 'language' }
  | { readonly kind: 'change'; readonly change: BlockChange };

/** `save`, `publish`, `up:<uid>`, `add:<uid>.<field>` (the component comes from the select beside the button). */
export function readCommand(form: SentForm): Command {
  const [word = 'save', ...rest] = (form.get('do') ?? 'save').split(':');
  const about = rest.join(':');
  if (word === 'up' || word === 'down' || word === 'remove') {
    return { kind: 'change', change: { kind: word, uid: about } };
  }
  if (word !== 'add') return { kind: word === 'publish' || word === 'language' ? word : 'save' };
  const dot = about.lastIndexOf('.');
  const component = form.get(inputName(about.slice(0, dot), about.slice(dot + 1), 'add')) ?? '';
  return { kind: 'change', change: { kind: 'add', uid: about.slice(0, dot), field: about.slice(dot + 1), component } };
}
