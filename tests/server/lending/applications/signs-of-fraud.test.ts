import { expect, test } from 'vitest';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import type { DeviceRisk } from '#server/lending/gateways/device-risk/device-risk.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import {
  anApplicant,
  anotherPhoto,
  NO_PICTURES,
  scoringContext,
  stateOf,
  uploadFile,
} from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);

interface File {
  readonly samePicture: readonly string[];
  readonly decisions: readonly {
    readonly findings: readonly { readonly concern?: string }[];
    readonly score: { readonly lines: readonly { readonly name: string; readonly points: number }[] };
  }[];
}
async function fileOf(applicant: Borrower): Promise<File> {
  const { application } = await stateOf(lending, applicant);
  return (await operator('Ana', `/api/v1/staff/applications/${application?.reference}`)).body as unknown as File;
}

/** Sends these very files as front and face, and is decided by the engine. */
async function withPictures(front: Uint8Array, face: Uint8Array): Promise<Borrower> {
  const applicant = await anApplicant(lending, 'DEVICE');
  const { headers } = applicant;
  const identity = {
    dniFrontId: await uploadFile(lending, headers, 'DNI_FRONT', front),
    dniBackId: await uploadFile(lending, headers, 'DNI_BACK'),
    selfieId: await uploadFile(lending, headers, 'SELFIE', face),
  };
  acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body: { ...NO_PICTURES, identity } }));
  await scoreApplications(scoringContext(lending));
  return applicant;
}
const stageOf = async (applicant: Borrower) => (await stateOf(lending, applicant)).application?.stage;

test('a picture that another client has sent is taken, and people see whose it was', async () => {
  const [front, face] = [anotherPhoto(), anotherPhoto()];
  const first = await withPictures(front, face);
  expect(await stageOf(first)).toBe('OFFER');
  const second = await withPictures(anotherPhoto(), face);
  expect(await stageOf(second)).toBe('MANUAL_REVIEW');
  const { samePicture, decisions } = await fileOf(second);
  expect(samePicture).toEqual([(await stateOf(lending, first)).application?.reference]);
  expect(decisions[0]?.findings.map(({ concern }) => concern)).toContain('same_picture');
  // For another place too: a face that was a document elsewhere.
  expect(await stageOf(await withPictures(face, anotherPhoto()))).toBe('MANUAL_REVIEW');
  expect(await stageOf(await withPictures(anotherPhoto(), anotherPhoto()))).toBe('OFFER');
});

test('of the file itself the comparison keeps a keyed hash', async () => {
  const face = anotherPhoto();
  const { personId } = await withPictures(anotherPhoto(), face);
  const kysely = lending.db.kysely;
  const seen = kysely.selectFrom('person_mark').select('mark').where('kind', '=', 'picture');
  const marks = await seen.where('person_id', '=', personId).execute();
  const plain = await kysely.selectFrom('application_document').select('sha256').execute();
  expect(marks).toHaveLength(3);
  for (const { sha256 } of plain) expect(marks.map(({ mark }) => mark)).not.toContain(sha256);
});

test.each<[string, DeviceRisk, number | undefined]>([
  ['the rules alone', velocityRules, undefined],
  [
    'a vendor who vouches for it',
    { check: async (asked) => ({ ...(await velocityRules.check(asked)), isVouched: true }) },
    10,
  ],
  [
    'a vendor who does not',
    { check: async (asked) => ({ ...(await velocityRules.check(asked)), isVouched: false }) },
    undefined,
  ],
])('a device box is worth what %s make of it', async (_, deviceRisk, points) => {
  const applicant = await anApplicant(lending, 'SCORING');
  await scoreApplications(scoringContext(lending, deviceRisk));
  const lines = (await fileOf(applicant)).decisions[0]?.score.lines;
  expect(lines?.find(({ name }) => name === 'device')?.points).toBe(points);
});
