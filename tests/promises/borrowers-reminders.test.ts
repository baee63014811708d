import { expect } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { expireTopUps } from '#server/lending/arrangements/expire-top-ups.ts';
import { abandonFailedDisbursements } from '#server/lending/payouts/disburse.ts';
import { EX1_INQUIRY, scoringContext, stateOf } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount } from '#tests/support/applications/information.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { stored } from '#tests/support/loans/loan-service.ts';
import { deliverMessages } from '#tests/support/messages/notifications.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { promise } from './promise.ts';

const lending = withClientLoans({ operatorToken: OPERATOR_TOKEN });

/** The letters that have reached the client since the last look. */
async function lettersTo({ email }: Borrower) {
  const { emails } = await deliverMessages(lending);
  return emails.filter(({ recipient }) => recipient === email);
}

promise(
  'Aún no tenemos lo que te pedimos. Envíalo hasta el {untilDate} a las {untilTime}; si no llega, la solicitud se cierra y puedes empezar otra.',
  { file: 'src/server/lending/clients/application-notifications.ts' },
  async () => {
    const keep = () => advanceApplications(scoringContext(lending));
    const asked = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
    await lettersTo(asked);
    lending.clock.moveTo('2026-01-16');
    await keep();
    expect(await lettersTo(asked)).toEqual([]);
    lending.clock.moveTo('2026-01-17');
    await keep();
    const [letter, ...more] = await lettersTo(asked);
    expect([letter?.subject, more]).toEqual(['Tu solicitud sigue esperando algo de ti', []]);
    expect(letter?.body).toContain('Envíalo hasta el 22/01/2026 a las 12:00');
    lending.clock.moveTo('2026-01-21');
    await keep();
    expect((await stateOf(lending, asked)).application?.stage).toBe('INFO_MISSING');
    lending.clock.moveTo('2026-01-23');
    await keep();
    expect((await stateOf(lending, asked)).application?.stage).toBe('EXPIRED');
    const { headers } = asked;
    expect((await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).status).toBe(201);
  },
);

promise(
  'Tu banco no aceptó el abono del préstamo {loanNumber} y aún no tenemos otra cuenta. Indica una a tu nombre hasta el {answerBy}; si no, el préstamo se anula y no debes nada.',
  { file: 'src/server/lending/clients/loan-notifications.ts' },
  async () => {
    const client = await aRefusedAccount(lending);
    await lettersTo(client);
    const keptOn = async (day: string) => {
      lending.clock.moveTo(day);
      await abandonFailedDisbursements(lending.context);
      return (await lettersTo(client)).map(({ subject }) => subject);
    };
    expect(await keptOn('2026-01-17')).toEqual([]);
    expect(await keptOn('2026-01-18')).toEqual(['Tu préstamo sigue esperando otra cuenta']);
    expect(await keptOn('2026-01-19')).toEqual([]);
    expect((await stateOf(lending, client)).loan?.status).toBe('DISBURSMENT_FAILED');
    await keptOn('2026-01-20');
    expect((await stateOf(lending, client)).loan?.status).toBe('VOIDED');
  },
);

promise(
  'La ampliación de {amount} de tu préstamo {loanNumber} vence el {untilDate} a las {untilTime} si no la firmas antes. Si ya no la quieres, no tienes que hacer nada: no se cobra nada.',
  { file: 'src/server/lending/clients/arrangement-notifications.ts' },
  async () => {
    const client = await aToppableClient(lending);
    const { headers } = client;
    acceptedBody(await callEndpoint(lending, requestTopUp, { headers, body: { principal: 200 } }));
    await lettersTo(client);
    const postings = () => lending.db.kysely.selectFrom('posting').selectAll().execute();
    const before = await postings();
    lending.clock.pass({ hours: 18 });
    await expireTopUps(lending.context);
    const [letter] = await lettersTo(client);
    expect(letter?.subject).toBe('Tu ampliación espera tu firma');
    expect(letter?.body).toContain('vence el 26/01/2026 a las 12:00 si no la firmas antes');
    lending.clock.pass({ hours: 6 });
    await expireTopUps(lending.context);
    expect((await stored(lending, client.loan.id)).loan.topUp).toBeUndefined();
    expect(await postings()).toEqual(before);
  },
);
