import type { CallOutput } from '#api/call.ts';
import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { NoPlan } from '#client-area/profile/parts/no-plan.tsx';
import { Points } from '#client-area/profile/parts/points.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { PaymentPlanInfoTextKey } from './texts.ts';

type Props = ScreenProps<PaymentPlanInfoTextKey>;
type Settings = CallOutput<typeof getPaymentPlanSettings>;

/** What a payment plan is, with the parameters in force. */
export function Screen({ say }: Props) {
  const settings = useLoaded(() => createLoaded(getPaymentPlanSettings, {}));
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('plan_info_title')}</h1>
        <p className="lead">{say('plan_info_lead')}</p>
      </div>
      <LoadedView store={settings} look="lines" say={say}>
        {(value) => (
          <div className={hasPlan(value) ? 'cols main even' : 'cols main even first'}>
            {!hasPlan(value) && (
              <aside>
                <NoPlan title={say('plan_not_eligible')} reason={value.reason ?? 'no_active_loan'} say={say} />
              </aside>
            )}
            <div>
              <section className="card stack grow" aria-labelledby="plan-info-rules">
                <h2 className="h3" id="plan-info-rules">
                  {say('plan_info_rules')}
                </h2>
                <Points items={rulesOf(value, say)} />
                {!hasPlan(value) && <After say={say} />}
              </section>
            </div>
            {hasPlan(value) && (
              <aside>
                <section className="card flat stack grow" aria-labelledby="plan-info-after">
                  <After say={say} />
                  <p className="floor">
                    <a className="btn" href={screenHref('profile-cards-payment-plan')}>
                      {say(value.eligible ? 'plan_info_go' : 'plan_info_running')}
                    </a>
                  </p>
                </section>
              </aside>
            )}
          </div>
        )}
      </LoadedView>
    </div>
  );
}

function After({ say }: Pick<Props, 'say'>) {
  return (
    <>
      <h2 className="h3" id="plan-info-after">
        {say('plan_info_after')}
      </h2>
      <Points items={[say('plan_info_missed'), say('plan_info_once')]} />
    </>
  );
}

function rulesOf({ minItems, maxItems, allowedDates, minPayment }: Settings, say: Props['say']): string[] {
  const last = allowedDates.at(-1);
  return [
    say('plan_info_payments', { min: minItems, max: Math.max(minItems, maxItems) }),
    ...(last ? [say('plan_info_dates', { date: formatDate(last) })] : []),
    say('plan_info_minimum', { amount: formatSoles(fromSoles(minPayment)) }),
    say('plan_info_frozen'),
    say('plan_info_waived'),
    say('plan_info_early'),
  ];
}

/** One that runs, or that may be made. */
function hasPlan({ eligible, reason }: Settings): boolean {
  return eligible || reason === 'already_on_a_plan';
}
