import { type ComplaintSummary, listComplaints } from '#api/endpoints/complaints/list-complaints.ts';
import type { Locale } from '#i18n/locale.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { unauthorized } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { documentIndexOf, emailIndexOf, type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { bookSeal } from './complaint-seal.ts';
import { type Complaint, listComplaintsOf } from './complaint-store.ts';
import { sheetLink } from './complaints-context.ts';
import type { FiledSheet } from './tables.ts';

export function listComplaintsRoute({ db, vault, standing }: IdentityContext): Route<typeof listComplaints> {
  return {
    endpoint: listComplaints,
    async answer({ client, request }) {
      const person = await readPerson(db.kysely, vault, client.personId);
      // Erased while this browser still held a session.
      if (!person) return unauthorized();
      const found = await complaintsOf(db.kysely, vault, person, await standing.loanNumbers(person.id));
      const locale = preferredLocale(request);
      const items = found.map((each) => itemOf(each, client.impersonation ? undefined : locale));
      return { kind: 'ok', body: { items }, headers: {} };
    },
  };
}

/** The sheets that are surely a person's, newest first. */
export async function complaintsOf(
  db: Db,
  vault: Vault,
  person: Person,
  loanNumbers: readonly string[],
): Promise<Complaint[]> {
  const documentIndex = documentIndexOf(vault, person.documentType, person.documentNumber);
  const found = await listComplaintsOf(db, vault, { documentIndex, loanNumbers });
  return found.filter(({ sheet }) => isOf(person, sheet.form, (email) => emailIndexOf(vault, email)));
}

/**
 * Tells whether a sheet belongs to a person. Anybody can enter any document number, both on a sheet and in a
 * registration, so only a verified telephone or e-mail in common proves the same person.
 */
function isOf(person: Person, form: Complaint['sheet']['form'], indexOf: (email: string) => string): boolean {
  if (form.documentType !== person.documentType || form.documentNumber !== person.documentNumber) return false;
  const hasPhone = person.phoneVerifiedAt !== null && form.phone !== undefined && form.phone === person.phone;
  if (hasPhone) return true;
  if (person.emailVerifiedAt === null || form.email === undefined || person.email === undefined) return false;
  return indexOf(form.email) === indexOf(person.email);
}

/** Without the key: it would open the sheet unmasked. */
function itemOf(complaint: Complaint, locale: Locale | undefined): ComplaintSummary {
  const { code, type, status, filedOn, answerDueOn, trackingKey } = complaint;
  const url = locale ? sheetLink(locale, code, trackingKey) : null;
  return { code, type, status, filedOn, answerDueDate: answerDueOn, url };
}

/** The name on a sheet: whoever complains need not be a client. */
export function complainantOf({ form }: FiledSheet): string {
  return [form.firstName, form.lastName].filter((name) => name !== undefined && name !== '').join(' ');
}

/** Reads the names on sheets by the codes of their complaints. */
export async function readComplainants(
  db: Db,
  seal: Seal,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db.selectFrom('complaint').select(['id', 'code', 'sheet']).where('code', 'in', codes).execute();
  const book = bookSeal(seal);
  return new Map(rows.map(({ id, code, sheet }) => [code, complainantOf(book.openSheet(id, sheet))]));
}
