import { useState } from 'react';
import type { FlexPayBody } from '#api/endpoints/arrangements/get-flex-pay.ts';
import type { LoadedStore } from '#client-area/data/loaded.store.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { ChangedFigures, useAgreed } from '#client-area/form/agreed.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { Points } from '#client-area/profile/parts/points.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { type ActivationEnds, createActivation } from './flex-pay.store.ts';
import type { FlexPayTextKey } from './texts.ts';

interface Props extends ScreenProps<FlexPayTextKey>, Omit<ActivationEnds, 'onChanged'> {
  readonly store: LoadedStore<FlexPayBody>;
  readonly flex: FlexPayBody;
  readonly isStale: boolean;
}

/** The terms of flex pay for this loan, in full, before the box and the button. */
export function FlexOffer({ store, flex, isStale, onDone, onGone, ...props }: Props) {
  const { say } = props;
  const [hasChanged, setChanged] = useState(false);
  const form = useForm(() => createActivation(store, { onDone, onGone, onChanged: () => setChanged(true) }), props);
  useAgreed(form.store, flex.offerId ?? undefined);
  const { balance, terms, minPayment, minMonthly, nextMinimum, finalDate } = flex;
  const soles = (amount: number | null) => formatSoles(fromSoles(amount ?? 0));
  return (
    <div className="stack-l column">
      <section className="card edge">
        <div className="weave" aria-hidden="true" />
        <div className="lead-figures">
          <div>
            <p className="small mute">{say('flex_balance')}</p>
            <p>
              <ExplainedSum terms={termsOnWire(terms)} totalCents={fromSoles(balance ?? 0)} size="xl" say={say} />
            </p>
          </div>
          <KeyValues
            look="side"
            items={[
              {
                name: say('flex_month'),
                value: (
                  <ExplainedSum
                    terms={termsOnWire(nextMinimum?.terms ?? [])}
                    totalCents={fromSoles(minMonthly ?? 0)}
                    say={say}
                  />
                ),
              },
              ...(nextMinimum ? [{ name: say('flex_first'), value: formatDate(nextMinimum.date) }] : []),
              ...(finalDate ? [{ name: say('flex_until'), value: formatDate(finalDate) }] : []),
            ]}
          />
        </div>
        <KeyValues
          items={[
            {
              name: say('plan_compare_today'),
              value: <ExplainedSum terms={termsOnWire(terms)} totalCents={fromSoles(balance ?? 0)} say={say} />,
            },
            { name: say('flex_compare'), value: soles(balance) },
          ]}
        />
        <p className="small mute">{say('flex_compare_text')}</p>
      </section>
      <Points
        items={[
          say('flex_any', { amount: soles(minPayment) }),
          say('flex_monthly', { amount: soles(minMonthly) }),
          say('flex_frozen'),
          ...(finalDate ? [say('flex_final', { date: formatDate(finalDate) })] : []),
          say('flex_missed'),
        ]}
      />
      {isStale ? (
        <p>{say('flex_stale')}</p>
      ) : (
        <Form form={form} say={say} submit={say('flex_activate')}>
          {hasChanged && <ChangedFigures text={say('figures_changed')} />}
          <CheckField {...form.check('acceptTerms')} label={say('flex_accept')} />
          <p className="small mute">{say('flex_activate_note')}</p>
        </Form>
      )}
    </div>
  );
}
