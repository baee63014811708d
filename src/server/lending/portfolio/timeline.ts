import { type RawBuilder, sql } from 'kysely';
import { type Cents, cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import { complaintsOf } from '#server/lending/complaints/list-complaints.ts';
import { personSealIfKept } from '#server/lending/people/person-seal.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { type Keys, keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';

/** Something in the life of a client with the lender. */
export interface TimelineRow {
  readonly at: string;
  readonly kind: 'application' | 'paper' | 'money' | 'payout' | 'notice' | 'contact' | 'complaint' | 'act' | 'note';
  /** The event, the kind of paper or notice, the act of a colleague. */
  readonly event: string | null;
  /** The number of the thing it is about. */
  readonly subject: string | null;
  readonly paymentId: string | null;
  readonly amount: Cents | null;
  readonly by: string | null;
  /** Of a note. */
  readonly text: string | null;
  readonly fileName: string | null;
  /** Of a note that has a file. */
  readonly note: string | null;
  readonly personId: string;
}

interface Stored {
  readonly at: Date;
  readonly entry: string;
  readonly kind: TimelineRow['kind'];
  readonly event: string | null;
  readonly subject: string | null;
  readonly payment_id: string | null;
  readonly amount: number | null;
  readonly by: string | null;
  readonly text_sealed: string | null;
  readonly file_name_sealed: string | null;
  readonly note: string | null;
}

const KEYS = { at: 'instant', entry: 'word' } as const satisfies Keys<Stored>;
export const isTimelinePlace = placesOf(KEYS);

/** Reads everything that happened with a client, the newest first; undefined for nobody, and for whoever was erased. */
export async function readTimeline(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  personId: string,
): Promise<ListSource<TimelineRow> | undefined> {
  const person = await readPerson(db, vault, personId);
  const seal = person && (await personSealIfKept(db, vault, personId));
  if (!seal) return undefined;
  const loans = await db.selectFrom('loan').select('number').where('person_id', '=', personId).execute();
  const numbers = loans.map(({ number }) => number);
  const complaints = await complaintsOf(db, vault, person, numbers);
  const codes = complaints.map(({ code }) => code);
  const rows = sql<Stored>`(${sql.join(sourcesOf(personId, codes), sql` union all `)})`;
  return keyset(db, { rows, keys: KEYS, isDescending: true }, (stored) =>
    stored.map((row) => toRow(seal, row, personId)),
  );
}

/** Each kind of entry as (at, entry, kind, event, subject, payment_id, amount, by, text, file name, note). */
function sourcesOf(personId: string, codes: readonly string[]): readonly RawBuilder<unknown>[] {
  const subjects = sql`array[${`person:${personId}`}]::text[] || array(
    select 'loan:' || number from loan where person_id = ${personId}
    union all select 'application:' || reference from application where person_id = ${personId}
    union all select 'complaint:' || code from unnest(${[...codes]}::text[]) code)`;
  return [
    sql`select event.at, 'application-' || event.id as entry, 'application'::text as kind, event.event, application.reference as subject,
        null::uuid as payment_id, null::bigint as amount, event.actor as by, null::text as text_sealed,
        null::text as file_name_sealed, null::uuid as note
      from application_event event join application on application.id = event.application_id
      where application.person_id = ${personId}`,
    sql`select document.created_at, 'paper-' || document.id, 'paper', document.type, loan.number,
        null::uuid, null::bigint, null::text, null::text, null::text, null::uuid
      from document left join loan on loan.id = document.loan_id where document.person_id = ${personId}`,
    sql`select money.received_at, 'money-' || money.id, 'money', 'received', loan.number,
        coalesce(money.matched_intent_id, money.intent_id), money.amount, money.provider, null::text, null::text, null::uuid
      from money_received money join loan on loan.id = money.loan_id where loan.person_id = ${personId}`,
    sql`select payout.created_at, 'payout-' || payout.id, 'payout', payout.status, loan.number,
        null::uuid, payout.amount, null::text, null::text, null::text, null::uuid
      from disbursement_order payout join loan on loan.id = payout.loan_id where loan.person_id = ${personId}`,
    sql`select refund.created_at, 'refund-' || refund.id, 'payout', refund.status, loan.number,
        refund.intent_id, refund.amount, refund.requested_by, null::text, null::text, null::uuid
      from refund join loan on loan.id = refund.loan_id where refund.person_id = ${personId}`,
    sql`select created_at, 'notice-' || id, 'notice', kind, null::text,
        null::uuid, null::bigint, null::text, null::text, null::text, null::uuid
      from notification where person_id = ${personId}`,
    sql`select contact.at, 'contact-' || contact.id, 'contact', contact.channel, loan.number,
        null::uuid, null::bigint, contact.actor, null::text, null::text, null::uuid
      from contact_attempt contact join loan on loan.id = contact.loan_id where contact.person_id = ${personId}`,
    sql`select filed_at, 'complaint-' || id, 'complaint', type, code,
        null::uuid, null::bigint, null::text, null::text, null::text, null::uuid
      from complaint where code = any(${[...codes]}::text[])`,
    // Looks are in the audit, and are not what was done.
    sql`select at, 'act-' || id, 'act',
        case when action ~ '^client-area[.]' and action <> 'client-area.refused' then 'client-area' else action end,
        substring(subject from position(':' in subject) + 1),
        null::uuid, null::bigint, actor, null::text, null::text, null::uuid
      from audit where subject = any(${subjects}) and action !~ '[.](?:view|look)' and action <> 'person.note'`,
    sql`select at, 'note-' || id, 'note', null::text, null::text,
        null::uuid, null::bigint, 'operator:' || written_by, text_sealed, file_name_sealed, id
      from person_note where person_id = ${personId}`,
  ];
}

function toRow(seal: Seal, row: Stored, personId: string): TimelineRow {
  const { at, kind, event, subject, payment_id: paymentId, amount, by, note } = row;
  const opened = (column: 'text' | 'file_name', value: string | null) =>
    value === null || note === null ? null : seal.open(value, { table: 'person_note', column, id: note });
  return {
    at: at.toISOString(),
    kind,
    event,
    subject: subject === personId ? null : subject,
    paymentId,
    amount: amount === null ? null : cents(amount),
    by: by?.replace(/^operator:/, '') ?? null,
    text: opened('text', row.text_sealed),
    fileName: opened('file_name', row.file_name_sealed),
    note: row.file_name_sealed === null ? null : note,
    personId,
  };
}
