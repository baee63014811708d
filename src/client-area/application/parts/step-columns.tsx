import { useStore } from '@nanostores/react';
import type { ComponentProps, ReactNode } from 'react';
import { LoadedView } from '#client-area/data/loaded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { Selection } from '#loan/selection.ts';
import { CancelApplication } from './cancel-application.tsx';
import { type JourneyStep, JourneySteps } from './journey-steps.tsx';
import { JourneyWay } from './journey-way.tsx';
import { NoApplication } from './no-application.tsx';
import { OrderCard } from './order-card.tsx';
import { StepBack } from './step-back.tsx';
import type { CancelApplicationTextKey, NoneTextKey, StepTextKey } from './step-texts.ts';
import type { AheadTextKey } from './way-texts.ts';

export interface StepHeadProps extends ComponentProps<typeof StepBack> {
  readonly title: string;
  readonly step: JourneyStep;
}

interface Props<Data>
  extends ScreenProps<StepTextKey | AheadTextKey | NoneTextKey | CancelApplicationTextKey | 'giving_up_open'> {
  readonly head: StepHeadProps;
  readonly store: ComponentProps<typeof LoadedView<Data>>['store'];
  readonly selectionOf: (data: Data) => Selection;
  readonly children: (data: Data) => ReactNode;
}

/**
 * A step before the offer: its questions, and beside them what was chosen, what comes next, and the way to give up;
 * nothing beside them where the server does not give them.
 */
export function StepColumns<Data>({ head, store, selectionOf, children, ...props }: Props<Data>) {
  const { say } = props;
  const { step, title, ...way } = head;
  const state = useStore(store.$state);
  const selection = state.kind === 'ready' ? selectionOf(state.value) : undefined;
  return (
    <div className="wrap form-page stack-l">
      <StepBack {...way} />
      <div className="entry">
        <JourneySteps step={step} say={say} />
        <div className="asks stack-l">
          <h1>{title}</h1>
          <LoadedView
            store={store}
            look="form"
            say={say}
            refused={({ status }) => (status === 404 ? <NoApplication {...props} /> : undefined)}
          >
            {children}
          </LoadedView>
        </div>
        {state.kind !== 'refused' && (
          // Before the loan is known a phone has nothing to show here.
          <aside className={selection ? 'card flat loom' : 'card flat loom ahead'}>
            {selection && <OrderCard key={JSON.stringify(selection)} selection={selection} say={say} />}
            <JourneyWay step={step} say={say} />
            {selection && <CancelApplication {...props} label={say('giving_up_open')} />}
          </aside>
        )}
      </div>
    </div>
  );
}
