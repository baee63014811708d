import { test as base, beforeEach, expect } from 'vitest';
import { INFORMATION_CODES } from '#api/application-information.ts';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { askedOf } from '#tests/support/applications/information.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';
import { runLender } from '#tools/lender.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });
const test = base.extend('ana', () => atDesk(lending, 'Ana', ['underwriter']));
const FORM = '/desk/applications/need-info';

let applicant: Borrower;
let reference = '';
beforeEach(async () => {
  applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal: { pep: true, pepPosition: 'Regidora' } });
  reference = (await stateOf(lending, applicant)).application?.reference ?? '';
});

const asked = async () => {
  const items = await askedOf(lending, applicant);
  return items.map(({ code, why }) => [code, why]);
};

test('every paper that may be asked for is a box to tick with a note of its own, named in words', async () => {
  const { text } = await (await atDesk(lending, 'Ana', ['underwriter'])).open(`${FORM}?reference=${reference}`);
  const boxes = [...text.matchAll(/type="checkbox" name="items" value="(\w+)"/g)].map(([, code]) => code);
  const notes = [...text.matchAll(/name="items\.(\w+)\.note"/g)].map(([, code]) => code);
  expect([boxes, notes]).toEqual([INFORMATION_CODES, INFORMATION_CODES]);
  expect(text).toContain('Comprobante de ingresos');
  expect(text).toContain('aria-label="Nota sobre: Comprobante de ingresos"');
  expect(text).not.toContain('code,note');
});

test('the boxes stand on the page of the application while it is reviewed, and lead back to it', async ({ ana }) => {
  const page = `/desk/applications/show?reference=${reference}`;
  const [form = ''] =
    /<form class="act" method="post" action="\/desk\/applications\/need-info".*?<\/form>/s.exec(
      (await ana.open(page)).text,
    ) ?? [];
  expect(form).toContain(`name="reference" value="${reference}"`);
  expect(form).toContain(`name="back" value="${page}"`);
  expect(form).toContain('type="checkbox" name="items" value="income_proof"');
  await ana.send(FORM, [
    ['reference', reference],
    ['items', 'income_proof'],
  ]);
  expect((await ana.open(page)).text).not.toContain('action="/desk/applications/need-info"');
});

test('two presses ask for a paper: one box and the button', async ({ ana }) => {
  const done = await ana.send(FORM, [
    ['reference', reference],
    ['items', 'income_proof'],
  ]);
  expect(done.status).toBe(200);
  expect(done.text).toContain(`Se pidió al cliente lo que falta de ${reference}.`);
  expect(await asked()).toEqual([['income_proof', expect.any(String)]]);
});

test('each box that is ticked is asked for with its own note', async ({ ana }) => {
  await ana.send(FORM, [
    ['reference', reference],
    ['items', 'call'],
    ['items', 'income_proof'],
    ['items.income_proof.note', 'Las boletas, de los tres últimos meses'],
    ['items.selfie.note', ''],
  ]);
  expect(await asked()).toEqual([
    ['income_proof', 'Las boletas, de los tres últimos meses'],
    ['call', expect.any(String)],
  ]);
});

test('what was ticked and typed comes back with a refusal, which stands at its note', async ({ ana }) => {
  const long = `Las boletas ${'x'.repeat(500)}`;
  const { status, text } = await ana.send(FORM, [
    ['reference', reference],
    ['items', 'income_proof'],
    ['items', 'selfie'],
    ['items.income_proof.note', 'Las boletas'],
    ['items.selfie.note', long],
  ]);
  expect(status).toBe(400);
  expect(text).toMatch(/value="income_proof" checked/);
  expect(text).toMatch(/value="selfie" checked/);
  expect(text).toContain('value="Las boletas"');
  expect(text).toMatch(new RegExp(`value="${long}"[^>]*aria-invalid="true"`));
  expect(text.match(/Es muy largo\./g)).toHaveLength(1);
});

test('a note on something that is not ticked is refused with a sentence, and stays', async ({ ana }) => {
  const { status, text } = await ana.send(FORM, [
    ['reference', reference],
    ['items', 'call'],
    ['items.selfie.note', 'Sin lentes'],
  ]);
  expect(status).toBe(400);
  expect(text).toContain('Hay una nota en algo que no está marcado');
  expect(text).toContain('value="Sin lentes"');
  const none = await ana.send(FORM, { reference });
  expect(none.status).toBe(400);
});

test('a command names codes, or brings a file of codes and notes', async () => {
  const { headers } = await aColleague(lending.db, 'Ana');
  const client = {
    request: async (path: string, init: RequestInit = {}) =>
      lending.app.request(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    close: () => Promise.resolve(),
  };
  await runLender(client, ['applications', 'need-info', reference], { items: 'code,note\nselfie,Sin lentes\ncall,\n' });
  expect(await asked()).toEqual([
    ['selfie', 'Sin lentes'],
    ['call', expect.any(String)],
  ]);
});
