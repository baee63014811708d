import { formatAmount, formatSoles } from '#i18n/format.ts';
import type { Offer } from '#loan/offer.ts';
import { percent, Swatch, type Thread, threadFill } from '#ui/chart/threads.tsx';
import type { Say } from '../texts.ts';

/** The figures of an offer that the cost bar shows. */
export type Costs = Pick<Offer, 'principalCents' | 'totalCents' | 'totalVatCents' | 'fees'>;

/** Where the cost of a loan goes, in céntimos; the three parts sum to it. */
function costParts({ principalCents, totalCents, totalVatCents: vat, fees: lines }: Costs) {
  const cost = totalCents - principalCents;
  const interest = lines.interestFee?.afterDiscountCents ?? 0;
  return { cost, interest, fees: cost - interest - vat, vat };
}

/** The parts of a repayment, each named below its picture. */
const PARTS = ['capital', 'interest', 'fees', 'vat'] as const satisfies readonly Thread[];

interface Props {
  readonly id: string;
  readonly offer: Costs;
  readonly say: Say<'calc_cost_picture' | `calc_part_${(typeof PARTS)[number]}`>;
}

/** Line one: loan and cost to scale. Line two: the cost by part. Nothing when the loan costs nothing. */
export function CostBar({ id, offer, say }: Props) {
  const { cost, ...parts } = costParts(offer);
  if (cost === 0) return null;
  const { principalCents, totalCents } = offer;
  const { interest, fees, vat } = parts;
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
  return (
    <>
      <svg className="chart" width="100%" height="58" role="img" aria-label={sentence}>
        {bar('capital', 0, 0, principalCents, totalCents)}
        {bar('interest', 0, principalCents, cost, totalCents)}
        <svg y="18" width="100%" height="22" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <path className="zoom" d={`M${Number.parseFloat(capital)} 0H100V10H0z`} />
        </svg>
        {bar('interest', 40, 0, interest, cost)}
        {bar('fees', 40, interest, fees, cost)}
        {bar('vat', 40, interest + fees, vat, cost)}
      </svg>
      {/* The picture's sentence says the same to who does not see it. */}
      <p className="legend" aria-hidden="true">
        {PARTS.map((part) => (
          <span key={part}>
            <Swatch id={id} thread={part} />
            {`${say(`calc_part_${part}`)} ${formatSoles(part === 'capital' ? principalCents : parts[part])}`}
          </span>
        ))}
      </p>
    </>
  );
}
