import * as z from 'zod/mini';
import { addressFields } from '#api/application-form.ts';
import { anyPhone } from '#api/field-rules/any-phone.ts';
import { cciNumber } from '#api/field-rules/bank-account.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { oneOf, required } from '#api/field-rules/field-rule.ts';
import { anyDocument, documentFits } from '#api/person-form.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { documentIndexOf, findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import type { FlaggedThing } from './fraud-flag-store.ts';
import { addressMark, markIndexOf } from './person-mark-store.ts';

const documentFields = z.strictObject({
  kind: z.literal('document'),
  documentType: oneOf(DOCUMENT_TYPES),
  documentNumber: required(anyDocument),
});

/** Schema of what a colleague names: whose document, telephone, account or device, or which address. */
export const namedThing = z.discriminatedUnion('kind', [
  documentFields.check(...documentFits<z.output<typeof documentFields>>()),
  z.strictObject({ kind: z.literal('phone'), phone: required(anyPhone) }),
  z.strictObject({ kind: z.literal('cci'), cci: required(cciNumber) }),
  z.strictObject({ kind: z.literal('device'), device: z.uuid({ error: 'invalid' }) }),
  z.strictObject({ kind: z.literal('address'), ...addressFields }),
]);
export type NamedThing = z.output<typeof namedThing>;

/** Such a thing without anything that can be read: its HMAC, and the client whose document it is. */
export interface KnownThing extends FlaggedThing {
  readonly personId: string | undefined;
}

export async function knownThing(db: Db, vault: Vault, named: NamedThing): Promise<KnownThing> {
  const { kind } = named;
  if (kind !== 'document') return { kind, mark: markOf(vault, named), personId: undefined };
  const { documentType, documentNumber } = named;
  const personId = await findPersonByDocument(db, vault, documentType, documentNumber);
  return { kind, mark: documentIndexOf(vault, documentType, documentNumber), personId };
}

function markOf(vault: Vault, named: Exclude<NamedThing, { readonly kind: 'document' }>): string {
  switch (named.kind) {
    case 'phone':
      return markIndexOf(vault, { kind: 'phone', value: named.phone });
    case 'cci':
      return markIndexOf(vault, { kind: 'cci', value: named.cci });
    case 'device':
      return markIndexOf(vault, { kind: 'device', value: named.device });
    case 'address':
      return markIndexOf(vault, addressMark(named));
  }
}
