import { useRef } from 'react';
import type { PromiseRangeBody } from '#api/endpoints/loans/get-payment-promise.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { weekdayDate } from '#client-area/loan-parts/date-text.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { SubmitButton } from '#ui/button/submit-button.tsx';
import { MoneyField } from '#ui/field/money-field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { Contacts } from '../frame/contacts.tsx';
import { focusHeadingBefore } from '../steps/step-focus.ts';
import { createPromise, createPromiseForm, promiseDays } from './promise.store.ts';
import type { ProfileTextKey } from './texts.ts';

type Props = Pick<ScreenProps<ProfileTextKey>, 'say' | 'sayError' | 'locale'>;

/** The promise to pay of a late loan: what was promised, or a small form for it. Without its data the page does without. */
export function PaymentPromise(props: Props) {
  const { say, locale } = props;
  const loaded = useLoaded(createPromise);
  const state = useStore(loaded.$state);
  const told = useRef<HTMLDivElement>(null);
  if (state.kind !== 'ready') return null;
  const { promise, range, needsPerson } = state.value;
  if (!promise && !range && !needsPerson) return null;
  const done = async () => {
    // The form goes, and the focus must not go with it.
    if (told.current) focusHeadingBefore(told.current);
    await loaded.load();
  };
  return (
    <section className="card stack-s promise" aria-labelledby="profile-promise">
      <h2 className="h3" id="profile-promise">
        {say(promise ? 'late_promise_made' : 'late_promise')}
      </h2>
      <div role="status" className="stack-s" ref={told}>
        {promise && (
          <p>
            {say('late_promise_until', { amount: solesText(promise.amount), day: weekdayDate(promise.date, locale) })}
          </p>
        )}
        {needsPerson ? (
          <p>
            {say('late_promise_person')} <Contacts />
          </p>
        ) : (
          promise && <p className="small mute">{say('late_promise_note')}</p>
        )}
      </div>
      {range && (
        <details className="fold">
          <summary>{say('late_promise_open')}</summary>
          {!promise && <p className="small mute">{say('late_promise_note')}</p>}
          <Ask {...props} range={range} onDone={done} />
        </details>
      )}
    </section>
  );
}

interface AskProps extends Props {
  readonly range: PromiseRangeBody;
  readonly onDone: () => Promise<void>;
}

function Ask({ range, onDone, ...props }: AskProps) {
  const { say, locale } = props;
  const form = useForm(() => createPromiseForm(range, onDone), props, 'promise-');
  return (
    <Form form={form} say={say}>
      <MoneyField
        {...form.text('amount')}
        label={say('late_promise_amount')}
        help={say('late_promise_range', { min: solesText(range.min), max: solesText(range.max) })}
      />
      <SelectField
        {...form.text('date')}
        label={say('late_promise_date')}
        blank={say('late_promise_day')}
        options={promiseDays(range).map((value) => ({ value, label: weekdayDate(value, locale) }))}
      />
      {/* Paying stays the first act of the page. */}
      <SubmitButton
        look="line"
        label={say('late_promise_go')}
        busyLabel={say('form_busy')}
        isBusy={form.state.isSubmitting}
      />
    </Form>
  );
}
