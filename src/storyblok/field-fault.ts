import type { z } from 'zod';
import type { Locale, Messages } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';

/** What can be wrong with a field, for its editor: on save, in the check of a publish, and in what the gate says. */
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

/** @param issue of a parser; its message is a fault's name where the parser sets one */
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
