import { expect } from 'vitest';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import type { DataRequestKind } from '#loan/data-request.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import type { Borrower } from '../people/borrower.ts';
import { staffCall } from '../people/operator.ts';

/** A request of a client who has just proven themselves for it. */
export async function askFor(lending: TestLending, { headers }: Borrower, type: DataRequestKind): Promise<string> {
  const body = { type, detail: 'Quiero saber qué datos míos tienen.' };
  return acceptedBody(await callEndpoint(lending, makeDataRequest, { headers, body })).id;
}

/** An operator's answer, as the commands send it. */
export async function answerRequest(
  lending: TestLending,
  id: string,
  status: 'DONE' | 'DENIED',
  token?: string,
): Promise<void> {
  const body = { status, answer: 'Aquí tiene la respuesta a su solicitud.' };
  expect((await staffCall(lending, `data-requests/${id}/answer`, body, { token })).status).toBe(204);
}
