import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { getDocumentFile } from '#api/endpoints/documents/get-document-file.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { anAgreement, aSigner, payOut, stateOf } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const lending = withTestLending();

async function fileOf(headers: Record<string, string>, id: string): Promise<Uint8Array> {
  const response = await lending.app.request(getDocumentFile.path.replace('{id}', id), { headers });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

test('from the inquiry to the money: a new client, over HTTP alone', async () => {
  const applicant = await aSigner(lending);
  const signed = await stateOf(lending, applicant);
  expect(signed).toMatchObject({
    application: { stage: 'ISSUING', status: 'ISSUING_LOAN' },
    nextScreen: { name: 'application-completed' },
    loan: { status: 'ORIGINATED' },
  });
  const bank = await payOut(lending);
  expect([...bank.paidOut.values()]).toMatchObject([
    { amountCents: 50_000, holder: expect.stringContaining('Ana Lucía') },
  ]);
  expect(await stateOf(lending, applicant)).toMatchObject({
    application: { stage: 'DONE', status: 'COMPLETED' },
    nextScreen: { name: 'profile' },
    loan: { status: 'PERFORMING' },
  });
  const { problems } = await verifyLedger(lending.db.kysely, createBusinessCalendar(lending.clock.now));
  expect(problems).toEqual([]);
});

test('what is signed is what was shown: the file has the hash that was signed, and the contract its proof', async () => {
  const { applicant, agreement } = await anAgreement(lending);
  for (const { id, sha256 } of agreement.documents) {
    const bytes = await fileOf(applicant.headers, id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  expect(agreement.documents.map(({ type, language }) => `${type} ${language}`)).toEqual([
    'CONTRACT es',
    'HOJA_RESUMEN es',
    'SCHEDULE es',
    'PRIVACY_NOTICE es',
  ]);
});

test('before the signature the list of papers has none of them, after it the contract with its proof', async () => {
  const { applicant } = await anAgreement(lending);
  const { headers } = applicant;
  const types = async (who: Record<string, string>) =>
    acceptedBody(await callEndpoint(lending, listDocuments, { headers: who })).items.filter(
      ({ type, supersededBy }) => type === 'CONTRACT' && supersededBy === null,
    );
  expect(await types(headers)).toEqual([]);
  const signer = await aSigner(lending);
  const [contract] = await types(signer.headers);
  const pdf = await readPdf(await fileOf(signer.headers, contract?.id ?? ''));
  expect(pdf.flat).toContain(
    'Leí el contrato con su cronograma, la hoja resumen y el aviso de privacidad, y acepto el contrato.',
  );
  expect(pdf.flat).toContain('SOL-2026-');
});
