import type { ReactNode } from 'react';
import { signInByPasskey } from '#api/endpoints/people/sign-in-by-passkey.ts';
import { startPasskeySignIn } from '#api/endpoints/people/start-passkey-sign-in.ts';
import type { Say } from '#i18n/translate.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';
import { Note } from '#ui/note/note.tsx';
import type { SessionBegun } from '../session/begin-session.ts';

type PasskeyTextKey = 'sign_in_passkey_refused' | 'sign_in_passkey_waits';

type PasskeyJson = Readonly<Record<string, unknown>>;

interface Form {
  readonly onSession: (session: SessionBegun) => void;
  /** Told what stays to be read of a passkey that opened nothing. */
  readonly onFailure: (news: ReactNode) => void;
  readonly say: Say<PasskeyTextKey>;
}

/** Shorter than the challenge of the server is good for. */
const ROUND_MS = 4 * 60_000;
/** Doubled each time: a browser that refuses at once, and a server out of reach, are not asked without end. */
const AGAIN_MS = 2_000;
const MAX_FAILURES = 5;

/**
 * Offers the client's passkeys where the browser fills in names, until it is stopped: somebody who has one is asked by the
 * browser, and somebody who has none notices nothing. Begins anew when the challenge gets old, after a try that was
 * refused, and when the page comes back from the browser's cache.
 * @returns how to stop
 */
export function offerPasskeys(form: Form): () => void {
  let stop = new AbortController();
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    stop.abort();
    stop = new AbortController();
    offer(form, stop.signal);
  };
  addEventListener('pageshow', onPageShow);
  offer(form, stop.signal);
  return () => {
    removeEventListener('pageshow', onPageShow);
    stop.abort();
  };
}

async function offer(form: Form, signal: AbortSignal): Promise<void> {
  try {
    await offerAgainAndAgain(form, signal);
  } catch (error) {
    // Older browsers have some of the functions alone, and password managers put their own in the place of others.
    environment().log('passkeys cannot be offered', error);
  }
}

async function offerAgainAndAgain(form: Form, signal: AbortSignal): Promise<void> {
  const api = await apiForNames();
  for (let failures = 0; api && failures < MAX_FAILURES && !signal.aborted; ) {
    const round = AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)]);
    const outcome = await offerOnce(api, form, { signal, round });
    if (outcome === 'over') return;
    // A challenge that got old is not a failure.
    if (round.aborted) continue;
    const waitMs = AGAIN_MS * 2 ** failures;
    failures += 1;
    if (outcome === 'nothing') await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Undefined in a browser that offers no passkeys where it fills in names. */
async function apiForNames(): Promise<typeof PublicKeyCredential | undefined> {
  const { PublicKeyCredential: api } = globalThis as Partial<typeof globalThis>;
  const some: Partial<typeof PublicKeyCredential> = api ?? {};
  const isThere = some.parseRequestOptionsFromJSON && (await some.isConditionalMediationAvailable?.());
  return isThere ? api : undefined;
}

async function offerOnce(
  api: typeof PublicKeyCredential,
  form: Form,
  { signal, round }: { readonly signal: AbortSignal; readonly round: AbortSignal },
): Promise<'over' | 'nothing' | 'refused'> {
  const answer = await request(startPasskeySignIn, {}, { quiet: true, signal });
  // Browsers have no passkeys at this address.
  if (answer.kind === 'refused' && answer.status === 404) return 'over';
  if (answer.kind !== 'ok') return 'nothing';
  const credential = await choosePasskey(api, answer.value.options, round);
  if (!credential) return 'nothing';
  return (await enter(form, credential, signal)) ? 'over' : 'refused';
}

/** @returns whether a session has begun */
async function enter(
  { onSession, onFailure, say }: Form,
  credential: PasskeyJson,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await request(signInByPasskey, { body: { credential } }, { signal });
  if (answer.kind === 'ok') {
    onSession(answer.value);
    return true;
  }
  // The frame says that the server failed, or is out of reach.
  if (answer.kind === 'refused' && answer.status < 500) {
    const waits = answer.error?.code === 'passkey_waits';
    onFailure(
      // It stays, because what it says is done on this page.
      <div role="alert" className="doubt">
        <Note look="bad">
          <p>{say(waits ? 'sign_in_passkey_waits' : 'sign_in_passkey_refused')}</p>
        </Note>
      </div>,
    );
  }
  return false;
}

/**
 * Waits for the passkey that the person chooses where the browser fills in names.
 * @returns undefined when the browser gave none, for whatever reason
 */
async function choosePasskey(
  api: typeof PublicKeyCredential,
  options: PasskeyJson,
  signal: AbortSignal,
): Promise<PasskeyJson | undefined> {
  const publicKey = api.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  const chosen = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }).catch(() => null);
  return chosen ? ((chosen as PublicKeyCredential).toJSON() as unknown as PasskeyJson) : undefined;
}
