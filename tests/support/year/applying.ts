import { STEP_UP_PURPOSES } from '#api/access.ts';
import type { ProfileState } from '#api/application-body.ts';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import { openWords, readMessages } from '#server/lending/messages/outbox-store.ts';
import { findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import { NO_PICTURES, PHOTO } from '../applications/applicant.ts';
import { aFinancialStep, aPersonalStep } from '../applications/application-form.ts';
import { proveAgain, signIn } from '../people/borrower.ts';
import { ask, type Client } from './client.ts';
import { type Company, note } from './company.ts';

/** Somebody who has not heard of the company yet. */
export interface Stranger {
  readonly number: number;
  readonly firstDay: string;
  readonly punctuality: number;
}

/** A stranger registers and is a client, signed in from now on; undefined when the code did not arrive. */
export async function register(company: Company, stranger: Stranger): Promise<Client> {
  const { clock, luck } = company;
  const documentNumber = String(41_000_000 + stranger.number * 7);
  const phone = String(951_000_000 + stranger.number);
  const nobody = { headers: {} };
  const { registrationId: id } = await must(company, nobody, startRegistration, {
    body: {
      documentType: 'DNI',
      documentNumber,
      phone,
      email: `cliente${stranger.number}@example.pe`,
      acceptTerms: true,
      acceptPrivacy: true,
      acceptMarketing: luck.happens(0.3),
      textVersion: 'b'.repeat(64),
    },
  });
  clock.pass({ seconds: luck.between(20, 90) });
  const code = await newestCode(company, `+51${phone}`);
  const { registrationToken } = await must(company, nobody, verifyRegistration, { params: { id }, body: { code } });
  await must(company, nobody, completeRegistration, {
    params: { id },
    body: { registrationToken, password: 'tres llamas cruzan el puente' },
  });
  const personId = await personOf(company, documentNumber);
  const session = await signIn(company, personId);
  return { ...stranger, ...session, personId, documentNumber, phone: `+51${phone}`, nextVisit: clock.businessDate() };
}

/** A call that a client has every right to. */
async function must<E extends Parameters<typeof ask>[2]>(
  company: Company,
  client: Parameters<typeof ask>[1],
  endpoint: E,
  input: Parameters<typeof ask>[3],
) {
  const { kind, body } = await ask<E>(company, client, endpoint, input);
  if (kind === 'refused') throw new Error(`${endpoint.name} is refused: ${JSON.stringify(body)}`);
  return body;
}

async function personOf({ db, vault }: Company, documentNumber: string): Promise<string> {
  const found = await findPersonByDocument(db.kysely, vault, 'DNI', documentNumber);
  if (found === undefined) throw new Error('a client who is not there');
  return found;
}

const LAST_MESSAGES = 20;

/** The newest code that went to a telephone. */
async function newestCode({ db, vault }: Company, phone: string): Promise<string> {
  for (const { id, words, sealed, personId, template } of await readMessages(db.kysely, LAST_MESSAGES)) {
    if (!words || personId !== null || template !== 'identity-code') continue;
    const { recipient, body } = sealed ? openWords(vault, id, words) : words;
    if (recipient === phone) return /\b\d{6}\b/.exec(body)?.[0] ?? '';
  }
  throw new Error(`no code was sent to ${phone}`);
}

const LOANS = [
  { singlePayInquiry: { productId: 1 }, amounts: [100, 150, 200, 300, 400, 500, 800], terms: [7, 14, 30] },
  { installmentInquiry: { productId: 11 }, amounts: [500, 600, 800, 1000, 1500], terms: [2, 3, 4, 6] },
  { installmentInquiry: { productId: 12 }, amounts: [1000, 1500, 2000, 3000], terms: [7, 9, 12] },
] as const;

/** Applies, fills in every form, and waits. Who was a client before has most of it on record. */
export async function apply(company: Company, client: Client, { application }: ProfileState): Promise<void> {
  const { luck } = company;
  const wanted = luck.happens(0.6) ? LOANS[0] : luck.oneOf(LOANS);
  const inquiry = { amount: luck.oneOf<number>(wanted.amounts), term: luck.oneOf<number>(wanted.terms) };
  const body =
    'singlePayInquiry' in wanted
      ? { singlePayInquiry: { ...wanted.singlePayInquiry, ...inquiry } }
      : { installmentInquiry: { ...wanted.installmentInquiry, ...inquiry } };
  const asked = await ask(company, client, sendInquiry, { body });
  if (asked.kind === 'refused') {
    if (application === null) throw new Error(`the first inquiry is refused: ${JSON.stringify(asked.body)}`);
    return;
  }
  await fillIn(company, client, asked.body.stage);
}

/** Fills in what is missing from a stage on; one in thirty does something else before it is done. */
export async function fillIn(company: Company, client: Client, from: string): Promise<void> {
  const { luck } = company;
  const steps = [
    ['PERSONAL', submitPersonalStep, async () => personalOf(client, luck.happens(0.02))],
    ['FINANCIAL', submitFinancialStep, async () => financialOf(client, luck.between(900, 4500))],
    ['DEVICE', submitDeviceStep, () => picturesOf(company, client)],
  ] as const;
  const first = steps.findIndex(([stage]) => stage === from);
  for (const [, endpoint, bodyOf] of first < 0 ? [] : steps.slice(first)) {
    if (luck.happens(0.03)) return;
    company.clock.pass({ minutes: luck.between(1, 4) });
    await ask(company, client, endpoint, { body: await bodyOf() });
  }
}

const PICTURES = { dniFrontId: 'DNI_FRONT', dniBackId: 'DNI_BACK', selfieId: 'SELFIE' } as const;

/** The pictures that the amount requires. */
async function picturesOf(company: Company, client: Client) {
  const { identityPictures } = await must(company, client, getApplication, {});
  const identity: Record<string, string> = {};
  for (const name of identityPictures) identity[name] = await upload(company, client, PICTURES[name]);
  return { ...NO_PICTURES, identity };
}

function personalOf({ number }: Client, isPublicFigure: boolean) {
  const letters = [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  return aPersonalStep({
    lastName2: `Ñ${letters}`,
    altPhone: `01${String(5_000_000 + number)}`,
    street: `Los Álamos ${letters}`,
    ...(isPublicFigure && { pep: true, pepPosition: 'Regidora' }),
  });
}

function financialOf({ number }: Client, monthlyIncome: number) {
  return aFinancialStep({ cci: cciOf(number), monthlyIncome });
}

/** An account with BCP, each number another one. */
function cciOf(number: number): string {
  const first = `002191${String(100_000 + number).padStart(12, '0')}`;
  return `${first}${cciCheckDigits(first)}`;
}

/** Goes on with an application, or gives it up. */
export async function goOn(company: Company, client: Client, stage: string): Promise<void> {
  const { luck } = company;
  if (luck.happens(0.04)) {
    await ask(company, client, cancelApplication, { body: { reason: 'TOO_EXPENSIVE' } });
    return;
  }
  switch (stage) {
    case 'PERSONAL':
    case 'FINANCIAL':
    case 'DEVICE':
      return fillIn(company, client, stage);
    case 'OFFER':
    case 'OFFER_REPEATED':
      return takeOffer(company, client);
    case 'AGREEMENT':
      return sign(company, client);
    case 'INFO_MISSING':
      return answer(company, client);
    case 'REJECTED':
      if (luck.happens(0.3)) {
        await ask(company, client, requestReview, { body: { comment: 'También cobro un alquiler de 600 soles.' } });
      }
  }
}

async function takeOffer(company: Company, client: Client): Promise<void> {
  const offer = await ask(company, client, getApplicationOffer, {});
  if (offer.kind === 'refused') return;
  const accepted = await ask(company, client, acceptOffer, { body: { offerId: offer.body.offerId } });
  if (accepted.kind === 'accepted' && company.luck.happens(0.9)) await sign(company, client);
}

async function sign(company: Company, client: Client): Promise<void> {
  const agreement = await ask(company, client, getAgreement, {});
  if (agreement.kind === 'refused') return;
  await ask(company, client, sendAgreementCode, {});
  company.clock.pass({ minutes: 1 });
  const { agreementId, documents } = agreement.body;
  const code = await newestCode(company, client.phone);
  const body = { agreementId, code, documents: documents.map(({ id, sha256 }) => ({ id, sha256 })), acceptTerms: true };
  await ask(company, client, signAgreement, { body });
}

/** Sends what was asked for. */
async function answer(company: Company, client: Client): Promise<void> {
  const missing = await ask(company, client, getMissingInformation, {});
  if (missing.kind === 'refused') return;
  const items: object[] = [];
  for (const { itemId, kind, acceptedTypes } of missing.body) {
    if (kind === 'DOCUMENT')
      items.push({ itemId, documentIds: [await upload(company, client, acceptedTypes[0] ?? '')] });
    else items.push({ itemId, value: kind === 'BANK_ACCOUNT' ? `bcp ${cciOf(50_000 + client.number)}` : '987111222' });
  }
  await proveAgain(company, client, STEP_UP_PURPOSES);
  await ask(company, client, submitMissingInformation, { body: { items } });
}

/** Another picture each time: what follows the end of a picture is not drawn. */
async function upload(company: Company, { headers }: Client, type: string): Promise<string> {
  const ending = String(company.luck.between(0, 10 ** 9));
  const form = new FormData();
  form.set('type', type);
  form.set('file', new Blob([Uint8Array.from(PHOTO), ending]), 'foto.jpg');
  const response = await company.app.request(uploadApplicationDocument.path, { method: 'POST', headers, body: form });
  note(company, `upload-application-document ${response.status}`);
  return ((await response.json()) as { readonly documentId: string }).documentId;
}
