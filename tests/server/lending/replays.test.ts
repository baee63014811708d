import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { signNotice } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { signWebhook } from '#server/publishing/publisher/webhook.ts';
import { dumpDatabase } from '#tests/support/database/database-dump.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aCode, aDebtor, askToPay, CODE_SECRET, payCode, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

/** Everything that money and messages leave behind; what a look at them changes is not among it. */
async function books(): Promise<Readonly<Record<string, string>>> {
  const dump = await dumpDatabase(payments.db);
  const tables =
    /^(?:journal|posting|loan_fact|loan|payment_intent|webhook_inbox|bank_line|outbox|task|idempotency_key)\./;
  return Object.fromEntries([...dump].filter(([place]) => tables.test(place)));
}

test('an accepted webhook that is sent again, later, otherwise signed or changed by a blank moves nothing', async () => {
  const debtor = await aDebtor(payments);
  const { code } = await aCode(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
  await payCode(payments, code, {});
  while ((await readWebhooks(payments.context)) > 0);
  const { body } = await payments.db.kysely
    .selectFrom('webhook_inbox')
    .select('body')
    .where('event_id', 'like', `%${code}%`)
    .executeTakeFirstOrThrow();
  const accepted = Buffer.from(body).toString('utf8');
  const before = await books();
  expect(Object.keys(before)).toContain('webhook_inbox.body');
  const signature = signNotice(accepted, CODE_SECRET);
  const deliver = async (text: string, signed: string, more: Record<string, string> = {}) => {
    const headers = { 'PE-Signature': signed, ...more };
    const answer = await payments.app.request('/api/v1/webhooks/pagoefectivo', { method: 'POST', headers, body: text });
    while ((await readWebhooks(payments.context)) > 0);
    return answer.status;
  };
  expect(await deliver(accepted, signature)).toBe(200);
  expect(await deliver(accepted, signature.toUpperCase())).toBe(200);
  payments.clock.pass({ hours: 20 });
  expect(await deliver(accepted, signature, { Date: 'Thu, 15 Jan 2026 12:00:00 GMT', 'User-Agent': 'another' })).toBe(
    200,
  );
  for (const changed of [`${accepted} `, ` ${accepted}`, `${accepted}\n`, accepted.replace('50', '5000')]) {
    expect(await deliver(changed, signature)).toBe(401);
  }
  // The content service signs with another secret and another digest.
  expect(await deliver(accepted, signWebhook(accepted, CODE_SECRET))).toBe(401);
  expect(await deliver(accepted, signNotice(accepted, 'the secret of the content service'))).toBe(401);
  expect(await books()).toEqual(before);
});

test('a key of one client tells another nothing and does nothing for them, at any endpoint', async () => {
  const [owner, other] = [await aDebtor(payments), await aDebtor(payments)];
  const key = randomUUID();
  const request = { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' };
  const mine = await askToPay(payments, owner, request, key);
  expect(mine.status).toBe(201);
  const { id } = mine.body as { readonly id: string };
  // The very same request from another session: the loan is not theirs.
  const stolen = await askToPay(payments, { headers: other.headers, number: owner.number }, request, key);
  expect(stolen.status).toBe(404);
  expect(JSON.stringify(stolen.body)).not.toContain(id);
  expect(stolen.headers.get('idempotency-replayed')).toBeNull();
  for (const { method, path, access } of ENDPOINTS.filter((one) => one.method !== 'GET' && one.access)) {
    if (path.includes('/auth/') || path.includes('{id}')) continue;
    const address = path.replace('{number}', owner.number);
    const headers = { ...other.headers, 'Idempotency-Key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ loanNumber: owner.number, ...request });
    const answer = await payments.app.request(address, { method, headers, body });
    expect(await answer.text(), `${method} ${path} (${JSON.stringify(access)})`).not.toContain(id);
    expect(answer.headers.get('idempotency-replayed'), path).toBeNull();
  }
  // Their own use of the same key is a payment of their own, once.
  expect(await money(owner.loan.id)).toEqual(1);
  const own = await askToPay(payments, other, request, key);
  expect(own.status).toBe(201);
  expect((own.body as { readonly id: string }).id).not.toBe(id);
});

async function money(loanId: string): Promise<number> {
  const intents = await payments.db.kysely
    .selectFrom('payment_intent')
    .select('id')
    .where('loan_id', '=', loanId)
    .execute();
  return intents.length;
}

test('a key is not answered after its session has ended, and its answer comes back only for the same body', async () => {
  const owner = await aDebtor(payments);
  const key = randomUUID();
  const request = { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' };
  const first = await askToPay(payments, owner, request, key);
  const again = await askToPay(payments, owner, request, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await askToPay(payments, owner, { ...request, amount: 51 }, key)).status).toBe(422);
  // A key of one purpose is new for another.
  const refund = { ...owner.headers, 'Idempotency-Key': key };
  const asked = await payments.app.request(`/api/v1/loan/${owner.number}/refund`, { method: 'POST', headers: refund });
  expect(asked.headers.get('idempotency-replayed')).toBeNull();
  await callEndpoint(payments, logOut, { headers: owner.headers });
  const late = await askToPay(payments, owner, request, key);
  expect(late.status).toBe(401);
  expect(JSON.stringify(late.body)).not.toContain((first.body as { readonly id: string }).id);
  expect(await money(owner.loan.id)).toBe(1);
});
