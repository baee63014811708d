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
  const call = { ...input, headers: { ...headers, ...key, ...input.headers } };
  const answer = await callEndpoint(company, endpoint, call);
  const why = answer.kind === 'refused' ? ` ${answer.status} ${answer.body.error.code}` : '';
  note(company, endpoint.name + why);
  if (answer.kind === 'refused' && isFault(company, answer.status))
    throw new Error(`${endpoint.name} answers ${answer.status} ${JSON.stringify([answer.body, input.body])}`);
  if (answer.kind === 'accepted' && ONCE.includes(endpoint.name) && company.luck.happens(0.05)) {
    await expectTheSame(company, endpoint, call, answer.body);
  }
  return answer;
}

/** Calls that are done once for a key (P21). */
const ONCE: readonly string[] = [
  'accept-offer',
  'activate-flex-pay',
  'confirm-payment-plan',
  'make-payment',
  'request-refund',
  'request-top-up',
  'send-inquiry',
  'sign-agreement',
  'sign-top-up',
];

/** A phone that has lost the answer asks again, and gets the same one; of a payment, the same payment. */
async function expectTheSame(company: Company, endpoint: Endpoint, call: TestCall, first: unknown): Promise<void> {
  const again = await callEndpoint(company, endpoint, call);
  note(company, `${endpoint.name} again`);
  const said = (body: unknown) =>
    endpoint.name === 'make-payment' ? (body as { readonly id: string }).id : JSON.stringify(body);
  if (again.kind === 'refused' || said(again.body) !== said(first)) {
    throw new Error(`${endpoint.name} with the same key answers ${JSON.stringify([again.body, first])}`);
  }
}

/** No screen of ours sends what is not valid, and nothing of ours fails but for a provider that is away. */
function isFault({ world }: Company, status: number): boolean {
  return status === 400 || status === 401 || (status >= 500 && !(status === 503 && world.isDown));
}
