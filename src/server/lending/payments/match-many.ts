import { type Cents, cents } from '#loan/money.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { matchMoney, type Owner } from './match-money.ts';
import type { PaymentContext } from './payment-context.ts';
import { readMoney } from './store/money-store.ts';

/** Outcomes of one of several lines: matched now; before, by somebody else; or not, because its loan refuses it. */
export const LINE_OUTCOMES = ['MATCHED', 'NOT_OPEN', 'REFUSED'] as const;

interface MatchedLine {
  readonly id: string;
  readonly amountCents: Cents;
  readonly outcome: (typeof LINE_OUTCOMES)[number];
  /** The API's explanation of a refusal. */
  readonly why?: string;
}

type MatchedLines = { readonly kind: 'matched'; readonly lines: readonly MatchedLine[] };

/**
 * Books several lines of unidentified money, each in a transaction of its own, and says of each what became of it. A line
 * that was matched or returned meanwhile stays as it is. Done again after it was interrupted, it books the rest.
 */
export async function matchMany(
  context: PaymentContext,
  pairs: readonly { readonly id: string; readonly owner: Owner }[],
  operator: string,
): Promise<MatchedLines | Refusal> {
  const lines: MatchedLine[] = [];
  for (const { id, owner } of pairs) {
    const matched = await matchMoney(context, id, owner, { operator });
    const money = matched.kind === 'matched' ? matched.money : await readMoney(context.db.kysely, id);
    const line = { id, amountCents: money?.amountCents ?? cents(0) };
    if (matched.kind === 'matched') lines.push({ ...line, outcome: 'MATCHED' });
    else if (matched.code === 'money_state') lines.push({ ...line, outcome: 'NOT_OPEN' });
    else lines.push({ ...line, outcome: 'REFUSED', why: matched.message });
  }
  if (lines.some(({ outcome }) => outcome === 'MATCHED')) return { kind: 'matched', lines };
  const why = lines.map(({ id, why: said }) => `${id}: ${said ?? 'identified or returned meanwhile'}`).join(' ');
  return refused(409, 'money_state', `No line could be matched. ${why}`);
}
