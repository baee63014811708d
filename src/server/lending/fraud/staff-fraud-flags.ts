import type { Context } from 'hono';
import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { requireSecondApproval, type SecondApproval, secondNeeded } from '#server/lending/staff/approvals.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { FLAG_KINDS } from './fraud-flag.ts';
import { FRAUD_FLAG_ANSWERS } from './fraud-flag-answers.ts';
import { flagsOn, listFlags } from './fraud-flag-list.ts';
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
  /** Of a flag, or of its case. */
  id: listQuery.id,
});

/** Flags of fraud (decision 0146): what lies on whom, flagging by hand, and lifting, both by two accounts. */
export function staffFraudFlagActs(): readonly StaffAct<FlagsContext>[] {
  const path = STAFF_FRAUD_FLAGS_PATH;
  const may = ['underwriter', 'compliance'] as const;
  return [
    read({
      name: 'fraud list',
      answers: FRAUD_FLAG_ANSWERS['fraud list'],
      path,
      may,
      personal: 'many',
      query: listed,
      answer: (c, { query }, context) => list(c, context, query),
    }),
    act({
      name: 'fraud add',
      answers: FRAUD_FLAG_ANSWERS['fraud add'],
      path,
      may,
      second: 'always',
      body: addBody,
      answer: (c, { body }, context) => add(c, context, body),
    }),
    act({
      name: 'fraud look-up',
      answers: FRAUD_FLAG_ANSWERS['fraud look-up'],
      path: `${path}/look-up`,
      may,
      personal: 'many',
      body: lookUpBody,
      answer: (c, { body }, context) => lookUp(c, context, body),
    }),
    act({
      name: 'fraud lift',
      answers: FRAUD_FLAG_ANSWERS['fraud lift'],
      path: `${path}/:id/lift`,
      may,
      second: 'always',
      params: byId,
      body: liftBody,
      answer: (c, { params, body }, context) => lift(c, context, params.id, body.reason),
    }),
  ];
}

/** The open ones unless told. */
function list(c: Context, { db }: FlagsContext, query: z.output<typeof listed>): Promise<Response> {
  const { state = 'OPEN', kind, id } = query;
  const flags = listFlags(db.kysely, { isOpen: state === 'OPEN', kinds: kind, id });
  return answerList(c, { name: 'flags', ...flags }, pageAt(query));
}

/** By POST, because what is looked up may not be in an address. That somebody looked is on record. */
async function lookUp(c: Context, { db, vault }: FlagsContext, named: z.output<typeof lookUpBody>): Promise<Response> {
  const thing = await knownThing(db.kysely, vault, named.thing);
  const flags = await flagsOn(db.kysely, thing);
  await recordShown(c, { subject: subjectOf(thing), shown: flags.length });
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
  return byTwo(
    c,
    context,
    { action: 'fraud.add', subject: subjectOf(thing), request, about, personId },
    async (trx, by) => {
      const now = context.clock.now();
      const one = { reason: why, by, now };
      const added = personId ? await flagPerson(trx, { ...one, personId }) : await insertCase(trx, [thing], one);
      if (added === 0) return refused(409, 'flagged_already', 'There is an open flag on all of this already.');
      return { kind: 'done', flags: added };
    },
  );
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
      const after = { ...about, flags: outcome.flags };
      await approve(trx, { actor: by, action, subject, after, at: clock.now() });
      return outcome;
    }),
  );
  if (done.kind === 'second-needed') return secondNeeded(c, done);
  return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ flags: done.flags });
}
