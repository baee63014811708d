import type { HttpApp } from '#server/kit/http.ts';
import type { createLendingApp } from '#server/lending/app.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import type { OperatorClient } from '#tools/operator-client.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests-0123456789';

/** Calls the staff API as one colleague: to look, or with a body to act. */
export function staffCall(
  { app }: { readonly app: Pick<HttpApp, 'request'> },
  path: string,
  body?: unknown,
  { name = 'Ana', token = OPERATOR_TOKEN }: { readonly name?: string; readonly token?: string | undefined } = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Operator': name, 'Content-Type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return Promise.resolve(app.request(`${STAFF_PATH}/${path}`, init));
}

/** Calls of the operator API, by whoever says so. */
export function operatorOf(app: () => ReturnType<typeof createLendingApp>) {
  return async (name: string | undefined, path: string, body?: unknown) => {
    const response = await app().request(path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        'content-type': 'application/json',
        ...(name !== undefined && { 'x-operator': encodeURIComponent(name) }),
      },
    });
    const answer = (await response.json()) as Record<string, unknown> & {
      readonly error?: { readonly code: string; readonly message: string };
    };
    return { status: response.status, body: answer };
  };
}

/** Makes what operators' commands speak with: the operator API of an application in this process. */
export function operatorClient(app: () => ReturnType<typeof createLendingApp>, name: string): OperatorClient {
  return {
    request: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${OPERATOR_TOKEN}`);
      headers.set('x-operator', encodeURIComponent(name));
      return app().request(path, { ...init, headers });
    },
    close: () => Promise.resolve(),
  };
}
