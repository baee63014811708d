import { type Field, type FieldOptions, type Texty, type WordsRule, words } from './block-schema.ts';
import { emailFault, phoneFault, registryFault, rucFault, whatsappFault } from './content-rules.ts';

/** Makes a text field of one kind, the same in every language. */
function kindOf(rule: WordsRule) {
  return <const Options extends Omit<FieldOptions, 'translatable'>>(options: Options): Field<Texty<Options>> =>
    words('text', { ...options, translatable: false }, rule) as unknown as Field<Texty<Options>>;
}

/** Makes a field for a taxpayer's number (RUC). */
export const ruc = kindOf(rucFault);
/** Makes a field for a telephone number. */
export const phone = kindOf(phoneFault);
/** Makes a field for a WhatsApp number, which chats are opened with: it needs the code of its country. */
export const whatsapp = kindOf(whatsappFault);
/** Makes a field for a mailbox. */
export const email = kindOf(emailFault);

/** Makes a field for words that name the lender's number in a public register. */
export function registry<const Options extends FieldOptions>(options: Options): Field<Texty<Options>> {
  return words('text', options, registryFault);
}
