import { formatAmount, formatSoles } from '#i18n/format.ts';
import type { Offer } from '#loan/offer.ts';
import { percent, type Thread, threadFill } from '#ui/chart/threads.tsx';
import type { Say } from '../texts.ts';

/** The figures of an offer that the cost bar shows. */
export type Costs = Pick<Offer, 'principalCents' | 'totalCents' | 'totalVatCents' | 'fees'>;

/** Where the cost of a loan goes, in céntimos; the three parts sum to it. */
export function costParts({ principalCents, totalCents, totalVatCents: vat, fees: lines }: Costs) {
  const cost = totalCents - principalCents;
  const interest = lines.interestFee?.afterDiscountCents ?? 0;
  return { cost, interest, fees: cost - interest - vat, vat };
}

/** Width of a label's character as a share of the narrowest drawing (a phone of 360 px with a wide font). */
const CHARACTER_SHARE = 0.026;

interface Props {
  readonly id: string;
  readonly offer: Costs;
  readonly say: Say<'calc_cost_picture'>;
}

/** Line one: loan and cost to scale. Line two: the cost by part. Nothing when the loan costs nothing. */
export function CostBar({ id, offer, say }: Props) {
  const { cost, interest, fees, vat } = costParts(offer);
  if (cost === 0) return null;
  const { principalCents, totalCents } = offer;
  const capital = percent(principalCents / totalCents);
  const bar = (thread: Thread, y: number, from: number, amount: number, whole: number) => (
    <rect fill={threadFill(id, thread)} x={percent(from / whole)} y={y} width={percent(amount / whole)} height="18" />
  );
  const sentence = say('calc_cost_picture', {
    total: formatSoles(totalCents),
    principal: formatSoles(principalCents),
    cost: formatSoles(cost),
    interest: formatAmount(interest),
    fees: formatAmount(fees),
    vat: formatAmount(vat),
  });
  // A label that would overlap its neighbour is omitted; the table below has the number.
  const width = (amount: number) => formatSoles(amount).length * CHARACTER_SHARE * cost;
  const middleFits =
    width(interest) + width(fees) / 2 < interest + fees / 2 && width(fees) / 2 + width(vat) < fees / 2 + vat;
  return (
    <svg className="chart" width="100%" height="74" role="img" aria-label={sentence}>
      {bar('capital', 0, 0, principalCents, totalCents)}
      {bar('interest', 0, principalCents, cost, totalCents)}
      <svg y="18" width="100%" height="22" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <path className="zoom" d={`M${Number.parseFloat(capital)} 0H100V10H0z`} />
      </svg>
      {bar('interest', 40, 0, interest, cost)}
      {bar('fees', 40, interest, fees, cost)}
      {bar('vat', 40, interest + fees, vat, cost)}
      {width(interest) < interest + fees && <text y="72">{formatSoles(interest)}</text>}
      {middleFits && (
        <text className="m" x={percent((interest + fees / 2) / cost)} y="72">
          {formatSoles(fees)}
        </text>
      )}
      {width(vat) < fees + vat && (
        <text className="e" x="100%" y="72">
          {formatSoles(vat)}
        </text>
      )}
    </svg>
  );
}
