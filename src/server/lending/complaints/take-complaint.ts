import type { ComplaintBody } from '#api/complaint-form.ts';
import type { Locale } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import { answerDueDate, complaintCode } from '#loan/complaint.ts';
import type { CheckedAttachment } from '#server/kit/attachments.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { findCall, rememberCall } from '#server/lending/people/store/idempotency-store.ts';
import { documentIndexOf } from '#server/lending/people/store/person-store.ts';
import { complaintReceivedMail } from './complaint-mail.ts';
import {
  findComplaint,
  findSameComplaint,
  insertComplaint,
  insertEvent,
  lockSeries,
  takeNumber,
} from './complaint-store.ts';
import { COMPLAINTS_PATH, type ComplaintsContext } from './complaints-context.ts';
import { ensureDocument } from './ensure-document.ts';
import { newTrackingKey } from './tracking-key.ts';

export interface Filing {
  readonly form: ComplaintBody;
  readonly attachments: readonly CheckedAttachment[];
  /** The language the consumer reads. */
  readonly locale: Locale;
  readonly idempotencyKey?: string | undefined;
}

/** The receipt shown to the consumer (domain 2.18). */
export interface FilingReceipt {
  readonly code: string;
  readonly trackingKey: string;
  /** `YYYY-MM-DD` */
  readonly answerDueDate: string;
  readonly pdfUrl: string;
}

export type FilingOutcome =
  | { readonly kind: 'filed'; readonly receipt: FilingReceipt; readonly replayed: boolean }
  | Refusal;

/**
 * Files a complaint: number, sheet, files, first event and the e-mail with its copy are one transaction, so that either
 * all of it exists or none of it and the series has no gap. The same content on the same day is one complaint, however
 * often it is sent and through however many instances. The PDF is rendered after the commit, so that the series is not
 * locked meanwhile; if this process dies in between, the first use renders it.
 */
export async function fileComplaint(context: ComplaintsContext, filing: Filing): Promise<FilingOutcome> {
  const outcome = await context.db.kysely.transaction().execute((trx) => fileWithin(trx, context, filing));
  if (outcome.kind === 'refused') return outcome;
  try {
    await ensureDocument(context, outcome.receipt.code, 'sheet');
  } catch (error) {
    // The complaint is filed: the outbox or the first reader renders the sheet.
    context.log.error({ err: error, code: outcome.receipt.code }, 'the sheet could not be rendered yet');
  }
  return outcome;
}

async function fileWithin(
  trx: Trx,
  context: ComplaintsContext,
  { form, attachments, locale, idempotencyKey }: Filing,
): Promise<FilingOutcome> {
  const { clock, provider, siteUrl, log, vault } = context;
  const filedOn = clock.businessDate();
  const year = Number(filedOn.slice(0, 4));
  const { establishmentCode } = provider;
  // Keyed, because document number and short texts could be found by brute force.
  const contentHash = vault.blindIndex('complaint', contentOf(form, attachments));
  const lastNumber = await lockSeries(trx, establishmentCode, year);

  const call = idempotencyKey && { route: `POST ${COMPLAINTS_PATH}`, key: idempotencyKey, bodyHash: contentHash };
  const known = call ? await findCall(trx, call) : undefined;
  if (known?.kind === 'mismatch') {
    return refused(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another body.');
  }
  if (known?.kind === 'replay') {
    const { code } = known.response as Pick<FilingReceipt, 'code'>;
    const filed = await findComplaint(trx, vault, code);
    if (!filed) throw new Error(`the complaint ${code} of a known call is not there`);
    return { kind: 'filed', receipt: receiptOf(filed), replayed: true };
  }

  const same = await findSameComplaint(trx, vault, { establishmentCode, filedOn, contentHash });
  if (same) return { kind: 'filed', receipt: receiptOf(same), replayed: true };

  const due = answerDueDate(calendarDate(filedOn), await readHolidays(trx));
  if (due.kind === 'no-holiday-table') {
    log.error({ year: due.year }, 'complaints cannot be taken: the holidays of this year are missing');
    return refused(503, 'holiday_table_missing', `The holidays of ${due.year} are not loaded.`);
  }
  const now = clock.now();
  const filed = {
    code: complaintCode(year, lastNumber + 1),
    year,
    number: lastNumber + 1,
    filedAt: new Date(now),
    filedOn,
    answerDueOn: due.date,
    type: form.type,
    locale,
    sheet: { provider, form },
    contentHash,
    documentIndex: documentIndexOf(vault, form.documentType, form.documentNumber),
    trackingKey: newTrackingKey(),
  };
  await takeNumber(trx, { establishmentCode, year, number: filed.number });
  const id = await insertComplaint(trx, vault, filed);
  const happened = { complaintId: id, now, businessDate: filedOn, actor: 'consumer' } as const;
  await insertEvent(trx, vault, { ...happened, kind: 'filed', fromStatus: null, toStatus: 'RECEIVED' }, attachments);
  if (form.email) {
    await enqueueSealedMessage(trx, vault, complaintReceivedMail({ ...filed, id }, form.email, siteUrl), now);
  }
  // Not the receipt: its tracking key opens the sheet.
  if (call) await rememberCall(trx, call, { status: 201, response: { code: filed.code }, now });
  return { kind: 'filed', receipt: receiptOf(filed), replayed: false };
}

function receiptOf({
  code,
  trackingKey,
  answerDueOn,
}: {
  readonly code: string;
  readonly trackingKey: string;
  readonly answerDueOn: string;
}): FilingReceipt {
  return { code, trackingKey, answerDueDate: answerDueOn, pdfUrl: `${COMPLAINTS_PATH}/${code}/sheet.pdf` };
}

/** Makes one text of the content: the same for the same fields in any order and the same files in the same order. */
function contentOf(form: ComplaintBody, attachments: readonly CheckedAttachment[]): string {
  const fields = Object.entries(form)
    .filter(([, value]) => value !== undefined && value !== false)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields, attachments.map(({ sha256 }) => sha256)]);
}
