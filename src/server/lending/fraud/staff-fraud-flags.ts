import type { Context } from 'hono';
import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readBody } from '#server/kit/request-body.ts';
import type { Trx } from '#server/kit/tables.ts';
import { isUuid } from '#server/kit/uuid.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { asSecondPerson, type ForTwo, secondNeeded } from '#server/lending/staff/approvals.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { answerList, listQuery, type PageRequest, readListQuery } from '#server/lending/staff/staff-list.ts';
import { operatorName, type StaffRoute } from '#server/lending/staff/staff-route.ts';
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
const query = {
  state: z.optional(z.enum(['OPEN', 'LIFTED'], { error: 'unknown' })),
  kind: listQuery.oneOf(FLAG_KINDS),
};

/** Flags of fraud (decision 0146): what lies on whom, flagging by hand, and lifting, both by two accounts. */
export function staffFraudFlagRoutes(context: FlagsContext): readonly StaffRoute[] {
  const path = STAFF_FRAUD_FLAGS_PATH;
  const may = ['underwriter', 'compliance'] as const;
  return [
    { method: 'GET', path, may, answer: (c) => list(c, context) },
    { method: 'POST', path, may, answer: (c) => add(c, context) },
    { method: 'POST', path: `${path}/look-up`, may, answer: (c) => lookUp(c, context) },
    { method: 'POST', path: `${path}/:id/lift`, may, answer: (c) => lift(c, context) },
  ];
}

/** The open ones unless told. */
async function list(c: Context, { db }: FlagsContext): Promise<Response> {
  const asked = readListQuery(c, query);
  if (asked.kind === 'refused') return answerRefusal(c, asked);
  const { state = 'OPEN', kind } = asked.filter;
  const page = (at: PageRequest) => pageOfFlags(db.kysely, { isOpen: state === 'OPEN', kinds: kind }, at);
  return answerList(c, { name: 'flags', columns: FLAG_COLUMNS, page }, asked.at);
}

/** By POST, because what is looked up may not stand in an address. That somebody looked is on record. */
async function lookUp(c: Context, { db, vault, clock }: FlagsContext): Promise<Response> {
  const body = await readBody(c, lookUpBody);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const thing = await knownThing(db.kysely, vault, body.value.thing);
  const flags = await flagsOn(db.kysely, thing);
  const actor = `operator:${operatorName(c)}`;
  const look = { actor, action: 'fraud.look-up', subject: subjectOf(thing), after: { found: flags.length } };
  await db.kysely.transaction().execute((trx) => recordAudit(trx, { ...look, at: clock.now() }));
  return c.json({ flags });
}

async function add(c: Context, context: FlagsContext): Promise<Response> {
  const body = await readBody(c, addBody);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const thing = await knownThing(context.db.kysely, context.vault, body.value.thing);
  const { kind, mark, personId } = thing;
  const about = { kind, reason: body.value.reason, ...(personId !== undefined && { personId }) };
  // Not what was typed: its digest could be guessed.
  const request = [kind, mark, body.value.reason];
  return byTwo(c, context, { action: 'fraud.add', subject: subjectOf(thing), request, about }, async (trx, by) => {
    const now = context.clock.now();
    const one = { reason: body.value.reason, by, now };
    const added = personId ? await flagPerson(trx, { ...one, personId }) : await insertCase(trx, [thing], one);
    if (added === 0) return refused(409, 'flagged_already', 'There is an open flag on all of this already.');
    return { kind: 'done', flags: added };
  });
}

function subjectOf({ kind, mark, personId }: KnownThing): string {
  return personId === undefined ? `fraud:${kind}:${mark}` : `person:${personId}`;
}

/** One flag, or all that are open of a case. */
async function lift(c: Context, context: FlagsContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const body = await readBody(c, liftBody);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const found = isUuid(id) ? await context.db.kysely.transaction().execute((trx) => lockFlags(trx, id)) : [];
  if (found.length === 0) return answerRefusal(c, notFound());
  const about = { kinds: found.map(({ kind }) => kind), reason: body.value.reason };
  const asked = { action: 'fraud.lift', subject: `fraud-flag:${id}`, request: [id, body.value.reason], about };
  return byTwo(c, context, asked, async (trx, by) => {
    const flags = await lockFlags(trx, id);
    if (flags.length === 0) return notFound();
    const ids = flags.map((flag) => flag.id);
    await liftFlags(trx, ids, { by, reason: body.value.reason, now: context.clock.now() });
    return { kind: 'done', flags: ids.length };
  });
}

async function byTwo(
  c: Context,
  context: FlagsContext,
  asked: ForTwo,
  act: (trx: Trx, by: string) => Promise<{ readonly kind: 'done'; readonly flags: number } | Refusal>,
): Promise<Response> {
  const { db, clock } = context;
  const by = `operator:${operatorName(c)}`;
  const done = await asSecondPerson(context, c, asked, (approve) =>
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
