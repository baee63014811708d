import { requestPayoffPaper } from '#api/endpoints/loan-documents/request-payoff-paper.ts';
import { addDays, calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { standingOn } from '#loan/standing.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { documentBody } from '#server/lending/documents/document-body.ts';
import { factsHash, issueDocument } from './ensure-loan-document.ts';
import type { LoanDocumentsContext } from './loan-documents-context.ts';
import { requestedSource } from './requested-source.ts';

/** A quote is for today or one of the next so many days (domain 2.11.3). */
const MAX_DAYS_AHEAD = 30;

export function requestPayoffPaperRoute(context: LoanDocumentsContext): Route<typeof requestPayoffPaper> {
  const { clock } = context;
  return {
    endpoint: requestPayoffPaper,
    async answer({ client, body, request }) {
      const today = calendarDate(clock.businessDate());
      const code = dateError(body.date, today);
      if (code) return invalidFields([{ field: 'date', code }]);
      const date = calendarDate(body.date ?? today);

      const found = await requestedSource(context, requestPayoffPaper.name, { client, loanNumber: body.loanNumber });
      if (found.kind === 'refused') return found;
      const { source } = found;
      const { paidOn } = standingOn(source.loan, { date, calendar: source.calendar });
      if (paidOn) return refused(409, 'loan_closed', 'There is nothing left to pay.');
      const cause = `${date}@${factsHash(source)}`;
      const document = await issueDocument(context, source, { type: 'PAYOFF_QUOTE', cause });
      return { kind: 'ok', body: documentBody(document, request), headers: {} };
    },
  };
}

function dateError(date: string | undefined, today: ReturnType<typeof calendarDate>) {
  if (date === undefined) return undefined;
  if (!isCalendarDate(date)) return 'invalid' as const;
  if (date < today) return 'past' as const;
  return date > addDays(today, MAX_DAYS_AHEAD) ? ('out_of_range' as const) : undefined;
}
