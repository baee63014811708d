import {
  asset,
  type BlockContent,
  blockSchema,
  blocks,
  boolean,
  link,
  number,
  numberList,
  option,
  richtext,
  text,
  textarea,
} from './block-schema.ts';

/**
 * Stories that are not pages: settings of every layout (`settings/global`) and of the calculator
 * (`settings/calculator`). Field names are the spec's (product-spec §3).
 */
export const navigationLinkSchema = blockSchema({
  name: 'navigation-link',
  displayName: 'Navigation link',
  kind: 'nested',
  fields: {
    title: text({ required: true }),
    url: link({ required: true }),
    is_button: boolean({ description: 'Shown as a button' }),
    hide_on_mobile: boolean({ description: 'Left out of the menu on phones' }),
  },
});

export const socialLinkSchema = blockSchema({
  name: 'social-link',
  displayName: 'Social network',
  kind: 'nested',
  fields: {
    network: option(['facebook', 'instagram', 'tiktok', 'youtube', 'x', 'linkedin']),
    url: link({ required: true }),
  },
});

export const globalSettingsSchema = blockSchema({
  name: 'global-settings',
  displayName: 'Global settings',
  kind: 'story',
  fields: {
    site_name: text({ required: true, translatable: false, description: 'Beside the logo and in page titles' }),
    tagline: text({ description: 'Under the logo in the footer' }),
    header_logo: asset({ description: 'Blank: the built-in mark' }),
    header_navigation: blocks(['navigation-link']),
    footer_navigation: blocks(['navigation-link']),
    legal_navigation: blocks(['navigation-link']),
    contacts_title: text({ required: true }),
    whatsapp: text({ translatable: false, description: 'With the country code: +51 900 000 123' }),
    phone: text({ translatable: false }),
    email: text({ required: true, translatable: false }),
    social: blocks(['social-link']),
    general_conditions: richtext({ description: 'The small print under every page' }),
    copyright: text({ required: true }),
    company_name: text({ translatable: false, description: 'Legal name' }),
    company_ruc: text({ translatable: false, description: 'RUC, 11 digits' }),
    company_address: text({ translatable: false, description: 'Street, number, district and city' }),
    registry: text({ description: 'In which register the lender stands, with its number' }),
    hours: text({ description: 'When somebody answers' }),
    maintenance_on: boolean({ description: 'Replaces the whole site with the maintenance page' }),
    maintenance_title: text({}),
    maintenance_info: textarea({}),
    maintenance_phone: text({ translatable: false }),
    maintenance_email: text({ translatable: false }),
  },
});

/** Limits that editors may set per product type, within the server's product settings (design §8). */
export const calculatorProductSchema = blockSchema({
  name: 'calculator-product',
  displayName: 'Calculator: one kind of loan',
  kind: 'nested',
  fields: {
    productType: option(['SINGLE_PAY', 'INSTALLMENT']),
    minAmount: number({ min: 0, description: 'Soles; blank: as the product' }),
    maxAmount: number({ min: 0, description: 'Soles; blank: as the product' }),
    step: number({ min: 1, description: 'Soles; blank: as the product' }),
    choices: numberList({ description: 'Terms offered, with commas: 7, 14, 30. Blank: all of the product' }),
    termUnit: option(['days', 'months']),
  },
});

export const calculatorSettingsSchema = blockSchema({
  name: 'calculator-settings',
  displayName: 'Calculator settings',
  kind: 'story',
  fields: { products: blocks(['calculator-product'], { maximum: 2 }) },
});

export type NavigationLink = BlockContent<typeof navigationLinkSchema>;
type SocialLink = BlockContent<typeof socialLinkSchema>;
type RawGlobalSettings = BlockContent<typeof globalSettingsSchema>;

/** `settings/global` in one language, its nested links parsed too. */
export type GlobalSettings = Omit<
  RawGlobalSettings,
  'header_navigation' | 'footer_navigation' | 'legal_navigation' | 'social'
> & {
  readonly header_navigation: readonly NavigationLink[];
  readonly footer_navigation: readonly NavigationLink[];
  readonly legal_navigation: readonly NavigationLink[];
  readonly social: readonly SocialLink[];
};

/** `settings/calculator` of one product type. Undefined means: the product's own limit. Amounts in soles. */
export type CalculatorSettings = BlockContent<typeof calculatorProductSchema>;
