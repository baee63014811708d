import { expect, test } from 'vitest';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, signatureOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode } from '#tests/support/messages/messages.ts';
import { type Borrower, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

async function aReadySigner() {
  const { applicant, agreement } = await anAgreement(lending);
  return { applicant, agreement, body: await signatureOf(lending, applicant, agreement) };
}

const sign = ({ headers }: Pick<Borrower, 'headers'>, body: object) =>
  callEndpoint(lending, signAgreement, { headers, body });

async function codesOf(applicant: Borrower, body: object) {
  const before = await writtenOf(lending, applicant);
  const answer = await sign(applicant, body);
  expect(answer.status).toBe(400);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return fieldCodes(answer);
}

test('what is not filled in is said field by field, and burns no code', async () => {
  const { applicant, body } = await aReadySigner();
  const { documents } = body;
  const [first] = documents;
  const wrong: readonly (readonly [object, string[]])[] = [
    [{ acceptTerms: false }, ['acceptTerms.required']],
    [{ acceptTerms: undefined }, ['acceptTerms.required']],
    [{ code: '' }, ['code.required']],
    [{ code: '12345' }, ['code.invalid']],
    [{ agreementId: 'mine' }, ['agreementId.invalid']],
    [{ documents: [] }, ['documents.too_short']],
    [{ documents: [{ ...first, sha256: 'F'.repeat(64) }] }, ['documents.0.sha256.invalid']],
    [{ principal: 5 }, ['principal.unknown']],
  ];
  for (const [change, codes] of wrong) expect(await codesOf(applicant, { ...body, ...change })).toEqual(codes);
  expect((await sign(applicant, body)).status).toBe(200);
});

test('a code may be written with spaces', async () => {
  const { applicant, body } = await aReadySigner();
  const code = `${body.code.slice(0, 3)} ${body.code.slice(3)}`;
  expect((await sign(applicant, { ...body, code })).status).toBe(200);
});

test('four wrong codes are forgiven, the fifth burns the right one', { tags: 'promise-codes' }, async () => {
  const [patient, guesser] = [await aReadySigner(), await aReadySigner()];
  const miss = async ({ applicant, body }: typeof patient, times: number) => {
    for (let n = 0; n < times; n++) {
      expect(await codesOf(applicant, { ...body, code: anotherCode(body.code) })).toEqual(['code.invalid']);
    }
  };
  await miss(patient, 4);
  expect((await sign(patient.applicant, patient.body)).status).toBe(200);
  await miss(guesser, 5);
  expect(await codesOf(guesser.applicant, guesser.body)).toEqual(['code.expired']);
});

test('twenty guesses at once are five', { tags: 'asvs-6.6.3' }, async () => {
  const { applicant, body } = await aReadySigner();
  const wrong = { ...body, code: anotherCode(body.code) };
  const answers = await Promise.all(Array.from({ length: 20 }, () => sign(applicant, wrong)));
  const codes = answers.map((answer) => fieldCodes(answer)[0]);
  expect(codes.filter((code) => code === 'code.invalid')).toHaveLength(5);
  expect(codes.filter((code) => code === 'code.expired')).toHaveLength(15);
});

test('a code is good for five minutes', { tags: ['asvs-6.5.5', 'promise-codes'] }, async () => {
  const { applicant, body } = await aReadySigner();
  lending.clock.pass({ minutes: 5 });
  expect(await codesOf(applicant, body)).toEqual(['code.expired']);
});

test('without a code that was sent there is none to be right', async () => {
  const { applicant, agreement } = await anAgreement(lending);
  const { agreementId } = agreement;
  const documents = agreement.documents.map(({ id, sha256 }) => ({ id, sha256 }));
  expect(await codesOf(applicant, { agreementId, code: '123456', documents, acceptTerms: true })).toEqual([
    'code.expired',
  ]);
});

test('the code belongs to the browser that asked for it', async () => {
  const { applicant, body } = await aReadySigner();
  const elsewhere = await signIn(lending, applicant.personId);
  expect(fieldCodes(await sign(elsewhere, body))).toEqual(['code.expired']);
  expect((await sign(applicant, body)).status).toBe(200);
});
