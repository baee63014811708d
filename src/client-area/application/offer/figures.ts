import type { PublicOfferBody } from '#api/endpoints/applications/make-public-offer.ts';
import { type Term, termsOf } from '#loan/explanation.ts';
import { FEE_NAMES, type FeeName } from '#loan/fee-names.ts';
import { type Cents, fromSoles, subtract } from '#loan/money.ts';
import type { Offer } from '#loan/offer.ts';

type Wire = PublicOfferBody['offer'];

/** A row of the costs of a loan. */
export interface CostRow {
  readonly name: FeeName;
  readonly amountCents: Cents;
  /** Before the discount, when there is one. */
  readonly beforeCents: Cents | undefined;
}

/** One instalment. */
export interface Row {
  readonly number: number;
  readonly dueDate: string;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
}

/** The costs of a loan or top-up, row by row in the order of the engine. */
export interface CostFigures extends Pick<Offer, 'principalCents' | 'totalCents' | 'totalVatCents' | 'fees'> {
  readonly costCents: Cents;
  readonly costs: readonly CostRow[];
}

/** An offer in céntimos, as screens show it. */
export interface Figures extends CostFigures {
  readonly dueDate: string;
  readonly tcea: number;
  readonly tceaExclVat: number;
  readonly tea: number;
  /** Empty for a single-payment loan. */
  readonly rows: readonly Row[];
}

/** Converts the wire format (soles). */
export function figuresOf(offer: Wire): Figures {
  const [principalCents, totalCents] = [fromSoles(offer.principal), fromSoles(offer.total)];
  const names = FEE_NAMES.filter((name) => offer.fees[name] !== undefined);
  const lines = names.map((name) => [name, lineOf(offer, name)] as const);
  return {
    principalCents,
    totalCents,
    costCents: subtract(totalCents, principalCents),
    totalVatCents: fromSoles(offer.totalVat),
    fees: Object.fromEntries(lines),
    costs: lines.map(([name, { netCents, afterDiscountCents }]) => ({
      name,
      amountCents: afterDiscountCents,
      beforeCents: netCents === afterDiscountCents ? undefined : netCents,
    })),
    dueDate: offer.dueDate,
    tcea: offer.tcea,
    tceaExclVat: offer.tceaExclVat,
    tea: offer.tea,
    rows: (offer.schedule?.installments ?? []).map((row, index) => ({
      number: index + 1,
      dueDate: row.dueDate,
      principalCents: fromSoles(row.principal),
      interestCents: fromSoles(row.interest),
      feesCents: fromSoles(row.fees),
      vatCents: fromSoles(row.vat),
      totalCents: fromSoles(row.total),
    })),
  };
}

function lineOf(offer: Wire, name: FeeName) {
  const { net, discount, afterDiscount } = offer.fees[name] as NonNullable<Wire['fees'][FeeName]>;
  return {
    netCents: fromSoles(net),
    discountCents: fromSoles(discount),
    afterDiscountCents: fromSoles(afterDiscount),
  };
}

/** Turns the costs into terms of a sum: the costs alone, or with the principal. */
export function costTerms({ principalCents, costs, totalVatCents }: CostFigures, of: 'cost' | 'total'): Term[] {
  const parts = costs.map(({ name, amountCents }) => [name === 'interestFee' ? 'interest' : name, amountCents]);
  const principal = of === 'total' ? { principal: principalCents } : {};
  return termsOf({ ...principal, ...Object.fromEntries(parts), vat: totalVatCents });
}

/** Lists the terms of one instalment. */
export function instalmentTerms({ principalCents, interestCents, feesCents, vatCents }: Row): Term[] {
  return termsOf({ principal: principalCents, interest: interestCents, fees: feesCents, vat: vatCents });
}
