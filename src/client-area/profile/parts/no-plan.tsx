import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import type { PlanTextKey } from './plan-texts.ts';

interface Props extends Pick<ScreenProps<PlanTextKey>, 'say'> {
  readonly title: string;
  readonly reason: Extract<PlanTextKey, `plan_none_${string}`> extends `plan_none_${infer Reason}` ? Reason : never;
}

/** Why a plan is not possible today, and the alternatives. */
export function NoPlan({ title, reason, say }: Props) {
  return (
    <EmptyState title={title}>
      <p>{say(`plan_none_${reason}`)}</p>
      <p className="row">
        <a className="btn line" href={screenHref('profile')}>
          {say('plan_to_loan')}
        </a>
        {reason === 'loan_not_late' && (
          <a className="btn quiet" href={screenHref('profile-components-payment-extend-info')}>
            {say('plan_to_extend')}
          </a>
        )}
      </p>
    </EmptyState>
  );
}
