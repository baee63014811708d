import * as z from 'zod/mini';
import type { CallInput, CallOutput, CallResult } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { environment } from './environment.ts';
import { type RequestOptions, request } from './protected-call.ts';
import { noteAnswer } from './seen-answers.ts';
import { $accessToken } from './session.ts';

export interface Seeing {
  /** Told when the answer was seen, milliseconds since 1970. */
  readonly onSeen: (atMs: number) => void;
}

/**
 * Reads what a client may open without a network: the answer is kept, and is there again when there is none. It must be
 * what a session shows that is not fully signed in, because without a network nobody can give a proof.
 */
export function requestSeen<E extends Endpoint & { readonly access?: 'basic' }>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions & Seeing,
): Promise<CallResult<CallOutput<E>>> {
  const key = keyOf(endpoint, input);
  return readSeen<CallOutput<E>>(key, endpoint.response, () => request(endpoint, input, options), options);
}

/** Reads what is made of several answers, under the same condition. @param schema of what is kept */
export async function readSeen<Value>(
  key: string,
  schema: z.core.$ZodType,
  read: () => Promise<CallResult<Value>>,
  { signal, onSeen }: Pick<RequestOptions, 'signal'> & Seeing,
): Promise<CallResult<Value>> {
  const token = $accessToken.get();
  const answer = await read();
  if (!token) return answer;
  if (answer.kind === 'ok') noteAnswer(key, token, answer.value);
  if (answer.kind !== 'unreachable') return answer;
  const seen = await recall(token, key);
  if (signal?.aborted) return { kind: 'aborted' };
  // An earlier release may have kept it.
  if (!seen || !z.safeParse(schema, seen.value).success) return answer;
  onSeen(seen.atMs);
  return { kind: 'ok', value: seen.value as Value };
}

/** Keeps what another call has answered as the answer of this one. */
export function noteSeen<E extends Endpoint>(endpoint: E, input: CallInput<E>, value: CallOutput<E>): void {
  const token = $accessToken.get();
  if (token) noteAnswer(keyOf(endpoint, input), token, value);
}

function keyOf({ path }: Endpoint, input: unknown): string {
  return `${path} ${JSON.stringify(input)}`;
}

async function recall(token: string, key: string) {
  try {
    const kept = await import('./kept.ts');
    return await kept.recallAnswer(token, key);
  } catch (error) {
    // Its file is kept with the pages, so this page was opened before they were.
    environment().log('what was seen is not known', error);
    return undefined;
  }
}
