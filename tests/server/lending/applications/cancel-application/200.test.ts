import { expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anApplicant, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each(['PERSONAL', 'FINANCIAL', 'DEVICE'] as const)(
  'at %s an application can be given up, and another one begun',
  async (stage) => {
    const applicant = await anApplicant(lending, stage);
    const { headers } = applicant;
    const body = { reason: 'TOO_EXPENSIVE', comment: 'Lo pienso mejor' };
    expect(acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body }))).toMatchObject({
      application: { stage: 'CANCELLED', status: 'CANCELLED' },
      nextScreen: { name: 'application-cancelled' },
      loan: null,
    });
    const { applications, events } = await writtenOf(lending, applicant);
    expect(events.at(-1)).toEqual({
      event: 'cancelled',
      from_stage: stage,
      to_stage: 'CANCELLED',
      actor: 'client',
    });
    expect(applications).toHaveLength(1);
    expect((await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).status).toBe(201);
    expect((await writtenOf(lending, applicant)).applications).toHaveLength(2);
  },
);
