import { expect, test } from 'vitest';
import { signNotice } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { listUnapplied } from '#server/lending/payments/store/money-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { CODE_SECRET, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const PATH = '/api/v1/webhooks/pagoefectivo';

const message = (data: object, over: object = {}): string =>
  JSON.stringify({ eventType: 'cip.paid', operationNumber: '77', data, ...over });
const paid = (cip: string, amount: number) => ({
  cip,
  currency: 'PEN',
  amount,
  paymentDate: '2026-01-15T11:00:00-05:00',
  transactionCode: 'nobody knows',
});

function deliver(
  body: string | Uint8Array<ArrayBuffer>,
  signature = signNotice(body, CODE_SECRET),
  remoteAddress = '203.0.113.1',
) {
  const socket = { incoming: { socket: { remoteAddress } } };
  return payments.app.request(PATH, { method: 'POST', headers: { 'PE-Signature': signature }, body }, socket);
}

test('a signed message is kept, and its repetition is known', async () => {
  const body = message(paid('11110001', 10));
  expect((await deliver(body)).status).toBe(202);
  expect((await deliver(body)).status).toBe(200);
  expect(await readWebhooks(payments.context)).toBe(1);
  expect(await readWebhooks(payments.context)).toBe(0);
});

test('the signature is over the bytes as they came: one more blank, and it is refused', {
  tags: 'asvs-6.1.3',
}, async () => {
  const body = message(paid('11110002', 10));
  for (const [sent, signature] of [
    [`${body} `, signNotice(body, CODE_SECRET)],
    [body, '0'.repeat(64)],
    [body, 'none'],
    [body, signNotice(body, 'another secret')],
  ] as const) {
    expect((await deliver(sent, signature)).status).toBe(401);
  }
  const unsigned = await payments.app.request(PATH, { method: 'POST', body });
  expect([unsigned.status, await unsigned.json()]).toEqual([
    401,
    { error: { code: 'bad_signature', message: 'The signature is not the provider’s.' } },
  ]);
  expect(await readWebhooks(payments.context)).toBe(0);
});

test('money for an unknown code is kept for a person, never dropped', async () => {
  await deliver(message(paid('11110003', 34.5)));
  await readWebhooks(payments.context);
  const { rows: unapplied } = await listUnapplied(payments.db.kysely, payments.vault).page({
    cursor: undefined,
    limit: 50,
  });
  expect(unapplied.find(({ provider_ref }) => provider_ref === '11110003')).toMatchObject({
    amount: 3450,
    reason: 'unknown-reference',
    value_date: '2026-01-15',
  });
});

const NOT_ABOUT_MONEY = 'it is not about money in soles';
const TEXT = 'its amount is text, not a number';
const NONE = 'its amount is not an amount of money';
test.each([
  ['of another kind', message(paid('11110004', 5), { eventType: 'cip.refunded' }), NOT_ABOUT_MONEY],
  ['about dollars', message({ ...paid('11110005', 5), currency: 'USD' }), NOT_ABOUT_MONEY],
  ['that is no JSON', 'paid!', NOT_ABOUT_MONEY],
  ['whose amount is text', message({ ...paid('11110014', 5), amount: '5.00' }), TEXT],
  ['whose amount is words', message({ ...paid('11110015', 5), amount: 'cinco' }), TEXT],
  ['whose amount is below zero', message(paid('11110016', -5)), NONE],
  ['whose amount is missing', message({ ...paid('11110017', 5), amount: undefined }), NONE],
])('a message %s is kept, and a person is told why it is not booked', async (_, body, why) => {
  const waiting = async () =>
    (await listTasks(payments.db.kysely)).filter(({ kind }) => kind === 'webhook-not-understood');
  const before = await waiting();
  expect((await deliver(body)).status).toBe(202);
  await readWebhooks(payments.context);
  const after = await waiting();
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)?.note).toContain(`: ${why}. Look whether it matters.`);
});

test('that a code has ended makes no task', async () => {
  await deliver(message(paid('11110006', 5), { eventType: 'cip.expired' }));
  await readWebhooks(payments.context);
  expect((await listTasks(payments.db.kysely)).filter(({ note }) => note.includes('cip.expired'))).toEqual([]);
});

test('a message without end is refused', async () => {
  expect((await deliver('x'.repeat(65 * 1024))).status).toBe(413);
});

test('where no code can be bought, there is no such address', async () => {
  const answer = await createTestLending(payments.db).app.request(PATH, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(404);
});

test('a message that does not say when it was paid counts on the day it came, not on the day it is read', async () => {
  const { paymentDate: _, ...unsaid } = paid('11110009', 34.5);
  await deliver(message(unsaid));
  payments.clock.moveTo('2026-01-17');
  await readWebhooks(payments.context);
  const { rows: unapplied } = await listUnapplied(payments.db.kysely, payments.vault).page({
    cursor: undefined,
    limit: 50,
  });
  expect(unapplied.find(({ provider_ref }) => provider_ref === '11110009')?.value_date).toBe('2026-01-15');
});

test('a flood from one address is told to wait, and the provider’s own messages are taken meanwhile; one of theirs that was refused is taken when it comes again', async () => {
  const body = message(paid('11110010', 10));
  const flood = '198.51.100.66';
  for (let n = 0; n < 600; n++) expect((await deliver('{}', 'none', flood)).status).toBe(401);
  const refused = await deliver(body, signNotice(body, CODE_SECRET), flood);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  // Ten in a second, for a quarter of a minute.
  for (let n = 0; n < 150; n++) {
    if (n % 10 === 0) payments.clock.pass({ seconds: 1 });
    expect((await deliver(message(paid(`2222${1000 + n}`, 10), { operationNumber: `${n}` }))).status).toBe(202);
  }
  expect((await deliver(body, signNotice(body, CODE_SECRET), flood)).status).toBe(202);
});
