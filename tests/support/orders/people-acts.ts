import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { keepAccount } from '#api/endpoints/profile/keep-account.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { createLog } from '#server/kit/log.ts';
import { documentIndexOf, emailIndexOf } from '#server/lending/people/store/person-store.ts';
import { isAnswerOwed } from '#server/lending/privacy/data-request-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { closeDueAccounts } from '#server/lending/profile/close-account.ts';
import { EX1_INQUIRY } from '../applications/applicant.ts';
import { acceptedBody, callEndpoint, identityContext } from '../lending/lending-app.ts';
import { codeTo, linkTo } from '../messages/messages.ts';
import type { Payments } from '../payments/payments.ts';
import { type Borrower, proveAgain } from '../people/borrower.ts';
import { aClient, PASSWORD, resetProof } from '../people/client.ts';
import { waitingRecovery } from '../people/recovery.ts';
import { aVisitor, proven } from '../people/registration.ts';
import { answerOf, clientCall } from './client-call.ts';
import { said, signedIn } from './colleagues.ts';
import { endState } from './end-state.ts';
import { atLeast } from './late-loan.ts';
import { putToRest } from './quiet.ts';
import { job, once, type Prepare } from './story.ts';

const TODAY = calendarDate('2026-01-15');
const NEW_PASSWORD = 'siete vicuñas miran la quebrada';

/** Somebody who owes nothing, signed in with every proof. */
export async function aClientAtRest(payments: Payments): Promise<Borrower> {
  await putToRest(payments.db);
  payments.clock.moveTo(TODAY);
  const client = await aClient(payments, { session: 'full' });
  await proveAgain(payments, client, ['change-phone', 'change-email', 'change-password', 'close-account']);
  return client;
}

/** Another number and another mailbox for each client, because those of somebody else are not given. */
const newPhoneOf = ({ documentNumber }: Borrower) => `93${documentNumber.slice(-7)}`;
const newEmailOf = ({ documentNumber }: Borrower) => `nueva${documentNumber}@example.pe`;

const askedPhone = once(async (payments: Payments, client: Borrower) => {
  const newPhone = newPhoneOf(client);
  const { headers } = client;
  const asked = acceptedBody(await callEndpoint(payments, changePhone, { headers, body: { newPhone } }));
  return { challengeId: asked.challenge.id, code: await codeTo(payments, `+51${newPhone}`) };
});

const askedMailbox = once(async (payments: Payments, client: Borrower) => {
  await callEndpoint(payments, changeEmail, { headers: client.headers, body: { newEmail: newEmailOf(client) } });
  return linkTo(payments, newEmailOf(client), 'identity-email-confirm');
});

const proofOfReset = once(async (payments: Payments, client: Borrower) => {
  await callEndpoint(payments, requestPasswordReset, { body: { identifier: client.documentNumber } });
  return resetProof(payments, client, await linkTo(payments, client.email, 'identity-password-reset'));
});

const recovery = once(waitingRecovery);

/**
 * A refusal of somebody whose session is over. When it ends after it was checked, what ended with it refuses the act (410),
 * and before that the session does (401): nothing is done either way.
 */
const whoIsOver = (answer: { readonly status: number; readonly body?: unknown }) =>
  [401, 410].includes(answer.status) ? { status: 'over' } : answerOf(answer);

/** A password costs a tenth of a second and is never the same twice: where it is not looked at, nobody says it. */
const without = async (answer: Promise<{ readonly status: number }>) => ({ status: (await answer).status });

