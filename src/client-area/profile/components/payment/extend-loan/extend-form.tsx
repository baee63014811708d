import { useState } from 'react';
import type { PaymentOptionsBody } from '#api/endpoints/payments/get-payment-options.ts';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { useAgreed } from '#client-area/form/agreed.tsx';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { MethodChoice } from '#client-area/loan-parts/method-choice.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Term } from '#loan/explanation.ts';
import { fromSoles } from '#loan/money.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { RadioCards } from '#ui/field/radio-cards.tsx';
import { createExtension, type ExtensionEnds, firstTerm, isQuoteOf, type Options } from './extend-loan.store.ts';
import { QuoteCard } from './quote-card.tsx';
import type { ExtendLoanTextKey } from './texts.ts';

interface Props extends ScreenProps<ExtendLoanTextKey>, ExtensionEnds {
  readonly options: Options;
  readonly methods: PaymentOptionsBody['methods'];
  readonly payNow: readonly Term[];
  readonly isStale: boolean;
}

const FAILURES: ReadonlyMap<string, ExtendLoanTextKey> = new Map(
  Object.entries<ExtendLoanTextKey>({
    not_eligible: 'extend_none',
    loan_closed: 'extend_closed',
    payment_in_progress: 'extend_in_progress',
    contact_data_missing: 'extend_contact',
    quote_expired: 'extend_expired',
  }),
);

/** The choices, the price, and the agreement; the payment's own screen follows. */
export function ExtendForm({ options, methods, payNow, isStale, onExpired, onGone, ...props }: Props) {
  const { say } = props;
  const [store] = useState(() => createExtension(firstTerm(options), { onExpired, onGone }));
  const form = useForm(() => store.form, props);
  const quoted = useStore(store.quote.$state);
  const { values } = form.state;
  const quote =
    quoted.kind === 'ready' && !quoted.isStale && isQuoteOf(values, quoted.value) ? quoted.value : undefined;
  useAgreed(form.store, quote && `${quote.quoteId} ${quote.toPay}`);
  const toPay = quote && fromSoles(quote.toPay);
  const method = form.text('method');
  const failureText = ({ code }: FormFailure) => {
    const key = FAILURES.get(code);
    return key && say(key);
  };
  return (
    <Form
      form={form}
      say={say}
      failureText={failureText}
      {...(toPay !== undefined && !isStale && { submit: say('extend_go', { amount: formatSoles(toPay) }) })}
    >
      <div className="cols main plan">
        <div className="stack-l">
          <RadioCards
            {...form.text('term')}
            label={say('extend_term')}
            choices={options.options.map((option) => ({
              value: String(option.term),
              label: say('extend_option', { count: option.term }),
              note: say('extend_option_note', { date: formatDate(option.newDueDate) }),
              aside: <b>{formatSoles(fromSoles(option.price))}</b>,
              beside: (
                <ExplainedSum terms={termsOnWire(option.terms)} totalCents={fromSoles(option.price)} isMark say={say} />
              ),
            }))}
          />
          <MethodChoice
            methods={methods}
            amountCents={toPay}
            value={values.method as PaymentMethod | ''}
            onChange={method.onChange}
            label={say('extend_method')}
            error={method.error}
            errorWord={method.errorWord}
            say={say}
          />
        </div>
        <aside>
          <LoadedView store={store.quote} say={say}>
            {(value) => (
              <div aria-busy={!isQuoteOf(values, value)}>
                <QuoteCard quote={value} payNow={payNow} say={say} />
              </div>
            )}
          </LoadedView>
        </aside>
      </div>
      {isStale ? (
        <p>{say('extend_stale')}</p>
      ) : (
        quote && (
          <CheckField
            {...form.check('acceptTerms')}
            label={say('extend_accept', {
              amount: formatSoles(fromSoles(quote.toPay)),
              date: formatDate(quote.newDueDate),
            })}
          />
        )
      )}
    </Form>
  );
}
