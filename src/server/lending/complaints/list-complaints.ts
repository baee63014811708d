import { type ComplaintSummary, listComplaints } from '#api/endpoints/complaints/list-complaints.ts';
import type { Locale } from '#i18n/locale.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { unauthorized } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { documentIndexOf, emailIndexOf, type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { type Complaint, listComplaintsOf } from './complaint-store.ts';
import { sheetLink } from './complaints-context.ts';

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

/** Whether a sheet belongs to a person: by a verified telephone or e-mail; anybody can enter any document. */
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
