import { type ActField, inputsOf, noteInput } from '#server/lending/staff/act-fields.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

/** Reads what is ticked, each with its note, in the order of the choices; a note without its tick is refused, not lost. */
export function notedValue(field: ActField, texts: Texts, isWrong: (why: 'note_not_ticked') => void): unknown {
  const ticked = tickedIn(field, texts);
  const [code = '', note = ''] = Object.keys(field.schema.items?.properties ?? {});
  const noteOf = (option: string) => (texts[noteInput(field, option)] ?? []).join('\n').trim();
  if (field.options.some((option) => !ticked.includes(option) && noteOf(option) !== '')) isWrong('note_not_ticked');
  return ticked.map((option) => ({ [code]: option, ...(noteOf(option) !== '' && { [note]: noteOf(option) }) }));
}

/** Tells whether anything was typed into a field that consists of several inputs. */
export function isNotedGiven(field: ActField, texts: Texts): boolean {
  return inputsOf(field).some((input) => (texts[input] ?? []).some((text) => text.trim() !== ''));
}

/** Tells whether choices with notes come as the lines of a file, as a command may give them. */
export function isNotedFile({ schema }: ActField, [text = '']: readonly string[]): boolean {
  const [code = ''] = Object.keys(schema.items?.properties ?? {});
  const begun = text.trimStart();
  return begun.startsWith(code) && /^\s*[,;\r\n]/.test(begun.slice(code.length));
}

/** Codes as a form sends them, one by one, and as a command does, with commas between them. */
export function tickedIn({ name, options }: ActField, texts: Texts): readonly string[] {
  const given = (texts[name] ?? []).flatMap((one) => one.split(',')).map((one) => one.trim());
  const known = options.filter((option) => given.includes(option));
  return [...known, ...given.filter((one) => one !== '' && !options.includes(one))];
}
