interface Props {
  /** The verb, and the amount if there is one: "Pagar S/ 635,63". */
  readonly label: string;
  /** "One moment…" */
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly look?: 'main' | 'line';
}

/**
 * Sends a form. While it is on its way the button keeps its width and stays focusable; presses do nothing, because the
 * first one counts.
 */
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
