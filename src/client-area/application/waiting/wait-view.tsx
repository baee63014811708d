import { type ReactNode, useState } from 'react';
import type { CallOutput } from '#api/call.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { LoadedBeside } from '#client-area/data/loaded-beside.tsx';
import { lenderMoment, type Moment } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profileState } from '#stores/profile-state.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { createOrder } from '../form-steps/order.store.ts';
import { orderFacts } from '../form-steps/order-card.tsx';
import { accountName } from '../offer/receiving-account.tsx';
import { Way, type WayStep } from './way.tsx';
import type { WaitTextKey } from './way-texts.ts';

type Application = CallOutput<typeof getApplication>;

interface Props extends Pick<ScreenProps<WaitTextKey>, 'say'> {
  readonly title: string;
  readonly lead: ReactNode;
  /** The current step, with the time by which it ends. */
  readonly now: (passed: Application['passed']) => Pick<WayStep, 'title' | 'note' | 'when'>;
  /** Below the steps. */
  readonly children?: ReactNode;
  /** A drawing above the steps. */
  readonly drawing?: ReactNode;
  /** The foot of the requested loan's card. */
  readonly foot: ReactNode;
}

/**
 * A screen that waits for an answer: what was done and when, what happens now, what comes next, and the requested loan.
 */
export function WaitView({ title, lead, now, children, drawing, foot, say }: Props) {
  const store = useLoaded(() => createLoadedBeside(getApplication, {}));
  const state = useStore(store.$state);
  const application = state.kind === 'ready' ? state.value : undefined;
  const reference = useStore($profileState)?.application?.reference;
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{title}</h1>
        {lead}
      </div>
      <LoadedBeside state={state} say={say}>
        <div className="cols main even">
          <div className="stack">
            <section className="card stack grow" aria-labelledby="wait-steps">
              {drawing}
              <h2 className="h3" id="wait-steps">
                {say('wait_steps')}
              </h2>
              <Way steps={stepsOf(application, now, say)} say={say} />
              {children}
            </section>
          </div>
          <aside className="stack">
            <TitledSection id="wait-asked" look="card flat stack grow" title={say('wait_asked')}>
              {application && <Asked selection={application.selection} say={say} />}
              {reference && <KeyValues items={[{ name: say('outcome_reference'), value: reference }]} />}
              <p className="small mute">{say('wait_owe_nothing')}</p>
              <div className="stack-s">
                <h3 className="strong">{say('in_progress_how')}</h3>
                <p className="small">{say('in_progress_how_text')}</p>
              </div>
              <div className="floor">{foot}</div>
            </TitledSection>
          </aside>
        </div>
      </LoadedBeside>
    </div>
  );
}

function stepsOf(application: Application | undefined, now: Props['now'], say: Props['say']): WayStep[] {
  const { receivedAt, passed = [], account } = application ?? {};
  const checks = passed.flatMap(({ kind, at }): WayStep[] => {
    const done = { when: momentText(lenderMoment(at)), state: 'done' } as const;
    if (kind === 'identity') return [{ title: say('wait_identity'), ...done }];
    if (kind === 'account-holder') {
      return [{ title: say('wait_account'), note: account && accountName(account), ...done }];
    }
    return [];
  });
  return [
    ...(receivedAt
      ? [{ title: say('wait_received'), when: momentText(lenderMoment(receivedAt)), state: 'done' } satisfies WayStep]
      : []),
    ...checks,
    { ...now(passed), state: 'now' },
    { title: say('wait_answer'), note: say('wait_answer_text'), state: 'later' },
  ];
}

/** Formats a moment: `16/01/2026, 10:42`. */
export function momentText({ date, time }: Moment): string {
  return `${date}, ${time}`;
}

function Asked({ selection, say }: Pick<Props, 'say'> & Pick<Application, 'selection'>) {
  const [$order] = useState(() => createOrder(selection));
  const order = useStore($order);
  return <KeyValues items={orderFacts(order, say)} />;
}
