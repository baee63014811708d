import { Hono } from 'hono';
import { expect, test } from 'vitest';
import {
  operationsOnly,
  readOperationsListener,
  requireOperationsListener,
  withoutOperations,
} from '#server/kit/operations-listener.ts';

const app = new Hono();
app.all('*', (c) => c.text(`${c.req.path} ${c.req.header('x-forwarded-for') ?? 'itself'}`));
const PATHS = ['/api/v1/staff', '/metrics'];
const headers = { 'x-forwarded-for': '10.0.0.1' };
const ask = async (of: typeof withoutOperations, path: string) => {
  const answer = await of(app, PATHS).fetch(new Request(`http://localhost${path}`, { headers }), {} as never);
  return answer.status === 200 ? answer.text() : answer.status;
};

test.each(['/api/v1/staff', '/api/v1/staff/me', '/api/v1/%73taff/me', '/metrics'])(
  'clients do not reach %s; operations do, and nobody there says where they come from',
  async (path) => {
    expect(await ask(withoutOperations, path)).toBe(404);
    expect(await ask(operationsOnly, path)).toBe(`${path.replace('%73', 's')} itself`);
  },
);

test('clients reach everything else, and operations only the health', async () => {
  for (const path of ['/', '/api/v1/staffs', '/api/v1/loans']) {
    expect(await ask(withoutOperations, path)).toBe(`${path} 10.0.0.1`);
    expect(await ask(operationsOnly, path)).toBe(404);
  }
  expect(await ask(operationsOnly, '/healthz')).toBe('/healthz itself');
});

test('production does not start without it; elsewhere there is none unless told, and then for this machine', () => {
  expect(readOperationsListener({})).toBeUndefined();
  const listener = readOperationsListener({ OPERATIONS_PORT: '4400' });
  expect(listener).toEqual({ port: 4400, host: '127.0.0.1' });
  expect(readOperationsListener({ OPERATIONS_PORT: '1', OPERATIONS_HOST: '10.0.0.2' })?.host).toBe('10.0.0.2');
  expect(() => readOperationsListener({ OPERATIONS_PORT: 'x' })).toThrow('OPERATIONS_PORT');
  expect(() => requireOperationsListener(true, undefined)).toThrow('OPERATIONS_PORT is missing');
  requireOperationsListener(true, listener);
  requireOperationsListener(false, undefined);
});
