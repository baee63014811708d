import { beforeEach, describe, expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import { readAccountInUse } from '#server/lending/applications/account-in-use.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { stopContactChanges } from '#server/lending/people/contact-change.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import {
  anApplicant,
  aRepeatClient,
  EX1_INQUIRY,
  NO_PICTURES,
  payOut,
  readAgreement,
  scoringContext,
  signatureOf,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { aRefusedAccount, aRefusedLoanByOperator, askedOf } from '#tests/support/applications/information.ts';
import { accept, offerOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { TestBank } from '#tests/support/loans/loan-service.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, type Borrower, proveAgain, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
/** Nobody shares an account with anybody by accident: the rules look for that. */
let accounts = 0;
function anAccount() {
  const first = `011814${String(++accounts).padStart(12, '0')}`;
  return { bankId: 'bbva', bankAccountType: 'SAVINGS', cci: `${first}${cciCheckDigits(first)}` };
}
let other = anAccount();
let third = anAccount();
beforeEach(() => {
  [other, third] = [anAccount(), anAccount()];
});
const ORIGIN = { caller: '203.0.113.7', userAgent: 'Test', language: 'es', deviceSecret: undefined } as const;

const name = ({ headers }: Borrower, account: Readonly<Record<string, unknown>>) =>
  callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep(account) });
const prove = (client: Borrower) => proveAgain(lending, client, ['change-bank-account']);
const forgetProofs = ({ sessionId }: Borrower) =>
  lending.db.kysely.deleteFrom('session_grant').where('session_id', '=', sessionId).execute();
const accountOf = async ({ personId }: Borrower) =>
  (await readAccountInUse(lending.db.kysely, lending.vault, personId))?.cci ?? '';
const changesOf = async ({ personId }: Borrower) => {
  const rows = lending.db.kysely.selectFrom('contact_change').select('status').where('person_id', '=', personId);
  return (await rows.orderBy('requested_at').execute()).map(({ status }) => status);
};
const told = async (to: string) =>
  (await messagesTo(lending, to)).filter(({ template }) => template === 'identity-bank-account-changing').length;

/** Who was paid and has paid back, in the middle of the next application. */
async function aReturningApplicant(): Promise<Borrower> {
  const client = await aRepeatClient(lending);
  const { headers } = client;
  lending.clock.pass({ minutes: 1 });
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
  return client;
}

/** As far as the signature, with the account that the application names. */
async function sign(client: Borrower): Promise<void> {
  const { headers } = client;
  acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body: NO_PICTURES }));
  await scoreApplications(scoringContext(lending));
  await accept(lending, client, (await offerOf(lending, client)).offerId);
  lending.clock.pass({ minutes: 1 });
  const body = await signatureOf(lending, client, await readAgreement(lending, client));
  acceptedBody(await callEndpoint(lending, signAgreement, { headers, body }));
}

async function paidBy(bank: TestBank): Promise<string[]> {
  // Others of this file are paid first, ten at a time.
  for (let round = 0; round < 4; round += 1) await payOut(lending, bank);
  return [...bank.paidOut.values()].map(({ cci }) => cci);
}

async function aDayLater(): Promise<void> {
  lending.clock.pass({ hours: 24 });
  await applyContactChanges(identityContext(lending));
}

describe('in the financial step', () => {
  test('nobody’s first account needs a proof, however often it is corrected', async () => {
    const applicant = await anApplicant(lending, 'FINANCIAL');
    expect((await name(applicant, other)).status).toBe(200);
    expect((await name(applicant, third)).status).toBe(200);
    expect([await accountOf(applicant), await changesOf(applicant)]).toEqual([third.cci, []]);
  });

  test('the account that was paid to needs no proof', async () => {
    const client = await aReturningApplicant();
    const again = await name(client, { cci: await accountOf(client), monthlyIncome: 3000 });
    expect([again.status, await changesOf(client)]).toEqual([200, []]);
  });

  test('proved, it is told to telephone and mailbox and does not count yet', async () => {
    const client = await aReturningApplicant();
    const counts = await accountOf(client);
    await prove(client);
    acceptedBody(await name(client, other));
    expect([await told(client.phone), await told(client.email)]).toEqual([1, 1]);
    expect([await accountOf(client), await changesOf(client)]).toEqual([counts, ['PENDING']]);
    await aDayLater();
    expect([await accountOf(client), await changesOf(client)]).toEqual([other.cci, ['APPLIED']]);
  });

  test('sent again it is the change that is waiting; the account that counts takes the change back', async () => {
    const client = await aReturningApplicant();
    const counts = await accountOf(client);
    await prove(client);
    acceptedBody(await name(client, other));
    await forgetProofs(client);
    acceptedBody(await name(client, { ...other, monthlyIncome: 3000 }));
    expect([await told(client.phone), await changesOf(client)]).toEqual([1, ['PENDING']]);
    expect((await name(client, third)).status).toBe(428);
    acceptedBody(await name(client, { cci: counts }));
    expect(await changesOf(client)).toEqual(['CANCELLED']);
  });

  test('an account that the settings have made count is one to prove from, paid to or not', async () => {
    const applicant = await anApplicant(lending, 'DEVICE');
    const { headers } = applicant;
    await prove(applicant);
    const { bankId, bankAccountType: type, cci } = other;
    acceptedBody(await callEndpoint(lending, changeBankAccount, { headers, body: { bankId, type, cci } }));
    await aDayLater();
    await forgetProofs(applicant);
    expect(await accountOf(applicant)).toBe(other.cci);
    expect((await name(applicant, third)).status).toBe(428);
  });
});

