import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import {
  type Answered,
  challengeIn,
  creationOptions as makingOptions,
  type OpenedAt,
  requestOptions as usingOptions,
} from '#server/kit/passkeys.ts';
import { newSecret } from '#server/kit/secret.ts';
import type { Db } from '#server/kit/tables.ts';
import type { StoredColleague } from './colleague-store.ts';
import { passkeysOf } from './passkey-store.ts';
import { type Challenge, type ChallengeOf, keepChallenge, takeChallenge } from './staff-challenges.ts';

/** The purpose of a dialog, and the address of the desk that it is opened at. */
type Opening = Challenge & { readonly origin: string };
/** With what it signs. */
type Opened = Opening & OpenedAt;

/** Options of a colleague for a new passkey. */
export async function creationOptions(
  db: Db,
  { id, login, name }: Pick<StoredColleague, 'id' | 'login' | 'name'>,
  about: Omit<Opening, 'user_handle' | 'purpose'> & { readonly brandName: string },
  now: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { brandName, ...bound } = about;
  const known = await passkeysOf(db, id);
  const handle = known[0]?.user_handle ?? newSecret();
  const challenge = await keepChallenge(db, { ...bound, purpose: 'add', user_handle: handle }, now);
  const user = { handle, name: login, displayName: name };
  return makingOptions({ origin: bound.origin, challenge, brandName, user, known });
}

/** Options for a use: of anybody's passkey, or of a colleague's own. */
export async function requestOptions(
  db: Db,
  about: Omit<Opening, 'user_handle' | 'name'>,
  { colleagueId, now }: { readonly colleagueId?: string; readonly now: number },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = colleagueId === undefined ? [] : await passkeysOf(db, colleagueId);
  const challenge = await keepChallenge(db, { ...about, user_handle: null, name: null }, now);
  return usingOptions({ origin: about.origin, challenge }, known);
}

/** Takes the challenge that an answer signs. @returns undefined when it may not be answered so, or not any more */
export async function openedBy(db: Db, given: Answered, of: ChallengeOf, now: number): Promise<Opened | undefined> {
  const challenge = challengeIn(given);
  if (challenge === undefined) return undefined;
  const opened = await takeChallenge(db, challenge, of, now);
  return opened && { ...opened, challenge, origin: opened.origin ?? '' };
}
