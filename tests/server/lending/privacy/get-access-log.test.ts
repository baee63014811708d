import { test as base, beforeEach, describe, expect } from 'vitest';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { anApplicant, uploadFile } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { loanServiceOf } from '#tests/support/loans/client-loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower, signIn } from '#tests/support/people/borrower.ts';
import { aClient, browserOf, CookieJar, enter } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN, operatorOf, staffCall } from '#tests/support/people/operator.ts';
import { waitingRecovery } from '#tests/support/people/recovery.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const test = base.extend('client', () => aClient(lending));

describe('200', () => {
  test('the client sees who used the account, staff by name, and nothing of anybody else', async ({ client }) => {
    const other = await aBorrower(lending);
    await recordAccess(lending.db.kysely, { personId: other.personId, kind: 'SIGN_IN', at: lending.clock.now() });
    const jar = await enter(lending, client);
    lending.clock.pass({ minutes: 1 });
    const visit = {
      personId: client.personId,
      kind: 'IMPERSONATION',
      at: lending.clock.now(),
      staff: 'Ana Torres',
    } as const;
    await recordAccess(lending.db.kysely, visit);
    const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers: jar.headers }));
    expect(items.map(({ id: _, ...item }) => item)).toEqual([
      { kind: 'IMPERSONATION', at: '2026-01-15T17:01:00.000Z', device: null, address: null, staffName: 'Ana Torres' },
      { kind: 'SIGN_IN', at: '2026-01-15T17:00:00.000Z', device: null, address: 'in-process', staffName: null },
    ]);
  });

  test('a log-out is in it too', async ({ client }) => {
    const jar = await enter(lending, client);
    await callEndpoint(lending, logOut, { headers: jar.headers });
    lending.clock.pass({ minutes: 1 });
    const again = await enter(lending, client);
    const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers: again.headers }));
    expect(items.map(({ kind }) => kind)).toEqual(['SIGN_IN', 'SIGN_OUT', 'SIGN_IN']);
  });

  describe('what staff saw or changed is in it, by the name of the colleague', () => {
    beforeEach(async () => {
      await aColleague(lending.db, 'atorres');
      await lending.db.kysely
        .updateTable('colleague')
        .set({ name: 'Ana Torres' })
        .where('login', '=', 'atorres')
        .execute();
    });
    const staff = operatorOf(() => lending.app);
    const asAna = (path: string, body?: unknown) => staff('atorres', `/api/v1/staff/${path}`, body);
    const look = (path: string) => staffCall(lending, path, undefined, { name: 'atorres' });
    /** Reads what the client does of staff, oldest first. */
    const linesOf = async ({ personId }: Pick<Borrower, 'personId'>) => {
      const { token, bind } = await signIn(lending, personId);
      const { headers } = browserOf({ token, bind });
      const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
      expect(items.every(({ staffName }) => staffName === null || staffName === 'Ana Torres')).toBe(true);
      return items.flatMap(({ kind, staffName }) => (staffName ? [kind] : [])).reverse();
    };

    test('an application and its files, once an hour', async () => {
      const applicant = await anApplicant(lending, 'DEVICE');
      const file = await uploadFile(lending, applicant.headers, 'DNI_FRONT');
      const application = lending.db.kysely.selectFrom('application').select('reference');
      const { reference } = await application.where('person_id', '=', applicant.personId).executeTakeFirstOrThrow();
      for (let time = 0; time < 2; time += 1) {
        expect((await look(`applications/${reference}`)).status).toBe(200);
        expect((await look(`applications/${reference}/files/${file}`)).status).toBe(200);
      }
      expect(await linesOf(applicant)).toEqual(['APPLICATION_SEEN', 'FILE_SEEN']);
      lending.clock.pass({ hours: 1 });
      await look(`applications/${reference}`);
      expect(await linesOf(applicant)).toEqual(['APPLICATION_SEEN', 'FILE_SEEN', 'APPLICATION_SEEN']);
    });

    test('the picture of a client who has lost a telephone, and the new telephone', async ({ client }) => {
      const id = await waitingRecovery(lending, client);
      await look(`phone-recoveries/${id}/picture`);
      lending.clock.pass({ minutes: 1 });
      expect((await asAna(`phone-recoveries/${id}/approve`, {})).status).toBe(200);
      expect(await linesOf(client)).toEqual(['FILE_SEEN', 'PHONE_CHANGED']);
    });

    test('no change where a telephone stayed as it was', async ({ client }) => {
      await asAna(`phone-recoveries/${await waitingRecovery(lending, client)}/reject`, {});
      expect(await linesOf(client)).toEqual([]);
    });

    test('another mailbox', async ({ client }) => {
      const { documentNumber } = client;
      const body = { documentNumber, email: 'otra@example.pe', reason: 'Recognised in the branch.' };
      expect((await asAna('mailboxes', body)).status).toBe(202);
      expect(await linesOf(client)).toEqual(['EMAIL_CHANGED']);
    });

    test('sessions ended, of one or of everybody', async () => {
      const [client, other] = [await aClient(lending), await aBorrower(lending)];
      const reason = 'Tokens may have leaked.';
      await asAna('session-ends', { documentNumber: client.documentNumber, reason });
      await signIn(lending, client.personId);
      lending.clock.pass({ minutes: 1 });
      await asAna('session-ends', { everyone: true, reason });
      expect([await linesOf(client), await linesOf(other)]).toEqual([
        ['SESSION_ENDED', 'SESSION_ENDED'],
        ['SESSION_ENDED'],
      ]);
    });

    test('the number that was shown for a call', async () => {
      const { personId } = await aBorrower(lending);
      const { number } = (await aLoan(loanServiceOf(lending), EX1_TERMS, personId)).loan;
      const call = { channel: 'CALL', recipient: 'CLIENT' };
      expect((await asAna(`contact/${number}/attempts`, call)).body).toMatchObject({ phone: expect.any(String) });
      expect((await asAna(`contact/${number}/attempts`, call)).status).toBe(409);
      expect(await linesOf({ personId })).toEqual(['PHONE_SEEN']);
    });

    test('a loan by hand', async () => {
      const { personId } = await aBorrower(lending);
      const account = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
      expect((await asAna('loans', { personId, productId: 1, amount: 500, term: 30, ...account })).status).toBe(201);
      expect(await linesOf({ personId })).toEqual(['LOAN_MADE']);
    });

    test('what support filled in for the client, besides the visit', async () => {
      const applicant = await anApplicant(lending, 'PERSONAL');
      const { documentNumber } = applicant;
      const visit = { documentNumber, reason: 'The form does not open.', ticketId: 'T-1', mode: 'ASSIST' };
      const { url } = (await asAna('impersonations', visit)).body as { readonly url: string };
      const token = new URL(url).hash.replace('#token=', '');
      const { headers } = await callEndpoint(lending, redeemLoginAs, { body: { token } });
      const jar = new CookieJar().take(headers);
      lending.clock.pass({ minutes: 1 });
      for (const firstName of ['Ros', 'Rosa']) {
        const draft = { params: { step: 'personal' }, body: { firstName }, headers: jar.headers };
        acceptedBody(await callEndpoint(lending, saveDraft, draft));
      }
      expect(await linesOf(applicant)).toEqual(['IMPERSONATION', 'ASSISTED']);
    });
  });
});
