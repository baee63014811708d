import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { htmlValidator } from '#tests/support/html-validator.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aClient, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();
const PATH = '/api/v1/auth/not-me';
const COOKIE = '__Host-auth-not-me';
const page = (token: string, language = 'es') =>
  lending.app.request(`${PATH}?lang=${language}`, { headers: { Cookie: `${COOKIE}=${token}` } });
const press = (token: string, language = 'es') =>
  lending.app.request(`${PATH}?lang=${language}`, { method: 'POST', headers: { Cookie: `${COOKIE}=${token}` } });

async function aNewDevice() {
  const client = await aClient(lending);
  const jar = await enter(lending, client, { trustDevice: true });
  return { client, jar, token: await linkTo(lending, client.email, 'identity-new-device') };
}

test('“it was not me” closes every session, and the thief’s browser is no longer trusted', {
  tags: 'promise-it-was-not-me',
}, async () => {
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

test('opening the link alone changes nothing: mail programs look at links', { tags: 'asvs-3.5.3' }, async () => {
  const { jar, token } = await aNewDevice();
  const response = await page(token, 'en');
  const text = await response.text();
  expect(text).toContain('Was it not you?');
  expect(text).not.toContain(token);
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

test('nothing of the address becomes markup, and both pages are valid', { tags: 'asvs-1.2.1' }, async () => {
  const asked = await (await page('"><img src=x>', 'xx"><img')).text();
  expect(asked).not.toContain('<img');
  const problemsOf = htmlValidator({});
  for (const html of [asked, await (await press('x', 'en')).text()]) expect(await problemsOf(html)).toEqual([]);
});

test('the secret of the link goes from the address into a cookie that no script reads, and no log has it', {
  tags: ['asvs-3.3.1', 'asvs-14.2.1', 'promise-cookies-tags-and-what-a-browser-remembers'],
}, async () => {
  const { token } = await aNewDevice();
  const opened = await lending.app.request(`${PATH}/${token}?lang=en`);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `${PATH}?lang=en`]);
  expect(opened.headers.get('set-cookie')).toBe(
    `${COOKIE}=${token}; Path=/; Max-Age=900; SameSite=Lax; Secure; HttpOnly`,
  );
  expect((await press(token)).headers.get('set-cookie')).toMatch(`${COOKIE}=; Path=/; Max-Age=0`);
});

test('a link that does not exist, or whose page stayed open too long, says that it is over and where to go', async () => {
  const opened = await lending.app.request(`${PATH}/%22;%20x=y?lang=en`);
  expect([opened.status, opened.headers.get('set-cookie')]).toEqual([303, null]);
  const over = await lending.app.request(`${PATH}?lang=en`);
  expect(over.status).toBe(410);
  expect(await over.text()).toContain('href="/en/forgot-password/"');
});
