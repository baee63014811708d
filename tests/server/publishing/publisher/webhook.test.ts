import { describe, expect, test } from 'vitest';
import { isSignedBy, signWebhook, WEBHOOK_LIMIT, webhookRoutes } from '#server/publishing/publisher/webhook.ts';

const secret = 'a secret of this test';
/** Nothing is earned back between two calls, however slow the machine is. */
const now = () => 0;
const body =
  '{"text":"The user a@b published the Story X (x)","action":"published","space_id":123,"story_id":456,"full_slug":"x"}';

function post(
  signature: string | undefined,
  rawBody = body,
  topic = 'story.published',
): { answer: Promise<Response>; hints: string[] } {
  const hints: string[] = [];
  const app = webhookRoutes({ secret, pathKey: undefined, onHint: (topic) => hints.push(topic) });
  const headers = {
    'x-storyblok-topic': topic,
    ...(signature !== undefined && { 'webhook-signature': signature }),
  };
  return {
    answer: Promise.resolve(app.request('/hooks/storyblok', { method: 'POST', headers, body: rawBody })),
    hints,
  };
}

describe('a webhook of the content service', () => {
  test('signed over its raw body is accepted at once and passed on', { tags: 'asvs-13.2.1' }, async () => {
    const { answer, hints } = post(signWebhook(body, secret));
    expect((await answer).status).toBe(202);
    expect(hints).toEqual(['story.published']);
  });

  test.each([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['another secret', signWebhook(body, 'another')],
    ['another body', signWebhook(`${body} `, secret)],
    ['upper case', signWebhook(body, secret).toUpperCase()],
    ['a signature that is too short', signWebhook(body, secret).slice(1)],
  ])('with %s is refused and passes nothing on', { tags: 'asvs-6.1.3' }, async (_, signature) => {
    const { answer, hints } = post(signature);
    expect((await answer).status).toBe(401);
    expect(hints).toEqual([]);
  });

  test('over 64 KiB is refused before it is read', async () => {
    const huge = 'x'.repeat(70_000);
    const { answer, hints } = post(signWebhook(huge, secret), huge);
    expect((await answer).status).toBe(413);
    expect(hints).toEqual([]);
  });

  test('is told to wait when its address floods us, while another address is heard', async () => {
    const hints: string[] = [];
    const app = webhookRoutes({ secret, pathKey: undefined, onHint: (topic) => hints.push(topic), now });
    const send = (remoteAddress: string, signature: string) => {
      const init = { method: 'POST', headers: { 'webhook-signature': signature }, body };
      return Promise.resolve(app.request('/hooks/storyblok', init, { incoming: { socket: { remoteAddress } } }));
    };
    for (let n = 0; n < WEBHOOK_LIMIT.burst; n++) expect((await send('198.51.100.66', 'none')).status).toBe(401);
    const refused = await send('198.51.100.66', signWebhook(body, secret));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await send('203.0.113.1', signWebhook(body, secret))).status).toBe(202);
    expect(hints).toHaveLength(1);
  });

  test('behind a proxy of ours is counted by its sender to the proxy, and a flood is a security event', {
    tags: ['asvs-16.2.1', 'asvs-16.3.3'],
  }, async () => {
    const events: string[] = [];
    const app = webhookRoutes({
      secret,
      pathKey: undefined,
      trustedProxies: 1,
      onHint: () => undefined,
      now,
      note: (_, { kind, what, outcome }) => events.push([kind, what, outcome].join(' ')),
    });
    const send = async (caller: string) => {
      const headers = { 'x-forwarded-for': caller, 'webhook-signature': signWebhook(body, secret) };
      const incoming = { socket: { remoteAddress: '127.0.0.1' } };
      return (await app.request('/hooks/storyblok', { method: 'POST', headers, body }, { incoming })).status;
    };
    for (let n = 0; n < WEBHOOK_LIMIT.burst; n++) expect(await send('198.51.100.66')).toBe(202);
    expect(await send('198.51.100.66')).toBe(429);
    expect(await send('203.0.113.1')).toBe(202);
    expect(events).toEqual(['limit-met webhook limited']);
  });

  test('is signed as Storyblok does: hexadecimal HMAC-SHA1', () => {
    // RFC 2202, test case 2.
    expect(signWebhook('what do ya want for nothing?', 'Jefe')).toBe('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79');
    const bytes = new TextEncoder().encode('what do ya want for nothing?');
    expect(isSignedBy('Jefe', bytes, 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79')).toBe(true);
  });

  const topics = ['story.moved', 'datasource.entries_updated', 'asset.deleted', 'release.merged', 'one of next year'];
  test.each(topics)('%s is a hint like any other: the content version decides', async (topic) => {
    const { answer, hints } = post(signWebhook(body, secret), body, topic);
    expect((await answer).status).toBe(202);
    expect(hints).toEqual([topic]);
  });
});

describe('a webhook of a plan without secrets', () => {
  const pathKey = 'k'.repeat(40);
  const hook = async (path: string, options: { secret?: string; pathKey?: string } = { pathKey }) => {
    const hints: string[] = [];
    const app = webhookRoutes({
      secret: options.secret,
      pathKey: options.pathKey,
      onHint: (topic) => hints.push(topic),
    });
    const { status } = await app.request(path, { method: 'POST', body });
    return { status, hints };
  };

  test('comes to an address that only the content service knows', async () => {
    expect(await hook(`/hooks/storyblok/${pathKey}`)).toEqual({ status: 202, hints: ['unknown'] });
  });

  test('to any other address is as if there were nothing', async () => {
    expect(await hook('/hooks/storyblok/guess')).toEqual({ status: 404, hints: [] });
    expect(await hook(`/hooks/storyblok/${pathKey}x`)).toEqual({ status: 404, hints: [] });
    expect(await hook(`/hooks/storyblok/${pathKey}`, { secret })).toEqual({ status: 404, hints: [] });
  });

  test('without a secret no signature opens the signed address', { tags: 'asvs-13.2.1' }, async () => {
    expect((await hook('/hooks/storyblok')).status).toBe(401);
  });
});
