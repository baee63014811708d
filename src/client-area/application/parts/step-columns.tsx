import { useStore } from '@nanostores/react';
import type { ComponentProps, ReactNode } from 'react';
import { LoadedView } from '#client-area/data/loaded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { Selection } from '#loan/selection.ts';
import { CancelApplication } from './cancel-application.tsx';
import { JourneySteps, usePlaces } from './journey-steps.tsx';
import { JourneyWay } from './journey-way.tsx';
import { NoApplication } from './no-application.tsx';
import { OrderCard } from './order-card.tsx';
import { StepHead } from './step-head.tsx';
import type { CancelApplicationTextKey, NoneTextKey, StepTextKey } from './step-texts.ts';
import type { AheadTextKey } from './way-texts.ts';

export type StepHeadProps = Omit<ComponentProps<typeof StepHead>, 'say'> & ComponentProps<typeof JourneySteps>;

interface Props<Data>
  extends ScreenProps<StepTextKey | AheadTextKey | NoneTextKey | CancelApplicationTextKey | 'giving_up_open'> {
  readonly head: Omit<StepHeadProps, 'say'>;
  readonly store: ComponentProps<typeof LoadedView<Data>>['store'];
  readonly selectionOf: (data: Data) => Selection;
  readonly children: (data: Data) => ReactNode;
}

/**
 * A step before the offer: its questions, and beside them what was chosen, what comes next, and the way to give up.
 * A client without an application sees neither.
 */
export function StepColumns<Data>({ head, store, selectionOf, children, ...props }: Props<Data>) {
  const { say } = props;
  const { step, ...rest } = head;
  const state = useStore(store.$state);
  const places = usePlaces();
  return (
    <div className="wrap form-page">
      <div className="entry">
        <JourneySteps step={step} say={say} />
        <div className="asks stack-l">
          <StepHead {...rest} />
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
          <aside className="card flat loom">
            {state.kind === 'ready' && <OrderCard selection={selectionOf(state.value)} say={say} />}
            <JourneyWay step={step} places={places} say={say} />
            {state.kind === 'ready' && <CancelApplication {...props} label={say('giving_up_open')} />}
          </aside>
        )}
      </div>
    </div>
  );
}
