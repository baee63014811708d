import { NoAnswer } from './no-answer.ts';
import type { ProviderAnswer } from './provider-http.ts';

export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface AccessToken {
  /**
   * Makes a call with a token. A 401 means that the call was not processed, so it is made once more with a new token;
   * a second 401 is a `NoAnswer`.
   */
  use(what: string, call: (token: string) => Promise<ProviderAnswer>): Promise<ProviderAnswer>;
}

/** A token is not used in its last minute: it could expire on the way. */
const SAFETY_MS = 60_000;

/**
 * Caches one provider's access token: requested on first use, by one request for all waiting calls, and again when it
 * expires.
 * @param issue requests the token; its errors mean that the call surely did not happen
 */
export function createAccessToken(issue: () => Promise<IssuedToken>, now: () => number): AccessToken {
  let known: IssuedToken | undefined;
  let asking: Promise<IssuedToken> | undefined;

  async function current(): Promise<string> {
    if (known && now() < known.expiresAt - SAFETY_MS) return known.token;
    asking ??= issue().finally(() => {
      asking = undefined;
    });
    known = await asking.catch((error: unknown) => {
      throw new NoAnswer((error as Error).message, { mayHaveHappened: false, cause: error });
    });
    return known.token;
  }

  return {
    async use(what, call) {
      const token = await current();
      const answer = await call(token);
      if (answer.status !== 401) return answer;
      if (known?.token === token) known = undefined;
      const second = await call(await current());
      if (second.status !== 401) return second;
      throw new NoAnswer(`${what}: the provider refuses our credentials`, { mayHaveHappened: false });
    },
  };
}
