import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import { readAccounts, readCalculatorSettings, readFigures, readSettings } from '#storyblok/mirror.ts';
import { pageTranslator } from '#storyblok/page-texts.ts';
import { type PageContext, pageContext } from './page-context.ts';
import { publishedProducts } from './published-products.ts';

/** Reads the facts of a language's pages from the mirror. */
export function readPageContext(fullSlug: string, locale: Locale): PageContext {
  return pageContext({
    story: locale === DEFAULT_LOCALE ? fullSlug : `${locale}/${fullSlug}`,
    locale,
    t: pageTranslator(locale),
    settings: readSettings(locale),
    accounts: readAccounts() ?? [],
    ...readProducts(),
    calculatorSettings: Object.values(readCalculatorSettings(locale)).map(({ _uid, ...limits }) => limits),
  });
}

/** Parsed once per file, not once per page. */
const parsed = new WeakMap<object, ReturnType<typeof publishedProducts>>();

function readProducts(): ReturnType<typeof publishedProducts> {
  const raw = readFigures() as object;
  const products = parsed.get(raw) ?? publishedProducts(raw);
  parsed.set(raw, products);
  return products;
}
