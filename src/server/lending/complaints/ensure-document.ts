import { createHash } from 'node:crypto';
import { renderComplaintSheet } from './complaint-sheet.ts';
import {
  type Complaint,
  findComplaint,
  findComplaintById,
  insertRendering,
  readAttachments,
  readDocument,
  readEvents,
} from './complaint-store.ts';
import type { ComplaintsContext } from './complaints-context.ts';
import { COMPLAINT_DOCUMENTS, type ComplaintDocumentKind } from './tables.ts';

/**
 * Returns the PDF of a complaint: the stored one or, on the first request, a new one that is stored for good with its
 * SHA-256. Undefined when there is nothing to print yet, because the complaint does not exist or is not answered.
 */
export async function ensureDocument(
  context: Pick<ComplaintsContext, 'db' | 'vault' | 'clock'>,
  code: string,
  document: ComplaintDocumentKind,
): Promise<{ readonly bytes: Uint8Array; readonly sha256: string } | undefined> {
  const db = context.db.kysely;
  const { vault } = context;
  const complaint = await findComplaint(db, vault, code);
  if (!complaint) return undefined;
  const kept = await readDocument(db, vault, complaint.id, document);
  if (kept) return kept;
  const bytes = await render(context, complaint, document);
  if (!bytes) return undefined;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const now = context.clock.now();
  return insertRendering(db, vault, { complaintId: complaint.id, document, bytes, sha256, now });
}

/** Ensures it by the id of a complaint, as the outbox needs it. */
export async function ensureDocumentById(
  context: Pick<ComplaintsContext, 'db' | 'vault' | 'clock'>,
  complaintId: string,
  document: string,
): Promise<Uint8Array | undefined> {
  const kind = COMPLAINT_DOCUMENTS.find((known) => known === document);
  const complaint = await findComplaintById(context.db.kysely, context.vault, complaintId);
  return kind && complaint && (await ensureDocument(context, complaint.code, kind))?.bytes;
}

async function render(
  { db, vault }: Pick<ComplaintsContext, 'db' | 'vault'>,
  complaint: Complaint,
  document: ComplaintDocumentKind,
): Promise<Uint8Array | undefined> {
  const events = await readEvents(db.kysely, vault, complaint.id);
  const answer = events.find(({ kind }) => kind === 'answer');
  const settlement = events.find(({ kind }) => kind === 'settle');
  if (document === 'answer' && !answer) return undefined;
  if (document === 'settlement' && !settlement) return undefined;
  return renderComplaintSheet({
    complaint,
    attachments: await readAttachments(db.kysely, vault, complaint.id),
    filedEventId: events[0]?.id,
    ...(document !== 'sheet' && answer && { answer }),
    ...(document === 'settlement' && settlement && { settlement }),
  });
}
