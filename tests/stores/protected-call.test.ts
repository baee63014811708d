// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { createMarketingPrompt } from '#client-area/profile/marketing-prompt.store.ts';
import { createInbox } from '#client-area/profile/notifications/inbox.store.ts';
import { createPhoneChange } from '#client-area/profile/settings/edit-phone/edit-phone.store.ts';
import {
  createCancelChange,
  createEmailConfirmation,
  createKeepAccount,
  createRevoking,
} from '#client-area/profile/settings/settings.store.ts';
import { createProof } from '#client-area/proof/proof.store.ts';
import { createSignIn } from '#client-area/sign-in/sign-in.store.ts';
import { createRegistration } from '#client-area/sign-up/registration.store.ts';
import { replaceEnvironment } from '#stores/environment.ts';
import { $errorMessage, clearError } from '#stores/error-banner.ts';
import { sendInquiry } from '#stores/inquiry.ts';
import { request } from '#stores/protected-call.ts';

/** The status of a failure, by path. */
const failing = new Map<string, number>();
let isDown = false;
const EXAMPLES = new Map(
  [getActiveLoan, sendSignInCode].map(({ path, examples }) => [path as string, examples[0]?.response]),
);
let restore = (): void => undefined;
beforeEach(() => {
  restore = replaceEnvironment({
    log: () => undefined,
    nowMs: () => 0,
    fetch: async (address) => {
      if (isDown) return new Response(null, { status: 503 });
      const { pathname } = new URL(String(address), 'http://here');
      const status = failing.get(pathname);
      return status ? new Response(null, { status }) : Response.json(EXAMPLES.get(pathname));
    },
  });
});
afterEach(() => {
  restore();
  failing.clear();
  isDown = false;
  clearError();
});

const loan = () => request(getActiveLoan, {});
const code = () => request(sendSignInCode, { body: { identifier: '45678912' } });

test('what succeeds beside it does not take a failure away; the same request does', async () => {
  failing.set(getActiveLoan.path, 500);
  await loan();
  expect($errorMessage.get()).toBe('failed');
  await code();
  expect($errorMessage.get()).toBe('failed');
  failing.delete(getActiveLoan.path);
  await loan();
  expect($errorMessage.get()).toBeUndefined();
});

test.each([403, 500])('the next screen takes away what the banner says of a %i', async (status) => {
  failing.set(getActiveLoan.path, status);
  await loan();
  expect($errorMessage.get()).toBe(status === 403 ? 'not-allowed' : 'failed');
  document.dispatchEvent(new CustomEvent('manay:route', { detail: 'profile' }));
  expect($errorMessage.get()).toBeUndefined();
});

const REGISTRATION = { registrationId: 'r', maskedPhone: '', resendInSec: 0, expiresInSec: 0 };
test.each<[string, () => Promise<unknown>]>([
  ['an application', () => sendInquiry({ productType: 'SINGLE_PAY', amount: 500, term: 30, productId: 1 }, 'key')],
  ['another code of a registration', () => createRegistration(() => undefined, []).sendAgain(REGISTRATION, 'SMS')],
  ['another code to sign in', () => createSignIn(() => undefined, 'ask-for-code').sendAgain()],
  ['another code to a new number', () => createPhoneChange().sendAgain()],
  [
    'a proof that is asked for',
    async () => {
      const { $step } = createProof({ level: 'full', methods: ['password'] }, () => undefined);
      await vi.waitFor(() => expect($step.get().kind).toBe('failed'));
    },
  ],
  ['an account that is kept', () => createKeepAccount(() => undefined).run()],
  ['a session that is ended', () => createRevoking('id', () => undefined).run()],
  ['a change that is taken back', () => createCancelChange('EMAIL', () => undefined).run()],
  ['a link that is sent again', () => createEmailConfirmation(() => undefined).run()],
  ['offers that are put off', () => createMarketingPrompt(() => undefined).notNow.run()],
  ['notifications that are read', () => createInbox().readAll.run()],
])('a failure of %s is said in its place, and not by the banner as well', async (_, act) => {
  isDown = true;
  await act();
  expect($errorMessage.get()).toBeUndefined();
});
