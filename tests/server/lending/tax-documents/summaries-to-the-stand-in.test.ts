import { beforeEach, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { sandboxSunat } from '#server/lending/gateways/tax-documents/serve-sandbox-sunat.ts';
import { sunatService } from '#server/lending/gateways/tax-documents/sunat-service.ts';
import { policyReader } from '#server/lending/tax-documents/tax-policy.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { closeSandboxes, serveSandbox } from '#tests/support/lending/sandbox-server.ts';
import { aLoan, withLoanService } from '#tests/support/loans/loan-service.ts';
import { documentsOf, documentThrough, sendAll, sendingContext } from '#tests/support/tax-documents/tax-service.ts';

closeSandboxes();
const service = withLoanService();
const CREDENTIALS = { user: '20999999990MODDATOS', password: 'sandbox' };

let isBySummary = false;
beforeEach(async () => {
  if (isBySummary) return;
  isBySummary = true;
  const tax = await policyReader()(service.db.kysely, calendarDate('2026-02-15'));
  const value = { ...tax, sending: 'SUMMARY' };
  await changeParameter(service.db, { kind: 'policy', key: 'tax-documents', from: '2026-02-11', value });
});

async function open() {
  const loan = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const server = await serveSandbox(sandboxSunat({ credentials: CREDENTIALS, now: service.clock.now }));
  const path = `${server.url}/sandbox/sunat`;
  const settings = { serviceUrl: `${path}/billService`, consultUrl: `${path}/billConsultService`, ...CREDENTIALS };
  const context = sendingContext(service, sunatService({ settings, fetch }));
  return {
    next: (behaviour: string) => server.press('/sandbox/sunat/next', { behaviour }),
    status: async () => (await documentsOf(service, loan.id)).map(({ status }) => status),
    later: async (minutes: number) => {
      service.clock.pass({ minutes });
      await sendAll(context);
    },
  };
}

test.each([
  ['accept', 'SENT', 'ACCEPTED'],
  ['observe', 'SENT', 'OBSERVED'],
  ['answer-late', 'SENT', 'ACCEPTED'],
  ['lose', 'SENT', 'ACCEPTED'],
  ['accept-silently', 'SENT', 'ACCEPTED'],
  ['know-already', 'ACCEPTED', 'ACCEPTED'],
])('a summary of the day, %s: its documents are %s at first, %s in the end', async (behaviour, first, outcome) => {
  const { next, status, later } = await open();
  await next(behaviour);
  await later(0);
  expect(await status()).toEqual([first]);
  for (let time = 0; time < 5; time += 1) await later(60);
  expect(await status()).toEqual([outcome]);
});
