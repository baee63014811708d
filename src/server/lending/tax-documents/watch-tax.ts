import { formatDate } from '#i18n/format-date.ts';
import { momentInLima } from '#server/lending/messages/lima-time.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import type { TaxSendingContext } from './send-tax-documents.ts';
import { taxSubject } from './settle-tax.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE_MS = 30 * DAY_MS;
const CERTIFICATE = 'service:tax-certificate';

/**
 * Tells staff of a certificate that ends within thirty days, and of the oldest document that has been without an answer
 * for a day; after two days, and of a certificate in its last thirty, whoever watches the service's log is told as well.
 */
export async function watchTax(context: TaxSendingContext): Promise<void> {
  await watchCertificate(context);
  await watchUnsent(context);
}

async function watchCertificate({ db, clock, log, taxKey }: TaxSendingContext): Promise<void> {
  const now = clock.now();
  if (!taxKey || taxKey.validUntil - now > CERTIFICATE_MS) {
    await closeTasks(db.kysely, CERTIFICATE, { by: 'system', now, kind: 'tax-certificate-ends' });
    return;
  }
  const { date } = momentInLima(taxKey.validUntil);
  log.error({ date }, 'ALERT: the certificate that tax documents are signed with is about to end, or has ended');
  const task = { kind: 'tax-certificate-ends', subject: CERTIFICATE, says: 'tax-certificate-ends' } as const;
  await openTask(db.kysely, { ...task, facts: { date: formatDate(date) } }, now);
}

/** One task, about the oldest of them: what keeps one from its answer usually keeps all. */
async function watchUnsent({ db, clock, log }: TaxSendingContext): Promise<void> {
  const now = clock.now();
  const oldest = await db.kysely
    .selectFrom('tax_document')
    .select(['id', 'name', 'issue_date', 'issued_at'])
    .where('status', 'in', ['READY', 'SENT'])
    .orderBy('issued_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  const unsentMs = oldest ? now - oldest.issued_at.getTime() : 0;
  if (!oldest || unsentMs < DAY_MS) return;
  const { id, name, issue_date: date } = oldest;
  if (unsentMs >= 2 * DAY_MS) {
    log.error({ document: name, date }, 'ALERT: a tax document has been without an answer for two days');
  }
  const task = { kind: 'tax-document-unsent', subject: taxSubject(id), says: 'tax-document-unsent' } as const;
  await openTask(db.kysely, { ...task, facts: { document: name, date: formatDate(date) } }, now);
}
