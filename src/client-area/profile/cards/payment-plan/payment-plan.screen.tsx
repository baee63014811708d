import { useState } from 'react';
import type { LoanBody } from '#api/loan-body.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ArrangementDocument } from '#client-area/profile/parts/arrangement-document.tsx';
import { NoPlan } from '#client-area/profile/parts/no-plan.tsx';
import { RunningPlan } from '#client-area/profile/parts/running-plan.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStepFocus } from '#client-area/steps/step-focus.ts';
import { Note } from '#ui/note/note.tsx';
import { createPlanStart, type PlanDone } from './payment-plan.store.ts';
import { PlanForm } from './plan-form.tsx';
import type { PaymentPlanTextKey } from './texts.ts';

type Props = ScreenProps<PaymentPlanTextKey>;

/** A payment plan for a late loan: choice, comparison with paying today, agreement; afterwards the plan itself. */
export function Screen(props: Props) {
  const { say } = props;
  const start = useLoaded(createPlanStart);
  const [done, setDone] = useState<PlanDone>();
  const reload = () => {
    start.parts.active.load();
    start.parts.settings.load();
  };
  const [isGone, setGone] = useState(false);
  const followed = () => {
    setGone(true);
    reload();
  };
  // The focused button disappears with the form, so the focus moves to the heading.
  const place = useStepFocus(`${done !== undefined} ${isGone}`);
  return (
    <div className="wrap page stack-l" ref={place}>
      <div className="stack-s">
        <h1>{say('plan_title')}</h1>
        <p className="lead">{say('plan_lead')}</p>
        <p>
          <a className="tapl" href={screenHref('profile-components-payment-payment-plan-info')}>
            {say('plan_how')}
          </a>
        </p>
      </div>
      <div role="status">
        {done && (
          <Note look="ok" title={say('plan_done')}>
            <p>{say('plan_done_text')}</p>
          </Note>
        )}
      </div>
      {done ? (
        <Agreed {...props} done={done} />
      ) : (
        <LoadedView store={start} say={say}>
          {({ active: { loan }, settings, profile }, isStale) => {
            if (loan?.status === 'PAYMENT_PLAN' && loan.plan) {
              return <Running {...props} loan={loan} plan={loan.plan} />;
            }
            if (!loan || !settings.eligible) return <NoPlan settings={settings} say={say} />;
            return (
              <PlanForm
                {...props}
                loanNumber={loan.number}
                settings={settings}
                payday={profile.payday}
                isStale={isStale}
                onDone={setDone}
                onGone={followed}
              />
            );
          }}
        </LoadedView>
      )}
    </div>
  );
}

interface RunningProps extends Props {
  readonly loan: LoanBody;
  readonly plan: NonNullable<LoanBody['plan']>;
}

function Running({ loan, plan, say }: RunningProps) {
  return (
    <div className="cols main">
      <RunningPlan loan={loan} plan={plan} say={say} />
      <aside>
        <ArrangementDocument type="PLAN_AGREEMENT" loanNumber={loan.number} say={say} />
      </aside>
    </div>
  );
}

function Agreed({ done: { loan }, ...props }: Props & { readonly done: PlanDone }) {
  return loan.plan && <Running {...props} loan={loan} plan={loan.plan} />;
}
