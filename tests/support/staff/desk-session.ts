import { ROLES, type Role } from '#server/lending/staff/colleague.ts';
import type { TestLending } from '../lending/lending-app.ts';
import { aColleague } from './colleagues.ts';

export interface DeskAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** A colleague at the desk, who looks at pages and sends forms as a browser does. */
export async function atDesk(
  lending: Pick<TestLending, 'app' | 'db'>,
  login: string,
  roles: readonly Role[] = ROLES,
): Promise<{
  readonly open: (path: string, headers?: Readonly<Record<string, string>>) => Promise<DeskAnswer>;
  /** Sends a form, and opens the page that the answer leads to. */
  readonly send: (path: string, fields: Fields) => Promise<DeskAnswer>;
}> {
  const { headers } = await aColleague(lending.db, login, roles);
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<DeskAnswer> => {
    const own = { cookie, 'sec-fetch-site': 'same-origin', 'accept-language': 'es', ...init.headers };
    const response = await lending.app.request(path, { ...init, headers: own });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    open: (path, extra = {}) => ask(path, { headers: extra }),
    send: async (path, fields) => {
      const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
      const body = new URLSearchParams(pairs.map(([name, value]) => [name, value]));
      const answer = await ask(path, { method: 'POST', body });
      return answer.status === 303 ? ask(answer.headers.get('location') ?? '') : answer;
    },
  };
}

/** Addresses of the desk that a page links to. */
export function deskLinks({ text }: DeskAnswer): string[] {
  return [...text.matchAll(/href="(\/desk\/[^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}
