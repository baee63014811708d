import { expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, signatureOf } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose } from '#tests/support/browser/screen-acts.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

async function opened() {
  const { applicant, agreement } = await anAgreement(lending);
  const screen = await openClientScreen(lending, 'application-agreement', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('#acceptTerms'));
  return { applicant, agreement, screen };
}

/** The box, and the button that sends the code. */
async function tickAndSend(screen: Awaited<ReturnType<typeof openClientScreen>>) {
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
}

test('signed in another window: asking for the code here leads on, and tells nobody to open the page again', async () => {
  const { applicant, agreement, screen } = await opened();
  const body = await signatureOf(lending, applicant, agreement);
  acceptedBody(await callEndpoint(lending, signAgreement, { headers: applicant.headers, body }));
  await tickAndSend(screen);
  await screen.until(() => expect(screen.find('h1').textContent).toContain('your money is on its way'));
});

test('the button sends the code; the box does nothing by itself, and without it there is no code', async () => {
  const { screen } = await opened();
  const sent = () => screen.environment.requests.filter((line) => line.includes('/agreement/otp'));
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('#acceptTerms-error').textContent).toContain('tick this box'));
  await screen.press('#acceptTerms');
  expect(sent()).toEqual([]);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(document.activeElement?.id).toBe('code'));
  expect(sent()).toHaveLength(1);
});

test('the contract is read on the page that signs it, and names the account that gets the money', async () => {
  const { agreement, screen } = await opened();
  const papers = [...document.querySelectorAll<HTMLDetailsElement>('details.fold')];
  expect(papers.map(({ open }) => open)).toEqual(agreement.documents.map(() => false));
  // The box that says that they were read stands below them, and their number is said once.
  const box = screen.find('#acceptTerms');
  expect(papers.every((paper) => paper.compareDocumentPosition(box) === Node.DOCUMENT_POSITION_FOLLOWING)).toBe(true);
  const number = /SOL-[\d-]+/.exec(screen.find('.papers').textContent ?? '')?.[0] ?? 'none';
  expect(screen.find('.papers > p').textContent).toBe(number);
  const summaries = papers.map((paper) => paper.querySelector('summary')?.textContent ?? number);
  expect(summaries.filter((summary) => summary.includes(number))).toEqual([]);
  const [contract] = papers as [HTMLDetailsElement];
  const [first] = agreement.documents;
  for (const block of first?.words ?? []) {
    if (block.kind === 'text' || block.kind === 'heading') expect(contract.textContent).toContain(block.text);
  }
  expect(screen.text()).toContain(`Goes to${agreement.account?.bank} ${agreement.account?.masked}, Ana`);
});

test('a reload stays at the code, and a wrong one is called wrong; the right one signs', async () => {
  const { applicant, screen } = await opened();
  await tickAndSend(screen);
  await screen.until(() => screen.find('#code'));
  const again = await openClientScreen(lending, 'application-agreement', { reloadOf: screen });
  await again.until(() => again.find('#code'));
  const code = await codeTo(lending, applicant.phone);
  await again.type('#code', anotherCode(code));
  await again.press('form button[type=submit]');
  await again.until(() => expect(again.find('#code-error').textContent).toContain('That code is not right'));
  await again.type('#code', code);
  await again.press('form button[type=submit]');
  await again.until(() => expect(again.find('h1').textContent).toContain('your money is on its way'));
  // Nothing is left for the next signature.
  expect(again.window.sessionStorage.getItem('manay:step:signature')).toBeNull();
});

test('other documents than those of the code come with the box not ticked', async () => {
  const { screen } = await opened();
  await tickAndSend(screen);
  await screen.until(() => screen.find('#code'));
  const kept = JSON.parse(screen.window.sessionStorage.getItem('manay:step:signature') ?? '{}');
  const other = { ...kept, value: { ...kept.value, agreementId: '019bc299-8680-77c2-a087-bb4ba21f2f16' } };
  screen.window.sessionStorage.setItem('manay:step:signature', JSON.stringify(other));
  const again = await openClientScreen(lending, 'application-agreement', { reloadOf: screen });
  await again.until(() => again.find('#acceptTerms'));
  expect(again.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
});

test('the limit of codes is told with the time it ends, and people who help', { tags: 'promise-codes' }, async () => {
  const { screen, applicant } = await opened();
  const { headers } = applicant;
  for (let n = 0; n < 5; n++) {
    acceptedBody(await callEndpoint(lending, sendAgreementCode, { headers }));
    lending.clock.pass({ minutes: 2 });
  }
  await tickAndSend(screen);
  await screen.until(() =>
    expect(screen.text()).toMatch(/You can try again from \d\d:\d\d\. Cannot wait\? A person can help you:/),
  );
});

test('given up in another window: giving it up here does not fail either', async () => {
  const { applicant, screen } = await opened();
  const { headers } = applicant;
  acceptedBody(await callEndpoint(lending, declineOffer, { headers, body: { reason: 'TOO_EXPENSIVE' } }));
  await screen.pressText('I do not want to sign');
  await choose(screen, '#leave-reason', 'TOO_EXPENSIVE');
  await screen.press('dialog button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your application is closed'));
});
