import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { environment } from '#stores/environment.ts';
import { SubmitButton } from '#ui/button/submit-button.tsx';
import { ErrorSummary } from '#ui/error-summary/error-summary.tsx';
import { Note } from '#ui/note/note.tsx';
import { setTitlePrefix } from '../frame/page-title.ts';
import { limaMoment } from '../loan-parts/lima-moment.ts';
import type { ScreenProps } from '../screen.ts';
import { readEarlyChanges, readShown } from './early-changes.ts';
import type { FormFailure, FormValues } from './form.store.ts';
import type { BoundForm } from './use-form.ts';

interface Props<Values extends FormValues> extends Pick<ScreenProps, 'say'> {
  readonly form: BoundForm<Values>;
  readonly children: ReactNode;
  /** Label of the submit button; without one the form brings its own button. */
  readonly submit?: string;
  /** The words for a failure of this form; undefined for the general ones. */
  readonly failureText?: ((failure: FormFailure) => ReactNode) | undefined;
}

/**
 * Renders a form: error summary, fields, failure, button. After a failed submission the focus goes to the first wrong
 * field.
 */
export function Form<Values extends FormValues>({ form, children, submit, failureText, say }: Props<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const { errors, failure, isSubmitting, failedAttempts } = form.state;
  const first = errors[0] && form.idOf(errors[0].field);
  useLayoutEffect(() => readEarlyChanges(element.current as HTMLFormElement, form.store), [form.store]);
  // Only a submission moves the focus, not the corrections after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (failedAttempts > 0) revealField(element.current, first);
  }, [failedAttempts]);
  const hasErrors = errors.length > 0;
  useEffect(() => setTitlePrefix(hasErrors ? say('form_error_title') : ''), [hasErrors, say]);

  const count = errors.length;
  return (
    <form
      ref={element}
      className="stack-l"
      // Never sent without script; if it were, nothing of it must be in an address.
      method="post"
      noValidate
      aria-busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault();
        readShown(event.currentTarget, form.store);
        form.store.submit();
      }}
    >
      <ErrorSummary
        title={count === 1 ? say('form_errors_one') : say('form_errors_many', { count })}
        items={errors.map(({ field, code }) => ({ id: form.idOf(field), text: form.sayError(field, code) }))}
      />
      {children}
      <div role="alert" className="failure">
        {failure && (
          <Note look="bad">
            <p>{failureText?.(failure) ?? generalText(failure, say)}</p>
          </Note>
        )}
      </div>
      {submit && <SubmitButton label={submit} busyLabel={say('form_busy')} isBusy={isSubmitting} />}
    </form>
  );
}

/**
 * Finds the words for a failure without words of its own; beyond a limit they say when the next try is possible (domain
 * 2.1.3).
 * @returns the general sentence for every status that has none
 */
export function generalText(
  { status, retryAfterSec, code }: Pick<FormFailure, 'status' | 'retryAfterSec'> & Partial<FormFailure>,
  say: ScreenProps['say'],
): string {
  if (status === 429 && retryAfterSec) {
    return limitText(retryAfterSec, say);
  }
  // The proof was not given: nothing has failed.
  if (status === 428) return say('client_needs_proof');
  return say(`errors.form.${code === 'maintenance' ? code : (FAILURES[status] ?? 'failed')}`);
}

/** Says when a limit ends, by the clocks of Lima: without a date if it is today. */
function limitText(retryAfterSec: number, say: ScreenProps['say']): string {
  const now = environment().nowMs();
  // Rounded up to the next whole minute, because a clock does not show seconds.
  const endsAt = Math.ceil((now + retryAfterSec * 1000) / 60_000) * 60_000;
  const at = (ms: number) => limaMoment(new Date(ms).toISOString());
  const day = at(endsAt);
  return say(`errors.form.too_many_until${day.date === at(now).date ? '' : '_day'}`, day);
}

/** By status, without the beginning that all have: they travel with every page of the client area. */
const FAILURES: Readonly<Record<number, 'offline' | 'conflict' | 'gone' | 'too_many_requests'>> = {
  0: 'offline',
  409: 'conflict',
  410: 'gone',
  429: 'too_many_requests',
};

/**
 * Scrolls to the first wrong field, its label included, and puts the focus there (product-spec §5). What is in view
 * stays where it is, because a second tap must not land on another control.
 */
function revealField(form: HTMLFormElement | null, id: string | undefined): void {
  const control = id === undefined ? undefined : document.getElementById(id);
  const target = control ?? form?.querySelector<HTMLElement>('.failure');
  if (!target) return;
  const place = target.closest('.field, .choice, .check-field') ?? target;
  place.scrollIntoView({ block: 'nearest' });
  control?.focus({ preventScroll: true });
}
