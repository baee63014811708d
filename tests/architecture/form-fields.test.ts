import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from './source-tree.ts';

/** Which answers of autofill a kind of field may ask for, as the HTML standard has it; a plain text may ask for any. */
const ASKED_BY: Readonly<Record<string, RegExp>> = {
  tel: /^(?:tel|off|on)$/,
  email: /^(?:email|username|off|on)$/,
};

/** Fields with their kind and what autofill is asked for. */
function fieldsIn(source: string): { readonly type: string; readonly asked: string }[] {
  const fields = source.match(/<(?:TextField|input)\b[\s\S]*?\/>/g) ?? [];
  return fields.map((field) => ({
    type: /\btype(?:=|: )["'](\w+)["']/.exec(field)?.[1] ?? 'text',
    asked: /\bauto[cC]omplete(?:=|: )["']([\w -]+)["']/.exec(field)?.[1] ?? 'off',
  }));
}

test('no field asks autofill for what its kind cannot be given', () => {
  const files = filesUnder('src').filter((file) => /\.(?:tsx|astro)$/.test(file));
  const fields = files.flatMap((file) => fieldsIn(readFileSync(file, 'utf8')).map((field) => ({ file, ...field })));
  expect(fields.filter(({ type }) => type === 'tel').length).toBeGreaterThan(3);
  expect(fields.filter(({ asked }) => asked === 'tel-national').length).toBeGreaterThan(0);
  // One component asks for a client's own number, on several screens.
  const own = files.flatMap((file) => readFileSync(file, 'utf8').match(/<PhoneField\b/g) ?? []);
  expect(own.length).toBeGreaterThan(1);
  expect(fields.filter(({ type, asked }) => ASKED_BY[type]?.test(asked) === false)).toEqual([]);
});

test('no field cuts what is pasted into it: a limit is said, with how much is too much', () => {
  const cutting = filesUnder('src')
    .filter((file) => /\.(?:tsx|astro)$/.test(file))
    .filter((file) => /\bmax[lL]ength(?:=|: *[\w.]+[ ,}])/.test(readFileSync(file, 'utf8')));
  expect(cutting).toEqual([]);
});
