import { Icon } from '../icon/icon.tsx';

export interface SummaryItem {
  /** Id of the control to correct. */
  readonly id: string;
  /** The error, in the words used beside the field. */
  readonly text: string;
}

interface Props {
  /** "There are 3 things to correct". */
  readonly title: string;
  readonly items: readonly SummaryItem[];
}

/** All errors of a form, above it, each linked to its field. Empty without errors. */
export function ErrorSummary({ title, items }: Props) {
  // The live region must exist before its text, or screen readers do not announce it.
  return (
    <div role="alert">
      {items.length > 0 && (
        <div className="errors">
          <h2>
            <Icon name="alert" />
            {title}
          </h2>
          <ul>
            {items.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={(event) => focusControl(event, id)}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Does not change the address: Back should leave the screen, not the field. */
function focusControl(event: { preventDefault(): void }, id: string): void {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  control.focus({ preventScroll: true });
  (control.closest('.field, .choice, .check-field') ?? control).scrollIntoView({ block: 'start' });
}
