import type { Act } from '#client-area/data/act.store.ts';
import type { FrameTextKey } from '#client-area/texts/frame-texts.ts';
import { useStore } from '#client-area/use-store.ts';
import type { Say } from '#i18n/translate.ts';

/** The one button of a note, with the failure of pressing it. */
export function NoteAct({
  act,
  label,
  say,
}: {
  readonly act: Act;
  readonly label: string;
  readonly say: Say<FrameTextKey>;
}) {
  const state = useStore(act.$state);
  return (
    <>
      <p>
        <button type="button" className="btn line sm" aria-disabled={state === 'busy' || undefined} onClick={act.run}>
          {state === 'busy' ? say('form_busy') : label}
        </button>
      </p>
      <p role="alert">{state === 'failed' && say('errors.form.failed')}</p>
    </>
  );
}
