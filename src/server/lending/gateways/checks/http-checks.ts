import type { CheckKind } from '#loan/requirements.ts';
import type { Fetch } from '#server/kit/outgoing.ts';
import { NoAnswer } from '../no-answer.ts';
import { jsonObject, providerUrl, queryProvider } from '../provider-http.ts';
import { readWord } from '../provider-values.ts';
import { BUREAU_CATEGORIES, type CheckOutcome, type CheckQuestion, type Checks } from './checks.ts';

export interface HttpChecksSettings {
  readonly apiUrl: string;
  readonly token: string;
  /** The provider's name in contract and screens. */
  readonly provider: string;
  readonly kinds: readonly CheckKind[];
}

/** Somebody waits for the answer; what takes longer is asked again. */
const TIMEOUT_MS = 6_000;
const OUTCOMES: Readonly<Record<CheckKind, readonly string[]>> = {
  identity: ['MATCH', 'MISMATCH', 'NOT_FOUND'],
  'account-holder': ['MATCH', 'MISMATCH', 'NOT_FOUND'],
  bureau: ['REPORT', 'NOT_FOUND'],
};

/**
 * A provider, or a relay to one or several, that takes `POST {url}/checks/{kind}` with an `Idempotency-Key` and answers
 * `{key, outcome, reference, category?}`. Nothing of a person leaves that the question does not need.
 */
export function httpChecks(settings: HttpChecksSettings, fetch: Fetch, timeoutMs = TIMEOUT_MS): Checks {
  return {
    provider: settings.provider,
    kinds: new Set(settings.kinds),
    async ask(question, key) {
      const what = `check of ${question.kind}`;
      const answer = await queryProvider(fetch, {
        what,
        url: providerUrl(settings.apiUrl, `/checks/${question.kind}`),
        method: 'POST',
        headers: { Authorization: `Bearer ${settings.token}`, 'Idempotency-Key': key },
        body: bodyOf(question),
        timeoutMs,
      });
      const body = jsonObject(what, answer);
      const outcome = outcomeOf(question.kind, body);
      const reference = readWord(body['reference']);
      if (answer.status < 300 && body['key'] === key && outcome && reference !== undefined) {
        return { ...outcome, reference };
      }
      throw new NoAnswer(`${what}: status ${answer.status} with an answer that cannot be read`);
    },
  };
}

function bodyOf(question: CheckQuestion): Readonly<Record<string, string | undefined>> {
  const { documentType, documentNumber, firstName, lastName1, lastName2, birthDate } = question.person;
  const document = { documentType, documentNumber };
  switch (question.kind) {
    case 'identity':
      return { ...document, firstName, lastName1, lastName2, birthDate };
    case 'account-holder':
      return { ...document, firstName, lastName1, lastName2, cci: question.cci };
    case 'bureau':
      return document;
  }
}

function outcomeOf(kind: CheckKind, body: Readonly<Record<string, unknown>>): CheckOutcome | undefined {
  const { outcome } = body;
  if (typeof outcome !== 'string' || !OUTCOMES[kind].includes(outcome)) return undefined;
  if (outcome !== 'REPORT') return { outcome: outcome as 'MATCH' | 'MISMATCH' | 'NOT_FOUND' };
  const category = BUREAU_CATEGORIES.find((known) => known === body['category']);
  return category === undefined ? undefined : { outcome, category };
}
