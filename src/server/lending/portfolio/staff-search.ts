import type { Context } from 'hono';
import * as z from 'zod';
import { tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readComplainants } from '#server/lending/complaints/list-complaints.ts';
import { fullName, maskedNumber, shownToCaller } from '#server/lending/people/masks.ts';
import { readIdentities } from '#server/lending/people/store/person-store.ts';
import { takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { STAFF_SEARCH_LIMIT } from '#server/lending/people/throttles.ts';
import { act, type StaffAct } from '#server/lending/staff/act.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import { colleagueOf, recordShown, rolesOf } from '#server/lending/staff/staff-route.ts';
import { CLIENT_ANSWERS } from './client-answers.ts';
import { type Found, findAnything, HIT_KINDS, type HitKind, isLongEnough } from './search.ts';
import type { ListsContext } from './staff-lists.ts';

export const STAFF_SEARCH_PATH = '/api/v1/staff/search';

const LONGEST = 60;

/** Who finds what: those who may open it. A test holds each to the act that shows it. */
export const FOUND_BY: Readonly<Record<HitKind, readonly Role[]>> = {
  client: ['support', 'underwriter', 'collections', 'finance', 'compliance'],
  loan: ['support', 'underwriter', 'collections', 'finance', 'compliance'],
  application: ['underwriter', 'compliance'],
  complaint: ['support', 'compliance'],
  payment: ['support', 'collections', 'finance'],
  unapplied: ['finance'],
};

/** The one search of the desk. */
export function staffSearchActs(): readonly StaffAct<ListsContext>[] {
  return [
    // By POST, because the text of a search must not be in an address.
    act({
      name: 'search',
      answers: CLIENT_ANSWERS.search,
      path: STAFF_SEARCH_PATH,
      may: ['support', 'underwriter', 'collections', 'finance', 'compliance'],
      personal: 'many',
      body: z.strictObject({
        text: z.string().trim().max(LONGEST).refine(isLongEnough, { error: 'too_short' }),
      }),
      answer: (c, { body }, context) => search(c, context, body.text),
    }),
  ];
}

/** Searches, and records who did and whom they were shown; never the text, which says who somebody is. */
async function search(c: Context, context: ListsContext, text: string): Promise<Response> {
  const { db, vault, clock } = context;
  const call = { scope: 'staff-search', key: colleagueOf(c).id, limit: STAFF_SEARCH_LIMIT } as const;
  const rate = await takeFromBucket(db.kysely, call, clock.now());
  if (rate.kind === 'limited') return answerRefusal(c, tooManyRequests(rate.retryAfterSeconds));
  const roles = rolesOf(c);
  const kinds = HIT_KINDS.filter((kind) => FOUND_BY[kind].some((role) => roles.includes(role)));
  const found = await findAnything({ db: db.kysely, vault }, text, kinds);
  const hits = await shownHits(c, context, found);
  await recordShown(c, { shown: hits.length, about: { found: found.map(({ kind, id }) => `${kind}:${id}`) } });
  return c.json({ hits });
}

/** Says whose each is: their name by the table of masks, and of their document the end alone. */
async function shownHits(c: Context, { db, vault }: ListsContext, found: readonly Found[]) {
  const show = shownToCaller(c);
  const ids = found.flatMap(({ personId }) => personId ?? []);
  const people = await readIdentities(db.kysely, vault, ids);
  const codes = found.flatMap(({ kind, id }) => (kind === 'complaint' ? [id] : []));
  const complainants = await readComplainants(db.kysely, vault, codes);
  return found.map(({ kind, id, personId }) => {
    const person = people.get(personId ?? '');
    const name = person ? fullName(person) : complainants.get(id);
    const document = show('document', person?.documentNumber);
    return {
      kind,
      id,
      client: show('name', name),
      document: document && `${person?.documentType} ${maskedNumber(document)}`,
      personId,
    };
  });
}
