import type { TermBody } from '#api/explained-term.ts';
import type { Term } from '#loan/explanation.ts';
import { toSoles } from '#loan/money.ts';

/** One term of a sum on the wire, in soles. */
export function presentTerm({ name, amountCents, basis }: Term): TermBody {
  if (!basis) return { name, amount: toSoles(amountCents), basis: null };
  const amount = toSoles(amountCents);
  const of = toSoles(basis.ofCents);
  if (basis.kind === 'parts') {
    const { kind, count, parts } = basis;
    return { name, amount, basis: { kind, of, count, parts } };
  }
  const { ofCents: _, ratePercent: rate, ...rest } = basis;
  return { name, amount, basis: { ...rest, of, rate } as TermBody['basis'] };
}
