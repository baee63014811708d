import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import { PAYMENT_INTENT_STATUSES } from '#loan/payment-intent.ts';
import { originateByOperator } from '#server/lending/applications/originate-by-operator.ts';
import type { PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { readLoan, readLoansOf, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { createPayment } from '#server/lending/payments/create-payment.ts';
import { importStatement } from '#server/lending/payments/import-statement.ts';
import type { PaymentContext } from '#server/lending/payments/payment-context.ts';
import { readIntentsOf } from '#server/lending/payments/store/payment-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { sandboxLink } from '#server/lending/people/sandbox-session.ts';
import { createPerson, type NewPerson } from '#server/lending/people/store/person-store.ts';
import type { Services } from '#server/lending/services.ts';

/** The sandbox's client. The document is a made-up one of the specification's samples; nobody has the telephone. */
const DEMO: NewPerson = {
  documentType: 'DNI',
  documentNumber: '45678912',
  firstName: 'Ana',
  lastName1: 'Quispe',
  lastName2: 'Huamán',
  birthDate: '1990-05-01',
  phone: '+51900000321',
  email: 'ana@example.pe',
  address: { ubigeo: '150122', streetType: 'AV', street: 'Ejemplo', number: '120' },
};

/**
 * Makes the client of the demonstration at the first start, and finds them at every later one.
 * @returns who it is, and a link that signs them in once
 */
export async function ensureDemoClient(
  context: IdentityContext,
): Promise<{ readonly personId: string; readonly url: string }> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const proven = { phoneVerifiedAt: new Date(now), emailVerifiedAt: new Date(now) };
  const { personId } = await createPerson(db.kysely, vault, { ...DEMO, ...proven }, now);
  return { personId, url: await sandboxLink(context, personId) };
}

/** S/ 1.500 in six months, to an account of a made-up number whose check digits are right. */
const LOAN = { productId: 11, amount: 1500, term: 6, bankId: '002', cci: '00219100001234567852' } as const;
/** The sum that the client has already transferred, in soles. */
const PAID = 200;
const ACTOR = 'demo';
/** A copy's own job may be sending the money this very moment. */
const PAYOUT_TIMEOUT_MS = 8_000;
const LOOK_AGAIN_MS = 50;

type DemoContext = Services & PaymentContext & { readonly payout: PayoutGateway | undefined };

/**
 * Gives the sandbox's client a running loan, once: originated, paid out by the sandbox's bank, and paid into by a
 * transfer that the bank's statement names. An existing loan is left alone, whatever has become of it since.
 * @returns whether the client has a loan now
 */
export async function ensureDemoLoan(context: DemoContext, personId: string): Promise<boolean> {
  const [known] = await readLoansOf(context.db.kysely, personId);
  const loanId = known?.id ?? (await originate(context, personId));
  const loan = loanId === undefined ? undefined : await paidOut(context, loanId);
  if (!loan) return known !== undefined;
  const started = await readIntentsOf(context.db.kysely, loan.id, PAYMENT_INTENT_STATUSES);
  const untouched = loan.loan.facts.length === 0 && started.length === 0;
  if (untouched && loan.loan.status === 'PERFORMING') await payIn(context, loan);
  return true;
}

async function originate(context: DemoContext, personId: string): Promise<string | undefined> {
  const holder = `${DEMO.firstName} ${DEMO.lastName1}`;
  const made = await originateByOperator(context, { personId, ...LOAN, holder }, { operator: ACTOR, flags: [] });
  if (made.kind === 'originated') return made.loanId;
  context.log.warn({ code: made.code }, 'the demo client has no loan');
  return undefined;
}

/** Undefined while the bank has not paid: the next start looks again. */
async function paidOut(context: DemoContext, loanId: string): Promise<StoredLoan | undefined> {
  const { db, vault, payout } = context;
  const deadline = performance.now() + PAYOUT_TIMEOUT_MS;
  const openDestination = openDestinations(db.kysely, vault);
  for (;;) {
    const stored = await readLoan(db.kysely, { id: loanId });
    if (!stored || stored.loan.valueDate !== undefined) return stored;
    const isOnItsWay = stored.loan.status === 'ORIGINATED' || stored.loan.status === 'DISBURSING';
    if (!payout || !isOnItsWay || performance.now() > deadline) return undefined;
    const sent = await dispatchDisbursements({ ...context, payout, openDestination });
    if (sent === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function payIn(context: DemoContext, { loan, personId }: StoredLoan): Promise<void> {
  const [account] = context.gateways.transferAccounts;
  if (!account) return;
  const request = {
    loanNumber: loan.number,
    personId,
    purpose: 'PREPAY',
    method: 'MANUAL',
    locale: DEFAULT_LOCALE,
  } as const;
  const payment = await createPayment(context, { ...request, amount: PAID });
  if (payment.kind === 'refused') return context.log.warn({ code: payment.code }, 'the demo client could not pay');
  const { reference, amountCents } = payment.intent;
  const credit = {
    bankRef: reference,
    date: calendarDate(context.clock.businessDate()),
    amountCents,
    description: `TRANSFERENCIA ${reference}`,
    reference,
  };
  const statement = { credits: [credit], debits: [], problems: [] };
  await importStatement(context, { bank: account.bank, statement, operator: ACTOR });
}
