import { atom, type ReadableAtom } from 'nanostores';
import type { CallInput } from '#api/call.ts';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import type { FormStore, FormValues } from '#client-area/form/form.store.ts';
import type { ApplicationStep } from '#loan/application.ts';
import { environment } from '#stores/environment.ts';
import { $isOnline } from '#stores/online.ts';
import { request } from '#stores/protected-call.ts';

/** A draft is saved this long after the last change (domain 2.3.3). */
export const SAVE_AFTER_MS = 1_000;
/** And tried again after this, as long as it could not be saved. */
const RETRY_MS = 15_000;

/** How far what stands in the form is safe. */
export type Saved =
  | { readonly kind: 'idle' | 'saving' | 'failed' }
  /** Milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly atMs: number }
  /** Somebody went on with it elsewhere; nothing was overwritten. */
  | { readonly kind: 'conflict' };

type DraftBody = CallInput<typeof saveDraft>['body'];

export interface DraftStart<Values extends FormValues> {
  readonly step: ApplicationStep;
  /** Of the application that the form was filled from. */
  readonly version: number;
  readonly form: FormStore<Values>;
  /** What is kept of the values; a part of the step, only the types have to fit. */
  readonly toDraft: (values: Values) => DraftBody;
}

export interface DraftStore {
  readonly $saved: ReadableAtom<Saved>;
  /** Follows the form; the answer stops, and saves what is not saved yet. */
  readonly follow: () => () => void;
  /** The step was sent: there is nothing left to keep. */
  readonly end: () => void;
  /** Overwrites what was written elsewhere. */
  readonly keepMine: () => void;
}

/**
 * Keeps what stands in a form on the server while it is typed, so that it goes on from any device (domain 2.6). It knows
 * the version it was made from: what was written elsewhere meanwhile is never lost without asking.
 */
export function createDraft<Values extends FormValues>(start: DraftStart<Values>): DraftStore {
  const $saved = atom<Saved>({ kind: 'idle' });
  let etag: string | undefined = `"${start.version}"`;
  let kept = JSON.stringify(start.toDraft(start.form.$state.get().values));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let hasEnded = false;

  const body = () => start.toDraft(start.form.$state.get().values);
  const isKept = () => isOnItsWay(start.form) || JSON.stringify(body()) === kept;
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  };

  async function save(): Promise<void> {
    clearTimeout(timer);
    await running;
    if (hasEnded || isKept() || $saved.get().kind === 'conflict') return;
    running = send().finally(() => {
      running = undefined;
    });
    await running;
  }

  async function send(): Promise<void> {
    const sent = body();
    $saved.set({ kind: 'saving' });
    const input = { params: { step: start.step }, body: sent };
    const answer = await request(saveDraft, input, { quiet: true, ifMatch: etag });
    if (answer.kind === 'ok') {
      kept = JSON.stringify(sent);
      etag = answer.etag;
      $saved.set({ kind: 'saved', atMs: environment().nowMs() });
      if (!isKept()) soon(SAVE_AFTER_MS);
      return;
    }
    const code = answer.kind === 'refused' ? answer.error?.code : undefined;
    if (code === 'stale_version') return $saved.set({ kind: 'conflict' });
    // The application has gone on, and with it this draft.
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
    const stop = watch(start.form, {
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

/** What is being sent as the step itself needs no draft; should it be refused, the form changes, and is kept again. */
function isOnItsWay<Values extends FormValues>({ $state }: FormStore<Values>): boolean {
  return $state.get().isSubmitting;
}

interface Reasons {
  readonly changed: () => void;
  /** The network is back. */
  readonly isBack: () => void;
  /** A phone that is put away may never come back to this page. */
  readonly isLeft: () => void;
}

/** Everything that is a reason to save; the answer stops. */
function watch<Values extends FormValues>({ $state }: FormStore<Values>, { changed, isBack, isLeft }: Reasons) {
  const stops = [$state.listen(changed), $isOnline.listen((isOnline) => isOnline && isBack())];
  const onHide = () => document.hidden && isLeft();
  document.addEventListener('visibilitychange', onHide);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onHide);
  };
}