export const PEOPLE_ACTS = {
  'the client asks for another telephone': async (payments, client) =>
    clientCall(payments, changePhone, { headers: client.headers, body: { newPhone: newPhoneOf(client) } }),
  'the client confirms another telephone': async (payments, client) => {
    const body = await askedPhone(payments, client);
    const act = async () => whoIsOver(await callEndpoint(payments, confirmPhone, { headers: client.headers, body }));
    return { act, again: act };
  },
  'the client keeps the telephone': async (payments, { headers }) =>
    clientCall(payments, cancelContactChange, { headers, body: { kind: 'PHONE' } }),
  'the client confirms another mailbox': async (payments, client) => {
    const token = await askedMailbox(payments, client);
    return clientCall(payments, confirmEmail, { body: { token } });
  },
  'a colleague gives back a lost account': async (payments, client) => {
    const id = await recovery(payments, client);
    const ana = await signedIn(payments, 'Ana');
    return async () => said(await ana(`phone-recoveries/${id}/approve`));
  },
  'the client changes the password': async (payments, { headers }) => {
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    return () => without(callEndpoint(payments, changePassword, { headers, body }));
  },
  'the client sets a forgotten password': async (payments, client) => {
    const body = { ...(await proofOfReset(payments, client)), password: 'seis alpacas duermen en la puna' };
    return () => without(callEndpoint(payments, resetPassword, { body }));
  },
  'the client signs in elsewhere': async (payments, { documentNumber }) => {
    const body = { identifier: documentNumber, password: PASSWORD };
    return () => without(callEndpoint(payments, signIn, { body }));
  },
  'the client closes the account': async (payments, { headers }) => clientCall(payments, closeAccount, { headers }),
  'the client keeps the account': async (payments, { headers }) => {
    await callEndpoint(payments, closeAccount, { headers });
    return clientCall(payments, keepAccount, { headers });
  },
  'the client applies': async (payments, { headers }) =>
    clientCall(payments, sendInquiry, { headers, body: EX1_INQUIRY }),
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;

export const PEOPLE_NIGHT_ACTS = {
  'another telephone counts after its day': async (payments, client) => {
    await callEndpoint(payments, confirmPhone, { headers: client.headers, body: await askedPhone(payments, client) });
    atLeast(payments.clock, addDays(TODAY, 2));
    return job(() => applyContactChanges(identityContext(payments)));
  },
  'accounts are closed after a fortnight': async (payments, { headers }) => {
    await callEndpoint(payments, closeAccount, { headers });
    atLeast(payments.clock, addDays(TODAY, 15));
    const { calendar } = payments.loans.context;
    const log = createLog({ level: 'silent', name: 'test' });
    return job(() => closeDueAccounts({ ...identityContext(payments), isAnswerOwed, calendar, log }));
  },
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;

/** Proves a telephone, and completes the registration with it. */
async function registering(payments: Payments, documentNumber: string, more: Readonly<Record<string, unknown>> = {}) {
  const { id, token } = await proven(payments, aVisitor({ documentNumber, ...more }));
  const body = { registrationToken: token, password: PASSWORD };
  return async () => {
    const { status, body: answer } = answerOf(
      await callEndpoint(payments, completeRegistration, { params: { id }, body }),
    );
    return { status, ...(status >= 400 && { answer }) };
  };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Somebody who is nobody yet. */
export interface Visitor {
  readonly personId: string;
  readonly documentNumber: string;
  readonly email: string;
}

export async function aVisitorToBe(payments: Payments): Promise<Visitor> {
  await putToRest(payments.db);
  payments.clock.moveTo(TODAY);
  const { documentNumber, email } = aVisitor();
  return { personId: NOBODY, documentNumber: String(documentNumber), email: String(email) };
}

export const VISITOR_ACTS = {
  'a visitor registers': (payments, { documentNumber, email }) => registering(payments, documentNumber, { email }),
  'the visitor registers with another mailbox': (payments, { documentNumber }) => registering(payments, documentNumber),
  'somebody else registers with the mailbox': (payments, { email }) =>
    registering(payments, String(aVisitor().documentNumber), { email }),
} as const satisfies Readonly<Record<string, Prepare<Visitor>>>;

/** Everything that is stored of the person of the document, and of whoever has the mailbox. */
export async function peopleOf(payments: Payments, { documentNumber, email }: Visitor): Promise<readonly string[]> {
  const { kysely } = payments.db;
  const index = documentIndexOf(payments.vault, 'DNI', documentNumber);
  const mailbox = emailIndexOf(payments.vault, email);
  const found = await kysely
    .selectFrom('person')
    .select('id')
    .where((of) => of.or([of('document_index', '=', index), of('email_index', '=', mailbox)]))
    .execute();
  const states = await Promise.all(found.map(({ id }) => endState(payments.db, id)));
  return states.sort();
}
