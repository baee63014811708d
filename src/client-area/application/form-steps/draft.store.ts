import { atom, type ReadableAtom } from 'nanostores';
import type { CallInput, CallResult } from '#api/call.ts';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import type { FormStore, FormValues } from '#client-area/form/form.store.ts';
import type { ApplicationStep } from '#loan/application.ts';
import { environment } from '#stores/environment.ts';
import { $isOnline } from '#stores/online.ts';
import { request } from '#stores/protected-call.ts';

/** Debounce: a draft is saved this long after the last change (domain 2.3.3). */
export const SAVE_AFTER_MS = 1_000;
/** Retry interval after a failed save. */
const RETRY_MS = 15_000;

/** The state of the form's draft. */
export type Saved =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' | 'failed' }
  /** Milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly atMs: number }
  /** Another device has saved a newer draft; nothing was overwritten. */
  | { readonly kind: 'conflict' };

type DraftBody = CallInput<typeof saveDraft>['body'];

export interface DraftStart<Values extends FormValues> {
  readonly step: ApplicationStep;
  /** Version of the application that the form was filled from. */
  readonly version: number;
  readonly form: FormStore<Values>;
  /** The part of the values that is saved; a partial step, so only the types must fit. */
  readonly toDraft: (values: Values) => DraftBody;
}

export interface DraftStore {
  readonly $saved: ReadableAtom<Saved>;
  /** Saves on changes. Call the result to stop; it saves what is not saved yet. */
  readonly follow: () => () => void;
  /** Ends saving, because the step was submitted and its draft is gone. */
  readonly end: () => void;
  /** Overwrites the other device's draft. */
  readonly keepMine: () => void;
}

/**
 * Creates a draft: it saves a form's values on the server while they are typed, so that the client can continue on
 * another device (domain 2.6). It sends the version it started from, so that a newer draft is never overwritten without
 * asking.
 */
export function createDraft<Values extends FormValues>({
  step,
  version,
  form,
  toDraft,
}: DraftStart<Values>): DraftStore {
  const $saved = atom<Saved>({ kind: 'idle' });
  let etag: string | undefined = `"${version}"`;
  let kept = JSON.stringify(toDraft(form.$state.get().values));
  // Sent without an answer, so the server may have it. It must go again as it was, before what was typed since.
  let lost: DraftBody | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let hasEnded = false;

  const body = () => toDraft(form.$state.get().values);
  const isKept = () => isOnItsWay(form) || (!lost && JSON.stringify(body()) === kept);
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  };

  async function save(): Promise<void> {
    clearTimeout(timer);
    await running;
    if (hasEnded || isKept() || $saved.get().kind === 'conflict') return;
    running = send();
    await running;
  }

  async function send(): Promise<void> {
    const sent = lost ?? body();
    $saved.set({ kind: 'saving' });
    const answer = await request(saveDraft, { params: { step }, body: sent }, { quiet: true, ifMatch: etag });
    lost = isUnanswered(answer) ? sent : undefined;
    if (answer.kind === 'ok') {
      kept = JSON.stringify(sent);
      etag = answer.etag;
      $saved.set({ kind: 'saved', atMs: environment().nowMs() });
      return isKept() ? undefined : soon(SAVE_AFTER_MS);
    }
    const code = answer.kind === 'refused' ? answer.error?.code : undefined;
    if (code === 'stale_version') return $saved.set({ kind: 'conflict' });
    // The application has moved on, and its draft with it.
    if (code === 'illegal_transition') return end();
    $saved.set({ kind: 'failed' });
    soon(RETRY_MS);
  }

  function end(): void {
    hasEnded = true;
    clearTimeout(timer);
    if ($saved.get().kind !== 'saved') $saved.set({ kind: 'idle' });
  }

  const follow = () => {
    const stop = watch(form, {
      changed: () => !hasEnded && !isKept() && soon(SAVE_AFTER_MS),
      isBack: () => $saved.get().kind === 'failed' && save(),
      isLeft: save,
    });
    return () => {
      stop();
      save();
      clearTimeout(timer);
    };
  };

  const keepMine = () => {
    etag = undefined;
    $saved.set({ kind: 'idle' });
    save();
  };

  return { $saved, follow, end, keepMine };
}

/** Tells whether nobody knows if it is saved. */
function isUnanswered(answer: CallResult<unknown>): boolean {
  return answer.kind === 'unreachable' || (answer.kind === 'refused' && answer.status >= 500);
}

/**
 * Tells whether the step is being submitted: no draft is saved meanwhile; if it is refused, the next change is saved
 * again.
 */
function isOnItsWay<Values extends FormValues>({ $state }: FormStore<Values>): boolean {
  return $state.get().isSubmitting;
}

interface Reasons {
  readonly changed: () => void;
  /** The network is back. */
  readonly isBack: () => void;
  /** A phone may discard a page in the background without notice. */
  readonly isLeft: () => void;
}

/** Calls back for everything that must trigger a save. Call the result to stop. */
function watch<Values extends FormValues>({ $state }: FormStore<Values>, { changed, isBack, isLeft }: Reasons) {
  const stops = [$state.listen(changed), $isOnline.listen((isOnline) => isOnline && isBack())];
  const onHide = () => document.hidden && isLeft();
  document.addEventListener('visibilitychange', onHide);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onHide);
  };
}
