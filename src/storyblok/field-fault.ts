import type { z } from 'zod';
import type { Locale, Messages } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';

/**
 * The possible faults of a field, a story or a page, worded for its editor: shown on save, in the check of a publish,
 * and in the gate's report.
 */
export const FAULTS = {
  required: { es: 'es obligatorio', en: 'is required' },
  invalid: { es: 'no se entiende ({detail})', en: 'not valid ({detail})' },
  number: { es: 'tiene que ser un número', en: 'expected a number' },
  number_list: {
    es: 'tienen que ser números enteros con comas, como 7, 14, 30',
    en: 'expected whole numbers with commas, such as 7, 14, 30',
  },
  number_small: { es: 'tiene que ser {limit} o más', en: 'expected {limit} or more' },
  number_large: { es: 'tiene que ser {limit} o menos', en: 'expected {limit} or less' },
  choice: { es: 'tiene que ser una de estas opciones: {choices}', en: 'expected one of: {choices}' },
  too_few: { es: 'faltan elementos: necesita al menos {limit}', en: 'too few items: it needs at least {limit}' },
  too_many: { es: 'sobran elementos: caben {limit} como máximo', en: 'too many items: it takes at most {limit}' },
  wrong_block: { es: 'aquí no va ese bloque; van: {choices}', en: 'that block does not fit here; these do: {choices}' },
  no_such_block: { es: 'ese bloque no existe', en: 'there is no such block' },
  belongs_inside: { es: 'va dentro de una historia', en: 'belongs inside a story' },
  belongs_at_top: { es: 'va al inicio de una historia', en: 'belongs at the top of a story' },
  no_such_field: { es: 'el bloque no tiene ese campo', en: 'the block has no such field' },
  no_such_figure: {
    es: 'nombra {name}, que no es una cifra; hay: {known}',
    en: 'the text names {name}, which is no figure; there are: {known}',
  },
  link_unsafe: {
    es: 'el enlace {address} no se permite: solo páginas del sitio, https://, mailto: y tel:',
    en: 'the link {address} is not allowed: only pages of the site, https://, mailto: and tel:',
  },
  link_without_scheme: {
    es: 'al enlace {address} le falta el comienzo: escribe https://{address}',
    en: 'the link {address} lacks its beginning: write https://{address}',
  },
  address_own: {
    es: 'la dirección «{address}» es del propio sitio: la historia necesita otro slug',
    en: 'the address "{address}" is the site\'s own: the story needs another slug',
  },
  address_unusable: {
    es: '«{address}» no puede ser la dirección de una página: solo letras, números y guiones, sin un punto al comienzo ni un final de archivo como .html, y 200 bytes como máximo',
    en: '"{address}" cannot be the address of a page: only letters, digits and hyphens, no dot in front, no ending of a file such as .html, and 200 bytes at most',
  },
  address_twice: {
    es: 'la dirección «{address}» ya es de otra historia',
    en: 'the address "{address}" belongs to another story already',
  },
  picture_host: {
    es: 'la imagen {address} no se mostraría: las imágenes están en este sitio o en Storyblok (https://a.storyblok.com o el de otra región)',
    en: 'the picture {address} would not show: pictures are on this site or at Storyblok (https://a.storyblok.com or that of another region)',
  },
  too_long: {
    es: 'es muy largo: tiene {length} caracteres y caben {limit}',
    en: 'too long: it has {length} characters and takes {limit}',
  },
  cci: { es: 'tiene que ser un CCI: 20 dígitos', en: 'expected a CCI: 20 digits' },
  account_foreign: {
    es: 'ese número no es de ninguna cuenta en la que cobramos; son: {known}',
    en: 'that number is not of an account that we receive money on; these are: {known}',
  },
  account_other: {
    es: 'la cuenta de ese CCI es {known}',
    en: 'the account of that CCI is {known}',
  },
  account_bank: { es: 'el banco de ese CCI es {known}', en: 'the bank of that CCI is {known}' },
  ruc: {
    es: 'tiene que ser un RUC: 11 dígitos, y el último no cuadra con los demás si alguno está mal',
    en: 'expected a RUC: 11 digits, of which the last does not agree with the others when one is wrong',
  },
  phone: {
    es: 'tiene que ser un teléfono solo: celular, fijo con su código de ciudad, o de otro país con +',
    en: 'expected one telephone number: a mobile, a landline with its area code, or one abroad with +',
  },
  whatsapp: {
    es: 'tiene que ser un número con el código del país: +51 900 000 123',
    en: 'expected a number with the country code: +51 900 000 123',
  },
  email: { es: 'tiene que ser un correo: hola@ejemplo.pe', en: 'expected an e-mail address: hola@ejemplo.pe' },
  registry: {
    es: 'falta el número del registro con su año, como 000-2026',
    en: 'the number in the register with its year is missing, such as 000-2026',
  },
  text_block: {
    es: 'hay un bloque dentro del texto ({name}) y la página no lo mostraría; pon el bloque junto a este',
    en: 'there is a block inside the text ({name}), which the page would not show; put it beside this one',
  },
  text_node: {
    es: 'hay en el texto algo que la página no mostraría ({name})',
    en: 'the text has something that the page would not show ({name})',
  },
  text_mark: {
    es: '«{words}» tiene un formato que la página no mostraría ({name})',
    en: '“{words}” has a format that the page would not show ({name})',
  },
  text_style: {
    es: '«{words}» tiene un color o una letra propios ({name}), y esos son del diseño; quítaselos',
    en: '“{words}” has a colour or font of its own ({name}), and those are the design’s; take it off',
  },
  text_depth: {
    es: 'el texto tiene listas o citas unas dentro de otras, más de las que la página mostraría',
    en: 'the text has more lists or quotes inside each other than the page would show',
  },
  dead_link: { es: 'lleva a {leadsTo}, que no existe', en: 'leads to {leadsTo}, which does not exist' },
  link_unpublished: {
    es: 'lleva a {leadsTo}, que todavía no es pública: si publicas esta historia primero, queda retenida hasta que lo sea',
    en: 'leads to {leadsTo}, which is not public yet: published first, this story is held back until it is',
  },
  no_such_product: { es: 'no hay un producto {product}', en: 'there is no product {product}' },
  taken_off: {
    es: 'se retiró, pero todavía llevan a ella: {by}; los visitantes la ven hasta que ninguna lo haga',
    en: 'was taken off, and these still lead to it: {by}; visitors see it until none does',
  },
  taken_off_more: {
    es: 'se retiró, pero todavía llevan a ella: {by} y {more} más; los visitantes la ven hasta que ninguna lo haga',
    en: 'was taken off, and these still lead to it: {by} and {more} more; visitors see it until none does',
  },
  taken_off_everywhere: {
    es: 'se retiró, pero la cabecera o el pie de todas las páginas lleva a ella ("settings/global"); los visitantes la ven hasta que deje de hacerlo',
    en: 'was taken off, and the header or the footer of every page leads to it ("settings/global"); visitors see it until it does not',
  },
  story_needed: {
    es: 'ninguna historia publicada tiene esta dirección, y el sitio la necesita: los visitantes ven la última',
    en: 'no published story has this address, and the site needs it: visitors see the last one',
  },
  story_unreadable: {
    es: '{file} de la copia no se puede leer ({detail}); publica la historia otra vez',
    en: '{file} of the mirror cannot be read ({detail}); publish the story again',
  },
  not_built: { es: 'las páginas no se pudieron armar ({detail})', en: '{detail}' },
  page_missing: { es: 'falta', en: 'is missing' },
  asset_missing: { es: 'usa /{asset}, que no existe', en: 'uses /{asset}, which does not exist' },
  no_policy: { es: 'no tiene Content-Security-Policy', en: 'has no Content-Security-Policy' },
  page_heavy: {
    es: 'tiene {has} KB de HTML, y caben {allowed} KB',
    en: 'has {has} KB of HTML, and {allowed} KB are allowed',
  },
  pages_lost: {
    es: 'desaparecerían {lost} de {of} páginas; si es a propósito, publica con --fewer-pages',
    en: '{lost} of {of} pages would be gone; if that is meant, publish with --fewer-pages',
  },
} as const satisfies Messages;

