import { awaitsAnswer, type ComplaintSolution, type ComplaintStatus, type ComplaintType } from '#loan/complaint.ts';
import { type Complaint, readAttachments, readEvents } from './complaint-store.ts';
import type { ComplaintsContext } from './complaints-context.ts';

/** A complaint as the holder of a key sees it. Nothing the consumer wrote is repeated: it is on the sheet. */
export interface ComplaintView {
  readonly code: string;
  readonly trackingKey: string;
  readonly type: ComplaintType;
  readonly status: ComplaintStatus;
  /** Nobody has answered or settled yet. */
  readonly open: boolean;
  readonly mailed: boolean;
  /** `YYYY-MM-DD`, as all dates here. */
  readonly filedOn: string;
  readonly answerDueDate: string;
  readonly pdfUrl: string;
  /** In order; a step without a date is still to come. */
  readonly steps: readonly { readonly step: Step; readonly date?: string | undefined }[];
  readonly answer?:
    | {
        readonly date: string;
        readonly text: string;
        readonly solution: ComplaintSolution;
        readonly pdfUrl: string;
        readonly attachments: readonly { readonly name: string; readonly url: string }[];
      }
    | undefined;
  readonly settlement?: { readonly date: string; readonly text: string; readonly pdfUrl: string } | undefined;
}

export type Step = 'RECEIVED' | 'ASSIGNED' | 'ANSWERED' | 'SETTLED' | 'CLOSED';

/** @param base where its papers and files lie, ending in a slash */
export async function viewComplaint(
  { db, vault }: Pick<ComplaintsContext, 'db' | 'vault'>,
  complaint: Complaint,
  base: string,
): Promise<ComplaintView> {
  const events = await readEvents(db.kysely, vault, complaint.id);
  const dateOf = (kind: (typeof events)[number]['kind']) => events.find((event) => event.kind === kind)?.businessDate;
  const answer = events.find(({ kind }) => kind === 'answer');
  const settlement = events.find(({ kind }) => kind === 'settle');
  const files = answer ? await readAttachments(db.kysely, vault, complaint.id) : [];
  const { trackingKey } = complaint;
  return {
    code: complaint.code,
    trackingKey,
    type: complaint.type,
    status: complaint.status,
    open: awaitsAnswer(complaint.status),
    mailed: complaint.sheet.form.email !== undefined,
    filedOn: complaint.filedOn,
    answerDueDate: complaint.answerDueOn,
    pdfUrl: `${base}sheet.pdf`,
    steps: [
      { step: 'RECEIVED', date: complaint.filedOn },
      { step: 'ASSIGNED', date: dateOf('assign') ?? answer?.businessDate ?? settlement?.businessDate },
      // A settlement without an answer takes its place.
      ...(settlement && !answer ? [] : [{ step: 'ANSWERED', date: answer?.businessDate } as const]),
      ...(settlement ? [{ step: 'SETTLED', date: settlement.businessDate } as const] : []),
      ...(dateOf('close') ? [{ step: 'CLOSED', date: dateOf('close') } as const] : []),
    ],
    ...(answer && {
      answer: {
        date: answer.businessDate,
        text: String(answer.data['text']),
        solution: answer.data['solution'] as ComplaintSolution,
        pdfUrl: `${base}answer.pdf`,
        attachments: files
          .filter(({ eventId }) => eventId === answer.id)
          .map(({ id, name }) => ({ name, url: `${base}files/${id}` })),
      },
    }),
    ...(settlement && {
      settlement: {
        date: settlement.businessDate,
        text: String(settlement.data['text']),
        pdfUrl: `${base}settlement.pdf`,
      },
    }),
  };
}
