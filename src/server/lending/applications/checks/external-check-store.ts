import type { CalendarDate } from '#loan/calendar.ts';
import { CHECK_KINDS, type CheckKind, type Consulted } from '#loan/requirements.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';
import type { CheckAnswer, CheckOutcome } from '#server/lending/gateways/checks/checks.ts';

/** One time that somebody outside was asked about an applicant. */
export interface ExternalCheck {
  readonly id: string;
  readonly kind: CheckKind;
  /** HMAC of the question: equal for equal ones. */
  readonly question: string;
  readonly provider: string;
  /** Undefined without an answer. */
  readonly answer: CheckAnswer | undefined;
  readonly at: Date;
}

/** Notes that somebody was asked, and what they said. Of two copies that asked at once the first keeps the answer. */
export async function insertCheck(
  db: Db,
  seal: Seal,
  check: Omit<ExternalCheck, 'id' | 'at'> & {
    readonly applicationId: string;
    readonly businessDate: CalendarDate;
    readonly now: number;
  },
): Promise<void> {
  const { applicationId, kind, question, provider, answer, businessDate, now } = check;
  const id = uuidv7(now);
  const { reference, ...outcome } = answer ?? { reference: null };
  await db
    .insertInto('external_check')
    .values({
      id,
      application_id: applicationId,
      kind,
      question,
      provider,
      reference,
      answer_sealed: answer ? seal.seal(JSON.stringify(outcome), placeOf(id)) : null,
      business_date: businessDate,
      at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('question').where('reference', 'is not', null).doNothing())
    .execute();
}

/** Everything that was asked about an application, oldest first. */
export async function readChecks(db: Db, seal: Seal, applicationId: string): Promise<ExternalCheck[]> {
  const rows = await db
    .selectFrom('external_check')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, question, provider, reference, answer_sealed, at }) => ({
    id,
    kind,
    question,
    provider,
    answer:
      reference !== null && answer_sealed !== null
        ? { ...(JSON.parse(seal.open(answer_sealed, placeOf(id))) as CheckOutcome), reference }
        : undefined,
    at,
  }));
}

/** The providers that were asked, and about what, whether or not they answered. */
export function consultedOf(checks: readonly ExternalCheck[]): Consulted {
  const providers = new Set(checks.map(({ provider }) => provider));
  return {
    provider: [...providers].join(', '),
    kinds: CHECK_KINDS.filter((kind) => checks.some((check) => check.kind === kind)),
  };
}

/** Those that came out well, each by its newest answer; nobody was asked twice for the same thing unless it had changed. */
export function passedChecks(checks: readonly ExternalCheck[]): Pick<ExternalCheck, 'kind' | 'at'>[] {
  return CHECK_KINDS.flatMap((kind) => {
    const newest = checks.findLast((check) => check.kind === kind && check.answer);
    return newest?.answer?.outcome === 'MATCH' ? [{ kind, at: newest.at }] : [];
  });
}

function placeOf(id: string) {
  return { table: 'external_check', column: 'answer_sealed', id };
}
