import { useState } from 'react';
import { weekdayOf } from '#client-area/application/offer/lead-card.tsx';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { ChangedFigures } from '#client-area/form/agreed.tsx';
import { Form } from '#client-area/form/form.tsx';
import { type BoundForm, useForm } from '#client-area/form/use-form.ts';
import type { PlanSettings } from '#client-area/profile/parts/plan-figures.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { RadioCards } from '#ui/field/radio-cards.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { OfferCard } from './offer-card.tsx';
import { createPlanForm, offerOf, type PlanEnds, type PlanValues, paymentCounts } from './payment-plan.store.ts';
import type { PaymentPlanTextKey } from './texts.ts';

interface Props extends ScreenProps<PaymentPlanTextKey>, Omit<PlanEnds, 'onChanged'> {
  readonly loanNumber: string;
  readonly settings: PlanSettings;
  readonly payday: number | null | undefined;
  readonly isStale: boolean;
}

/** The choices, the offer, and the agreement. */
export function PlanForm({ loanNumber, settings, payday, isStale, onDone, onGone, ...props }: Props) {
  const { say } = props;
  const [hasChanged, setChanged] = useState(false);
  const [store] = useState(() =>
    createPlanForm(
      settings,
      { payday, payments: props.query['payments'] },
      { onDone, onGone, onChanged: () => setChanged(true) },
    ),
  );
  const form = useForm(() => store.form, props);
  const { values } = form.state;
  const offered = useStore(store.offer.$state);
  const current = offerOf(values, offered);
  return (
    <Form
      form={form}
      say={say}
      {...(!isStale && current && { submit: say('plan_confirm', { count: values.numberOfPayments }) })}
      failureText={({ code }) => (code === 'not_eligible' ? say('plan_not_eligible') : undefined)}
    >
      <div className="cols main plan">
        <div className="stack-l">
          <Choices {...props} form={form} settings={settings} payday={payday} />
        </div>
        <aside className="stack">
          <LoadedView store={store.offer} say={say}>
            {({ offer }) => (
              <div aria-busy={!current}>
                <OfferCard {...props} offer={offer} loanNumber={loanNumber} />
              </div>
            )}
          </LoadedView>
        </aside>
      </div>
      {isStale ? (
        <p>{say('plan_stale')}</p>
      ) : (
        current && (
          <>
            {hasChanged && <ChangedFigures text={say('plan_changed')} />}
            <CheckField {...form.check('acceptTerms')} label={say('plan_accept')} />
            <p className="small mute">{say('plan_confirm_note')}</p>
          </>
        )
      )}
    </Form>
  );
}

interface ChoicesProps extends ScreenProps<PaymentPlanTextKey> {
  readonly form: BoundForm<PlanValues>;
  readonly settings: PlanSettings;
  readonly payday: number | null | undefined;
}

function Choices({ form, settings, payday, say, locale }: ChoicesProps) {
  const counts = paymentCounts(settings).map(String);
  const dates = settings.allowedDates.map((value) => ({ value, label: dateLabel(value) }));
  function dateLabel(date: string): string {
    const day = `${weekdayOf(date, locale)} ${formatDate(date)}`;
    return Number(date.slice(8)) === payday ? say('plan_first_payday', { day }) : day;
  }
  return (
    <>
      <SelectField
        {...form.text('numberOfPayments')}
        label={say('plan_payments')}
        options={counts.map((value) => ({ value, label: say('plan_payments_of', { count: value }) }))}
      />
      <SelectField {...form.text('firstPaymentDate')} label={say('plan_first')} options={dates} />
      <RadioCards
        {...form.text('paymentChannel')}
        label={say('plan_channel')}
        help={say('plan_channel_help')}
        choices={settings.channels.map((value) => ({ value, label: say(`plan_channel_${value}`) }))}
      />
    </>
  );
}
