import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import type { FieldError } from '#api/errors.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { invalidFields } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { documentBody } from '#server/lending/documents/document-body.ts';
import { periodCause } from './due-documents.ts';
import { factsHash, issueDocument } from './ensure-loan-document.ts';
import type { LoanDocumentsContext } from './loan-documents-context.ts';
import { requestedSource } from './requested-source.ts';

export function requestStatementRoute(context: LoanDocumentsContext): Route<typeof requestStatement> {
  const { clock } = context;
  return {
    endpoint: requestStatement,
    async answer({ client, body, request }) {
      const today = clock.businessDate();
      const { from, to = today } = body;
      const errors = periodErrors({ from, to }, today);
      if (errors.length > 0) return invalidFields(errors);

      const found = await requestedSource(context, requestStatement.name, { client, loanNumber: body.loanNumber });
      if (found.kind === 'refused') return found;
      const { source } = found;
      const first = source.loan.valueDate;
      if (to < first) return invalidFields([{ field: 'to', code: 'out_of_range' }]);
      const period = { from: from && from > first ? calendarDate(from) : first, to: calendarDate(to) };
      const cause = periodCause(period, factsHash(source));
      const document = await issueDocument(context, source, { type: 'STATEMENT', cause });
      return { kind: 'ok', body: documentBody(document, request), headers: {} };
    },
  };
}

function periodErrors(
  { from, to }: { readonly from: string | undefined; readonly to: string },
  today: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (from !== undefined && !isCalendarDate(from)) errors.push({ field: 'from', code: 'invalid' });
  if (!isCalendarDate(to)) errors.push({ field: 'to', code: 'invalid' });
  else if (to > today) errors.push({ field: 'to', code: 'future' });
  if (errors.length === 0 && from !== undefined && from > to) errors.push({ field: 'from', code: 'mismatch' });
  return errors;
}
