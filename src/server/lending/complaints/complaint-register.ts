import Papa from 'papaparse';
import { DEPARTMENTS } from '#api/departments.ts';
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

/**
 * What a spreadsheet would run as a formula; an apostrophe before it makes it text. The library's own pattern leaves out
 * a formula that goes over several lines.
 */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, with a byte order mark: spreadsheets otherwise read ñ as two letters. */
export function registerCsv(entries: readonly RegisterEntry[]): string {
  const columns = Object.keys(entries[0] ?? EMPTY) as (keyof RegisterEntry)[];
  const rows = entries.map((entry) => columns.map((column) => entry[column]));
  const table = Papa.unparse([columns, ...rows], { newline: '\r\n', escapeFormulae: FORMULA });
  return `\ufeff${table}\r\n`;
}

const EMPTY: Record<string, string> = { code: '' };
