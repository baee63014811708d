import { calendarDate } from '#loan/calendar.ts';
import { cents, sum } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import type { Company } from './company.ts';

/** Finds what is wrong between the books and the world outside: nothing, or a sentence each. */
export async function faultsOfBooks(company: Company): Promise<readonly string[]> {
  return [...(await faultsOfBank(company)), ...(await faultsOfPayouts(company)), ...(await faultsOfLoans(company))];
}

/**
 * Our account in the books is the bank's own record of it: every credit once, however often it was stated (P36), less
 * what it took back and what it paid out. What a colleague returned or the client is owed has left the books before.
 */
async function faultsOfBank({ db, statements, bank }: Company): Promise<readonly string[]> {
  const { kysely } = db;
  const stated = statements.lines.filter((line) => !statements.leftToPeople.has(line));
  const lines = sum(...stated.map(({ soles }) => cents(Math.round(soles * 100))));
  const refunds = await kysely.selectFrom('refund').select(['id', 'kind', 'status', 'amount']).execute();
  const orders = await kysely.selectFrom('disbursement_order').select(['id', 'status']).execute();
  const isBooked = (id: string): boolean => {
    const refund = refunds.find((one) => one.id === id);
    if (refund) return refund.kind === 'CREDIT' || refund.status === 'PAID';
    return orders.some((one) => one.id === id && one.status === 'CONFIRMED');
  };
  const paid = [...bank.paidOut.values()].filter(({ orderId }) => isBooked(orderId));
  // Credit leaves the books when it is asked for, so that nothing else can use it.
  const onItsWay = refunds.filter(
    ({ id, kind, status }) => kind === 'CREDIT' && !['PAID', 'REJECTED'].includes(status) && !bank.paidOut.has(id),
  );
  const returned = await kysely
    .selectFrom('unapplied')
    .innerJoin('money_received', 'money_received.id', 'unapplied.id')
    .select('money_received.amount')
    .where('unapplied.status', '=', 'RETURNED')
    .where('money_received.provider', '=', 'BANK')
    .execute();
  const gone = [
    ...paid.map(({ amountCents }) => amountCents),
    ...[...onItsWay, ...returned].map(({ amount }) => cents(amount)),
  ];
  const expected = lines - sum(...gone);
  const booked = (await readBalances(kysely)).bank ?? 0;
  return booked === expected ? [] : [`the bank has ${expected} and the books have ${booked}`];
}

/** Nothing is paid out twice, and nothing without an order. */
async function faultsOfPayouts({ db, bank }: Company): Promise<readonly string[]> {
  const rows = [
    ...(await db.kysely.selectFrom('disbursement_order').select(['id', 'amount']).execute()),
    ...(await db.kysely.selectFrom('refund').select(['id', 'amount']).execute()),
  ];
  const amounts = new Map(rows.map(({ id, amount }) => [id, amount]));
  return [...bank.paidOut.values()]
    .filter(({ orderId, amountCents }) => amounts.get(orderId) !== amountCents)
    .map(
      ({ orderId, amountCents }) => `the bank has paid ${amountCents} for ${orderId}, which is ${amounts.get(orderId)}`,
    );
}

/** Everything that came for a loan is allocated to it, owed to its client, or has gone back (P15). */
async function faultsOfLoans({ db, clock, contexts }: Company): Promise<readonly string[]> {
  const { kysely } = db;
  const calendar = await contexts.services.calendar.days(kysely);
  const faults: string[] = [];
  for (const { id } of await kysely.selectFrom('loan').select('id').orderBy('id').execute()) {
    const stored = await readLoan(kysely, { id });
    if (!stored || stored.loan.valueDate === undefined) continue;
    const date = calendarDate(stored.bookedThrough ?? clock.businessDate());
    const { groups, creditCents } = standingOn(stored.loan, { date, calendar });
    const allocated = groups.flatMap(({ lines }) =>
      Object.values(lines).map((of) => sum(of.paidNetCents, of.paidVatCents)),
    );
    const back = stored.loan.facts.flatMap((fact) =>
      (fact.kind === 'payment' && fact.reversedOn) || fact.kind === 'refund' ? [fact.amountCents] : [],
    );
    const came = await kysely.selectFrom('money_received').select('amount').where('loan_id', '=', id).execute();
    const [kept, received] = [sum(...allocated, creditCents, ...back), sum(...came.map(({ amount }) => cents(amount)))];
    if (kept !== received) faults.push(`${stored.loan.number} received ${received} and accounts for ${kept}`);
  }
  return faults;
}
