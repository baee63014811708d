import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import type { Locale } from '#i18n/locale.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { codeTo } from '../messages/messages.ts';

let visitors = 0;

/** Makes up what somebody types who wants to become a client; another person each time. */
export function aVisitor(changes: Readonly<Record<string, unknown>> = {}) {
  const number = ++visitors;
  return {
    documentType: 'DNI',
    documentNumber: String(60_000_000 + number),
    phone: `9${String(70_000_000 + number)}`,
    email: `visitor${number}@example.pe`,
    acceptTerms: true,
    acceptPrivacy: true,
    acceptMarketing: false,
    textVersion: 'b'.repeat(64),
    ...changes,
  };
}

/** Begins a registration. @returns its id and where the code went */
export async function begin(lending: TestLending, visitor = aVisitor(), language: Locale = 'es') {
  const headers = { 'Accept-Language': language };
  const answer = await callEndpoint(lending, startRegistration, { body: visitor, headers });
  return { id: acceptedBody(answer).registrationId, phone: `+51${visitor.phone}`, visitor };
}

/** Begins one and proves the telephone. */
export async function proven(lending: TestLending, visitor = aVisitor(), language: Locale = 'es') {
  const begun = await begin(lending, visitor, language);
  const body = { code: await codeTo(lending, begun.phone) };
  const verified = acceptedBody(await callEndpoint(lending, verifyRegistration, { params: { id: begun.id }, body }));
  return { ...begun, verified, token: verified.registrationToken ?? '' };
}
