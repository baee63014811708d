import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kit/tables.ts';

/** How the client of each kind of subject is found, as (subject, person_id), from the numbers or ids of some. */
const PEOPLE: ReadonlyMap<string, (ids: readonly string[]) => RawBuilder<unknown>> = new Map(
  Object.entries({
    application: (numbers: readonly string[]) =>
      sql`select reference, person_id from application where reference = any(${[...numbers]}::text[])`,
    loan: (numbers: readonly string[]) =>
      sql`select number, person_id from loan where number = any(${[...numbers]}::text[])`,
    'data-request': (ids: readonly string[]) =>
      sql`select id::text, person_id from data_request where id = any(${[...ids]}::uuid[])`,
    money: (ids: readonly string[]) => sql`
    select money.id::text, coalesce(loan.person_id, payment.person_id) from money_received money
    left join loan on loan.id = money.loan_id left join payment_intent payment on payment.id = money.intent_id
    where money.id = any(${[...ids]}::uuid[])`,
    payment: (ids: readonly string[]) =>
      sql`select id::text, person_id from payment_intent where id = any(${[...ids]}::uuid[])`,
    payout: (ids: readonly string[]) => sql`
    select payout.id::text, loan.person_id from disbursement_order payout join loan on loan.id = payout.loan_id
    where payout.id = any(${[...ids]}::uuid[])
    union all select id::text, person_id from refund where id = any(${[...ids]}::uuid[])`,
    'tax-document': (ids: readonly string[]) => sql`
    select document.id::text, loan.person_id from tax_document document join loan on loan.id = document.loan_id
    where document.id = any(${[...ids]}::uuid[])`,
    person: (ids: readonly string[]) => sql`select id::text, id from person where id = any(${[...ids]}::uuid[])`,
  }),
);
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['disbursement', 'payout'],
  ['refund', 'payout'],
]);
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/^P-\d{4}-\d{7}$/, 'loan'],
  [/^SOL-\d{4}-\d+$/, 'application'],
];
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds the clients whom subjects of tasks and of records are about: `P-2026-0000001`, `payment:<id>`. One query for
 * each kind that is among them; a subject that is about nobody is left out.
 */
export async function peopleOfSubjects(db: Db, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const named = subjects.flatMap((subject) => {
    const [kind, id] = partsOf(subject);
    const isKnown = kind !== undefined && (UUID.test(id) || NUMBERS.some(([form, of]) => of === kind && form.test(id)));
    return isKnown ? [{ subject, kind, id }] : [];
  });
  const people = new Map<string, string>();
  for (const kind of new Set(named.map((one) => one.kind))) {
    const own = named.filter((one) => one.kind === kind);
    const find = PEOPLE.get(kind);
    if (!find) continue;
    const { rows } = await sql<{ id: string; person_id: string | null }>`
      select * from (${find(own.map(({ id }) => id))}) found (id, person_id)`.execute(db);
    const found = new Map(rows.map(({ id, person_id }) => [id, person_id]));
    for (const { subject, id } of own) {
      const personId = found.get(id);
      if (personId) people.set(subject, personId);
    }
  }
  return people;
}

function partsOf(subject: string): readonly [string | undefined, string] {
  const numbered = NUMBERS.find(([form]) => form.test(subject));
  if (numbered) return [numbered[1], subject];
  const [kind = '', id = ''] = subject.split(':', 2);
  return [ALIASES.get(kind) ?? kind, id];
}
