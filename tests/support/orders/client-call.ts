import type { Endpoint } from '#api/endpoint.ts';
import { callEndpoint, type TestCall, type TestLending } from '../lending/lending-app.ts';
import type { Act } from './story.ts';

/** The part of an answer that a client learns. */
export function answerOf({ status, body }: { readonly status: number; readonly body?: unknown }) {
  return { status, body };
}

/** A call of a client, and the same call once more, with the same key if it has one. */
export function clientCall(lending: TestLending, endpoint: Endpoint, input: TestCall): Act {
  const act = async () => answerOf(await callEndpoint(lending, endpoint, input));
  return { act, again: act };
}
