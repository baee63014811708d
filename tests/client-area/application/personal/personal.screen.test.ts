import { expect, test, vi } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose } from '#tests/support/browser/screen-acts.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };
const PEOPLE = 'Your home, and who knows you';
const ONLY_ABOVE = ['The home is', 'How long have you lived there?', 'One person who knows you'];

/** The form with everything a small amount asks for, as typed before. */
async function aHalfTypedForm(options = {}, more = {}) {
  const applicant = await anApplicant(lending, 'PERSONAL', options);
  const { firstName, lastName1, birthDate, ubigeo, street, number, pep } = aPersonalStep();
  const body = { firstName, lastName1, birthDate, ubigeo, street, number, pep, ...more };
  const path = '/api/v1/application/draft/personal';
  const headers = { ...applicant.headers, 'Content-Type': 'application/json' };
  const saved = await lending.app.request(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(saved.status).toBe(204);
  const screen = await openClientScreen(lending, 'application-personal', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('#firstName'));
  return { applicant, screen };
}

/** A larger amount, whose first page is answered. */
function aLongerForm() {
  const { residenceStatus, timeAtAddressMonths } = aPersonalStep();
  return aHalfTypedForm(MORE, { residenceStatus, timeAtAddressMonths });
}

const goOn = (screen: ClientScreen) => screen.press('form button[type=submit]');
const headingIs = (screen: ClientScreen, words: string) =>
  screen.until(() => expect(screen.find('h1').textContent).toBe(words));

test('for S/ 500 the form is one page, and is sent without the other questions', async () => {
  const { applicant, screen } = await aHalfTypedForm();
  await screen.until(() => expect(screen.find<HTMLInputElement>('#ubigeo').value).not.toBe(''));
  for (const question of ONLY_ABOVE) expect(screen.text()).not.toContain(question);
  await goOn(screen);
  await screen.until(() => expect(window.location.pathname).toContain('/application/financial'));
  // The next step begins at its own first page.
  expect(history.state?.page).toBeUndefined();
  const { headers } = applicant;
  const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
  expect(steps.personal.data).not.toHaveProperty('referrals');
  expect(steps.personal.data).toMatchObject({ street: aPersonalStep().street, number: aPersonalStep().number });
});

test('what was accepted is not sent again by a press while the next step loads', async () => {
  const { screen } = await aHalfTypedForm();
  await screen.until(() => expect(screen.find<HTMLInputElement>('#ubigeo').value).not.toBe(''));
  const form = screen.find<HTMLFormElement>('form');
  // As soon as the button acts again.
  const again = new MutationObserver(() => {
    if (form.isConnected && form.getAttribute('aria-busy') === 'false') void goOn(screen);
  });
  again.observe(form, { attributes: true });
  await goOn(screen);
  await screen.until(() => expect(window.location.pathname).toContain('/application/financial'));
  const sent = screen.environment.requests.filter((request) => request.endsWith('/application/personal'));
  expect(sent.filter((request) => /^(?:POST|PUT)/.test(request))).toHaveLength(1);
  again.disconnect();
});

test('below the questions stands the loan that was chosen, with its cost', async () => {
  const { screen } = await aHalfTypedForm();
  await screen.until(() => expect(screen.find('aside').textContent).toContain('You pay back'));
});

test('without a network nothing is below the questions', async () => {
  const jar = browserOf(await anApplicant(lending, 'PERSONAL'));
  const screen = await openClientScreen(lending, 'application-personal', { jar, offline: true });
  await screen.until(() => expect(screen.text()).toContain('You are offline'));
  expect(document.querySelector('aside')).toBeNull();
  screen.environment.offline = false;
  await screen.until(() => screen.pressText('Try again'));
  await screen.until(() => expect(screen.find('aside').textContent).toContain('500,00'));
});

test('who has begun anew on another device sees there the loan that was chosen then, with the newer answers', async () => {
  const { applicant, screen } = await aHalfTypedForm();
  await screen.until(() => expect(screen.find('aside').textContent).toContain('500,00'));
  const { headers } = applicant;
  acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body: { reason: 'OTHER' } }));
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: MORE.inquiry }));
  await screen.type('#firstName', 'Rosa Elena');
  await screen.until(() => screen.pressText('Show the newer one'));
  await screen.until(() => expect(screen.find('aside').textContent).toContain('600,00'));
  expect(screen.find('aside').textContent).not.toContain('500,00');
});

test('above it the same form asks for them, each with its error, a page at a time, and nothing is sent', async () => {
  const { screen } = await aHalfTypedForm(MORE);
  await goOn(screen);
  await headingIs(screen, PEOPLE);
  for (const question of ONLY_ABOVE) expect(screen.text()).toContain(question);
  await goOn(screen);
  await screen.until(() => expect(screen.text()).toContain('Choose what kind of home it is.'));
  expect(screen.environment.requests).not.toContain('POST /api/v1/application/personal');
});

