import { readdirSync, readFileSync } from 'node:fs';
import reactRenderer from '@astrojs/react/server.js';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
import type { SSRManifest } from 'astro';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { fromProductSettings } from '#api/convert.ts';
import { type PageContext, pageContext } from '#blocks/page-context.ts';
import type { Locale } from '#i18n/locale.ts';
import { translator } from '#i18n/translate.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import type { Tariff } from '#loan/outcomes.ts';
import { parseBlock, type RawBlock } from '#storyblok/block-schema.ts';
import {
  type GlobalSettings,
  globalSettingsSchema,
  navigationLinkSchema,
  socialLinkSchema,
} from '#storyblok/settings.schema.ts';
import { EXTENSION_FEES, FIRST_LOAN } from '#tests/support/loan/products.ts';
import { seedStory, seedTexts } from './seed.ts';

/** The fees a new lender starts with. */
const EXAMPLE_TARIFF: Tariff = {
  moratoryPercent: STANDARD_POLICY.late.moratoryPercent,
  extensionFees: EXTENSION_FEES,
};

/** Above which amounts a new lender asks for them. */
const EXAMPLE_ASKED = { referees: 500, pictures: 1000 };

/** A page of the seed's own settings and texts. */
export function examplePage(locale: Locale = 'es', ...given: [products?: PageContext['products']]): PageContext {
  // Given as undefined: a day without prices.
  const products = given.length > 0 ? given[0] : { ...fromProductSettings(FIRST_LOAN), askedAbove: EXAMPLE_ASKED };
  return pageContext({
    story: 'example',
    locale,
    t: translator(seedTexts(locale)),
    settings: seedSettings(locale),
    products,
    tariff: EXAMPLE_TARIFF,
    businessDate: FIRST_LOAN.singlePayProduct.pricing.businessDate,
    calculatorSettings: [],
  });
}

const SETTINGS: Partial<Record<Locale, GlobalSettings>> = {};

function seedSettings(locale: Locale): GlobalSettings {
  SETTINGS[locale] ??= readSettings(locale);
  return SETTINGS[locale];
}

function readSettings(locale: Locale): GlobalSettings {
  const settings = parseBlock(globalSettingsSchema, seedStory('settings/global', locale), 'settings/global');
  const links = (raw: readonly RawBlock[]) =>
    raw.map((link) => parseBlock(navigationLinkSchema, link, 'settings/global'));
  return {
    ...settings,
    header_navigation: links(settings.header_navigation),
    footer_navigation: links(settings.footer_navigation),
    legal_navigation: links(settings.legal_navigation),
    social: settings.social.map((network) => parseBlock(socialLinkSchema, network, 'settings/global')),
  };
}

/** Every block; each has a folder. */
export const BLOCK_NAMES = readdirSync(new URL('../../src/blocks', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

export function examplesOf(name: string): RawBlock[] {
  return readJson<RawBlock[]>(`src/blocks/${name}/${name}.examples.json`);
}

/** Some blocks are items: they are valid, and have their looks and their heading above them, only inside their parent. */
const PARENTS: Readonly<Record<string, readonly [parent: string, before: string, after: string]>> = {
  'how-it-works-step': ['how-it-works', '<ol>', '</ol>'],
  requirement: ['requirements', '<ul>', '</ul>'],
  'why-us-reason': ['why-us', '<ul>', '</ul>'],
  'grid-item': ['grid', '<ul>', '</ul>'],
  logo: ['logos', '<ul>', '</ul>'],
  'payment-way': ['payment-ways', '<ul>', '</ul>'],
  'bank-account': ['bank-details', '<table class="banks"><tbody>', '</tbody></table>'],
  'faq-group': ['faq', '', ''],
};

/** The block a block is in; undefined for one that stands by itself. */
export function parentOf({ component }: RawBlock): string | undefined {
  return PARENTS[component]?.[0];
}

export function insideItsParent({ component }: RawBlock, html: string): string {
  const [, before, after] = PARENTS[component] ?? ['', '', ''];
  return before + html + after;
}

/** A block as it would be in a page. */
export async function renderBlock(block: RawBlock, page: PageContext = examplePage()): Promise<string> {
  return render(StoryblokComponent, { blok: block, page });
}

/** The container knows Astro's own directives alone; what ours does is the browser's. */
const WITH_OUR_DIRECTIVE = { clientDirectives: new Map([['act', '0']]) } as unknown as SSRManifest;

/** Any Astro component. */
export async function render(
  component: Parameters<AstroContainer['renderToString']>[0],
  props: Readonly<Record<string, unknown>>,
  slots: Readonly<Record<string, string>> = {},
): Promise<string> {
  const container = await AstroContainer.create({ manifest: WITH_OUR_DIRECTIVE });
  container.addServerRenderer({ name: '@astrojs/react', renderer: reactRenderer });
  container.addClientRenderer({ name: '@astrojs/react', entrypoint: '@astrojs/react/client.js' });
  return container.renderToString(component, { props: { ...props }, slots: { ...slots } });
}

/** A JSON file of the repository. */
export function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Value;
}
