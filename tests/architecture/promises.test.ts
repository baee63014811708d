import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { promisingSentences, type Sentence } from '#tests/promises/scan.ts';
import { allTexts } from '#tests/promises/texts.ts';
import { faultsOfTest } from './asvs-sheet.ts';
import { ROOT, read } from './source-tree.ts';

const LEDGER = read('tests/promises/ledger.md');
const REASON = 'Not a promise: ';
/** A reason is a sentence that somebody can object to. */
const WORDS_OF_REASON = 6;

const lineOf = ({ es, en, places }: Sentence): string =>
  `- ${es} / ${en} — ${places.map((place) => `\`${place}\``).join(', ')}`;

/** What is wrong with the ledger, a sentence each. */
function faultsOf(ledger: string, sentences: readonly Sentence[]): string[] {
  const lines = ledger.split('\n').filter((line) => line.startsWith('- '));
  const wanted = sentences.map(lineOf);
  return [
    ...wanted.filter((line) => !lines.includes(line)).map((line) => `read it, and write below what keeps it: ${line}`),
    ...lines.filter((line) => !wanted.includes(line)).map((line) => `nothing says this any more: ${line}`),
    ...lines.filter((line, at) => lines.indexOf(line) !== at).map((line) => `stands twice: ${line}`),
    ...ledger.split('\n## ').slice(1).flatMap(faultsOfPart),
  ];
}

/** A part of the ledger names tests, or a reason. */
function faultsOfPart(part: string): string[] {
  const [title = '', ...lines] = part.split('\n');
  const tests = lines.filter((line) => line.startsWith('Kept by ')).map((line) => line.slice('Kept by '.length));
  const reason = lines.find((line) => line.startsWith(REASON))?.slice(REASON.length) ?? '';
  const readFile = (file: string) => (existsSync(join(ROOT, file)) ? read(file) : undefined);
  return [
    ...tests.flatMap((name) => faultsOfTest(name, { read: readFile }).map((fault) => `${title} ${fault}`)),
    ...(tests.length > 0 || reason.split(' ').length >= WORDS_OF_REASON
      ? []
      : [`${title} has neither test nor reason`]),
  ];
}

test('every sentence that promises something stands in the ledger, under tests that are there or a reason', () => {
  const faults = faultsOf(LEDGER, promisingSentences(allTexts()));
  expect(faults, 'write these lines into tests/promises/ledger.md').toEqual([]);
});

const TOLD = [
  {
    place: 'waiting_close',
    es: 'Puedes cerrarla: te avisamos por SMS. Es tu solicitud.',
    en: 'Close it: we tell you. Yours.',
  },
  { place: 'home#lead', es: 'Contestamos en 15 días.', en: 'We answer in 15 days.' },
];
const SMALL = `# The ledger

## Answers

Kept by \`tests/architecture/promises.test.ts\`: a ledger without faults has none

- Puedes cerrarla: te avisamos por SMS. / Close it: we tell you. — \`waiting_close\`

## People

Not a promise: it says what people do who work here.

- Contestamos en 15 días. / We answer in 15 days. — \`home#lead\`
`;
const faultsWith = (from: string | RegExp, to: string, told = TOLD): string =>
  faultsOf(SMALL.replace(from, to), promisingSentences(told)).join('\n');

test('a ledger without faults has none', () => {
  expect(faultsWith('', '')).toBe('');
});

test.each<[string, string | RegExp, string, string]>([
  ['a sentence is new', /- Puedes.*\n/, '', 'read it, and write below what keeps it: - Puedes cerrarla'],
  ['its English changed', 'we tell you.', 'we call you.', 'read it, and write below'],
  ['its Spanish changed', 'en 15 días', 'en 10 días', 'nothing says this any more: - Contestamos en 10 días.'],
  ['it stands elsewhere', '`home#lead`', '`home#text`', 'nothing says this any more'],
  [
    'it stands twice',
    '- Contestamos',
    '- Puedes cerrarla: te avisamos por SMS. / Close it: we tell you. — `waiting_close`\n- Contestamos',
    'twice',
  ],
  ['its test is gone', 'a ledger without faults has none', 'a ledger is', 'Answers is shown by no test of'],
  ['there is no reason', 'it says what people do who work here.', 'later', 'People has neither test nor reason'],
])('it is told when %s', (_, from, to, fault) => {
  expect(faultsWith(from, to)).toContain(fault);
});
