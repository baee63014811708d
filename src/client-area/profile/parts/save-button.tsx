import type { ScreenProps } from '#client-area/screen.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';

interface Props extends Pick<ScreenProps<'documents_download_of'>, 'say'> {
  readonly title: string;
  /** Undefined while it can be pressed: the attribute is left out then. */
  readonly isBusy?: true | undefined;
  readonly save: () => unknown;
}

/** The button that saves a paper as a file. */
export function SaveButton({ title, isBusy, save, say }: Props) {
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={say('documents_download_of', { title })}
      aria-disabled={isBusy}
      onClick={save}
    >
      <AnyIcon name="download" />
    </button>
  );
}
