// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of the program are read here, as they are written
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { BANK_FILE_SENTENCES, FILE_KINDS } from '#i18n/bank-file-sentences.ts';
import { programSentence, REFUSED_SENTENCES } from '#i18n/staff-refusals.ts';
import { taskSentence } from '#i18n/staff-tasks.ts';
import { whatElseItSays } from '#server/lending/gateways/transfer/file-kind.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';

const LENDING = fileURLToPath(import.meta.resolve('#server/lending/app.ts')).replace(/app\.ts$/, '');
const filesIn = (folder: string) =>
  readdirSync(join(LENDING, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('sandbox'))
    .map((file) => readFileSync(join(LENDING, folder, file), 'utf8'));

/** A sentence without what stands in it, its full stop and the case of its first letter. */
const bare = (text: string) => {
  const one = text
    .replaceAll('${SOLES}', 'PEN')
    .replace(/(?:\$\{[^}]*\}|\{\w+\})+/g, '{}')
    .replace(/\.$/, '');
  return one.charAt(0).toLowerCase() + one.slice(1);
};
const KNOWN = new Set([...REFUSED_SENTENCES, ...BANK_FILE_SENTENCES].map(([english]) => bare(english)));

/** Sentences that say no more than the words of their code do. */
const SAID_BY_CODE = [
  'The body is not a form.',
  'The two do not belong together.',
  'There is nothing here.',
  'A proposal waits for a second person.',
  'You proposed this; a second account must approve it.',
  'Money of this loan is on its way: wait for the answer of the bank.',
  'No write-off of this loan is proposed.',
  'What came of it is on record already.',
  'There is an open flag on all of this already.',
  'This invitation was used, is too old, or is for another login.',
  'npm run lender -- maintenance pass makes another.',
  'A statement has at most ${MAX_STATEMENT_BYTES / 1024 / 1024} MB.',
  'First say which archive is the right one: npm run lender -- payouts archive.',
  'It was booked with other figures.',
  'There is no credit to send back.',
  'This process has no bank for payouts.',
  'The passkey was not accepted, or it took too long: begin again.',
  'It takes a passkey: add one at the desk, in your account.',
  'Use your passkey again: the last time was over ten minutes ago.',
  'This document belongs to person ${made.personId}.',
  'The key that opens this request is missing: nobody knows where the answer goes.',
  'This document is of person ${clientId}: they ask and are answered in their account.',
];

