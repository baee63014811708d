import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { NothingNow } from '#ui/illustration/nothing-now.tsx';
import type { PlanSettings } from './plan-figures.ts';
import { PlanAfter, PlanRules } from './plan-rules.tsx';
import type { PlanRuleTextKey } from './plan-texts.ts';

interface Props extends Pick<ScreenProps<PlanRuleTextKey>, 'say'> {
  readonly settings: PlanSettings;
}

/** The reason why a plan is not possible today, and the alternatives; on a desk beside how a plan works. */
export function NoPlan({ settings, say }: Props) {
  const reason = settings.reason ?? 'no_active_loan';
  return (
    <div className="cols main even first">
      <aside>
        <EmptyState title={say('plan_not_eligible')} drawing={<NothingNow />}>
          <p>{say(`plan_none_${reason}`)}</p>
          <p className="row">
            <a className="btn line" href={screenHref('profile')}>
              {say('plan_to_loan')}
            </a>
            {reason !== 'no_active_loan' && reason !== 'nothing_to_pay' && (
              <a className="btn quiet" href={screenHref('profile-components-payment-extend-info')}>
                {say('ways_go')}
              </a>
            )}
          </p>
        </EmptyState>
      </aside>
      <div>
        <PlanRules settings={settings} say={say}>
          <PlanAfter say={say} />
        </PlanRules>
      </div>
    </div>
  );
}
