import type { ExtensionOptionBody } from '#api/extension-body.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { ExtensionOffer } from '#loan/extension-offer.ts';
import { subtract, toSoles } from '#loan/money.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';

/** An extension on the wire, in soles. */
export function presentExtension(offer: ExtensionOffer, validUntil: CalendarDate): ExtensionOptionBody {
  const { price, tceaAfterPercent, totalCostAfterCents, payingNowCents, terms, dueAfterTerms } = offer;
  const { arrears } = price;
  return {
    term: price.termDays,
    price: toSoles(price.totalCents),
    breakdown: {
      arrears: {
        interest: toSoles(arrears.interestCents),
        vat: toSoles(arrears.vatCents),
        moratory: toSoles(arrears.moratoryCents),
      },
      extensionInterest: toSoles(price.interestCents),
      extensionFee: toSoles(price.feeCents),
      vat: toSoles(price.vatCents),
    },
    currentDueDate: price.currentDueDate,
    newDueDate: price.newDueDate,
    tceaAfter: tceaAfterPercent,
    terms: terms.map(presentTerm),
    dueAfter: {
      amount: toSoles(subtract(totalCostAfterCents, price.totalCents)),
      terms: dueAfterTerms.map(presentTerm),
    },
    totalCostAfter: toSoles(totalCostAfterCents),
    compareToPayingNow: toSoles(payingNowCents),
    validUntil,
  };
}
