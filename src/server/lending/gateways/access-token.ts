import { NoAnswer } from './no-answer.ts';
import type { ProviderAnswer } from './provider-http.ts';

export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface AccessToken {
  /**
   * Makes a call with a token. A provider that no longer knows it (401) has not looked at the call: it is made once
   * more with a new one, and a second 401 is no answer.
   */
  use(what: string, call: (token: string) => Promise<ProviderAnswer>): Promise<ProviderAnswer>;
}

/** A token is not used in its last seconds: it would end on the way. */
const SAFETY_MS = 60_000;

/**
 * Keeps one provider's access token: asked for when it is first needed, by one request however many calls wait for it,
 * and again when it ends.
 * @param issue asks the provider; what it throws, a call throws as something that surely did not happen
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
