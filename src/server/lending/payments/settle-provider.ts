import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { providerSettled } from '#loan/ledger.ts';
import type { Cents } from '#loan/money.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';

export interface Settlement {
  readonly provider: 'NIUBIZ' | 'PAGOEFECTIVO';
  /** The provider's number of the settlement: told twice, it is booked once. */
  readonly providerRef: string;
  readonly collectedCents: Cents;
  readonly costCents: Cents;
  readonly settledOn: CalendarDate;
  readonly operator: string;
}

/** A provider has paid out what it collected, less its cost (domain 2.23). */
export function settleProvider(
  { db, clock }: LoanContext,
  settlement: Settlement,
): Promise<{ readonly kind: 'settled'; readonly isNew: boolean } | Refusal> {
  const { provider, providerRef, collectedCents, costCents, settledOn, operator } = settlement;
  return db.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    const id = uuidv7(now);
    const row = await trx
      .insertInto('settlement')
      .values({
        id,
        provider,
        provider_ref: providerRef,
        collected: collectedCents,
        cost: costCents,
        settled_on: settledOn,
        recorded_by: operator,
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.constraint('settlement_once').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return sameAgain(await readSettlement(trx, provider, providerRef), settlement);
    const businessDate = calendarDate(clock.businessDate());
    const postings = providerSettled(collectedCents, costCents);
    await postJournal(trx, { businessDate, kind: 'provider-settled', ref: id, postings, now });
    const after = { providerRef, collectedCents, costCents, settledOn };
    const actor = `operator:${operator}`;
    await recordAudit(trx, { actor, action: 'provider.settle', subject: `provider:${provider}`, after, at: now });
    return { kind: 'settled', isNew: true } as const;
  });
}

function readSettlement(trx: LoanContext['db']['kysely'], provider: Settlement['provider'], providerRef: string) {
  return trx
    .selectFrom('settlement')
    .select(['collected', 'cost'])
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirstOrThrow();
}

function sameAgain(
  known: { readonly collected: number; readonly cost: number },
  { collectedCents, costCents }: Settlement,
): { readonly kind: 'settled'; readonly isNew: boolean } | Refusal {
  const isSame = known.collected === collectedCents && known.cost === costCents;
  return isSame
    ? { kind: 'settled', isNew: false }
    : refused(409, 'settlement_differs', 'It was booked with other figures.');
}
