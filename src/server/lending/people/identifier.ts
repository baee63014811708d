import { cleaned } from '#api/field-rules/cleaned.ts';
import { documentNumberRule } from '#api/field-rules/document-number.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { IdentityContext } from './people-context.ts';
import {
  documentIndexOf,
  emailIndexOf,
  findPersonByDocument,
  findPersonByEmail,
  findPersonByPhone,
  phoneIndexOf,
} from './store/person-store.ts';
import type { Counted } from './store/throttle-store.ts';

/** A name of somebody in the form the look-up uses. */
export interface Name {
  readonly kind: 'EMAIL' | 'PHONE' | 'DNI' | 'CE' | 'NONE';
  readonly value: string;
}

/**
 * The normalised identifiers under which a typed one is looked up: an e-mail, or each document and telephone that it
 * could be. They depend only on what was typed, never on what is found, so that look-ups take equally long. Attempts are
 * counted under the same identifiers: another spelling gives no further attempts, and an unknown identifier reaches its
 * limit exactly as a known one does (decision 0117).
 */
export function namesOf(typed: string): readonly Name[] {
  if (cleaned(typed).includes('@')) return [{ kind: 'EMAIL', value: emailAddress.normalise(typed) }];
  const dni = documentNumberRule('DNI');
  const ce = documentNumberRule('CE');
  // Nine digits that begin with 9 may be a mobile or the number of a carné.
  const possible = [
    { kind: 'DNI', value: dni.normalise(typed), rule: dni },
    { kind: 'PHONE', value: mobilePhone.normalise(typed), rule: mobilePhone },
    { kind: 'CE', value: ce.normalise(typed), rule: ce },
  ] as const;
  const names = possible.flatMap(({ kind, value, rule }) => (rule.check(value) ? [] : [{ kind, value }]));
  return names.length > 0 ? names : [{ kind: 'NONE', value: ce.normalise(typed) }];
}

/** The person with a document number, an e-mail or a telephone. */
export async function findByIdentifier(
  { db: { kysely }, vault }: Pick<IdentityContext, 'db' | 'vault'>,
  typed: string,
): Promise<string | undefined> {
  let found: string | undefined;
  // Every name is looked up, also when one before it was found.
  for (const { kind, value } of namesOf(typed)) {
    let person: string | undefined;
    if (kind === 'EMAIL') person = await findPersonByEmail(kysely, vault, value);
    else if (kind === 'PHONE') person = await findPersonByPhone(kysely, vault, value);
    else if (kind !== 'NONE') person = await findPersonByDocument(kysely, vault, kind, value);
    found ??= person;
  }
  return found;
}

/** Lists what attempts on an identifier are counted under: each form the look-up uses, as a blind index. */
export function countedByName(
  { vault }: Pick<IdentityContext, 'vault'>,
  typed: string,
  { scope, rule }: Pick<Counted, 'scope' | 'rule'>,
): readonly Counted[] {
  return namesOf(typed).map((name) => ({ scope, rule, key: indexOf(vault, name) }));
}

function indexOf(vault: Vault, { kind, value }: Name): string {
  if (kind === 'EMAIL') return emailIndexOf(vault, value);
  if (kind === 'PHONE') return phoneIndexOf(vault, value);
  return documentIndexOf(vault, kind, value);
}