export interface FieldFault {
  readonly code: keyof typeof FAULTS;
  readonly values?: Readonly<Record<string, string | number>>;
}

export function faultWords({ code, values }: FieldFault, locale: Locale): string {
  return fill(FAULTS[code][locale], values);
}

function isCode(message: string): message is FieldFault['code'] {
  return Object.hasOwn(FAULTS, message);
}

/**
 * Finds the fault that a parser's issue means.
 * @param issue a parser's; its message is a fault's name where the parser sets one
 */
export function faultOf(issue: z.core.$ZodIssue | undefined): FieldFault {
  if (!issue) return { code: 'invalid', values: { detail: '' } };
  if (issue.code === 'too_small' && issue.origin !== 'string') {
    return { code: issue.origin === 'array' ? 'too_few' : 'number_small', values: { limit: Number(issue.minimum) } };
  }
  if (issue.code === 'too_big') {
    return { code: issue.origin === 'array' ? 'too_many' : 'number_large', values: { limit: Number(issue.maximum) } };
  }
  if (isCode(issue.message)) return { code: issue.message };
  if (issue.code === 'invalid_value') {
    const code = issue.path.at(-1) === 'component' ? 'wrong_block' : 'choice';
    return { code, values: { choices: issue.values.map(String).join(', ') } };
  }
  return { code: 'invalid', values: { detail: issue.message } };
}
