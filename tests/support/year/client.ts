import type { Endpoint } from '#api/endpoint.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import { callEndpoint, type TestAnswer, type TestCall } from '../lending/lending-app.ts';
import { type Company, note } from './company.ts';

/** Somebody who has registered, and how they are. */
export interface Client {
  readonly number: number;
  readonly personId: string;
  readonly sessionId: string;
  readonly documentNumber: string;
  readonly phone: string;
  readonly headers: { readonly Authorization: string; readonly Cookie: string };
  /** From 0, who pays when nothing else is left, to 1, who pays on the day. */
  readonly punctuality: number;
  /** The next day on which they look at their loan. */
  nextVisit: string;
}

/** Calls as a client's screen does. What is refused is counted, and must be refused properly. */
export async function ask<E extends Endpoint>(
  company: Company,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  endpoint: E,
  input: TestCall,
): Promise<TestAnswer<E>> {
  const key = endpoint.method === 'POST' ? { 'Idempotency-Key': uuidv4() } : {};
  const answer = await callEndpoint(company, endpoint, { ...input, headers: { ...headers, ...key, ...input.headers } });
  const why = answer.kind === 'refused' ? ` ${answer.status} ${answer.body.error.code}` : '';
  note(company, endpoint.name + why);
  if (answer.kind === 'refused' && isFault(company, answer.status))
    throw new Error(`${endpoint.name} answers ${answer.status} ${JSON.stringify([answer.body, input.body])}`);
  return answer;
}

/** No screen of ours sends what is not valid, and nothing of ours fails but for a provider that is away. */
function isFault({ world }: Company, status: number): boolean {
  return status === 400 || status === 401 || (status >= 500 && !(status === 503 && world.isDown));
}
