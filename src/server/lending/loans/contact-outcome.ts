import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { date, soles } from '#api/fields.ts';
import { CONTACT_OUTCOMES } from '#loan/contact-hours.ts';
import { invalidFields, notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { personSealIfKept } from '#server/lending/people/person-seal.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { policiesOf } from './loan-snapshot.ts';
import { makePromise } from './promises.ts';
import { hasOutcome, insertContactOutcome, isContactOf } from './store/contact-outcome-store.ts';
import { withLoan } from './with-loan.ts';

const NOTE_LENGTH = 500;
/** Fields of a contact's record: a promise names its amount and its date, nothing else does. */
export const outcomeBody = z.strictObject({
  outcome: z.enum(CONTACT_OUTCOMES),
  amount: z.optional(soles()),
  date: z.optional(date()),
  note: z.string().overwrite(oneLine).min(1).max(NOTE_LENGTH).optional(),
});

export type OutcomeContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault' | 'log' | 'parameters'>;

interface Recording {
  readonly loan: string;
  readonly attempt: string;
  readonly body: z.output<typeof outcomeBody>;
  /** `operator:ana` */
  readonly actor: string;
}

interface Recorded {
  readonly kind: 'recorded';
  /** Soles and date of the promise that came of it. */
  readonly promise?: { readonly amount: number; readonly date: string } | undefined;
}

/**
 * Records what came of a contact that was allowed, once for each. A promise is made in the same transaction: one that may
 * not be made is refused, and then nothing is on record.
 */
export async function recordOutcome(
  context: OutcomeContext,
  { loan: number, attempt, body, actor }: Recording,
): Promise<Recorded | Refusal> {
  const wrong = wrongIn(body);
  if (wrong) return wrong;
  const { payment } = await policiesOf(context);
  const result = await withLoan(context, { number }, async (locked): Promise<Recorded | Refusal> => {
    const { trx, id: loanId, personId, now } = locked;
    if (!(await isContactOf(trx, attempt, loanId))) return notFound();
    if (await hasOutcome(trx, attempt))
      return refused(409, 'outcome_recorded', 'What came of it is on record already.');
    const seal = await personSealIfKept(trx, context.vault, personId);
    // After an erasure nothing is written about a person.
    if (!seal) return notFound();
    const { outcome, amount, date: dueOn, note } = body;
    const isPromise = outcome === 'PROMISED' && amount !== undefined && dueOn !== undefined;
    const promised = isPromise
      ? await makePromise(locked, { amount, date: dueOn, madeBy: actor, leastCents: payment.minCents })
      : undefined;
    if (promised?.kind === 'refused') return promised;
    const promiseId = promised?.promise.id;
    const isNew = await insertContactOutcome(trx, seal, { attemptId: attempt, outcome, note, promiseId, actor, now });
    if (!isNew) throw new Error(`the outcome of contact ${attempt} was recorded while its loan was locked`);
    // Neither the amount nor what was said: the record of the contact has both.
    const after = { attempt, outcome, ...(promiseId !== undefined && { promise: promiseId }) };
    await recordAudit(trx, { actor, action: 'contact.outcome', subject: `loan:${number}`, after, at: now });
    return { kind: 'recorded', ...(isPromise && { promise: { amount, date: dueOn } }) };
  });
  return result.kind === 'not-there' ? notFound() : result;
}

function wrongIn({ outcome, amount, date: dueOn }: Recording['body']): Refusal | undefined {
  const fields = { amount, date: dueOn };
  const isPromise = outcome === 'PROMISED';
  const wrong = Object.entries(fields).filter(([, value]) => (value !== undefined) !== isPromise);
  if (wrong.length === 0) return undefined;
  return invalidFields(wrong.map(([field]) => ({ field, code: isPromise ? 'required' : 'not_allowed' })));
}
