import { describe, expect, test } from 'vitest';
import { startPasskeySignIn } from '#api/endpoints/people/start-passkey-sign-in.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { CookieJar } from '#tests/support/people/client.ts';

const lending = withTestLending();

describe('200', () => {
  test('no passkey is named, every one asks who is there, and a browser keeps its secret from tab to tab', async () => {
    const jar = new CookieJar();
    const first = await callEndpoint(lending, startPasskeySignIn, { headers: jar.headers });
    const secret = jar.take(first.headers).get('__Host-auth-passkey');
    const { options } = acceptedBody(first);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    // Browsers refuse an empty list.
    expect(options).not.toHaveProperty('allowCredentials');
    expect(secret).toMatch(/^[\w-]{43}$/);
    const second = await callEndpoint(lending, startPasskeySignIn, { headers: jar.headers });
    expect(jar.take(second.headers).get('__Host-auth-passkey')).toBe(secret);
    expect(acceptedBody(second).options['challenge']).not.toBe(options['challenge']);
    expect(jar.lines[0]).toContain('Secure; HttpOnly');
  });
});

describe('404', () => {
  const numbered = withTestLending({ siteUrl: 'https://203.0.113.7' });

  test('an address of numbers has none, because passkeys belong to a name', async () => {
    expect((await callEndpoint(numbered, startPasskeySignIn, {})).status).toBe(404);
  });
});
