import {
  type ComplaintAct,
  type ComplaintSolution,
  type ComplaintStatus,
  decideComplaintAct,
} from '#loan/complaint.ts';
import type { CheckedAttachment } from '#server/kit/attachments.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { enqueueSealedMessage, type NewMessage } from '#server/lending/messages/outbox-store.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { complaintAnsweredMail, complaintSettledMail } from './complaint-mail.ts';
import { type Complaint, insertEvent, lockComplaint, moveComplaint } from './complaint-store.ts';
import type { ComplaintsContext } from './complaints-context.ts';
import { ensureDocument } from './ensure-document.ts';

/** An operator's act; the shape depends on the act. */
export type OperatorAct =
  | { readonly act: 'assign'; readonly assignee: string }
  | { readonly act: 'note'; readonly text: string }
  | {
      readonly act: 'answer';
      readonly text: string;
      readonly solution: ComplaintSolution;
      readonly attachments: readonly CheckedAttachment[];
    }
  | { readonly act: 'settle'; readonly text: string }
  | { readonly act: 'close' };

export type ActOutcome = { readonly kind: 'done'; readonly status: ComplaintStatus } | Refusal;

const NOT_THERE = refused(404, 'not_found', 'There is nothing here.');

/**
 * Executes an operator's act on a complaint: decided by the transition table under the row's lock, recorded as an event
 * with the operator and in the audit, and, where the consumer must be informed, an e-mail in the same transaction.
 */
export async function actOnComplaint(
  context: ComplaintsContext,
  code: string,
  operator: string,
  act: OperatorAct,
): Promise<ActOutcome> {
  const { db, clock, siteUrl, log, vault } = context;
  const outcome = await db.kysely.transaction().execute(async (trx): Promise<ActOutcome> => {
    const complaint = await lockComplaint(trx, vault, code);
    if (!complaint) return NOT_THERE;
    const decision = decideComplaintAct(complaint.status, act.act);
    if (decision.kind === 'refused') {
      return refused(409, decision.reason, `A complaint that is ${decision.status} takes no ${act.act}.`);
    }
    const now = clock.now();
    const actor = `operator:${operator}`;
    await moveComplaint(trx, complaint.id, {
      status: decision.status,
      ...(act.act === 'assign' && { assignee: act.assignee }),
    });
    const event = {
      complaintId: complaint.id,
      now,
      businessDate: clock.businessDate(),
      kind: act.act satisfies ComplaintAct,
      actor,
      fromStatus: complaint.status,
      toStatus: decision.status,
      data: dataOf(act),
    };
    await insertEvent(trx, vault, event, act.act === 'answer' ? act.attachments : []);
    const mail = mailOf(complaint, act, siteUrl);
    if (mail) await enqueueSealedMessage(trx, vault, mail, now);
    const [before, after] = [{ status: complaint.status }, { status: decision.status }];
    const audited = { actor, action: `complaint.${act.act}`, subject: `complaint:${code}`, before, after, at: now };
    await recordAudit(trx, audited);
    return { kind: 'done', status: decision.status };
  });
  if (outcome.kind === 'done' && (act.act === 'answer' || act.act === 'settle')) {
    const document = act.act === 'answer' ? 'answer' : 'settlement';
    await ensureDocument(context, code, document).catch((error: unknown) =>
      // The decision stands; the document is rendered on its first use.
      log.error({ err: error, code }, 'the sheet could not be rendered yet'),
    );
  }
  return outcome;
}

function dataOf(act: OperatorAct): Record<string, unknown> {
  switch (act.act) {
    case 'assign':
      return { assignee: act.assignee };
    case 'answer':
      return { text: act.text, solution: act.solution };
    case 'note':
    case 'settle':
      return { text: act.text };
    case 'close':
      return {};
  }
}

/** Consumers with an e-mail address are notified, even when the binding answer goes by post. */
function mailOf(complaint: Complaint, act: OperatorAct, siteUrl: string): NewMessage | undefined {
  const { email } = complaint.sheet.form;
  if (!email) return undefined;
  if (act.act === 'answer') return complaintAnsweredMail(complaint, email, siteUrl, act);
  if (act.act === 'settle') return complaintSettledMail(complaint, email, siteUrl, act.text);
  return undefined;
}