test('each sentence of a refusal that no client gets has Spanish words, or says no more than its code', () => {
  const forClients = ENDPOINTS.flatMap(({ refusals = [] }) => refusals as readonly string[]);
  const toPrograms = ['bad_signature', 'impersonation_forbidden', 'unauthorized', 'maintenance', 'body_too_large'];
  const said = filesIn('').flatMap((source) =>
    [...source.matchAll(/refused\(\s*4\d\d,\s*'(\w+)',\s*(?:'([^'\n]+)'|`([^`]+)`|"([^"]+)")/g)].flatMap(
      ([, code = '', ...texts]) => [[code, texts.find((text) => text !== undefined) ?? ''] as const],
    ),
  );
  expect(said.length).toBeGreaterThan(80);
  const unsaid = said.filter(
    ([code, text]) =>
      ![...forClients, ...toPrograms].includes(code) && !KNOWN.has(bare(text)) && !SAID_BY_CODE.includes(text),
  );
  expect(unsaid).toEqual([]);
});

/** Texts beside them: values of a file, an address, a line of the log, and one that is made of two sentences. */
const NO_SENTENCES = /^\$\{(?:RESULT_COLUMNS|siteUrl|reference)|could not be booked$|^The amount is another one now/;

test('each sentence about a file of a bank has Spanish words', () => {
  const sources = [...filesIn('gateways/transfer'), ...filesIn('gateways/payout'), ...filesIn('payments')];
  const said = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /(?:message: |push\(|[uU]nreadable\(|failed\(\w+(?: \+ 1)?, |#problem\(field, |#wrong\(\w+, |'\w+', |return |refused\()(?:'([^'\n]+ [^'\n]+)'|`([^`\n]+ [^`\n]+)`)[,;)\s]/g,
      ),
    ].map(([, plain, filled]) => plain ?? filled ?? ''),
  );
  const ofFiles = said.filter((text) =>
    /line|column|file|amount|date|balance|entry|order_id|record|status|PEN/i.test(text),
  );
  expect(ofFiles.length).toBeGreaterThan(50);
  expect(
    ofFiles.filter(
      (text) =>
        !NO_SENTENCES.test(text) && !KNOWN.has(bare(text.replace(/^Line \$\{[^}]*\}(?:, column "[^"]*")?: /, ''))),
    ),
  ).toEqual([]);
});

test.each([
  [
    'Line 6, column "Monto": "setenta" is not an amount with "," for its decimals.',
    'Línea 6, columna «Monto»: «setenta» no es un monto con «,» para los decimales.',
  ],
  ['More than 20000 lines.', 'Hay más de 20000 líneas.'],
  ['Line 3: the balance cannot be read. And 2 more like it.', 'Línea 3: no se puede leer el saldo. Y 2 más como esa.'],
  ['It takes finance or admin.', 'Pide: Finanzas o Administración.'],
  ['Only an order on its way: this one is PAID.', 'Solo una orden en camino: esta está así: Pagada.'],
  [
    'Nothing was booked: A1 of 10.00 waits with 9.00; B2 of 5.00 does not wait for a settlement; and 3 more.',
    'No se registró nada: A1 de 10.00 espera con 9.00; B2 de 5.00 no espera una liquidación; y 3 más.',
  ],
  [
    'Batch 0189 of 2 orders, S/ 10,00 in all, waits: release or withdraw it first.',
    'Espera otro: Lote 0189 de 2 órdenes, S/ 10,00 en total. Libéralo o retíralo primero.',
  ],
  ['It was rejected by luis.', 'Lo rechazó luis.'],
  ['It was approved by luis.', 'Lo aprobó luis.'],
  [
    'Two promises were not kept: a person takes the next one.',
    'Dos compromisos no se cumplieron: el siguiente lo acuerda una persona con el cliente.',
  ],
])('%s', (english, spanish) => {
  expect(programSentence('es', english)).toBe(spanish);
  expect(programSentence('en', english)).toBe(english);
});

test('a kind of file that is not read is said in Spanish, with what to do instead', () => {
  for (const [english] of Object.entries(FILE_KINDS).filter(([kind]) => /^an? /.test(kind)))
    expect(
      programSentence('es', `The file is ${english}, which is not read. Export the movements as CSV or MT940 instead.`),
    ).toMatch(/^El archivo es un.*Exporta los movimientos/);
  expect(programSentence('es', String(whatElseItSays('%PDF-1.4')))).toBe(
    'El archivo es un PDF, que no se lee. Exporta los movimientos como CSV o MT940.',
  );
});

test('a colleague who reads Spanish is told nothing in English, neither of a code nor of a sentence without words', () => {
  expect(programSentence('es', 'Something that nobody has translated.')).toBeUndefined();
  expect(programSentence('es', 'Only an order on its way: this one is NO_SUCH_STATUS.')).toBeUndefined();
});

test('a sentence within more sentences than the program ever writes has no words, and is given up at once', () => {
  const one = 'Policy extension: no fee for 21 days';
  expect(programSentence('es', `on 2026-02-01: ${one}`)).toBe('el 01/02/2026: Falta la comisión para 21 días');
  expect(programSentence('es', `${'on 2026-02-01: '.repeat(5)}${one}`)).toBeUndefined();
  expect(programSentence('es', `${'on a b from c: '.repeat(20)}x`)).toBeUndefined();
});

test('a task says in Spanish what is wrong with a file of the bank, line by line, and which parameter is missing', () => {
  const lines = 'Line 2: order A-1 is not in this batch. Order B-2 (paid on 2026-02-03 as X9) is not in the books.';
  expect(taskSentence('es', 'bank-answer-unread', { file: 'r.csv', lines })).toBe(
    'Respuestas del banco en r.csv sin registrar: Línea 2: la orden A-1 no está en este lote. La orden B-2 (pagada el 03/02/2026 como X9) no está en los libros. Pregunta al banco y luego anota lo que dice en la orden.',
  );
  expect(taskSentence('es', 'figures-missing', { parameter: 'rate_cap consumer on 2026-02-03' })).toBe(
    'No se vende nada hasta que se cargue este parámetro: Tope de tasa · Crédito de consumo (03/02/2026).',
  );
  expect(taskSentence('es', 'figures-missing', { parameter: 'price 11 on 2026-02-03' })).toContain(
    'Precio · Producto 11 (03/02/2026).',
  );
});
