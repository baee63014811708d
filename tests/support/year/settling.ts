import { cents, sum, toSoles } from '#loan/money.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import { lockSettleable } from '#server/lending/payments/store/settlement-store.ts';
import type { Company } from './company.ts';
import { act, listed, type Unnamed } from './staff-call.ts';

/** Begins the text of a provider's payout in the bank's statement. */
export const SETTLEMENT = 'LIQUIDACION';
const PROVIDERS = ['NIUBIZ', 'PAGOEFECTIVO'] as const;
const COST_PERCENT = 3;

/** The provider's own list of what it pays out. */
export interface ProviderList {
  readonly lines: readonly { readonly reference: string; readonly operation?: string; readonly amount: number }[];
  readonly cost: number;
}

/** About once a week a provider pays out all it owes, less its cost; its list is entered when the bank's line is there. */
export async function settle(company: Company): Promise<void> {
  const { clock, luck, settling, statements } = company;
  const unnamed = await listed<Unnamed>(company, 'unapplied', 'unapplied');
  for (const provider of PROVIDERS) {
    const text = `${SETTLEMENT} ${provider}`;
    const list = settling.get(provider);
    const line = unnamed.find(({ description }) => description === text);
    if (list && line) {
      const body = { provider, reference: uuidv4(), ...list, date: clock.businessDate(), line: line.id };
      await act(company, 'payments settle', 'settlements', body);
      settling.delete(provider);
    } else if (!list && !line && luck.happens(0.2)) {
      const { soles, ...owed } = await owedBy(company, provider);
      if (soles <= 0) continue;
      settling.set(provider, owed);
      statements.credit(clock.businessDate(), text, soles);
    }
  }
}

async function owedBy({ db }: Company, provider: (typeof PROVIDERS)[number]) {
  const collected = await db.kysely
    .selectFrom('money_received')
    .select('provider_ref')
    .where('provider', '=', provider)
    .execute();
  const references = collected.map(({ provider_ref }) => provider_ref);
  const owed = await db.kysely.transaction().execute((trx) => lockSettleable(trx, provider, references));
  const gross = sum(...owed.map(({ amountCents }) => amountCents));
  const cost = cents(Math.floor((Math.max(0, gross) * COST_PERCENT) / 100));
  const lines = owed.map(({ reference, operation, amountCents }) => ({
    reference,
    ...(operation !== null && operation !== undefined && { operation }),
    amount: toSoles(amountCents),
  }));
  return { lines, cost: toSoles(cost), soles: toSoles(cents(gross - cost)) };
}
