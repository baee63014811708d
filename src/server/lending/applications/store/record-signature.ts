import { calendarDate } from '#loan/calendar.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import type { SignatureEvidence } from '#server/lending/loan-documents/signature-evidence.ts';
import { maskedPhone } from '#server/lending/people/masks.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import type { Challenge } from '#server/lending/people/store/challenge-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { insertSignature } from './agreement-store.ts';

/** The content of a signature, as it was on the screen. */
export interface Signed {
  readonly personId: string;
  readonly loanId: string;
  readonly subject:
    | { readonly agreement_id: string; readonly top_up_id: null }
    | { readonly agreement_id: null; readonly top_up_id: string };
  readonly challenge: Pick<Challenge, 'id' | 'channel'>;
  readonly documents: SignatureEvidence['documents'];
  /** The words beside the box, or the boxes. */
  readonly acceptances: readonly string[];
}

/** The person who signs, and where the request came from. */
export interface Signer {
  readonly origin: Origin;
  readonly deviceId: string | undefined;
}

/** Which of the server's keys sealed the evidence: the vault's index key, which is never rotated. */
const SEAL_KEY = 'vault-index';

/**
 * Records a signature: the person, the content, the moment, the code and the origin, sealed and never changed (domain
 * 2.3.3).
 */
export async function recordSignature(
  trx: Trx,
  { clock, vault }: Pick<IdentityContext, 'clock' | 'vault'>,
  { personId, loanId, subject, challenge, documents, acceptances }: Signed,
  { origin, deviceId }: Signer,
): Promise<void> {
  const id = uuidv4();
  const person = await readPerson(trx, vault, personId);
  const signedAt = new Date(clock.now());
  const evidence: Omit<SignatureEvidence, 'seal'> = {
    signedAt,
    signedOn: calendarDate(clock.businessDate()),
    channel: challenge.channel === 'EMAIL' ? 'EMAIL' : 'SMS',
    destination: maskedPhone(person?.phone ?? ''),
    challengeId: challenge.id,
    ip: origin.caller,
    userAgent: origin.userAgent,
    deviceId,
    documents: documents.map(({ title, sha256 }) => ({ title, sha256 })),
    acceptances,
  };
  const text = JSON.stringify(evidence);
  await insertSignature(trx, {
    id,
    ...subject,
    person_id: personId,
    loan_id: loanId,
    challenge_id: challenge.id,
    evidence_sealed: vault.seal(text, { table: 'signature', column: 'evidence_sealed', id }),
    seal: vault.blindIndex('signature', text),
    seal_key: SEAL_KEY,
    signed_at: signedAt,
  });
}
