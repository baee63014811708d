import { type RawBuilder, sql } from 'kysely';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { COMPLAINT_CODE } from '#loan/complaint.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import {
  documentIndexOf,
  findPeopleByContact,
  findPeopleByDocumentEnd,
  findPeopleByNames,
} from '#server/lending/people/store/person-store.ts';

/** Things that a search leads to; each has an act that shows it. */
export const HIT_KINDS = ['client', 'loan', 'application', 'complaint', 'payment', 'unapplied'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Something that was found. */
export interface Found {
  readonly kind: HitKind;
  /** By which its act shows it: the id of a client or a payment, the number of everything else. */
  readonly id: string;
  /** Null: it is nobody's, or of somebody who is not a client. */
  readonly personId: string | null;
}

export const MOST_HITS = 20;
/** Fewer letters or digits would find everybody. */
const FEWEST_LETTERS = 3;

/** Tells whether a text has a word of at least three letters, or as many signs of a number in all: `BK-99-1`. */
export function isLongEnough(text: string): boolean {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const isNumber = /\d/.test(text) && words.join('').length >= FEWEST_LETTERS;
  return isNumber || words.some((word) => [...word].length >= FEWEST_LETTERS);
}

interface SearchContext {
  readonly db: Db;
  readonly vault: Vault;
}
type Finder = (context: SearchContext, text: string) => Promise<readonly Found[]>;

/** Ways to search, the most exact first: a number of a thing, a number of a person, parts of a name. */
const FINDERS: readonly Finder[] = [byNumberOfOurs, byReference, byContact, byDocument, byNames];

/**
 * Finds what a text may mean, at most so many, the most exact first. Numbers are compared whole, or by the end where
 * one is meant to be read out; nothing of a text is a pattern.
 * @param kinds those that the caller may see: what they may not see is not found for them
 */
export async function findAnything(
  context: SearchContext,
  text: string,
  kinds: readonly HitKind[],
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  for (const find of FINDERS) {
    for (const hit of await find(context, text)) {
      const key = `${hit.kind} ${hit.id}`;
      if (kinds.includes(hit.kind) && !found.has(key)) found.set(key, hit);
    }
    if (found.size >= MOST_HITS) break;
  }
  return [...found.values()].slice(0, MOST_HITS);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LOAN = /^P-\d{4}-\d{7}$/;
const APPLICATION = /^SOL-\d{4}-\d{1,12}$/;
/** The end of a loan's or an application's number, as it is read out: `0000002`. */
const NUMBER_END = /^\d{7}$/;

/** A loan, an application, a complaint or a payment by its number, or the end of it. */
async function byNumberOfOurs({ db }: SearchContext, text: string): Promise<readonly Found[]> {
  const number = text.toUpperCase().replace(/\s/g, '');
  if (LOAN.test(number))
    return found(db, 'loan', sql`select number as id, person_id from loan where number = ${number}`);
  if (APPLICATION.test(number))
    return found(
      db,
      'application',
      sql`select reference as id, person_id from application where reference = ${number}`,
    );
  if (COMPLAINT_CODE.test(number))
    return found(
      db,
      'complaint',
      sql`select code as id, null::uuid as person_id from complaint where code = ${number}`,
    );
  const id = number.toLowerCase();
  if (UUID.test(id))
    return [
      ...(await found(db, 'payment', sql`select id::text, person_id from payment_intent where id = ${id}`)),
      ...(await found(
        db,
        'client',
        sql`select id::text, id as person_id from person where id = ${id} and data_key is not null`,
      )),
    ];
  if (!NUMBER_END.test(number)) return [];
  return [
    ...(await found(db, 'loan', sql`select number as id, person_id from loan where right(number, 7) = ${number}`)),
    ...(await found(
      db,
      'application',
      sql`select reference as id, person_id from application where right(reference, 8) = ${`-${number}`}`,
    )),
  ];
}

const REFERENCE = /^(?=.*\d)[\w-]{3,40}$/;

/**
 * A payment by our reference, the provider's or its code; what the bank calls a transfer or a payout; the number of an
 * operation that a client has typed.
 */
async function byReference({ db }: SearchContext, text: string): Promise<readonly Found[]> {
  const typed = text.replace(/\s/g, '');
  if (!REFERENCE.test(typed)) return [];
  const spelt = sql`array[${typed}, ${typed.toUpperCase()}]::text[]`;
  const payments = await found(
    db,
    'payment',
    sql`
      select id::text, person_id from payment_intent
      where reference = ${typed} or purchase_number = ${typed} or code = ${typed}
      union select payment.id::text, payment.person_id from money_received money
        join payment_intent payment on payment.id = coalesce(money.matched_intent_id, money.intent_id)
        where money.provider_ref = any(${spelt}) or money.operation = any(${spelt})
      union select payment.id::text, payment.person_id from voucher
        join payment_intent payment on payment.id = voucher.intent_id
        where voucher.operation_number = any(${spelt})`,
  );
  // A credit that no payment of ours announced has its line of the statement, its loan, or nothing yet.
  const credits = sql`
    select money.id, money.loan_id from money_received money
    where money.provider_ref = any(${spelt}) or money.operation = any(${spelt})
    union select money.id, money.loan_id from bank_line line join money_received money on money.id = line.money_id
    where line.operation = operation_key(${typed})`;
  const loans = await found(
    db,
    'loan',
    sql`
      select loan.number as id, loan.person_id from (${credits}) money join loan on loan.id = money.loan_id
      union select loan.number, loan.person_id from disbursement_order payout join loan on loan.id = payout.loan_id
        where payout.provider_ref = any(${spelt})
      union select loan.number, loan.person_id from refund join loan on loan.id = refund.loan_id
        where refund.provider_ref = any(${spelt})`,
  );
  const unapplied = await found(
    db,
    'unapplied',
    sql`
      select money.id::text, null::uuid as person_id from (${credits}) money
      join unapplied on unapplied.id = money.id and unapplied.status = 'OPEN'`,
  );
  return [...payments, ...unapplied, ...loans];
}

async function byContact({ db, vault }: SearchContext, text: string): Promise<readonly Found[]> {
  const phone = mobilePhone.normalise(text);
  const contact = {
    phone: mobilePhone.check(phone) ? undefined : phone,
    email: text.includes('@') ? text : undefined,
  };
  if (contact.phone === undefined && contact.email === undefined) return [];
  return clients(await findPeopleByContact(db, vault, contact, MOST_HITS));
}

/** Four digits are what lists show of a document. */
const DOCUMENT_END = /^(?=.*\d{3})[A-Z\d]{4,12}$/;

/** Clients by their document or its end; complaints by the whole document on their sheet. */
async function byDocument({ db, vault }: SearchContext, text: string): Promise<readonly Found[]> {
  const number = text.replace(/[\s.-]/g, '').toUpperCase();
  if (!DOCUMENT_END.test(number)) return [];
  const indexes = DOCUMENT_TYPES.map((type) => documentIndexOf(vault, type, number));
  return [
    ...clients(await findPeopleByDocumentEnd(db, vault, number, MOST_HITS)),
    ...(await found(
      db,
      'complaint',
      sql`select code as id, null::uuid as person_id from complaint where document_index = any(${indexes}::text[])`,
    )),
  ];
}

async function byNames({ db, vault }: SearchContext, text: string): Promise<readonly Found[]> {
  // A name has no digit.
  if (/[\d@]/.test(text)) return [];
  return clients(await findPeopleByNames(db, vault, text, MOST_HITS));
}

function clients(ids: readonly string[]): readonly Found[] {
  return ids.map((id) => ({ kind: 'client', id, personId: id }));
}

async function found(db: Db, kind: HitKind, query: RawBuilder<unknown>): Promise<readonly Found[]> {
  const { rows } = await sql<{ id: string; person_id: string | null }>`
    select id, person_id from (${query}) found order by id desc limit ${MOST_HITS}`.execute(db);
  return rows.map(({ id, person_id }) => ({ kind, id, personId: person_id }));
}
