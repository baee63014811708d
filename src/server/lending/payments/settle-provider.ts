import { isSameOperation } from '#api/field-rules/operation-number.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { providerSettled } from '#loan/ledger.ts';
import { type Cents, cents, sum, toSoles } from '#loan/money.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { type Approve, recordDone } from '#server/lending/staff/approvals.ts';
import { closeTasks } from '#server/lending/staff/task-store.ts';
import { lockUnapplied, resolveUnapplied } from './store/money-store.ts';
import { insertSettlement, lockSettleable, readSettlement, type Settleable } from './store/settlement-store.ts';
import type { SettlementProvider } from './tables.ts';

/** A line of a provider's settlement: a payment it pays out, or below zero one it took back. */
export interface SettlementLine {
  /** The purchase number or the code. */
  readonly reference: string;
  /** Of one code paid more than once. */
  readonly operation?: string | undefined;
  readonly amountCents: Cents;
}

export interface Settlement {
  readonly provider: SettlementProvider;
  /** The provider's number of the settlement: told twice, it is booked once. */
  readonly providerRef: string;
  readonly lines: readonly SettlementLine[];
  readonly costCents: Cents;
  readonly settledOn: CalendarDate;
  /** The unidentified credit of a bank's statement that it came as. */
  readonly bankMoneyId: string;
  readonly operator: string;
  /** Another account has said the same. */
  readonly approve?: Approve | undefined;
}

export type Settled = { readonly kind: 'settled'; readonly isNew: boolean } | Refusal;

/**
 * Books that a provider has paid out what it collected, less what it took back and its cost (domain 2.23). Every line
 * must be money of ours that waits for it, and the lines must equal the bank's credit and the cost to the céntimo
 * (decision 0108). From then on the credit does not belong to any client, and the cost has a posting of its own.
 */
export function settleProvider({ db, clock }: LoanContext, settlement: Settlement): Promise<Settled> {
  const { provider, providerRef, costCents, settledOn, bankMoneyId, operator, approve } = settlement;
  return db.kysely.transaction().execute(async (trx): Promise<Settled> => {
    // The lock of the bank's credit is what keeps one settlement told twice at once from being booked twice.
    const credit = await lockUnapplied(trx, bankMoneyId);
    const known = await readSettlement(trx, settlement);
    if (known) return sameAgain(known, settlement);
    if (credit?.provider !== 'BANK') {
      return refused(
        409,
        'money_state',
        'The bank’s credit must wait among the unidentified: import its statement first.',
      );
    }
    const found = findLines(settlement.lines, await lockSettleable(trx, provider, referencesOf(settlement.lines)));
    const collectedCents = sum(...settlement.lines.map(({ amountCents }) => amountCents));
    if (found.problems.length > 0) return notCovered(found.problems);
    if (collectedCents !== credit.amountCents + costCents) {
      const [lines, came, cost] = [collectedCents, credit.amountCents, costCents].map(soles);
      return notCovered([`its lines are ${lines}, but ${came} came and the cost is ${cost}`]);
    }
    const now = clock.now();
    const id = uuidv7(now);
    await insertSettlement(trx, {
      id,
      provider,
      providerRef,
      collectedCents,
      costCents,
      settledOn,
      bankMoneyId,
      lines: found.lines,
      by: operator,
      now,
    });
    const businessDate = calendarDate(clock.businessDate());
    const postings = providerSettled(collectedCents, costCents);
    await postJournal(trx, { businessDate, kind: 'provider-settled', ref: id, postings, now });
    const actor = `operator:${operator}`;
    await resolveUnapplied(trx, bankMoneyId, { status: 'SETTLED', by: actor, note: `${provider} ${providerRef}`, now });
    await closeTasks(trx, `money:${bankMoneyId}`, { by: actor, now });
    const after = { providerRef, collectedCents, costCents, settledOn, bankMoneyId, lines: found.lines.length };
    const entry = { actor, action: 'provider.settle', subject: `provider:${provider}`, after, at: now };
    await recordDone(trx, entry, approve);
    return { kind: 'settled', isNew: true };
  });
}

function referencesOf(lines: readonly SettlementLine[]): readonly string[] {
  return [...new Set(lines.map(({ reference }) => reference))];
}

/** Finds the money that each line names, each once; or says what is wrong with it. */
function findLines(
  lines: readonly SettlementLine[],
  waiting: readonly Settleable[],
): { readonly lines: readonly Settleable[]; readonly problems: readonly string[] } {
  const left = [...waiting];
  const found: Settleable[] = [];
  const problems: string[] = [];
  for (const { reference, operation, amountCents } of lines) {
    const at = left.findIndex(
      (one) =>
        isSameOperation(one.reference, reference) &&
        one.amountCents === amountCents &&
        (operation === undefined || isSameOperation(one.operation ?? '', operation)),
    );
    if (at >= 0) found.push(...left.splice(at, 1));
    else problems.push(problemOf(reference, amountCents, left));
  }
  return { lines: found, problems };
}

function problemOf(reference: string, amountCents: Cents, left: readonly Settleable[]): string {
  const others = left.filter((one) => isSameOperation(one.reference, reference)).map((one) => soles(one.amountCents));
  const waits = others.length > 0 ? `waits with ${others.join(' and ')}` : 'does not wait for a settlement';
  return `${reference} of ${soles(amountCents)} ${waits}`;
}

function soles(amount: number): string {
  return toSoles(cents(amount)).toFixed(2);
}

/** More than this nobody reads. */
const MOST_PROBLEMS = 20;

function notCovered(problems: readonly string[]): Refusal {
  const more = problems.length > MOST_PROBLEMS ? `; and ${problems.length - MOST_PROBLEMS} more` : '';
  const listed = problems.slice(0, MOST_PROBLEMS).join('; ');
  return refused(409, 'settlement_not_covered', `Nothing was booked: ${listed}${more}.`);
}

function sameAgain(
  known: NonNullable<Awaited<ReturnType<typeof readSettlement>>>,
  { lines, costCents, settledOn, bankMoneyId }: Settlement,
): Settled {
  const isSame =
    known.collected === sum(...lines.map(({ amountCents }) => amountCents)) &&
    known.cost === costCents &&
    known.settled_on === settledOn &&
    known.bank_money_id === bankMoneyId;
  return isSame
    ? { kind: 'settled', isNew: false }
    : refused(409, 'settlement_differs', 'It was booked with other figures.');
}
