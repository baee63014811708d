import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CallEnvironment, call, type Route } from '#api/call.ts';
import type { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import type { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import type { getLoan } from '#api/endpoints/arrangements/get-loan.ts';
import type { listNotifications } from '#api/endpoints/clients/list-notifications.ts';
import { GET_PRODUCT_SETTINGS, MAKE_PUBLIC_OFFER } from '#calculator/offer-confirmation.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** An environment whose fetch reaches a server that answers as told. */
async function answering(listener: RequestListener): Promise<CallEnvironment> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { fetch: (path, init) => globalThis.fetch(new URL(String(path), base), init) };
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const SETTINGS: Route<typeof getProductSettings> = { method: 'GET', path: '/api/v1/public/offer/product-settings' };
const OFFER: Route<typeof makePublicOffer> = { method: 'POST', path: '/api/v1/public/offer' };
const inquiry = { body: { singlePayInquiry: { amount: 500, term: 30, productId: 1 } } };
const first = { query: { sequence: '1' as const } };

describe('a call', () => {
  test('sends its query in the address, and the access token as Bearer', { tags: 'spec-7.1' }, async () => {
    const seen = vi.fn();
    const environment = await answering((request, response) => {
      seen(request.method, request.url, request.headers.authorization);
      json(200, {})(request, response);
    });
    await call(SETTINGS, first, { ...environment, accessToken: 'token' });
    expect(seen).toHaveBeenCalledExactlyOnceWith(
      'GET',
      '/api/v1/public/offer/product-settings?sequence=1',
      'Bearer token',
    );
  });

  test('without anything to ask for has an address without a question mark', async () => {
    const seen = vi.fn();
    const environment = await answering((request, response) => {
      seen(request.url);
      json(200, {})(request, response);
    });
    const listed: Route<typeof listNotifications> = { method: 'GET', path: '/api/v1/notifications' };
    await call(listed, { query: {} }, environment);
    await call(listed, { query: { cursor: 'a' } }, environment);
    expect(seen.mock.calls.flat()).toEqual(['/api/v1/notifications', '/api/v1/notifications?cursor=a']);
  });

  test('sends a name of its path as one part of it, whatever is in it', { tags: 'asvs-1.2.2' }, async () => {
    const seen = vi.fn();
    const environment = await answering((request, response) => {
      seen(request.url);
      json(200, {})(request, response);
    });
    const route: Route<typeof getLoan> = { method: 'GET', path: '/api/v1/loan/{number}' };
    for (const number of ['../staff/loans', 'P?a=1#b', 'P%2f1', 'P\r\nX: y'])
      await call(route, { params: { number } }, environment);
    expect(seen.mock.calls.flat()).toEqual([
      '/api/v1/loan/..%2Fstaff%2Floans',
      '/api/v1/loan/P%3Fa%3D1%23b',
      '/api/v1/loan/P%252f1',
      '/api/v1/loan/P%0D%0AX%3A%20y',
    ]);
  });

  test('sends its body as JSON, and no authorization when nobody is signed in', async () => {
    const seen = vi.fn();
    const environment = await answering(async (request, response) => {
      const chunks = await request.toArray();
      seen(
        request.headers['content-type'],
        request.headers.authorization,
        JSON.parse(Buffer.concat(chunks).toString()),
      );
      json(200, {})(request, response);
    });
    await call(OFFER, inquiry, environment);
    expect(seen).toHaveBeenCalledExactlyOnceWith('application/json', undefined, inquiry.body);
  });
});

describe('a call ends', () => {
  test('with the answer', async () => {
    expect(await call(SETTINGS, first, await answering(json(200, { a: 1 })))).toEqual({ kind: 'ok', value: { a: 1 } });
  });

  test('refused, with the server’s reasons', async () => {
    const error = { code: 'invalid_request', message: '', fieldErrors: [{ field: 'amount', code: 'step' }] };
    const result = await call(OFFER, inquiry, await answering(json(400, { error })));
    expect(result).toEqual({ kind: 'refused', status: 400, error });
  });

  test('refused without reasons, when the answer is a proxy’s page', async () => {
    const environment = await answering((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await call(OFFER, inquiry, environment)).toEqual({ kind: 'refused', status: 502 });
  });

  test('unreachable, without a network', async () => {
    const environment = await answering((request) => request.socket.destroy());
    expect(await call(OFFER, inquiry, environment)).toEqual({ kind: 'unreachable' });
  });

  test('unreachable, when a success is not JSON', async () => {
    const environment = await answering((_, response) => response.end('<html>'));
    expect(await call(OFFER, inquiry, environment)).toEqual({ kind: 'unreachable' });
  });

  test('unreachable, when nothing comes in time', async () => {
    const environment = await answering(() => undefined);
    expect(await call(OFFER, inquiry, { ...environment, timeoutMs: 50 })).toEqual({ kind: 'unreachable' });
  });

  test('aborted, when the caller gives up', async () => {
    const environment = await answering(() => undefined);
    const controller = new AbortController();
    const result = call(OFFER, inquiry, { ...environment, signal: controller.signal });
    controller.abort();
    expect(await result).toEqual({ kind: 'aborted' });
  });

  test('aborted without a request, when the caller had given up before', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    expect(await call(OFFER, inquiry, { fetch, signal: AbortSignal.abort() })).toEqual({ kind: 'aborted' });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('with an error of ours, when the answer breaks the contract and somebody checks', async () => {
    const validate = (): void => {
      throw new Error('the contract is broken');
    };
    const environment = { ...(await answering(json(200, {}))), validate };
    await expect(call(OFFER, inquiry, environment)).rejects.toThrow('the contract is broken');
  });
});

test('the addresses that light pages write down are those of their endpoints', () => {
  const [settings, offer] = ['get-product-settings', 'make-public-offer'].map((name) =>
    ENDPOINTS.find((endpoint) => endpoint.name === name),
  );
  expect(GET_PRODUCT_SETTINGS).toEqual({ method: settings?.method, path: settings?.path });
  expect(MAKE_PUBLIC_OFFER).toEqual({ method: offer?.method, path: offer?.path });
});
