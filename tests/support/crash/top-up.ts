import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { acceptedBody, callEndpoint } from '../lending/lending-app.ts';
import { trusted } from '../loans/client-loans.ts';
import { aLoanOfTenDays, finishPayouts, sentToBank } from './crash-world.ts';
import { repeatedAct } from './repeated-act.ts';

const [LOAN, MORE] = [500, 100];

/** More is asked for on a loan, signed and paid out. */
export const topUp = repeatedAct({
  async prepare(world) {
    const { loanId, number, personId, headers } = await aLoanOfTenDays(world);
    await trusted(world, personId);
    return { loanId, number, headers };
  },

  async perform(world, client, key) {
    const headers = { ...client.headers, 'Idempotency-Key': key };
    acceptedBody(await callEndpoint(world, requestTopUp, { headers, body: { principal: MORE } }));
    acceptedBody(await callEndpoint(world, signTopUp, { headers, body: { acceptTerms: true } }));
    await finishPayouts(world);
  },

  async faults(world, { loanId, number }, isAnswered) {
    const { kysely } = world.db;
    const topUps = await kysely.selectFrom('top_up').select(['status']).where('loan_id', '=', loanId).execute();
    const orders = await kysely.selectFrom('disbursement_order').select('id').where('loan_id', '=', loanId).execute();
    const signed = topUps.filter(({ status }) => status === 'SIGNED').length;
    const sent = await sentToBank(world);
    const soles = orders.flatMap(({ id }) => sent.get(id) ?? []).reduce((sum, one) => sum + one, 0);
    const faults: string[] = [];
    if (topUps.length > 1 || (isAnswered && signed !== 1)) {
      faults.push(`loan ${number}: ${topUps.length} top-ups were asked for and ${signed} signed`);
    }
    // The first order is the loan's own.
    if (orders.length !== 1 + signed)
      faults.push(`loan ${number}: ${orders.length} orders and ${signed} signed top-ups`);
    if (soles > LOAN + MORE || (isAnswered && soles !== LOAN + MORE)) {
      faults.push(`loan ${number}: ${soles} were paid out`);
    }
    return faults;
  },
});
