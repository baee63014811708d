interface Props {
  /** The verb, and the amount if there is one: "Pagar S/ 635,63". */
  readonly label: string;
  /** "One moment…" */
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly look?: 'main' | 'line';
}

/** Submits a form. While submitting, the button keeps its width and focus and ignores further presses. */
export function SubmitButton({ label, busyLabel, isBusy, look = 'main' }: Props) {
  return (
    <button
      type="submit"
      className={look === 'main' ? 'btn big wide' : 'btn line wide'}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      {isBusy ? busyLabel : label}
    </button>
  );
}
