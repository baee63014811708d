import { type ProductSettingsBody, productSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import { PRODUCT_SETTINGS_FILE, readCalculatorSettings, readExtra, readSettings } from '#storyblok/mirror.ts';
import { pageTranslator } from '#storyblok/page-texts.ts';
import { type PageContext, pageContext } from './page-context.ts';

/** The facts of a language's pages, read from the mirror. */
export function readPageContext(fullSlug: string, locale: Locale): PageContext {
  return pageContext({
    story: locale === DEFAULT_LOCALE ? fullSlug : `${locale}/${fullSlug}`,
    locale,
    t: pageTranslator(locale),
    settings: readSettings(locale),
    products: readProductSettings(),
    calculatorSettings: Object.values(readCalculatorSettings(locale)).map(({ _uid, ...limits }) => limits),
  });
}

/** Parsed once per file, not once per page. */
const parsed = new WeakMap<object, ProductSettingsBody>();

/** Validated before use: a page must not be built with half a price. */
function readProductSettings(): ProductSettingsBody {
  const raw = readExtra(PRODUCT_SETTINGS_FILE) as object;
  const products = parsed.get(raw) ?? productSettingsBody.parse(raw);
  parsed.set(raw, products);
  return products;
}
