import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { COOKIES as FACTS } from '#api/cookies.ts';
import { hashOf, isSecret, newSecret, sameHash } from '#server/kit/secret.ts';

/** The session of a signed-in editor. */
export interface EditorSession {
  /** Part of every form, against cross-site requests. */
  readonly csrf: string;
}

/** Over TLS with the prefix; on a laptop's http://localhost Safari would keep neither prefix nor `Secure`. */
const COOKIES = { secure: '__Host-editor', plain: 'editor' } as const;
const LASTS_MS = FACTS[COOKIES.secure].seconds * 1000;

/** The editor's sessions, in memory: they end with the process. */
export class EditorSessions {
  readonly #sessions = new Map<string, EditorSession & { readonly untilMs: number }>();
  readonly #operatorToken: string;
  /** Valid once; part of the link printed at start. */
  #linkKey: string | undefined = newSecret();

  constructor(operatorToken: string) {
    this.#operatorToken = operatorToken;
  }

  linkKey(): string {
    return this.#linkKey ?? '';
  }

  /** Opens a session for the operator's token, or for the first use of the link's key. */
  signIn(c: Context, proof: string): EditorSession | undefined {
    const isLink = this.#linkKey !== undefined && sameHash(hashOf(proof), hashOf(this.#linkKey));
    if (!isLink && !sameHash(hashOf(proof), hashOf(this.#operatorToken))) return undefined;
    if (isLink) this.#linkKey = undefined;
    const secret = newSecret();
    const session = { csrf: newSecret(), untilMs: Date.now() + LASTS_MS };
    this.#sessions.set(hashOf(secret), session);
    setCookie(c, nameFor(c), secret, { ...attributesFor(c), maxAge: LASTS_MS / 1000 });
    return session;
  }

  find(c: Context): EditorSession | undefined {
    const secret = getCookie(c, nameFor(c));
    const session = isSecret(secret) ? this.#sessions.get(hashOf(secret)) : undefined;
    return session && session.untilMs > Date.now() ? session : undefined;
  }

  signOut(c: Context): void {
    const secret = getCookie(c, nameFor(c));
    if (secret) this.#sessions.delete(hashOf(secret));
    setCookie(c, nameFor(c), '', { ...attributesFor(c), maxAge: 0 });
  }
}

function isSecure(c: Context): boolean {
  return new URL(c.req.url).protocol === 'https:';
}

function nameFor(c: Context): string {
  return isSecure(c) ? COOKIES.secure : COOKIES.plain;
}

function attributesFor(c: Context) {
  const secure = isSecure(c);
  return { path: secure ? '/' : '/editor', httpOnly: true, sameSite: 'Strict', secure } as const;
}

/** Tells whether a form was sent by one of our own pages. */
export function isFromOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined ? c.req.header('origin') === new URL(c.req.url).origin : site === 'same-origin';
}

/** Tells whether a form was submitted from our own page and this session. */
export function isOwnForm(c: Context, session: EditorSession, csrf: string | undefined): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return sameHash(hashOf(csrf ?? ''), hashOf(session.csrf));
}
