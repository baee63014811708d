import type { Context } from 'hono';
import type { Locale } from '#i18n/locale.ts';
import type { STAFF_GROUPS, StaffWords } from '#i18n/staff-acts.ts';
import type { HttpApp } from '#server/kit/http.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import type { StaffCaller } from '#server/lending/staff/colleague.ts';
import type { KeptPagesContext } from './kept-pages.ts';

/** Asks the operator API in this process, through the same door as any other caller. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

interface SignedIn {
  readonly login: string;
  readonly name: string;
  readonly roles: readonly StaffCaller[];
  /** Their role asks for a passkey: until then nothing opens but the page that adds one. */
  readonly needsPasskey?: boolean;
}

/** The colleague who looks at a page of the desk. */
export interface Looker {
  readonly c: Context;
  readonly context: KeptPagesContext;
  readonly ask: Ask;
  readonly locale: Locale;
  readonly say: (words: StaffWords) => string;
  /** The acts that their roles may do; nothing else is drawn. */
  readonly acts: readonly StaffRoute[];
  /** Undefined: nobody is signed in. */
  readonly who: SignedIn | undefined;
  /** The account of the browser's session, also when that has ended. */
  readonly accountId: string | undefined;
  /** The page that an act drawn on it leads back to; undefined where the first page does. */
  readonly here: string | undefined;
}

/** Headers that say where a request comes from: the API counts and records the person, not this process. */
const FROM = ['x-forwarded-for', 'user-agent', 'x-request-id', 'origin'] as const;

export function askAs(app: Pick<HttpApp, 'fetch'>, c: Context, token: string | undefined): Ask {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    for (const name of FROM) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    return app.fetch(new Request(new URL(path, c.req.url), { ...init, headers }), c.env as never);
  };
}

export const SEARCH = '/desk/search';

/** The act's own page: the words of its command. */
export function addressOf({ name }: Pick<StaffRoute, 'name'>, given: Readonly<Record<string, string>> = {}): string {
  const [group = '', act = group] = name.split(' ');
  const query = new URLSearchParams(given).toString();
  return `/desk/${group}/${act}${query && `?${query}`}`;
}

export function groupOf({ name }: Pick<StaffRoute, 'name'>): keyof typeof STAFF_GROUPS {
  return name.split(' ')[0] as keyof typeof STAFF_GROUPS;
}
