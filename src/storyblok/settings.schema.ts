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
import { email, phone, registry, ruc, whatsapp } from './kind-fields.ts';

/**
 * Stories that are not pages: settings of every layout (`settings/global`) and of the calculator
 * (`settings/calculator`). Field names are the spec's (product-spec §3).
 */
export const navigationLinkSchema = blockSchema({
  name: 'navigation-link',
  displayName: { es: 'Enlace de navegación', en: 'Navigation link' },
  kind: 'nested',
  fields: {
    title: text({ required: true, max: 60 }),
    url: link({ required: true }),
    is_button: boolean({ description: { es: 'Se muestra como botón', en: 'Shown as a button' } }),
    hide_on_mobile: boolean({
      description: { es: 'No aparece en el menú del celular', en: 'Left out of the menu on phones' },
    }),
  },
});

export const socialLinkSchema = blockSchema({
  name: 'social-link',
  displayName: { es: 'Red social', en: 'Social network' },
  kind: 'nested',
  fields: {
    network: option(['facebook', 'instagram', 'tiktok', 'youtube', 'x', 'linkedin']),
    url: link({ required: true }),
  },
});

export const globalSettingsSchema = blockSchema({
  name: 'global-settings',
  displayName: { es: 'Ajustes globales', en: 'Global settings' },
  kind: 'story',
  fields: {
    site_name: text({
      required: true,
      translatable: false,
      description: { es: 'Junto al logo y en los títulos de las páginas', en: 'Beside the logo and in page titles' },
    }),
    header_logo: asset({ description: { es: 'Vacío: el símbolo propio', en: 'Blank: the built-in mark' } }),
    header_navigation: blocks(['navigation-link']),
    footer_navigation: blocks(['navigation-link']),
    legal_navigation: blocks(['navigation-link']),
    contacts_title: text({ required: true, max: 60 }),
    whatsapp: whatsapp({
      description: { es: 'Con el código del país: +51 900 000 123', en: 'With the country code: +51 900 000 123' },
    }),
    phone: phone({}),
    email: email({ required: true }),
    social: blocks(['social-link']),
    general_conditions: richtext({
      description: { es: 'La letra pequeña al pie de cada página', en: 'The small print under every page' },
    }),
    copyright: text({ required: true }),
    company_name: text({ translatable: false, description: { es: 'Razón social', en: 'Legal name' } }),
    company_ruc: ruc({ description: { es: 'RUC, 11 dígitos', en: 'RUC, 11 digits' } }),
    company_address: text({
      translatable: false,
      description: { es: 'Calle, número, distrito y ciudad', en: 'Street, number, district and city' },
    }),
    registry: registry({
      description: {
        es: 'En qué registro está inscrita la empresa, con su número',
        en: 'In which register the lender stands, with its number',
      },
    }),
    hours: text({ description: { es: 'Cuándo responde alguien', en: 'When somebody answers' } }),
    maintenance_on: boolean({
      description: {
        es: 'Reemplaza todo el sitio por la página de mantenimiento',
        en: 'Replaces the whole site with the maintenance page',
      },
    }),
    maintenance_title: text({ max: 90 }),
    maintenance_info: textarea({}),
    maintenance_phone: phone({}),
    maintenance_email: email({}),
  },
});

/** Limits that editors may set per product type, within the server's product settings (design §8). */
export const calculatorProductSchema = blockSchema({
  name: 'calculator-product',
  displayName: { es: 'Calculadora: un tipo de préstamo', en: 'Calculator: one kind of loan' },
  kind: 'nested',
  fields: {
    productType: option(['SINGLE_PAY', 'INSTALLMENT']),
    minAmount: number({
      min: 0,
      description: { es: 'En soles; vacío: como el producto', en: 'Soles; blank: as the product' },
    }),
    maxAmount: number({
      min: 0,
      description: { es: 'En soles; vacío: como el producto', en: 'Soles; blank: as the product' },
    }),
    step: number({
      min: 1,
      description: { es: 'En soles; vacío: como el producto', en: 'Soles; blank: as the product' },
    }),
    choices: numberList({
      description: {
        es: 'Plazos que se ofrecen, con comas: 7, 14, 30. Vacío: todos los del producto',
        en: 'Terms offered, with commas: 7, 14, 30. Blank: all of the product',
      },
    }),
    termUnit: option(['days', 'months']),
  },
});

export const calculatorSettingsSchema = blockSchema({
  name: 'calculator-settings',
  displayName: { es: 'Ajustes de la calculadora', en: 'Calculator settings' },
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
