import { type Kysely, sql } from 'kysely';
import { operationKey } from '#api/field-rules/operation-number.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { SettlementLineKind, SettlementProvider } from '../tables.ts';

/** Money that a provider owes us or has taken back, and that no settlement has named yet. */
export interface Settleable {
  readonly moneyId: string;
  readonly kind: SettlementLineKind;
  /** The purchase number or the code. */
  readonly reference: string;
  readonly operation: string | undefined;
  /** Below zero: taken back. */
  readonly amountCents: Cents;
}

/**
 * Reads what is not settled yet of some purchases or codes. Collected money is locked, so that two settlements cannot
 * name it at once. A provider takes back what it refunded to a card, owed or not, and what a bank charged back, also
 * after a refund.
 */
export async function lockSettleable(
  trx: Trx,
  provider: SettlementProvider,
  references: readonly string[],
): Promise<Settleable[]> {
  const collected = await trx
    .selectFrom('money_received')
    .select(['id', 'provider_ref', 'operation', 'amount'])
    .where('provider', '=', provider)
    .where('into_account', '=', 'psp-clearing')
    .where((of) =>
      of('provider_ref', '=', of.fn.any(of.val(references.flatMap((one) => [one, operationKey(one) ?? one])))),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const ids = collected.map(({ id }) => id);
  const { rows: takenBack } = await sql<{ id: string; kind: SettlementLineKind; amount: number }>`
    select refund_part.payment_id as id,
      case when surplus_payout.id is null then 'taken-back' else 'surplus' end as kind, refund_part.amount
    from refund_part
    join refund on refund.id = refund_part.refund_id
    left join surplus_payout on surplus_payout.id = refund.id
    where refund.kind = 'PAYMENT' and refund.status = 'PAID' and refund.order_id is null
      and refund_part.payment_id = any(${ids}::uuid[])
    union all
    select money_received.id, 'taken-back', money_received.amount from money_received
    join payment_intent
      on payment_intent.id = coalesce(money_received.matched_intent_id, money_received.intent_id)
    left join surplus_payout on surplus_payout.id = money_received.id
    where payment_intent.status = 'REVERSED' and money_received.loan_id is not null and surplus_payout.id is null
      and money_received.id = any(${ids}::uuid[])
    union all
    select id, 'charged-back', amount from surplus_payout where id = any(${ids}::uuid[])`.execute(trx);
  const named = await trx
    .selectFrom('settlement_line')
    .select(['money_id', 'kind'])
    .where((of) => of('money_id', '=', of.fn.any(sql<string[]>`${ids}::uuid[]`)))
    .execute();
  const settled = new Set(named.map(({ money_id, kind }) => `${kind} ${money_id}`));
  const byId = new Map(collected.map((row) => [row.id, row]));
  const line = (id: string, kind: SettlementLineKind, amountCents: Cents): Settleable[] => {
    const row = byId.get(id);
    if (!row || settled.has(`${kind} ${id}`)) return [];
    return [{ moneyId: id, kind, reference: row.provider_ref, operation: row.operation ?? undefined, amountCents }];
  };
  return [
    ...collected.flatMap(({ id, amount }) => line(id, 'collected', cents(amount))),
    ...takenBack.flatMap(({ id, kind, amount }) => line(id, kind, cents(-amount))),
  ];
}

export interface NewSettlement {
  readonly id: string;
  readonly provider: SettlementProvider;
  readonly providerRef: string;
  readonly collectedCents: Cents;
  readonly costCents: Cents;
  readonly settledOn: CalendarDate;
  /** The credit of the bank that it came as. */
  readonly bankMoneyId: string;
  readonly lines: readonly Settleable[];
  readonly by: string;
  readonly now: number;
}

/** Adds a settlement with its lines. The database refuses one that they and the bank's credit do not cover. */
export async function insertSettlement(trx: Trx, settlement: NewSettlement): Promise<void> {
  const { id, lines } = settlement;
  await trx
    .insertInto('settlement')
    .values({
      id,
      provider: settlement.provider,
      provider_ref: settlement.providerRef,
      collected: settlement.collectedCents,
      cost: settlement.costCents,
      settled_on: settlement.settledOn,
      bank_money_id: settlement.bankMoneyId,
      recorded_by: settlement.by,
      created_at: new Date(settlement.now),
    })
    .execute();
  await sql`
    insert into settlement_line (settlement_id, money_id, kind, amount)
    select ${id}::uuid, line.money_id, line.kind, line.amount from unnest(
      ${lines.map(({ moneyId }) => moneyId)}::uuid[],
      ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ amountCents }) => amountCents)}::bigint[]
    ) as line (money_id, kind, amount)`.execute(trx);
}

export function readSettlement(
  db: Kysely<Tables>,
  { provider, providerRef }: Pick<NewSettlement, 'provider' | 'providerRef'>,
) {
  return db
    .selectFrom('settlement')
    .select(['collected', 'cost', 'settled_on', 'bank_money_id'])
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
}
