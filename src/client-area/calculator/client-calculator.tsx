import { useState } from 'react';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { createSituation } from './situation.store.ts';
import type { CalculatorScreenProps } from './state-props.ts';
import { AdditionalLoanState } from './states/additional-loan.tsx';
import { DueState } from './states/due.tsx';
import { FlexNoticeState } from './states/flex-notice.tsx';
import { LimitReachedState } from './states/limit-reached.tsx';
import { LoanPendingState } from './states/loan-pending.tsx';
import { NewClientState } from './states/new-client.tsx';
import { PaymentPlanNoticeState } from './states/payment-plan-notice.tsx';
import { RejectedState } from './states/rejected.tsx';
import { TopUpPendingState } from './states/top-up-pending.tsx';

/** One view for each state of product-spec §2. */
const VIEWS = {
  'new-client': NewClientState,
  'loan-pending': LoanPendingState,
  'additional-loan': AdditionalLoanState,
  rejected: RejectedState,
  'limit-reached': LimitReachedState,
  due: DueState,
  'top-up-pending': TopUpPendingState,
  'flex-notice': FlexNoticeState,
  'payment-plan-notice': PaymentPlanNoticeState,
} as const;

/** The calculator of a signed-in client, in exactly one of its nine states. */
export function ClientCalculator(props: CalculatorScreenProps) {
  const [store] = useState(createSituation);
  return (
    <div className="client-calc">
      <LoadedView store={store} say={props.say}>
        {(situation, isStale) => {
          const View = VIEWS[situation.state];
          return <View {...props} situation={situation} isStale={isStale} />;
        }}
      </LoadedView>
    </div>
  );
}
