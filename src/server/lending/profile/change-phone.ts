import type { ChallengeBody } from '#api/session-answer.ts';
import type { Client } from '#server/kit/gate.ts';
import { lockPerson, requestContactChange } from '#server/lending/people/contact-change.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import {
  challengeByCode,
  codeAsked,
  type Limited,
  maySendCode,
  reachesPhone,
} from '#server/lending/people/send-code.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import {
  answerChallenge,
  type Challenge,
  destinationOf,
  isCode,
  readChallenge,
} from '#server/lending/people/store/challenge-store.ts';
import type { ContactChange } from '#server/lending/people/store/contact-change-store.ts';
import { phoneIndexOf, readPerson } from '#server/lending/people/store/person-store.ts';

/**
 * Starts a change of telephone: a code goes to the new number. The answer must not reveal whether another client has
 * it, nor that the number has had enough codes, in which case none is sent.
 */
export async function changePhone(
  context: IdentityContext,
  { personId, sessionId }: Client,
  newPhone: string,
  origin: Origin,
): Promise<{ readonly kind: 'sent'; readonly challenge: ChallengeBody } | { readonly kind: 'gone' } | Limited> {
  const { db, vault, clock } = context;
  const person = await readPerson(db.kysely, vault, personId);
  if (!person) return { kind: 'gone' };
  const destination = { channel: 'SMS', to: newPhone, language: person.language } as const;
  const limited = await maySendCode(context, origin, { ...destination, personId }, 'change-phone');
  if (limited) return limited;
  const challenge = { kind: 'PHONE_CHANGE', personId, sessionId, now: clock.now() } as const;
  const isSent = await reachesPhone(context, phoneIndexOf(vault, newPhone), 'change-phone');
  const id = await db.kysely
    .transaction()
    .execute((trx) => challengeByCode(trx, context, challenge, { ...destination, isSent }));
  return { kind: 'sent', challenge: codeAsked(id, newPhone) };
}

export type PhoneConfirmed =
  | { readonly kind: 'waits'; readonly change: ContactChange }
  | { readonly kind: 'refused'; readonly because: 'wrong' | 'expired' | 'over' }
  | Limited;

/** Confirms the new telephone with the code. It counts a day later, and the old channels can stop it until then. */
export async function confirmPhone(
  context: IdentityContext,
  { personId, sessionId }: Client,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
  origin: Origin,
): Promise<PhoneConfirmed> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const open = await readChallenge(db.kysely, challengeId);
  if (!isOf(open, { personId, sessionId })) return { kind: 'refused', because: 'over' };
  return db.kysely.transaction().execute(async (trx): Promise<PhoneConfirmed> => {
    // Before the challenge, in the same order as where the challenges of a person are ended.
    const person = await lockPerson(trx, context, personId);
    const outcome = await answerChallenge(trx, challengeId, now, (asked) => isCode(vault, asked, code));
    if (outcome.kind === 'worn-out') return { ...outcome, kind: 'limited' };
    if (outcome.kind !== 'met') return { kind: 'refused', because: outcome.kind };
    const phone = destinationOf(vault, outcome.challenge);
    if (phone === undefined || !person) return { kind: 'refused', because: 'over' };
    const asked = { kind: 'PHONE', value: phone, sessionId, status: 'PENDING' } as const;
    const { change, isNew } = await requestContactChange(trx, context, person, asked);
    if (!isNew) return { kind: 'waits', change };
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'PHONE_CHANGED', at: now, caller, userAgent });
    return { kind: 'waits', change };
  });
}

/** A challenge belongs to its person and to the session that started it; for anybody else it is over. */
function isOf(open: Challenge | undefined, { personId, sessionId }: Pick<Client, 'personId' | 'sessionId'>): boolean {
  return open?.kind === 'PHONE_CHANGE' && open.person_id === personId && open.session_id === sessionId;
}
