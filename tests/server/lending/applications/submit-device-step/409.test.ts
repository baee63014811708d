import { expect, test } from 'vitest';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { anApplicant, detailsOf, NO_PICTURES } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
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
