import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { NoPlan } from '#client-area/profile/parts/no-plan.tsx';
import type { PlanSettings } from '#client-area/profile/parts/plan-figures.ts';
import { PlanAfter, PlanRules } from '#client-area/profile/parts/plan-rules.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { PaymentPlanInfoTextKey } from './texts.ts';

type Props = ScreenProps<PaymentPlanInfoTextKey>;

/** An explanation of payment plans, with the parameters in force. */
export function Screen({ say }: Props) {
  const settings = useLoaded(() => createLoaded(getPaymentPlanSettings, {}));
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('plan_info_title')}</h1>
        <p className="lead">{say('plan_info_lead')}</p>
      </div>
      <LoadedView store={settings} look="lines" say={say}>
        {(value) =>
          hasPlan(value) ? (
            <div className="cols main">
              <div>
                <PlanRules settings={value} say={say} />
              </div>
              <aside>
                <section className="card flat stack grow" aria-labelledby="plan-info-after">
                  <PlanAfter say={say} />
                  <p className="floor">
                    <a className="btn" href={screenHref('profile-cards-payment-plan')}>
                      {say(value.eligible ? 'plan_info_go' : 'plan_info_running')}
                    </a>
                  </p>
                </section>
              </aside>
            </div>
          ) : (
            <NoPlan settings={value} say={say} />
          )
        }
      </LoadedView>
    </div>
  );
}

/** Tells whether a plan runs, or may be made. */
function hasPlan({ eligible, reason }: PlanSettings): boolean {
  return eligible || reason === 'already_on_a_plan';
}
