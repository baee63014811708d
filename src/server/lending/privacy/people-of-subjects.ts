import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kit/tables.ts';

/** Tells which ids of a table are asked for. */
type Among = (id: RawBuilder<unknown>) => RawBuilder<unknown>;

interface SubjectKind {
  /** The ids that there are: others are not looked for, because the database would refuse them. */
  readonly form: RegExp;
  /** The clients whom things of the kind are about, as (id, person_id): a row for each, none for nobody. */
  readonly people: (among: Among) => RawBuilder<unknown>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const NUMBERS = { loan: /^P-\d{4}-\d{7}$/, application: /^SOL-\d{4}-\d+$/ };

const PAYOUT: SubjectKind = {
  form: UUID,
  people: (among) => sql`
    select payout.id, loan.person_id from disbursement_order payout join loan on loan.id = payout.loan_id
    where ${among(sql`payout.id`)}
    union all select id, person_id from refund where ${among(sql`id`)}`,
};
const PERSON: SubjectKind = { form: UUID, people: (among) => sql`select id, id from person where ${among(sql`id`)}` };

const MONEY: SubjectKind = {
  form: UUID,
  people: (among) => ownersOf(sql`money_received money`, sql`money.id`, among),
};

/** The clients of money, and of what names it: whose loan it went to, and whose payments it is and was. */
function ownersOf(from: RawBuilder<unknown>, id: RawBuilder<unknown>, among: Among): RawBuilder<unknown> {
  return sql`
    select ${id}, loan.person_id from ${from} join loan on loan.id = money.loan_id where ${among(id)}
    union select ${id}, payment.person_id from ${from} join payment_intent payment on payment.id = money.intent_id
    where ${among(id)}
    union select ${id}, payment.person_id from ${from}
    join payment_intent payment on payment.id = money.matched_intent_id where ${among(id)}`;
}

/** Every kind of subject of tasks and of records that may be about a client; a test finds those that are missing. */
const KINDS: Readonly<Record<string, SubjectKind>> = {
  application: {
    form: NUMBERS.application,
    people: (among) => sql`select reference, person_id from application where ${among(sql`reference`)}`,
  },
  'bank-line': {
    form: UUID,
    people: (among) =>
      ownersOf(sql`bank_line line join money_received money on money.id = line.money_id`, sql`line.id`, among),
  },
  client: PERSON,
  'data-request': {
    form: UUID,
    people: (among) => sql`select id, person_id from data_request where ${among(sql`id`)}`,
  },
  disbursement: PAYOUT,
  fraud: {
    form: /^[a-z]+:.+$/s,
    people: (among) => sql`
      select kind || ':' || mark, person_id from person_mark where ${among(sql`kind || ':' || mark`)}`,
  },
  // A flag is named by its own id or, with those that came with it, by that of its case.
  'fraud-flag': {
    form: UUID,
    people: (among) => sql`
      select named.id, whose.person_id from fraud_flag flag
      cross join lateral (select flag.id union select flag.case_id) named (id)
      cross join lateral (
        select flag.person_id union select person_id from application where id = flag.application_id
        union select person_id from fraud_flag_known where flag_id = flag.id
      ) whose (person_id)
      where whose.person_id is not null and ${among(sql`named.id`)}`,
  },
  loan: {
    form: NUMBERS.loan,
    people: (among) => sql`select number, person_id from loan where ${among(sql`number`)}`,
  },
  money: MONEY,
  payment: {
    form: UUID,
    people: (among) => sql`select id, person_id from payment_intent where ${among(sql`id`)}`,
  },
  payout: PAYOUT,
  'payout-batch': {
    form: /^\d{4}-\d\d-\d\d-[\da-f]{8}$/,
    people: (among) => sql`
      select item.batch_id, loan.person_id from payout_batch_item item
      join disbursement_order payout on payout.id = item.order_id join loan on loan.id = payout.loan_id
      where ${among(sql`item.batch_id`)}
      union all select item.batch_id, refund.person_id from payout_batch_item item
      join refund on refund.id = item.order_id where ${among(sql`item.batch_id`)}`,
  },
  person: PERSON,
  refund: PAYOUT,
  'tax-document': {
    form: UUID,
    people: (among) => sql`
      select document.id, loan.person_id from tax_document document join loan on loan.id = document.loan_id
      where ${among(sql`document.id`)}`,
  },
  unapplied: MONEY,
};

/** Tells whether subjects of a kind may be about a client. */
export function isAboutClients(kind: string): boolean {
  return Object.hasOwn(KINDS, kind);
}

/** Every client and the subjects that are about them, as (subject, person_id): `payment:<id>`. */
export function everySubject(): RawBuilder<unknown> {
  const parts = Object.entries(KINDS).map(
    ([kind, { people }]) => sql`
      select ${kind}::text || ':' || id, person_id from (${people(() => sql`true`)}) found (id, person_id)`,
  );
  return sql.join(parts, sql` union all `);
}

/**
 * Finds the clients whom subjects of tasks and of records are about: `P-2026-0000001`, `payment:<id>`. One query for
 * each kind that is among them; a subject that is about nobody is left out.
 */
export async function peopleOfSubjects(
  db: Db,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = subjects.flatMap((subject) => partsOf(subject) ?? []);
  const people = new Map<string, readonly string[]>();
  for (const [kind, own] of Map.groupBy(named, (one) => one.kind)) {
    const ids = own.map(({ id }) => id);
    const { rows } = await sql<{ id: string; person_id: string }>`
      select distinct id::text, person_id from (${kind.people(amongThese(kind, ids))}) found (id, person_id)
      order by 1, 2`.execute(db);
    const found = Map.groupBy(rows, ({ id }) => id);
    for (const { subject, id } of own) {
      const whose = found.get(id)?.map(({ person_id }) => person_id);
      if (whose) people.set(subject, whose);
    }
  }
  return people;
}

function amongThese({ form }: SubjectKind, ids: readonly string[]): Among {
  const asked = form === UUID ? sql`${[...ids]}::uuid[]` : sql`${[...ids]}::text[]`;
  return (id) => sql`${id} = any(${asked})`;
}

interface NamedSubject {
  readonly subject: string;
  readonly kind: SubjectKind;
  readonly id: string;
}

function partsOf(subject: string): NamedSubject | undefined {
  const numbered = Object.entries(NUMBERS).find(([, form]) => form.test(subject))?.[0];
  const [, name = '', id = ''] = numbered ? [subject, numbered, subject] : (/^([a-z-]+):(.*)$/s.exec(subject) ?? []);
  const kind = isAboutClients(name) ? KINDS[name] : undefined;
  return kind?.form.test(id) ? { subject, kind, id } : undefined;
}
