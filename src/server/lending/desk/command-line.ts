import type { Act } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';

/** Acts that no command does: they take a browser, or a secret that must not stand in the history of a shell. */
export const WITHOUT_COMMAND: readonly string[] = [
  'account add-passkey',
  'account desk-code',
  'account password',
  'account prove',
  'account recovery-codes',
];

/** The command of an act, with what is known of its fields; examples stand where a needed one is not known. */
export function commandLine(route: Act, known: Readonly<Record<string, string | undefined>>): string {
  const words = fieldsOf(route).map(({ name, place, kind, isRequired, words: { example } }) => {
    const value = kind === 'rows' ? '@file.csv' : known[name] || example;
    if (place === 'params') return quoted(value);
    const option = (name.split('.').at(-1) ?? name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return isRequired ? `--${option} ${quoted(value)}` : '';
  });
  return ['npm run lender --', route.name, ...words].filter(Boolean).join(' ');
}

/** A word of a command as a shell reads it: nothing in it is run, expanded or split. */
function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
