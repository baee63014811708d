import { toProductSettings } from '#api/convert.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { isOffered, type Product, productsToShow } from '#loan/product.ts';
import { linkHref } from '#storyblok/link.ts';
import { phoneHref } from './contact-links.ts';
import type { PageContext } from './page-context.ts';

/** Structured data about a page (schema.org). All of it is visible on the page as well. */
type Thing = Readonly<Record<string, unknown>>;

/** Describes the lender, on the home page. */
export function organizationData(page: PageContext, siteUrl: string): Thing {
  const { settings, locale } = page;
  const telephone = settings.phone ?? settings.whatsapp;
  const social = settings.social.flatMap(({ url }) => linkHref(url, locale) ?? []);
  return {
    '@type': 'FinancialService',
    '@id': organizationId(siteUrl),
    name: settings.site_name,
    url: siteUrl,
    logo: new URL('/favicon.svg', siteUrl).href,
    email: settings.email,
    ...(settings.company_name && { legalName: settings.company_name }),
    ...(settings.company_ruc && { taxID: settings.company_ruc }),
    ...(settings.company_address && {
      address: { '@type': 'PostalAddress', streetAddress: settings.company_address, addressCountry: 'PE' },
    }),
    areaServed: 'PE',
    currenciesAccepted: 'PEN',
    // With the country's code, as a search engine can dial it.
    ...(telephone && { telephone: phoneHref(telephone).replace('tel:', '') }),
    ...(social.length > 0 && { sameAs: social }),
  };
}

/** Describes the way from home to a page, both included. */
export function breadcrumbData(way: readonly { readonly name: string; readonly url: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, url }, k) => ({ '@type': 'ListItem', position: k + 1, name, item: url })),
  };
}

/** Questions with their answers as safe HTML. */
export function faqData(questions: readonly { readonly question: string; readonly answer: string }[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Describes the products of a first loan, priced with the figures the page was built with. */
export function loanData(
  page: PageContext,
  { siteUrl, pageUrl }: { readonly siteUrl: string; readonly pageUrl: string },
  nameOf: (product: Product) => string,
): Thing {
  const loans = offeredProducts(page).map((product) => ({
    '@type': 'LoanOrCredit',
    name: nameOf(product),
    provider: {
      '@type': 'FinancialService',
      '@id': organizationId(siteUrl),
      name: page.settings.site_name,
      url: siteUrl,
    },
    currency: 'PEN',
    amount: {
      '@type': 'MonetaryAmount',
      currency: 'PEN',
      minValue: product.minAmount,
      maxValue: product.maxAmount,
    },
    loanTerm: {
      '@type': 'QuantitativeValue',
      minValue: product.minTerm,
      maxValue: product.maxTerm,
      // UN/CEFACT: day, month.
      unitCode: product.productType === 'SINGLE_PAY' ? 'DAY' : 'MON',
    },
    interestRate: product.pricing.teaPercent,
    annualPercentageRate: usualOffer(product).tceaPercent,
    feesAndCommissionsSpecification: pageUrl,
  }));
  return { '@graph': loans };
}

/** Lists the products on sale today. */
export function offeredProducts({ products }: Pick<PageContext, 'products'>): Product[] {
  return products ? productsToShow(toProductSettings(products)).filter(isOffered) : [];
}

/**
 * Prices the calculator's default loan, because very small and short ones have extreme rates. Its TCEA is in the table
 * of rates.
 */
export function usualOffer(product: Product): Offer {
  return priceOffer(product, product.defaultAmount, product.defaultTerm, product.pricing.businessDate);
}

function organizationId(siteUrl: string): string {
  return `${siteUrl}#organization`;
}
