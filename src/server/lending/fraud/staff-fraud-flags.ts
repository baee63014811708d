import type { Context } from 'hono';
import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { act, byId, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { requireSecondApproval, type SecondApproval, secondNeeded } from '#server/lending/staff/approvals.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { answerList, listQuery, type PageRequest, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { FLAG_KINDS } from './fraud-flag.ts';
import { FLAG_COLUMNS, flagsOn, pageOfFlags } from './fraud-flag-list.ts';
import { flagPerson, insertCase, liftFlags, lockFlags } from './fraud-flag-store.ts';
import { type KnownThing, knownThing, namedThing } from './named-thing.ts';

export const STAFF_FRAUD_FLAGS_PATH = '/api/v1/staff/fraud-flags';

type FlagsContext = Pick<IdentityContext, 'db' | 'vault' | 'clock'>;

const reason = required(freeText(5, 500));
const addBody = z.strictObject({ thing: namedThing, reason });
const lookUpBody = z.strictObject({ thing: namedThing });
const liftBody = z.strictObject({ reason });
const listed = queryOfList({
  state: z.optional(z.enum(['OPEN', 'LIFTED'], { error: 'unknown' })),
  kind: listQuery.oneOf(FLAG_KINDS),
});

/** Flags of fraud (decision 0146): what lies on whom, flagging by hand, and lifting, both by two accounts. */
export function staffFraudFlagRoutes(context: FlagsContext): readonly StaffRoute[] {
  const path = STAFF_FRAUD_FLAGS_PATH;
  const may = ['underwriter', 'compliance'] as const;
  return [
    read({
      name: 'fraud list',
      path,
      may,
      query: listed,
      answer: (c, { query }) => list(c, context, query),
    }),
    act({
      name: 'fraud add',
      path,
      may,
      second: 'always',
      body: addBody,
      answer: (c, { body }) => add(c, context, body),
    }),
    act({
      name: 'fraud look-up',
      path: `${path}/look-up`,
      may,
      body: lookUpBody,
      answer: (c, { body }) => lookUp(c, context, body),
    }),
    act({
      name: 'fraud lift',
      path: `${path}/:id/lift`,
      may,
      second: 'always',
      params: byId,
      body: liftBody,
      answer: (c, { params, body }) => lift(c, context, params.id, body.reason),
    }),
  ];
}

/** The open ones unless told. */
function list(c: Context, { db }: FlagsContext, query: z.output<typeof listed>): Promise<Response> {
  const { state = 'OPEN', kind } = query;
  const page = (at: PageRequest) => pageOfFlags(db.kysely, { isOpen: state === 'OPEN', kinds: kind }, at);
  return answerList(c, { name: 'flags', columns: FLAG_COLUMNS, page }, pageAt(query));
}

/** By POST, because what is looked up may not be in an address. That somebody looked is on record. */
async function lookUp(
  c: Context,
  { db, vault, clock }: FlagsContext,
  named: z.output<typeof lookUpBody>,
): Promise<Response> {
  const thing = await knownThing(db.kysely, vault, named.thing);
  const flags = await flagsOn(db.kysely, thing);
  const actor = `operator:${operatorName(c)}`;
  const look = { actor, action: 'fraud.look-up', subject: subjectOf(thing), after: { found: flags.length } };
  await db.kysely.transaction().execute((trx) => recordAudit(trx, { ...look, at: clock.now() }));
  return c.json({ flags });
}

async function add(
  c: Context,
  context: FlagsContext,
  { thing: named, reason: why }: z.output<typeof addBody>,
): Promise<Response> {
  const thing = await knownThing(context.db.kysely, context.vault, named);
  const { kind, mark, personId } = thing;
  const about = { kind, reason: why, ...(personId !== undefined && { personId }) };
  // Not what was typed: its digest could be guessed.
  const request = [kind, mark, why];
  return byTwo(c, context, { action: 'fraud.add', subject: subjectOf(thing), request, about }, async (trx, by) => {
    const now = context.clock.now();
    const one = { reason: why, by, now };
    const added = personId ? await flagPerson(trx, { ...one, personId }) : await insertCase(trx, [thing], one);
    if (added === 0) return refused(409, 'flagged_already', 'There is an open flag on all of this already.');
    return { kind: 'done', flags: added };
  });
}

function subjectOf({ kind, mark, personId }: KnownThing): string {
  return personId === undefined ? `fraud:${kind}:${mark}` : `person:${personId}`;
}

/** One flag, or all that are open of a case. */
async function lift(c: Context, context: FlagsContext, id: string, why: string): Promise<Response> {
  const found = await context.db.kysely.transaction().execute((trx) => lockFlags(trx, id));
  if (found.length === 0) return answerRefusal(c, notFound());
  const about = { kinds: found.map(({ kind }) => kind), reason: why };
  const asked = { action: 'fraud.lift', subject: `fraud-flag:${id}`, request: [id, why], about };
  return byTwo(c, context, asked, async (trx, by) => {
    const flags = await lockFlags(trx, id);
    if (flags.length === 0) return notFound();
    const ids = flags.map((flag) => flag.id);
    await liftFlags(trx, ids, { by, reason: why, now: context.clock.now() });
    return { kind: 'done', flags: ids.length };
  });
}

async function byTwo(
  c: Context,
  context: FlagsContext,
  asked: SecondApproval,
  act: (trx: Trx, by: string) => Promise<{ readonly kind: 'done'; readonly flags: number } | Refusal>,
): Promise<Response> {
  const { db, clock } = context;
  const by = `operator:${operatorName(c)}`;
  const done = await requireSecondApproval(context, c, asked, (approve) =>
    db.kysely.transaction().execute(async (trx) => {
      const outcome = await act(trx, by);
      if (outcome.kind === 'refused') return outcome;
      const { action, subject, about } = asked;
      await recordAudit(trx, {
        actor: by,
        action,
        subject,
        after: { ...about, flags: outcome.flags },
        at: clock.now(),
      });
      await approve(trx);
      return outcome;
    }),
  );
  if (done.kind === 'second-needed') return secondNeeded(c, done);
  return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ flags: done.flags });
}
