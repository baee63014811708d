import type { Act } from '#client-area/data/act.store.ts';
import type { FrameTextKey } from '#client-area/texts/frame-texts.ts';
import { useStore } from '#client-area/use-store.ts';
import type { Say } from '#i18n/translate.ts';

interface Props {
  readonly act: Act;
  readonly label: string;
  /** The label with the row that it is about, for those who do not see where it stands. */
  readonly name: string;
  readonly say: Say<FrameTextKey>;
}

/** The button of a row of a list. */
export function RowAct({ act, label, name, say }: Props) {
  const isBusy = useStore(act.$state) === 'busy';
  return (
    <button
      type="button"
      className="btn line sm"
      aria-label={name}
      aria-disabled={isBusy || undefined}
      onClick={act.run}
    >
      {isBusy ? say('form_busy') : label}
    </button>
  );
}
