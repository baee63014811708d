import type { CallOutput, CallResult } from '#api/call.ts';
import type { ContactKind } from '#api/contact-change.ts';
import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { saveNotificationPreferences } from '#api/endpoints/clients/save-notification-preferences.ts';
import { listComplaints } from '#api/endpoints/complaints/list-complaints.ts';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { listSessions } from '#api/endpoints/people/list-sessions.ts';
import { revokeSession } from '#api/endpoints/people/revoke-session.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { getProfile, type ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import { keepAccount } from '#api/endpoints/profile/keep-account.ts';
import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { sendEmailConfirmation } from '#api/endpoints/profile/send-email-confirmation.ts';
import { type Act, createAct } from '#client-area/data/act.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { request } from '#stores/protected-call.ts';

export type Preferences = CallOutput<typeof getNotificationPreferences>;
export type DataRequests = CallOutput<typeof listDataRequests>['items'];
export type Sessions = CallOutput<typeof listSessions>['sessions'];

export type AccessLogItems = CallOutput<typeof getAccessLog>['items'];

/** Creates the whole profile; with basic assurance it asks for a proof first. */
export const createProfile = () => createLoaded(getProfile, { query: { view: 'full' } });
export const createPreferences = () => createLoaded(getNotificationPreferences, {});
export const createSessions = () => createLoaded(listSessions, {});
export const createAccessLog = () => createLoaded(getAccessLog, {});
export const createDataRequests = () => createLoaded(listDataRequests, {});
export const createComplaints = () => createLoaded(listComplaints, {});

type DetailValues = Readonly<Record<'payday' | 'altPhone' | 'language', string>>;

/** Creates the form of the details that need no proof. Empty fields stay unchanged. */
export function createDetailsForm({ payday, language }: ProfileBody, onDone: () => void): FormStore<DetailValues> {
  return createForm({
    endpoint: saveProfile,
    initial: { payday: payday ? String(payday) : '', altPhone: '', language } as DetailValues,
    toBody: ({ payday: day, ...rest }) => ({ ...given(rest), ...(day && { payday: Number(day) }) }),
    onDone,
  });
}

type MessageValues = Readonly<Record<'email' | 'sms' | 'smsDetails', boolean>>;

export function createMessagesForm(
  { channels, smsDetails }: Preferences,
  onDone: () => void,
): FormStore<MessageValues> {
  return createForm({
    endpoint: saveNotificationPreferences,
    initial: { ...channels, smsDetails } as MessageValues,
    toBody: ({ email, sms, smsDetails: details }) => ({ channels: { email, sms }, smsDetails: details }),
    aliases: { channels: 'email' },
    onDone,
  });
}

type PasswordValues = Readonly<Record<'currentPassword' | 'newPassword', string>>;

/** Creates the form of the password. Changing it requires a code (428) and continues after it. */
export function createPasswordForm(onDone: () => void): FormStore<PasswordValues> {
  const initial: PasswordValues = { currentPassword: '', newPassword: '' };
  const form: FormStore<PasswordValues> = createForm({
    endpoint: changePassword,
    initial,
    toBody: given,
    onDone: () => {
      form.change('currentPassword', '');
      form.change('newPassword', '');
      onDone();
    },
  });
  return form;
}

type DataValues = Readonly<Record<'type' | 'detail', string>>;

export function createDataForm(onDone: () => void): FormStore<DataValues> {
  const initial: DataValues = { type: '', detail: '' };
  return createForm({ endpoint: makeDataRequest, initial, toBody: given, onDone });
}

/** Creates the form that closes the account, which takes a box, a proof, and fourteen days. */
export function createClosingForm(onDone: () => void): FormStore<{ readonly understood: boolean }> {
  return createForm({
    endpoint: closeAccount,
    initial: { understood: false as boolean },
    check: ({ understood }) => (understood ? [] : [{ field: 'understood', code: 'required' }]),
    onDone,
  });
}

/**
 * Takes a thing that is not there any more (404) for ended: another window has ended it, or a press whose answer was
 * lost.
 */
export function doneIfGone<Value>(answer: CallResult<Value>): CallResult<Value | undefined> {
  return answer.kind === 'refused' && answer.status === 404 ? { kind: 'ok', value: undefined } : answer;
}

/** Ends one of the client's sessions. */
export const createRevoking = (id: string, onDone: () => void): Act =>
  createAct(async () => doneIfGone(await request(revokeSession, { params: { id } }, { saysFailure: true })), onDone);

/** Takes back a change of e-mail, telephone or bank account that does not count yet. */
export const createCancelChange = (kind: ContactKind, onDone: () => void): Act =>
  createAct(() => request(cancelContactChange, { body: { kind } }, { saysFailure: true }), onDone);

/** Sends the link that confirms the client's own e-mail once more. */
export const createEmailConfirmation = (onDone: () => void): Act =>
  createAct(() => request(sendEmailConfirmation, {}, { saysFailure: true }), onDone);

/** Withdraws the request to close the account. */
export const createKeepAccount = (onDone: () => void): Act =>
  createAct(() => request(keepAccount, {}, { saysFailure: true }), onDone);
