import { randomUUID } from 'node:crypto';
import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { expireTopUps } from '#server/lending/arrangements/expire-top-ups.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { callEndpoint } from '../lending/lending-app.ts';
import { trusted } from '../loans/client-loans.ts';
import { closeThrough, TestBank } from '../loans/loan-service.ts';
import { aDebtor, type Debtor, type Payments } from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';
import { clientCall } from './client-call.ts';
import { asSecond, signedIn } from './colleagues.ts';
import { atLeast } from './late-loan.ts';
import { putToRest } from './quiet.ts';
import { job, type Prepare } from './story.ts';

const PAID_OUT = calendarDate('2026-01-15');
const TODAY = addDays(PAID_OUT, 10);

/** A loan of ten days, of a client who may have more. */
export async function aGoodDebtor(payments: Payments): Promise<Debtor> {
  await putToRest(payments.db);
  payments.clock.moveTo(PAID_OUT);
  const debtor = await aDebtor(payments);
  await proveAgain(payments, debtor, ['extend', 'top-up', 'change-bank-account']);
  await closeThrough(payments.loans, TODAY);
  await trusted(payments, debtor.personId);
  return debtor;
}

const BODY = { principal: 200 };
const keyed = ({ headers }: Debtor) => ({ ...headers, 'Idempotency-Key': randomUUID() });

/** Asked for once, whichever acts need it. */
async function requested(payments: Payments, debtor: Debtor): Promise<void> {
  await callEndpoint(payments, requestTopUp, { headers: debtor.headers, body: BODY });
}

/** Signed once. @returns its order */
async function signed(payments: Payments, debtor: Debtor): Promise<string> {
  await requested(payments, debtor);
  await callEndpoint(payments, signTopUp, { headers: debtor.headers, body: { acceptTerms: true } });
  return (await readOrders(payments.db.kysely, debtor.loan.id)).at(-1)?.id ?? '';
}

function paying(mode: TestBank['mode']): Prepare<Debtor> {
  return async (payments, debtor) => {
    await signed(payments, debtor);
    const payout = new TestBank(payments.clock);
    payout.mode = mode;
    return job(() => dispatchDisbursements({ ...payments.loans.context, payout }));
  };
}

export const TOP_UP_ACTS = {
  'the client asks for more': async (payments, debtor) =>
    clientCall(payments, requestTopUp, { headers: keyed(debtor), body: BODY }),
  'the client signs a top-up': async (payments, debtor) => {
    await requested(payments, debtor);
    return clientCall(payments, signTopUp, { headers: keyed(debtor), body: { acceptTerms: true } });
  },
  'the client declines a top-up': async (payments, debtor) => {
    await requested(payments, debtor);
    return clientCall(payments, declineTopUp, { headers: debtor.headers });
  },
  'a top-up is sent, and the bank pays': paying('pays'),
  'a top-up is sent, and the bank refuses it': paying('rejects'),
  'colleagues stop a top-up': async (payments, debtor) => {
    const orderId = await signed(payments, debtor);
    const thing = { kind: 'document', documentType: 'DNI', documentNumber: debtor.documentNumber };
    for (const name of ['Ana', 'Luis']) {
      const post = await signedIn(payments, name);
      await post('fraud-flags', { thing, reason: 'A ring.' });
    }
    return asSecond(payments, `payouts/${orderId}/stop-top-up`, { reason: 'The device is that of a ring.' });
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;

export const TOP_UP_NIGHT_ACTS = {
  'a top-up that nobody has signed ends': async (payments, debtor) => {
    await requested(payments, debtor);
    atLeast(payments.clock, addDays(TODAY, 2));
    return job(() => expireTopUps(payments.loans.context));
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;
