import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { queryProvider } from '#server/lending/gateways/provider-http.ts';

/** A local server that redirects to `to`, or answers 200; it records the requests. */
async function server(to?: string): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const http = createServer((request, response) => {
    asked.push(`${request.headers.authorization}`);
    response.writeHead(to ? 307 : 200, to ? { Location: to } : {}).end('{}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`, asked };
}

test('a provider that leads elsewhere is not followed, and nobody else sees our credentials', {
  tags: 'asvs-1.3.6',
}, async () => {
  const other = await server();
  const provider = await server(other.url);
  const headers = { Authorization: 'Basic s3cret' };
  const request = { what: 'a payment', method: 'POST', headers, body: { amount: 1 }, timeoutMs: 5_000 } as const;
  await expect(queryProvider(fetch, { ...request, url: provider.url })).rejects.toThrow('the connection failed');
  expect([provider.asked, other.asked]).toEqual([['Basic s3cret'], []]);
  expect(await queryProvider(fetch, { ...request, url: other.url })).toEqual({ status: 200, text: '{}' });
});