describe('money', () => {
  test('waits for the day of another account, and goes there', {
    tags: 'promise-a-change-of-e-mail-telephone-or-bank-account',
  }, async () => {
    const client = await aReturningApplicant();
    await prove(client);
    acceptedBody(await name(client, other));
    await sign(client);
    const bank = new TestBank(lending.clock);
    expect(await paidBy(bank)).not.toContain(other.cci);
    expect((await stateOf(lending, client)).loan?.status).toBe('ORIGINATED');
    await aDayLater();
    expect(await paidBy(bank)).toContain(other.cci);
  });

  test('goes to the account of before when the change is stopped, also when the loan was signed after that', async () => {
    for (const isSignedBefore of [true, false]) {
      third = anAccount();
      const client = await aReturningApplicant();
      const counts = await accountOf(client);
      await prove(client);
      acceptedBody(await name(client, third));
      if (isSignedBefore) await sign(client);
      const link = await linkTo(lending, client.phone, 'identity-bank-account-changing');
      expect(await stopContactChanges(identityContext(lending), link, ORIGIN)).toBe('stopped');
      if (!isSignedBefore) await sign({ ...client, ...(await signIn(lending, client.personId)) });
      const paid = await paidBy(new TestBank(lending.clock));
      expect([paid.includes(counts), paid.includes(third.cci)]).toEqual([true, false]);
    }
  });
});

describe('after a refusal of the bank', () => {
  const answer = async (client: Borrower, value: string) => {
    const [item] = await askedOf(lending, client);
    const { headers } = client;
    return callEndpoint(lending, submitMissingInformation, {
      headers,
      body: { items: [{ itemId: item?.itemId, value }] },
    });
  };

  test('another account than the one that was never paid to, once proved, waits for no day', async () => {
    const signer = await aRefusedAccount(lending, {});
    await prove(signer);
    acceptedBody(await answer(signer, `bbva ${other.cci}`));
    expect(await changesOf(signer)).toEqual([]);
    // The notice that the first could not be paid to has been answered.
    const noted = await readNotifications(lending.db.kysely, signer.personId, { limit: 10 });
    expect(noted.find(({ kind }) => kind === 'disbursement-failed')?.readAt).toBeInstanceOf(Date);
    expect(await paidBy(new TestBank(lending.clock))).toContain(other.cci);
  });

  test('another account than the one paid to before waits for its day too', { tags: 'asvs-7.5.1' }, async () => {
    const client = await aReturningApplicant();
    await sign(client);
    const refuses = new TestBank(lending.clock);
    refuses.mode = 'rejects';
    await paidBy(refuses);
    expect((await stateOf(lending, client)).loan?.status).toBe('DISBURSMENT_FAILED');
    expect((await answer(client, `bbva ${third.cci}`)).status).toBe(428);
    await prove(client);
    acceptedBody(await answer(client, `bbva ${third.cci}`));
    expect([await told(client.phone), await changesOf(client)]).toEqual([1, ['PENDING']]);
    const bank = new TestBank(lending.clock);
    expect(await paidBy(bank)).toEqual([]);
    await aDayLater();
    expect(await paidBy(bank)).toEqual([third.cci]);
  });
});

describe('after a refusal of the bank of a loan that an operator made', () => {
  /** `before`: what the client has with us already. */
  async function aRefusedLoan(before: 'nothing' | 'an application' | 'a loan paid back'): Promise<Borrower> {
    const client = await clientOf[before]();
    await aRefusedLoanByOperator(lending, client);
    expect((await stateOf(lending, client)).nextScreen.name).toBe('application-information-missing');
    return client;
  }
  const clientOf = {
    nothing: () => aBorrower(lending, { session: 'full' }),
    'an application': () => anApplicant(lending, 'REJECTED', { financial: { monthlyIncome: 300, monthlyExpenses: 0 } }),
    'a loan paid back': () => aRepeatClient(lending),
  };
  const answer = async (client: Borrower, value: string) => {
    const [item] = await askedOf(lending, client);
    const body = { items: [{ itemId: item?.itemId, value }] };
    return callEndpoint(lending, submitMissingInformation, { headers: client.headers, body });
  };

  test.each(['nothing', 'an application', 'a loan paid back'] as const)(
    'another account is asked for, proved and paid to, of a client with %s',
    async (before) => {
      const client = await aRefusedLoan(before);
      expect(await askedOf(lending, client)).toMatchObject([{ code: 'bank_account', done: false }]);
      expect((await answer(client, 'bbva 1')).body).toMatchObject({
        error: { fieldErrors: [{ field: 'items.0.value', code: 'invalid' }] },
      });
      expect((await answer(client, `bbva ${other.cci}`)).status).toBe(428);
      await prove(client);
      const { nextScreen } = acceptedBody(await answer(client, `bbva ${other.cci}`));
      // The outcome of an application comes first until it was seen.
      expect(nextScreen.name).toBe(before === 'an application' ? 'application-rejected' : 'profile');
      const bank = new TestBank(lending.clock);
      if (before === 'a loan paid back') {
        expect(await paidBy(bank)).toEqual([]);
        await aDayLater();
      }
      expect(await paidBy(bank)).toEqual([other.cci]);
      expect((await stateOf(lending, client)).loan?.status).toBe('PERFORMING');
    },
  );

  test.each(['nothing', 'an application'] as const)('it is given up by a client with %s', async (before) => {
    const { headers } = await aRefusedLoan(before);
    const given = await callEndpoint(lending, cancelApplication, { headers, body: { reason: 'NO_LONGER_NEEDED' } });
    expect(acceptedBody(given).loan?.status).toBe('VOIDED');
  });
});