test('a page does not open before the one before it is answered, and shows the mistakes of that one alone', async () => {
  const { screen } = await aHalfTypedForm();
  await screen.type('#firstName', '');
  await screen.type('#birthDate', 'ayer');
  await goOn(screen);
  await screen.until(() => expect(document.activeElement?.id).toBe('firstName'));
  expect([...document.querySelectorAll('.msg')].map(({ id }) => id)).toEqual(['firstName-error', 'birthDate-error']);
  expect(screen.find('h1').textContent).toBe('Tell us about you');
});

test('Back leads to the page before with every answer, and forward again', async () => {
  const { screen } = await aLongerForm();
  await screen.type('#firstName', 'Rosa');
  await goOn(screen);
  await headingIs(screen, PEOPLE);
  await screen.until(() => expect(document.activeElement?.textContent).toBe(PEOPLE));
  const name = `[id='referrals.0.name']`;
  await screen.type(name, 'Luz Ramos');
  history.replaceState({ page: 0 }, '');
  window.dispatchEvent(new Event('popstate'));
  await headingIs(screen, 'Tell us about you');
  expect(screen.find<HTMLInputElement>('#firstName').value).toBe('Rosa');
  await goOn(screen);
  await headingIs(screen, PEOPLE);
  expect(screen.find<HTMLInputElement>(name).value).toBe('Luz Ramos');
});

test('what the server refuses is shown on the page it belongs to', async () => {
  const { screen } = await aLongerForm();
  // Not too old today; the server knows the end of the loan.
  await screen.type('#birthDate', '01021950');
  await goOn(screen);
  await headingIs(screen, PEOPLE);
  for (const [index, { name, relationship, phone }] of (aPersonalStep().referrals ?? []).slice(0, 1).entries()) {
    await screen.type(`[id='referrals.${index}.name']`, name);
    await choose(screen, `[id='referrals.${index}.relationship']`, relationship);
    await screen.type(`[id='referrals.${index}.phone']`, phone);
  }
  await goOn(screen);
  await headingIs(screen, 'Tell us about you');
  await screen.until(() => expect(document.activeElement?.id).toBe('birthDate'));
});

test('eight digits are a birthday, shown as a date once the box is left', async () => {
  const { screen } = await aHalfTypedForm();
  await screen.type('#birthDate', '27051990');
  screen.find('#birthDate').dispatchEvent(new Event('focusout', { bubbles: true }));
  await screen.until(() => expect(screen.find<HTMLInputElement>('#birthDate').value).toBe('27/05/1990'));
});

test('the district is found by letters, walked by arrows, taken with Enter, and typing again takes it back', async () => {
  const { screen } = await aHalfTypedForm();
  const box = screen.find<HTMLInputElement>('#ubigeo');
  const press = (key: string) =>
    box.dispatchEvent(Object.assign(new Event('keydown', { bubbles: true, cancelable: true }), { key }));
  await screen.type('#ubigeo', 'miraf');
  await screen.until(() => expect(box.getAttribute('aria-expanded')).toBe('true'));
  expect(box.getAttribute('aria-activedescendant')).toBe('ubigeo-0');
  press('ArrowDown');
  await screen.until(() => expect(box.getAttribute('aria-activedescendant')).toBe('ubigeo-1'));
  press('Enter');
  await screen.until(() => expect(box.value).toBe('Miraflores, Arequipa, Arequipa'));
  expect(box.getAttribute('aria-expanded')).toBe('false');
  await screen.type('#ubigeo', 'Miraflores');
  screen.find('#ubigeo').dispatchEvent(new Event('focusout', { bubbles: true }));
  await goOn(screen);
  await screen.until(() => expect(screen.text()).toContain('Choose your district from the list.'));
});

test('letters that no district begins with are said to find none, and stay', async () => {
  const { screen } = await aHalfTypedForm();
  await screen.type('#ubigeo', 'zzzz');
  await screen.until(() => expect(screen.text()).toContain('No district begins like this.'));
  expect(screen.find<HTMLInputElement>('#ubigeo').value).toBe('zzzz');
});

test('a draft whose answer was lost is not said to be of another device, and what was typed since is saved', async () => {
  const { applicant, screen } = await aHalfTypedForm();
  const { environment, replaceEnvironment } = await import('#stores/environment.ts');
  const before = environment();
  // The server has it, and nobody hears of it: the phone was put away, or its network was gone.
  replaceEnvironment({
    ...before,
    fetch: async (...call) => {
      await before.fetch(...call);
      throw new TypeError('Failed to fetch');
    },
  });
  await screen.type('#firstName', 'Rosa');
  await screen.until(() => expect(screen.text()).toContain('Not saved yet'));
  replaceEnvironment(before);
  await screen.type('#firstName', 'Rosa Elena');
  await screen.until(() => expect(screen.text()).toMatch(/Saved at|on another device/));
  expect(screen.text()).not.toContain('on another device');
  const { headers } = applicant;
  const saved = async () =>
    acceptedBody(await callEndpoint(lending, getApplication, { headers })).steps.personal.draft?.firstName;
  await vi.waitFor(async () => expect(await saved()).toBe('Rosa Elena'), 60_000);
});
