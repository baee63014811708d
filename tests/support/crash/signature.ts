import { randomBytes } from 'node:crypto';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { anAgreement, NO_PICTURES, signatureOf } from '../applications/applicant.ts';
import { acceptedBody, callEndpoint } from '../lending/lending-app.ts';
import { anotherPerson, payOut } from './crash-world.ts';
import { repeatedAct } from './repeated-act.ts';

/** An agreement is signed with the code that was sent; its loan is paid out. */
export const signature = repeatedAct({
  async prepare(world) {
    // A device that others have applied with would be looked at by a person.
    const device = { ...NO_PICTURES, blackbox: randomBytes(32).toString('hex') };
    const { applicant, agreement } = await anAgreement(world, { ...anotherPerson(), device });
    const body = await signatureOf(world, applicant, agreement);
    return { body, headers: applicant.headers, personId: applicant.personId };
  },

  async perform(world, { headers, body }, key) {
    acceptedBody(await callEndpoint(world, signAgreement, { headers: { ...headers, 'Idempotency-Key': key }, body }));
    await payOut(world);
  },

  faults: ({ db }, { body: { agreementId }, personId }, isAnswered) =>
    signatureFaults(db, { agreementId, personId }, isAnswered),
});

/** The step of the application, the proof, the loan and the order to pay it out are there together or not at all. */
export async function signatureFaults(
  { kysely }: Database<Tables>,
  { agreementId, personId }: { readonly agreementId: string; readonly personId: string },
  isAnswered: boolean,
): Promise<string[]> {
  const agreements = await kysely
    .selectFrom('agreement')
    .innerJoin('application', 'application.id', 'application_id')
    .select(['stage', 'agreement.signed_at'])
    .where('agreement.id', '=', agreementId)
    .execute();
  const signatures = await kysely
    .selectFrom('signature')
    .select('id')
    .where('agreement_id', '=', agreementId)
    .execute();
  const loans = await kysely.selectFrom('loan').select('id').where('person_id', '=', personId).execute();
  const orders = await kysely
    .selectFrom('disbursement_order')
    .innerJoin('loan', 'loan.id', 'loan_id')
    .select('disbursement_order.id')
    .where('person_id', '=', personId)
    .execute();
  const there = {
    signed: agreements.filter(({ signed_at }) => signed_at !== null).length,
    issuing: agreements.filter(({ stage }) => stage === 'ISSUING' || stage === 'DONE').length,
    signatures: signatures.length,
    loans: loans.length,
    orders: orders.length,
  };
  const counts = new Set(Object.values(there));
  const expected = isAnswered ? [1] : [0, 1];
  const isWhole = counts.size === 1 && expected.some((count) => counts.has(count));
  return isWhole ? [] : [`agreement ${agreementId} is signed by halves, twice or not at all: ${JSON.stringify(there)}`];
}
