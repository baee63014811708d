import { describe, expect, test } from 'vitest';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, askedOf, askFor } from '#tests/support/applications/information.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

describe('200', () => {
  test('every item says what it is, why it is asked for, and what may be sent', async () => {
    const note = 'La boleta que enviaste no se lee.';
    const applicant = await anAskedApplicant(lending, [
      { code: 'income_proof', note },
      { code: 'alternative_phone' },
      { code: 'other_document' },
      { code: 'call' },
    ]);
    expect(await askedOf(lending, applicant)).toEqual([
      {
        itemId: expect.any(String),
        kind: 'DOCUMENT',
        code: 'income_proof',
        title: 'Comprobante de tus ingresos',
        why: note,
        acceptedTypes: ['INCOME_PROOF'],
        done: false,
      },
      expect.objectContaining({ kind: 'FIELD', code: 'alternative_phone', acceptedTypes: [], done: false }),
      expect.objectContaining({ kind: 'DOCUMENT', acceptedTypes: ['OTHER', 'INCOME_PROOF', 'ADDRESS_PROOF'] }),
      expect.objectContaining({ kind: 'CALL', code: 'call', why: expect.stringContaining('Dinos cuándo') }),
    ]);
    expect((await stateOf(lending, applicant)).nextScreen).toEqual({ name: 'application-information-missing' });
  });

  test('who reads English is asked in English', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'selfie' }], { language: 'en' });
    expect(await askedOf(lending, applicant)).toMatchObject([{ title: 'A photo of your face' }]);
  });

  test('on an English screen everybody is asked in English, and on a Spanish one in Spanish', async () => {
    const { headers } = await anAskedApplicant(lending, [{ code: 'selfie' }]);
    const on = async (language: string) =>
      (await askedOf(lending, { headers: { ...headers, 'accept-language': language } as typeof headers }))[0]?.title;
    expect([await on('en'), await on('es')]).toEqual(['A photo of your face', 'Una foto de tu cara']);
  });

  test('what was answered is done, and a second request takes the place of the first', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
    const [item] = await askedOf(lending, applicant);
    const body = { items: [{ itemId: item?.itemId, value: '987111222' }] };
    acceptedBody(await callEndpoint(lending, submitMissingInformation, { headers: applicant.headers, body }));
    expect(await askedOf(lending, applicant)).toEqual([{ ...item, done: true }]);
    lending.clock.pass({ hours: 1 });
    await askFor(lending, applicant, [{ code: 'address_proof' }]);
    expect(await askedOf(lending, applicant)).toMatchObject([{ code: 'address_proof', done: false }]);
  });

  test('an account the bank has refused is asked for anew', async () => {
    const signer = await aRefusedAccount(lending);
    expect(await askedOf(lending, signer)).toMatchObject([{ kind: 'BANK_ACCOUNT', code: 'bank_account', done: false }]);
    expect((await stateOf(lending, signer)).nextScreen).toEqual({
      name: 'application-information-missing',
      query: { item: 'bankAccount' },
    });
  });

  test('where nothing is missing the list is empty, whoever else is asked', async () => {
    await anAskedApplicant(lending, [{ code: 'selfie' }]);
    expect(await askedOf(lending, await anApplicant(lending, 'FINANCIAL'))).toEqual([]);
  });
});

describe('404', () => {
  test('who has never applied is asked for nothing, whoever else is', async () => {
    await anAskedApplicant(lending, [{ code: 'selfie' }]);
    const { headers } = await aBorrower(lending);
    const { status, body } = await callEndpoint(lending, getMissingInformation, { headers });
    expect([status, body]).toEqual([404, { error: { code: 'not_found', message: 'There is nothing here.' } }]);
  });
});
