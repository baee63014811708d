import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { file, staff, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const book = withComplaintsBook();
const folder = mkdtempSync(join(tmpdir(), 'manay-lender-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lender = lenderOf(book, 'Íñigo');

/** Registers a client by a command. @returns the client's identifier, read from the sentence that answers */
async function createdBy(command: string, options: Readonly<Record<string, string>>): Promise<string> {
  const said = await lender(command, options);
  expect(said).toMatch(/^Client [\da-f-]{36} was registered\.$/);
  return said.split(' ')[1] ?? '';
}

test('an operator works a complaint from the command line', async () => {
  expect(await lender('complaints list')).toContain('Nothing.');
  await file(book);
  book.clock.moveTo('2026-04-10');
  expect(await lender('complaints list')).toMatch(
    /^LR-2026-000001 +Rosa Elena Quispe Ñahui +RECLAMO +RECEIVED .*21\/04\/2026 .* 5$/m,
  );
  expect(await lender('complaints assign LR-2026-000001 Ana Torres')).toBe(
    'LR-2026-000001 was assigned to Ana Torres.\nstatus: ASSIGNED',
  );
  expect(await lender('complaints note LR-2026-000001 El banco confirma.')).toBe(
    'The note was added to LR-2026-000001.\nstatus: ASSIGNED',
  );
  const [answer, paper] = [join(folder, 'answer.txt'), join(folder, 'constancia.pdf')];
  writeFileSync(answer, 'Registramos tu pago con fecha 14/02/2026.\n');
  writeFileSync(paper, '%PDF-1.4');
  expect(
    await lender('complaints answer LR-2026-000001', { text: `@${answer}`, solution: 'ACCEPTED', attach: [paper] }),
  ).toBe('LR-2026-000001 was answered.\nstatus: ANSWERED');
  expect(await lender('complaints settle LR-2026-000001 Devolvemos la mora.')).toBe(
    'The agreement on LR-2026-000001 was recorded.\nstatus: SETTLED',
  );
  expect(await lender('complaints close LR-2026-000001')).toBe('LR-2026-000001 was closed.\nstatus: CLOSED');
  const shown = JSON.parse(await lender('complaints show LR-2026-000001'));
  expect(shown.events.map(({ kind, actor }: { kind: string; actor: string }) => `${kind} ${actor}`)).toEqual([
    'filed consumer',
    'assign operator:Íñigo',
    'note operator:Íñigo',
    'answer operator:Íñigo',
    'settle operator:Íñigo',
    'close operator:Íñigo',
  ]);
  expect(shown.attachments).toMatchObject([{ name: 'constancia.pdf' }]);
});

test('an operator adds a person and signs them in, in the sandbox', async () => {
  const details = { phone: '987654321', email: 'ana@example.pe', 'first-name': 'Ana', 'last-name1': 'Quispe' };
  const personId = await createdBy('person create 45678912', { ...details, 'birth-date': '01/05/1990' });
  expect(await lender('person list')).toMatch(new RegExp(`^Ana Quispe +${personId} .*••••8912.*ACTIVE`));
  expect(await lender('session issue 45678912')).toMatch(
    /^The client of the sandbox was signed in\.\nurl: https:\/\/manay\.example\/sandbox\/sign-in\/[\w-]{43}\ntoken: [\w-]{43}\nbind: [\w-]{43}\n/,
  );
});

test('support opens an account with a reason, and the audit proves itself', async () => {
  const person = { phone: '987654322', email: 'luz@example.pe', 'first-name': 'Luz', 'last-name1': 'Mamani' };
  const personId = await createdBy('person create 45678913', { ...person, 'birth-date': '1988-02-29' });
  const link = await lender('login-as issue 45678913', { reason: 'Cannot see a payment.', ticket: 'T-1' });
  expect(link).toMatch(
    /^This link opens the client's account once\.\nurl: https:\/\/manay\.example\/login-as\/#token=[\w-]{43}\n/,
  );
  expect(await lender(`audit show person:${personId}`)).toMatch(/impersonation\.issue[\s\S]*person\.create/);
  expect(await lender('audit verify')).toMatch(/^kind: intact\n/);
  expect(await lender('recovery list')).toBe('Nothing.');
});

test('the register goes to a file, as a spreadsheet reads it', async () => {
  await file(book, aComplaint());
  const out = join(folder, 'register.csv');
  expect(await lender('complaints export', { from: '2026-01-01', out })).toBe(`Written: ${out}`);
  expect(readFileSync(out, 'utf8')).toMatch(/^\ufeffcode;[\s\S]*LR-2026-000001;0001;2026-03-27/);
});

test.each([
  ['complaints close LR-2026-000009', {}, 'Refused (404 not_found)'],
  ['complaints answer LR-2026-000001', { text: 'corto', solution: 'YES' }, 'text: too_short, solution: not_allowed'],
  ['complaints answer LR-2026-000001', { solution: 'ACCEPTED' }, '--text is missing'],
  [
    'complaints answer LR-2026-000001',
    { text: '@nowhere.txt', solution: 'ACCEPTED' },
    'nowhere.txt cannot be used: it is',
  ],
  ['complaints list', { status: 'OPEN' }, 'status: unknown'],
  ['complaints assign', {}, 'CODE is missing'],
  ['person create', {}, '--document-number is missing'],
  ['person create 45678912', {}, '--phone is missing'],
  ['session issue 45678999', {}, 'Refused (404 not_found)'],
  ['login-as issue 45678999', { reason: 'Cannot see a payment.', ticket: 'T-1' }, 'Refused (404 not_found)'],
  ['login-as issue 45678999', { ticket: 'T-1' }, '--reason is missing'],
  ['recovery approve', {}, 'ID is missing'],
  ['recovery approve 01890000-0000-7000-8000-000000000000', {}, 'Refused (404 not_found)'],
  ['audit', {}, 'audit verify'],
  ['session end', {}, '--reason is missing'],
  ['complaints burn LR-2026-000001', {}, 'complaints close CODE'],
  ['loans list', {}, 'npm run lender -- <subject> <act>'],
])('%s %j says what is wrong', async (command, options, sentence) => {
  await file(book);
  await expect(lender(command, options)).rejects.toThrow(sentence);
  expect((await (await staff(book, '')).json()).complaints).toMatchObject([{ status: 'RECEIVED' }]);
});
