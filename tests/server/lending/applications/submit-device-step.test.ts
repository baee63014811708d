import { describe, expect, test } from 'vitest';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { anApplicant, detailsOf, NO_PICTURES, uploadFile } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

describe('200', () => {
  const submit = async (headers: Record<string, string>, body: unknown) =>
    acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body }));

  test.each(['ok', 'blocked', 'timeout'])('with a check that was %s the decision begins', async (blackboxState) => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const body = { blackboxState, deviceConsent: true, identity: {} };
    expect(await submit(headers, body)).toMatchObject({
      application: { stage: 'SCORING', status: 'PENDING' },
      nextScreen: { name: 'application-waiting' },
    });
  });

  test('with the pictures it asks for', async () => {
    const inquiry = { installmentInquiry: { amount: 1500, term: 12, productId: 12 } };
    const { headers } = await anApplicant(lending, 'DEVICE', { inquiry });
    const identity = {
      dniFrontId: await uploadFile(lending, headers, 'DNI_FRONT'),
      dniBackId: await uploadFile(lending, headers, 'DNI_BACK'),
      selfieId: await uploadFile(lending, headers, 'SELFIE'),
    };
    const state = await submit(headers, { ...NO_PICTURES, identity });
    expect(state.application?.stage).toBe('SCORING');
  });
});

describe('400', () => {
  const inquiry = { installmentInquiry: { amount: 1500, term: 12, productId: 12 } };

  const submit = (headers: Record<string, string>, body: unknown) =>
    callEndpoint(lending, submitDeviceStep, { headers, body });

  test('without the consent nothing is checked', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const answer = await submit(headers, { ...NO_PICTURES, deviceConsent: false });
    expect(fieldCodes(answer)).toEqual(['deviceConsent.required']);
  });

  test('every picture that is missing is named', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE', { inquiry });
    const answer = await submit(headers, NO_PICTURES);
    expect(fieldCodes(answer)).toEqual(['dniFrontId.required', 'dniBackId.required', 'selfieId.required']);
  });

  test('a picture of something else, or of another person, is refused', async () => {
    const stranger = await anApplicant(lending, 'DEVICE', { inquiry });
    const foreign = await uploadFile(lending, stranger.headers, 'DNI_FRONT');
    const { headers } = await anApplicant(lending, 'DEVICE', { inquiry });
    const identity = {
      dniFrontId: foreign,
      dniBackId: await uploadFile(lending, headers, 'SELFIE'),
      selfieId: uuidv7(Date.now()),
    };
    const answer = await submit(headers, { ...NO_PICTURES, identity });
    expect(fieldCodes(answer)).toEqual(['dniFrontId.unknown', 'dniBackId.unknown', 'selfieId.unknown']);
  });

  test('a blackbox of more than 8.192 characters is refused', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const answer = await submit(headers, { ...NO_PICTURES, blackbox: 'b'.repeat(8193) });
    expect(fieldCodes(answer)).toEqual(['blackbox.too_long']);
  });
});

describe('409', () => {
  const submit = (headers: Record<string, string>) =>
    callEndpoint(lending, submitDeviceStep, { headers, body: NO_PICTURES });

  test.each(['PERSONAL', 'FINANCIAL', 'SCORING', 'OFFER'] as const)('at %s it is out of order', async (stage) => {
    const { headers } = await anApplicant(lending, stage);
    expect(detailsOf(await submit(headers))).toMatchObject({ code: 'illegal_transition', details: { stage } });
  });

  test('from an older version it is refused', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    expect(detailsOf(await submit({ ...headers, 'If-Match': '"1"' })).code).toBe('stale_version');
  });
});
