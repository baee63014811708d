import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ArrangementDocument } from '#client-area/profile/parts/arrangement-document.tsx';
import { PlanPayments } from '#client-area/profile/parts/plan-payments.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { createPlanSchedule } from './payment-plan-schedule.store.ts';
import type { PaymentPlanScheduleTextKey } from './texts.ts';

/** The payments of a plan on their own, to look at, print or keep; closing leads back to the plan. */
export function Screen({ say, query }: ScreenProps<PaymentPlanScheduleTextKey>) {
  const store = useLoaded(() => createPlanSchedule(query));
  return (
    <div className="wrap page stack-l">
      <h1>{say('plan_schedule_title')}</h1>
      <LoadedView
        store={store}
        look="lines"
        say={say}
        refused={({ status }) =>
          status === 400 || status === 409 ? <NoPlan title={say('plan_not_eligible')} say={say} /> : undefined
        }
      >
        {(schedule) =>
          schedule ? (
            <div className="cols main even">
              <div>
                <section className="card stack-l grow" aria-label={say('plan_schedule_title')}>
                  {!schedule.loanNumber && <p className="mute">{say('plan_schedule_offer')}</p>}
                  <PlanPayments rows={schedule.rows} say={say} />
                  <p className="floor no-print">
                    <button type="button" className="btn line" onClick={() => window.print()}>
                      {say('plan_schedule_print')}
                    </button>
                  </p>
                </section>
              </div>
              {schedule.loanNumber && (
                <aside className="no-print">
                  <div className="card flat grow">
                    <ArrangementDocument type="PLAN_AGREEMENT" loanNumber={schedule.loanNumber} say={say} />
                  </div>
                </aside>
              )}
            </div>
          ) : (
            <NoPlan title={say('plan_schedule_none')} say={say} />
          )
        }
      </LoadedView>
      <p className="no-print">
        <a className="btn quiet" href={screenHref('profile-cards-payment-plan')}>
          {say('plan_schedule_close')}
        </a>
      </p>
    </div>
  );
}

/** The purpose of a plan, and how it works. */
function NoPlan({ title, say }: Pick<ScreenProps<PaymentPlanScheduleTextKey>, 'say'> & { readonly title: string }) {
  return (
    <EmptyStateLink
      title={title}
      text={say('plan_info_lead')}
      href={screenHref('profile-components-payment-payment-plan-info')}
      label={say('plan_how')}
    />
  );
}
