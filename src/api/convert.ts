/**
 * Converts between the engine (céntimos) and the wire (soles with two decimals). Separate from the schemas, so that the
 * calculator does not load a validator.
 */
import { calendarDate } from '#loan/calendar.ts';
import type { FeeName } from '#loan/fee-names.ts';
import { type Cents, fromSoles, toSoles } from '#loan/money.ts';
import type { Offer } from '#loan/offer.ts';
import type { Tariff } from '#loan/outcomes.ts';
import type { Product, ProductSettings } from '#loan/product.ts';
import type { ProductBody, ProductSettingsBody, TariffBody } from './endpoints/applications/get-product-settings.ts';
import type { PublicOfferBody } from './endpoints/applications/make-public-offer.ts';

/** Converts from the wire (soles, percent) to the engine (céntimos). */
export function toProductSettings(body: ProductSettingsBody): ProductSettings {
  return {
    singlePayProduct: toProduct(body.singlePayProduct),
    installmentProducts: body.installmentProducts.map(toProduct),
  };
}

/** Converts from the engine to the wire. */
export function fromProductSettings(settings: ProductSettings): ProductSettingsBody {
  return {
    singlePayProduct: fromProduct(settings.singlePayProduct),
    installmentProducts: settings.installmentProducts.map(fromProduct),
  };
}

/** Converts from the wire to the engine. */
export function toTariff({ moratory, extensions, ...rest }: TariffBody): Tariff {
  const extensionFees = new Map<number, Cents>(extensions.map(({ days, fee }) => [days, fromSoles(fee)]));
  return { ...rest, moratoryPercent: moratory, extensionFees };
}

/** Converts from the engine to the wire. */
export function fromTariff({ moratoryPercent, extensionFees, changedMyMindDays }: Tariff): TariffBody {
  return {
    moratory: moratoryPercent,
    extensions: [...extensionFees].map(([days, fee]) => ({ days, fee: toSoles(fee) })),
    ...(changedMyMindDays !== undefined && { changedMyMindDays }),
  };
}

function toProduct({ pricing: wire, ...rest }: ProductBody): Product {
  return {
    ...rest,
    pricing: {
      businessDate: calendarDate(wire.businessDate),
      parameterVersion: wire.parameterVersion,
      teaPercent: wire.tea,
      igvPercent: wire.igv,
      capPercent: wire.cap,
      fees: wire.fees.map(({ name, kind, net, discount }) => ({
        name,
        kind,
        netCents: fromSoles(net),
        discountCents: fromSoles(discount),
      })),
      ...(wire.freeUpTo && { freeUpTo: wire.freeUpTo }),
    },
  };
}

function fromProduct({ pricing: price, ...rest }: Product): ProductBody {
  return {
    ...rest,
    termOptions: [...rest.termOptions],
    pricing: {
      businessDate: price.businessDate,
      parameterVersion: price.parameterVersion,
      tea: price.teaPercent,
      igv: price.igvPercent,
      cap: price.capPercent,
      fees: price.fees.map(({ name, kind, netCents, discountCents }) => ({
        name,
        kind,
        net: toSoles(netCents),
        discount: toSoles(discountCents),
      })),
      ...(price.freeUpTo && { freeUpTo: price.freeUpTo }),
    },
  };
}

/** Converts from the engine to the wire, soles with two decimals. */
export function fromOffer(priced: Offer): PublicOfferBody {
  const fees: PublicOfferBody['offer']['fees'] = {};
  for (const [name, line] of Object.entries(priced.fees)) {
    fees[name as FeeName] = {
      net: toSoles(line.netCents),
      discount: toSoles(line.discountCents),
      afterDiscount: toSoles(line.afterDiscountCents),
    };
  }
  return {
    offer: {
      principal: toSoles(priced.principalCents),
      total: toSoles(priced.totalCents),
      dueDate: priced.dueDate,
      totalFees: toSoles(priced.totalFeesCents),
      totalFeesWithoutDiscount: toSoles(priced.totalFeesWithoutDiscountCents),
      totalFeesWithoutDiscountWithVat: toSoles(priced.totalFeesWithoutDiscountWithVatCents),
      totalVat: toSoles(priced.totalVatCents),
      fees,
      ...(priced.schedule && {
        schedule: {
          installments: priced.schedule.map((row) => ({
            dueDate: row.dueDate,
            total: toSoles(row.totalCents),
            principal: toSoles(row.principalCents),
            interest: toSoles(row.interestCents),
            fees: toSoles(row.feesCents),
            vat: toSoles(row.vatCents),
            balance: toSoles(row.closingCents),
          })),
        },
      }),
      tea: priced.teaPercent,
      tcea: priced.tceaPercent,
      tceaExclVat: priced.tceaExclVatPercent,
    },
  };
}
