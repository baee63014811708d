import type { TermBody } from '#api/explained-term.ts';
import type { Term } from '#loan/explanation.ts';
import { toSoles } from '#loan/money.ts';

/** One term of a sum on the wire, in soles. */
export function presentTerm({ name, amountCents, basis }: Term): TermBody {
  if (!basis) return { name, amount: toSoles(amountCents), basis: null };
  const { ofCents, ratePercent: rate, ...rest } = basis;
  return { name, amount: toSoles(amountCents), basis: { ...rest, of: toSoles(ofCents), rate } as TermBody['basis'] };
}
