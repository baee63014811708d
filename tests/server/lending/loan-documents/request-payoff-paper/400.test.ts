import { expect, test } from 'vitest';
import { requestPayoffPaper } from '#api/endpoints/loan-documents/request-payoff-paper.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';

const archive = withArchive();

test.each([
  ['2026-01-14', 'date.past'],
  ['2026-02-15', 'date.out_of_range'],
  ['2026-02-30', 'date.invalid'],
  ['tomorrow', 'date.invalid'],
])('a quote for %s is refused: %s', async (date, code) => {
  const { client, loan } = await aClient(archive);
  const body = { loanNumber: loan.loan.number, date };
  const answer = await callEndpoint(archive.lending, requestPayoffPaper, { headers: client.headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual([code]);
});
