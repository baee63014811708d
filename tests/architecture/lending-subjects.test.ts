import { dirname } from 'node:path/posix';
import { expect, test } from 'vitest';
import { facesUsed, LENDING, lendingSources, subjectOf } from './lending-subjects.ts';
import { FACES } from './rooms.mjs';

const sources = lendingSources();

/** Number of modules of the largest of these. */
function largest(names: readonly string[]): number {
  return Math.max(...[...new Set(names)].map((name) => names.filter((each) => each === name).length));
}

test('at most 12 modules lie beside the subjects, 110 in a subject and 40 in a folder', () => {
  const files = Object.keys(sources);
  expect(files.filter((file) => dirname(file) === LENDING).length).toBeLessThanOrEqual(12);
  expect(largest(files.map(subjectOf))).toBeLessThanOrEqual(110);
  expect(largest(files.map(dirname))).toBeLessThanOrEqual(40);
});

test('a subject imports of another what that one shows in rooms.mjs, and less of it from change to change', () => {
  const faces: Readonly<Record<string, readonly string[]>> = FACES;
  const shown = Object.entries(faces).flatMap(([subject, names]) => names.map((name) => `${subject}/${name}`));
  expect(
    facesUsed(sources),
    'move it to the subject that uses it, read it through a module that FACES of rooms.mjs has already, or name it there',
  ).toEqual(shown.sort());
  // Of these one is the kinds of fields, by which every subject describes what its acts answer; four came with tax
  // documents: their provider, a client's own, the books of IGV, and what was known of a loan on a day; another is
  // whom a record is about, which the list of what waits and the one of whose data an incident touches must tell alike.
  // One is the values of answers as text, which the desk and the files of lists must tell alike.
  const advice =
    'one too many in FACES: read it through a module that is there already, or raise this number and say why above it';
  expect(shown.length, advice).toBeLessThanOrEqual(169);
});
