import { DEPARTMENTS } from '#api/departments.ts';
import { CSV_START, csvLines } from '#server/kit/csv.ts';
import type { Complaint, ComplaintEvent } from './complaint-store.ts';

/** One line of the numbered register Indecopi may ask for. Dates are `YYYY-MM-DD`, the amount is soles. */
export function registerEntry(complaint: Complaint, events: readonly ComplaintEvent[]) {
  const { form, provider } = complaint.sheet;
  const answer = events.find(({ kind }) => kind === 'answer');
  const settlement = events.find(({ kind }) => kind === 'settle');
  return {
    code: complaint.code,
    establishmentCode: provider.establishmentCode,
    filedOn: complaint.filedOn,
    filedAt: complaint.filedAt.toISOString(),
    type: complaint.type,
    firstName: form.firstName,
    lastName: form.lastName,
    documentType: form.documentType,
    documentNumber: form.documentNumber,
    phone: form.phone ?? '',
    email: form.email ?? '',
    address: `${form.street}, ${form.district}, ${form.province}, ${DEPARTMENTS[form.department]}`,
    guardian: form.isMinor
      ? `${form.guardianName ?? ''}, ${form.guardianDocumentType ?? ''} ${form.guardianDocumentNumber ?? ''}`
      : '',
    good: form.good,
    description: form.description,
    loanNumber: form.loanNumber ?? '',
    amount: form.amount ?? '',
    detail: form.detail,
    request: form.request,
    answerChannel: form.answerChannel,
    answerDueDate: complaint.answerDueOn,
    status: complaint.status,
    assignee: complaint.assignee ?? '',
    answeredOn: answer?.businessDate ?? '',
    solution: String(answer?.data['solution'] ?? ''),
    answer: String(answer?.data['text'] ?? ''),
    settledOn: settlement?.businessDate ?? '',
    settlement: String(settlement?.data['text'] ?? ''),
  };
}
export type RegisterEntry = ReturnType<typeof registerEntry>;

export function registerCsv(entries: readonly RegisterEntry[]): string {
  const columns = Object.keys(entries[0] ?? EMPTY) as (keyof RegisterEntry)[];
  return CSV_START + csvLines([columns, ...entries.map((entry) => columns.map((column) => entry[column]))]);
}

const EMPTY: Record<string, string> = { code: '' };
