import { expect, test } from 'vitest';
import { aDebtor, importStatement, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';

const payments = withPayments();

/** The thing above a form, without its tags. */
const thingIn = (text: string) =>
  (/<section class="subject"[\s\S]*?<\/section>/.exec(text)?.[0] ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

test.each(['roles', 'lock', 'unlock', 'invite'])('the form for %s of a colleague shows who it is', async (act) => {
  await aColleague(payments.db, 'eva', ['support']);
  const ana = await atDesk(payments, 'Ana');
  const { text } = await ana.open(`/desk/colleagues/${act}?login=eva`);
  expect(thingIn(text)).toMatch(/Nombre eva.*Roles Soporte/);
  expect(thingIn((await ana.open(`/desk/colleagues/${act}?login=nobody`)).text)).toBe('');
});

test('a note shows whose page it goes to', async () => {
  const { personId } = await aDebtor(payments);
  const ana = await atDesk(payments, 'Ana');
  expect(thingIn((await ana.open(`/desk/person/note?personId=${personId}`)).text)).toMatch(/Cliente \S+ \S+.*Estado/);
});

test('a line of the bank that is corrected shows its client, its loan and its amount, and who saw it is on record', async () => {
  const debtor = await aDebtor(payments);
  const { action } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  if (action?.type !== 'TRANSFER') throw new Error('no transfer');
  await importStatement(payments, [
    ['15/01/2026', '88001', '509.44', `TRANSF ${action.reference} ROSA`],
    ['15/01/2026', '88002', '77.00', 'YAPE SIN NOMBRE'],
  ]);
  const lines = await payments.db.kysely.selectFrom('bank_line').select(['id', 'bank_ref']).execute();
  const idOf = (number: string) => lines.find((line) => line.bank_ref === number)?.id;
  const ana = await atDesk(payments, 'Ana');
  const { text } = await ana.open(`/desk/statements/correct?id=${idOf('88001')}`);
  expect(thingIn(text)).toMatch(/Cliente \S+ .*P-2026-\d+.*S\/ 509,44.*BCP.*88001.*15\/01\/2026.*ROSA/);
  expect(thingIn((await ana.open(`/desk/statements/correct?id=${idOf('88002')}`)).text)).toMatch(
    /^Monto en soles S\/ 77,00.*YAPE SIN NOMBRE/,
  );
  const looks = await payments.db.kysely
    .selectFrom('audit')
    .select(['actor', 'subject'])
    .where('action', '=', 'bank-line.view')
    .execute();
  expect(looks).toContainEqual({ actor: 'operator:Ana', subject: `bank-line:${idOf('88001')}` });
  expect((await ana.open('/desk/statements/show?id=0189aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa')).status).toBe(404);
});

test('a form that needs one of several fields marks none of them before it is sent', async () => {
  const ana = await atDesk(payments, 'Ana');
  const form = await ana.open('/desk/data-requests/touched');
  expect([form.status, form.text.includes('No se hizo')]).toEqual([200, false]);
  const sent = await ana.open('/desk/data-requests/touched?table=&folder=&from=&to=');
  expect([sent.status, sent.text.includes('No se hizo')]).toEqual([400, true]);
});

test('what an act does stands above its form where its name does not tell it', async () => {
  const ana = await atDesk(payments, 'Ana');
  expect((await ana.open('/desk/date/close')).text).toContain('Pone al día cada préstamo hasta hoy');
  const declare = await ana.open('/desk/tax-documents/declare');
  expect(declare.text).toContain('el saldo del banco bajan en los libros');
  expect(declare.text.indexOf('bajan en los libros')).toBeLessThan(declare.text.indexOf('<form class="act"'));
});
