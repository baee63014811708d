import { expect } from 'vitest';
import type { ApplicationOffer } from '#api/application-body.ts';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { changeParameter } from '../database/database.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import type { Borrower } from '../people/borrower.ts';
import {
  type ApplicantOptions,
  anApplicant,
  aRepeatClient,
  detailsOf,
  EX1_INQUIRY,
  NO_PICTURES,
  scoringContext,
  stateOf,
} from './applicant.ts';

/** The offer as its client sees it. */
export async function offerOf(lending: TestLending, { headers }: Pick<Borrower, 'headers'>): Promise<ApplicationOffer> {
  return acceptedBody(await callEndpoint(lending, getApplicationOffer, { headers }));
}

/** A client with an offer: EX1 unless told. */
export async function anOffer(
  lending: TestLending,
  options: ApplicantOptions = {},
): Promise<{ readonly applicant: Borrower; readonly offer: ApplicationOffer }> {
  const applicant = await anApplicant(lending, 'OFFER', options);
  return { applicant, offer: await offerOf(lending, applicant) };
}

export async function accept(lending: TestLending, { headers }: Borrower, offerId: string): Promise<void> {
  acceptedBody(await callEndpoint(lending, acceptOffer, { headers, body: { offerId } }));
}

/** A client who has paid a loan back and has another offer. */
export async function aRepeatOffer(lending: TestLending) {
  return anotherOffer(lending, await aRepeatClient(lending));
}

/** Makes an offer to a client who has paid a loan back. */
export async function anotherOffer(lending: TestLending, client: Borrower, inquiry: unknown = EX1_INQUIRY) {
  const { headers } = client;
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: inquiry }));
  acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body: NO_PICTURES }));
  await scoreApplications(scoringContext(lending));
  expect((await stateOf(lending, client)).application?.stage).toBe('OFFER_REPEATED');
  return { applicant: client, offer: await offerOf(lending, client) };
}

/** The central bank lowers the cap, and the lender the price of the single payment under it. */
export async function lowerTheCap({ db }: TestLending, from: string, capPercent: string): Promise<void> {
  const price = { teaPercent: '90.00', fees: [] };
  await changeParameter(db, { kind: 'price', key: '1', from, value: price });
  await changeParameter(db, { kind: 'price', key: '11', from, value: price });
  await changeParameter(db, { kind: 'rate_cap', key: 'consumer', from, value: { percent: capPercent } });
}

const NOBODY = '01890000-0000-7000-8000-000000000000';

/** Everything that is written down about somebody's applications: equal before and after what must change nothing. */
export async function writtenOf({ db: { kysely } }: TestLending, { personId }: Pick<Borrower, 'personId'>) {
  const applications = await kysely
    .selectFrom('application')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  // An empty list is not SQL.
  const ids = [NOBODY, ...applications.map(({ id }) => id)];
  return {
    applications,
    events: await kysely
      .selectFrom('application_event')
      .select(['event', 'from_stage', 'to_stage', 'actor'])
      .where('application_id', 'in', ids)
      .orderBy('id')
      .execute(),
    offers: await kysely.selectFrom('offer').selectAll().where('application_id', 'in', ids).orderBy('id').execute(),
    agreements: await kysely
      .selectFrom('agreement')
      .selectAll()
      .where('application_id', 'in', ids)
      .orderBy('id')
      .execute(),
    items: await kysely
      .selectFrom('information_item')
      .selectAll()
      .where('application_id', 'in', ids)
      .orderBy('position')
      .execute(),
    loans: await kysely.selectFrom('loan').select(['id', 'status']).where('person_id', '=', personId).execute(),
  };
}

/** The details of a 409 that has written nothing down about the client. */
export async function refusedUnchanged(
  lending: TestLending,
  client: Borrower,
  call: () => Promise<{ readonly status: number; readonly body: unknown }>,
) {
  const before = await writtenOf(lending, client);
  const answer = await call();
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, client)).toEqual(before);
  return detailsOf(answer);
}
