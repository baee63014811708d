import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();
const PATH = '/api/v1/auth/not-me';
const press = (token: string, language = 'es') =>
  lending.app.request(`${PATH}?lang=${language}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  });

async function aNewDevice() {
  const client = await aClient(lending);
  const jar = await enter(lending, client, { trustDevice: true });
  return { client, jar, token: await linkTo(lending, client.email, 'identity-new-device') };
}

test('“it was not me” closes every session, and the thief’s browser is no longer trusted', async () => {
  const { client, jar, token } = await aNewDevice();
  const response = await press(token);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('href="/forgot-password/"');
  for (const headers of [jar.headers, { ...client.headers }])
    expect((await callEndpoint(lending, getSession, { headers })).status).toBe(401);
  lending.clock.pass({ minutes: 1 });
  const body = { identifier: client.email, password: PASSWORD };
  expect(acceptedBody(await callEndpoint(lending, signIn, { body, headers: jar.headers }))).toHaveProperty('challenge');
});

test('opening the link alone changes nothing: mail programs look at links', async () => {
  const { jar, token } = await aNewDevice();
  const response = await lending.app.request(`${PATH}/${token}?lang=en`);
  const text = await response.text();
  expect(text).toContain('Was it not you?');
  expect(text).toContain(`value="${token}"`);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(200);
});

test('the link works once and for a week', async () => {
  const { token } = await aNewDevice();
  expect([(await press(token)).status, (await press(token)).status]).toEqual([200, 410]);
  const late = await aNewDevice();
  lending.clock.moveTo('2026-01-22');
  expect([(await press(late.token)).status, (await press('x')).status]).toEqual([410, 410]);
});

test('nothing of the address becomes markup, and both pages are valid', async () => {
  const page = await (await lending.app.request(`${PATH}/%22%3E%3Cimg%20src=x%3E?lang=xx`)).text();
  expect(page).not.toContain('<img');
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
  for (const html of [page, await (await press('x', 'en')).text()]) {
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId} ${message}`))).toEqual(
      [],
    );
  }
});
