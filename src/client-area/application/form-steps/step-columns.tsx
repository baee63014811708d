import type { ComponentProps, ReactNode } from 'react';
import { LOADING } from '#client-area/data/loaded.store.ts';
import { LoadedView } from '#client-area/data/loaded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import type { Selection } from '#loan/selection.ts';
import { CancelApplication } from '../any-step/cancel-application.tsx';
import { NoApplication } from '../any-step/no-application.tsx';
import type { CancelApplicationTextKey, NoneTextKey, StepTextKey } from '../any-step/step-texts.ts';
import { type Asked, type JourneyStep, JourneySteps } from './journey-steps.tsx';
import { OrderCard } from './order-card.tsx';
import { StepBack } from './step-back.tsx';

export interface StepHeadProps extends ComponentProps<typeof StepBack> {
  readonly title: string;
  readonly step: JourneyStep;
  /** The page of the step, from 0. */
  readonly page?: number;
}

interface Props<Data> extends ScreenProps<StepTextKey | NoneTextKey | CancelApplicationTextKey | 'giving_up_open'> {
  readonly head: StepHeadProps;
  readonly store: ComponentProps<typeof LoadedView<Data>>['store'];
  readonly applicationOf: (data: Data) => Asked & { readonly selection: Selection };
  readonly children: (data: Data) => ReactNode;
}

/**
 * A step before the offer, in one column: its questions, and below them the chosen loan and the way to give up; nothing
 * below them where the server does not give them.
 */
export function StepColumns<Data>({ head, store, applicationOf, children, ...props }: Props<Data>) {
  const { say } = props;
  const { step, page, title, ...way } = head;
  const state = useStore(store.$state, { ssr: () => LOADING });
  const application = state.kind === 'ready' ? applicationOf(state.value) : undefined;
  const selection = application?.selection;
  return (
    <div className="wrap narrow form-page stack-l">
      <StepBack {...way} />
      <div className="entry">
        <JourneySteps step={step} page={page} asked={application} say={say} />
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
        {selection && (
          <aside className="stack">
            <OrderCard key={JSON.stringify(selection)} selection={selection} say={say} />
            <CancelApplication {...props} label={say('giving_up_open')} />
          </aside>
        )}
      </div>
    </div>
  );
}
