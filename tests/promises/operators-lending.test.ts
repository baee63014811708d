import { expect } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import { promise } from './promise.ts';

let isClosed = false;
const payments = withPayments({ maintenance: async () => isClosed });

const lender = lenderOf(payments);

promise('Whether the client may be called now', { file: 'src/i18n/staff-acts.ts' }, async () => {
  const { number } = await aDebtor(payments);
  expect(await lender(`contact show ${number}`)).toContain('mayCallNow: yes');
  await lender(`contact pause ${number}`, { reason: 'FRAUD_CLAIM' });
  expect(await lender(`contact show ${number}`)).toMatch(/mayCallNow: paused[\s\S]*FRAUD_CLAIM/);
});

promise(
  '`npm run lender -- maintenance pass` prints a link for staff: the browser that opens it gets the API, and from `npm start` the pages of the last open release too; behind nginx or a publisher alone, which cannot check it, only the API.',
  { file: 'src/tools/README.md' },
  async () => {
    isClosed = true;
    const session = (headers = {}) => callEndpoint(payments, getSession, { headers });
    expect((await session()).status).toBe(503);
    const link = /https?:\S+/.exec(await lender('maintenance pass'))?.[0] ?? '';
    const opened = await payments.app.request(new URL(link).pathname);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await session({ cookie })).status).toBe(401);
  },
);
