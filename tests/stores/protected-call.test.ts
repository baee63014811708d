// @vitest-environment happy-dom
import type { ReadableAtom } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { createOffer } from '#client-area/application/offer/offer.store.ts';
import { createDeclining } from '#client-area/application/offer-topup/offer-topup.store.ts';
import { createLoaded, createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { createCancelling } from '#client-area/loan-parts/cancelling.store.ts';
import { createLoginAs } from '#client-area/login-as/login-as.store.ts';
import { createPaying } from '#client-area/profile/components/payment/repay-loan/paying.store.ts';
import { createMarketingPrompt } from '#client-area/profile/marketing-prompt.store.ts';
import { createInbox } from '#client-area/profile/notifications/inbox.store.ts';
import { createMyLoan } from '#client-area/profile/profile.store.ts';
import { createPhoneChange } from '#client-area/profile/settings/edit-phone/edit-phone.store.ts';
import {
  createCancelChange,
  createEmailConfirmation,
  createKeepAccount,
  createRevoking,
} from '#client-area/profile/settings/settings.store.ts';
import { createProof } from '#client-area/proof/proof.store.ts';
import { createReset } from '#client-area/reset-password/reset-password.store.ts';
import { createSignIn } from '#client-area/sign-in/sign-in.store.ts';
import { createRegistration } from '#client-area/sign-up/registration.store.ts';
import { replaceEnvironment } from '#stores/environment.ts';
import { $errorMessage, clearError } from '#stores/error-banner.ts';
import { sendInquiry } from '#stores/inquiry.ts';
import { request } from '#stores/protected-call.ts';

/** The status of a failure, by path. */
const failing = new Map<string, number>();
let isDown = false;
let isClosed = false;
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
      if (isClosed) return Response.json({ error: { code: 'maintenance', message: '' } }, { status: 503 });
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
  isClosed = false;
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

test('maintenance is not a failure: the banner says it of whatever is asked for, in the background too, until it is over', async () => {
  isClosed = true;
  for (const quiet of [false, true]) {
    await request(getActiveLoan, {}, { quiet, saysFailure: true });
    expect($errorMessage.get()).toBe('maintenance');
    clearError();
  }
  await request(getActiveLoan, {}, { saysMaintenance: true });
  expect($errorMessage.get()).toBeUndefined();
  await loan();
  isClosed = false;
  await loan();
  expect($errorMessage.get()).toBeUndefined();
});

/** A load, as a screen that shows it does. */
async function shown(store: { readonly $state: ReadableAtom<{ readonly kind: string }> }) {
  onTestFinished(store.$state.listen(() => undefined));
  await vi.waitFor(() => expect(store.$state.get().kind).toBe('refused'), { timeout: 60_000 });
}

test('what no part of a screen would say is said by the banner', async () => {
  isDown = true;
  await shown(createLoadedBeside(getActiveLoan, {}));
  expect($errorMessage.get()).toBe('failed');
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
      await vi.waitFor(() => expect($step.get().kind).toBe('failed'), { timeout: 60_000 });
    },
  ],
  ['an account that is kept', () => createKeepAccount(() => undefined).run()],
  ['a session that is ended', () => createRevoking('id', () => undefined).run()],
  ['a change that is taken back', () => createCancelChange('EMAIL', () => undefined).run()],
  ['a link that is sent again', () => createEmailConfirmation(() => undefined).run()],
  ['offers that are put off', () => createMarketingPrompt(() => undefined).notNow.run()],
  ['what a screen loads', () => shown(createLoaded(getActiveLoan, {}))],
  ['a list that a screen loads', () => shown(createInbox())],
  ['what a screen loads in more than one call', () => shown(createMyLoan())],
  ['a code for a new password', () => createReset('token').send()],
  ['a link of staff', () => createLoginAs('token').open()],
  [
    'a payment that is cancelled',
    () => createCancelling(createLoaded(getPayment, { params: { id: 'id' } })).cancel('id'),
  ],
  ['an offer that is accepted', () => createOffer().accept('id')],
  ['a top-up that is declined', () => createDeclining('').decline()],
  ['a payment', () => createPaying(() => undefined).pay({ loanNumber: 'P-2026-0000001' } as never)],
  ['notifications that are read', () => createInbox().readAll.run()],
])('a failure of %s is said in its place, and not by the banner as well', async (_, act) => {
  isDown = true;
  await act();
  expect($errorMessage.get()).toBeUndefined();
});
