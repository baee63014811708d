import { expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { readDecisions } from '#server/lending/applications/store/decision-store.ts';
import { liftFlags, lockFlags } from '#server/lending/fraud/fraud-flag-store.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { exportedApplications } from '#server/lending/privacy/exported-applications.ts';
import {
  anApplicant,
  aSigner,
  NO_PICTURES,
  scoringContext,
  stateOf,
  uploadFile,
} from '#tests/support/applications/applicant.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const advance = () => advanceApplications(scoringContext(lending));
const POOR = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };

/** Reads what is left of an application that can be read with its client's key. */
async function leftOf({ personId }: Borrower) {
  const { kysely } = lending.db;
  const { id, device } = await kysely
    .selectFrom('application')
    .select(['id', 'device'])
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  const of = { steps: 'application_step', files: 'application_document' } as const;
  const steps = await kysely.selectFrom(of.steps).selectAll().where('application_id', '=', id).execute();
  const files = await kysely.selectFrom(of.files).select('bytes_sealed').where('application_id', '=', id).execute();
  return {
    steps: steps.filter((step) => step.data_sealed !== null || step.draft_sealed !== null).length,
    files: files.filter(({ bytes_sealed }) => bytes_sealed !== null).length,
    device: device !== '',
    decisions: (await readDecisions(kysely, id)).length,
  };
}
const WHOLE = { steps: 3, files: 1, device: true, decisions: 1 };
const ENDED = { steps: 0, files: 0, device: false, decisions: 1 };

/** Refused by the engine, with a paper. */
async function refused(): Promise<Borrower> {
  const applicant = await anApplicant(lending, 'DEVICE', POOR);
  await uploadFile(lending, applicant.headers, 'INCOME_PROOF');
  acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers: applicant.headers, body: NO_PICTURES }));
  await scoreApplications(scoringContext(lending));
  expect((await stateOf(lending, applicant)).application?.stage).toBe('REJECTED');
  return applicant;
}

test('of a refused application nothing that was written or sent is left after two years, why it was refused stays', async () => {
  const applicant = await refused();
  // 15/01/2026 and 730 days.
  lending.clock.moveTo('2028-01-14');
  await advance();
  expect(await leftOf(applicant)).toEqual(WHOLE);
  lending.clock.moveTo('2028-01-15');
  expect((await advance()).purged).toBe(1);
  expect(await leftOf(applicant)).toEqual(ENDED);
  expect((await advance()).purged).toBe(0);
});

test('of one that was cancelled nothing after ninety days, and of one that became a loan everything', async () => {
  const [cancelled, signer] = [await anApplicant(lending, 'FINANCIAL'), await aSigner(lending)];
  await uploadFile(lending, cancelled.headers, 'DNI_FRONT');
  acceptedBody(
    await callEndpoint(lending, cancelApplication, { headers: cancelled.headers, body: { reason: 'OTHER' } }),
  );
  lending.clock.moveTo('2026-04-14');
  await advance();
  expect(await leftOf(cancelled)).toMatchObject({ steps: 1, files: 1 });
  lending.clock.moveTo('2026-04-15');
  await advance();
  expect(await leftOf(cancelled)).toMatchObject({ steps: 0, files: 0, device: false });
  const seal = await personSeal(lending.db.kysely, lending.vault, cancelled.personId);
  expect(await exportedApplications(lending.db.kysely, seal, cancelled.personId)).toMatchObject([{ device: null }]);
  lending.clock.moveTo('2036-01-01');
  await advance();
  expect((await leftOf(signer)).steps).toBe(3);
});

test('the days are dated figures', async () => {
  const applicant = await refused();
  const value = { abandonedApplicationDays: 90, refusedApplicationDays: 100, fraudFlagDays: 3_650 };
  await changeParameter(lending.db, { kind: 'policy', key: 'retention', from: '2026-02-01', value });
  lending.clock.moveTo('2026-04-24');
  await advance();
  expect(await leftOf(applicant)).toEqual(WHOLE);
  lending.clock.moveTo('2026-04-25');
  await advance();
  expect(await leftOf(applicant)).toEqual(ENDED);
});

test('what shows a fraud is kept while its flag is open, and ten years at most', async () => {
  const [lifted, kept] = [await refusedForFraud(), await refusedForFraud()];
  lending.clock.moveTo('2028-06-01');
  await advance();
  expect([(await leftOf(lifted)).files, (await leftOf(kept)).files]).toEqual([1, 1]);
  await lending.db.kysely.transaction().execute(async (trx) => {
    const { case_id: id } = await trx
      .selectFrom('fraud_flag')
      .select('case_id')
      .where('person_id', '=', lifted.personId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const flags = (await lockFlags(trx, id)).map((flag) => flag.id);
    await liftFlags(trx, flags, { by: 'operator:Ana', reason: 'A mistake.', now: lending.clock.now() });
  });
  await advance();
  expect([(await leftOf(lifted)).files, (await leftOf(kept)).files]).toEqual([0, 1]);
  lending.clock.moveTo('2036-01-14');
  await advance();
  expect((await leftOf(kept)).files).toBe(0);
});

async function refusedForFraud(): Promise<Borrower> {
  const applicant = await anApplicant(lending, 'DEVICE');
  await uploadFile(lending, applicant.headers, 'SELFIE');
  const { application } = await stateOf(lending, applicant);
  for (const name of ['Ana', 'Luis']) {
    const path = `/api/v1/staff/applications/${application?.reference}/flag-fraud`;
    expect((await operator(name, path, { note: 'The face is another person’s.' })).status).toBe(200);
  }
  return applicant;
}
