import { type BlockChange, type DraftBlock, mapBlocks } from './block-tree.ts';
import type { Components, FieldDefinition } from './components.ts';
import { type FieldWords, MAIN, partsOf, readValue, type StoryTable } from './field-values.ts';

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

/** The block that an input belongs to; undefined for an input of the form itself. */
export function blockOfInput(name: string): string | undefined {
  return /^([\w-]+)\./.exec(name)?.[1];
}

/** The fields of a form in a language: in a translation only the translatable ones. */
export function fieldsIn(components: Components, component: string, language: string | undefined): FieldDefinition[] {
  const fields = components.get(component)?.fields ?? [];
  return fields.filter(({ type, translatable }) => type !== 'bloks' && (!language || translatable));
}

/** The story with the form's values. Blocks keep their places; fields the form does not have stay unchanged. */
export function readForm(
  story: DraftBlock,
  form: SentForm,
  about: { readonly components: Components; readonly stories: StoryTable; readonly language: string | undefined },
): { readonly story: DraftBlock; readonly wrong: readonly WrongField[] } {
  const { components, stories, language } = about;
  const wrong: WrongField[] = [];
  const read = mapBlocks(story, components, (block) => {
    const written = fieldsIn(components, block.component, language).flatMap((field) => {
      const key = keyIn(field, language);
      const words = wordsSent(form, block._uid, key, field);
      if (!words) return [];
      const value = readValue(field, words, block[key], stories);
      if (value.kind === 'value') return value.value === block[key] ? [] : [[key, value.value] as const];
      wrong.push({ uid: block._uid, component: block.component, field: key, detail: value.detail, words });
      return [];
    });
    return { ...block, ...Object.fromEntries(written) };
  });
  return { story: read, wrong };
}

/** An unticked box is not submitted: a hidden input beside it shows that it was in the form. */
function wordsSent(form: SentForm, uid: string, key: string, field: FieldDefinition): FieldWords | undefined {
  if (!form.has(inputName(uid, key)) && !form.has(inputName(uid, key, 'there'))) return undefined;
  return Object.fromEntries(partsOf(field).map((part) => [part, form.get(inputName(uid, key, part)) ?? '']));
}

/** What the pressed button requests. */
export type Command = { readonly kind: 'save' | 'publish' } | { readonly kind: 'change'; readonly change: BlockChange };

/** `save`, `publish`, `up:<uid>`, `add:<uid>.<field>` (the component comes from the select beside the button). */
export function readCommand(form: SentForm): Command {
  const [word = 'save', ...rest] = (form.get('do') ?? 'save').split(':');
  const about = rest.join(':');
  if (word === 'up' || word === 'down' || word === 'remove') {
    return { kind: 'change', change: { kind: word, uid: about } };
  }
  if (word !== 'add') return { kind: word === 'publish' ? 'publish' : 'save' };
  const dot = about.lastIndexOf('.');
  const component = form.get(inputName(about.slice(0, dot), about.slice(dot + 1), 'add')) ?? '';
  return { kind: 'change', change: { kind: 'add', uid: about.slice(0, dot), field: about.slice(dot + 1), component } };
}
