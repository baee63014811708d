import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { hashOf, isSecret, newSecret, sameHash } from '#server/kit/secret.ts';

/** An editor who has signed in. */
export interface EditorSession {
  /** Stands in every form: another site cannot know it. */
  readonly csrf: string;
}

const COOKIE = 'editor';
const LASTS_MS = 12 * 60 * 60_000;
const MOST_SESSIONS = 100;

/** Sessions of the editor, in this process's memory: they end with it. */
export class EditorSessions {
  readonly #sessions = new Map<string, EditorSession & { readonly untilMs: number }>();
  readonly #operatorToken: string;
  readonly #nowMs: () => number;
  /** Opens one session, once; for the link that the start prints. */
  #linkKey: string | undefined = newSecret();

  constructor(operatorToken: string, nowMs: () => number = Date.now) {
    this.#operatorToken = operatorToken;
    this.#nowMs = nowMs;
  }

  linkKey(): string {
    return this.#linkKey ?? '';
  }

  /** Opens a session for who knows the operator's token, or the link's key for the first time. */
  signIn(c: Context, proof: string): boolean {
    const isLink = this.#linkKey !== undefined && sameHash(hashOf(proof), hashOf(this.#linkKey));
    if (!isLink && !sameHash(hashOf(proof), hashOf(this.#operatorToken))) return false;
    if (isLink) this.#linkKey = undefined;
    const secret = newSecret();
    const oldest = this.#sessions.size >= MOST_SESSIONS ? this.#sessions.keys().next().value : undefined;
    if (oldest) this.#sessions.delete(oldest);
    this.#sessions.set(hashOf(secret), { csrf: newSecret(), untilMs: this.#nowMs() + LASTS_MS });
    const secure = new URL(c.req.url).protocol === 'https:';
    setCookie(c, COOKIE, secret, {
      path: '/editor',
      httpOnly: true,
      sameSite: 'Strict',
      secure,
      maxAge: LASTS_MS / 1000,
    });
    return true;
  }

  find(c: Context): EditorSession | undefined {
    const secret = getCookie(c, COOKIE);
    const session = isSecret(secret) ? this.#sessions.get(hashOf(secret)) : undefined;
    return session && session.untilMs > this.#nowMs() ? session : undefined;
  }

  signOut(c: Context): void {
    const secret = getCookie(c, COOKIE);
    if (secret) this.#sessions.delete(hashOf(secret));
    setCookie(c, COOKIE, '', { path: '/editor', maxAge: 0 });
  }
}

/** Whether a form came from a page of ours, for this session. */
export function isOwnForm(c: Context, session: EditorSession, csrf: string | undefined): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return sameHash(hashOf(csrf ?? ''), hashOf(session.csrf));
}
