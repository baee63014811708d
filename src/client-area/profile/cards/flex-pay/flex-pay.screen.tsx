import { useState } from 'react';
import type { FlexPayBody } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ArrangementDocument } from '#client-area/profile/parts/arrangement-document.tsx';
import { Points } from '#client-area/profile/parts/points.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStepFocus } from '#client-area/steps/step-focus.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { NothingNow } from '#ui/illustration/nothing-now.tsx';
import { Note } from '#ui/note/note.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { FlexOffer } from './flex-offer.tsx';
import { createFlexPay } from './flex-pay.store.ts';
import { RunningFlex } from './running-flex.tsx';
import type { FlexPayTextKey } from './texts.ts';

type Props = ScreenProps<FlexPayTextKey>;

/** Flex pay: the terms and the agreement, and afterwards its progress. */
export function Screen(props: Props) {
  const { say } = props;
  const store = useLoaded(createFlexPay);
  const [isDone, setDone] = useState(false);
  const [isGone, setGone] = useState(false);
  // The focused button disappears with the form, so the focus moves to the heading.
  const place = useStepFocus(`${isDone} ${isGone}`);
  // Loads the parts again: flex pay is running now.
  const reload = () => {
    store.parts.flex.load();
    store.parts.active.load();
  };
  const followed = () => {
    setGone(true);
    reload();
  };
  const activated = () => {
    setDone(true);
    reload();
  };
  return (
    <div className="wrap page stack-l" ref={place}>
      <div className="stack-s">
        <h1>{say('flex_title')}</h1>
        <p className="lead">{say('flex_lead')}</p>
      </div>
      <div role="status">
        {isDone && (
          <Note look="ok" title={say('flex_done')}>
            <p>{say('flex_done_text')}</p>
          </Note>
        )}
      </div>
      <LoadedView store={store} say={say}>
        {({ flex, active: { loan } }, isStale) => {
          if (flex.status && loan) {
            return (
              <div className="cols main">
                <RunningFlex {...props} flex={flex} loan={loan} />
                <aside>
                  <ArrangementDocument type="FLEX_AGREEMENT" loanNumber={loan.number} say={say} />
                </aside>
              </div>
            );
          }
          if (!flex.eligible) return <NoFlex flex={flex} say={say} />;
          const ends = { onDone: activated, onGone: followed };
          return <FlexOffer {...props} {...ends} store={store.parts.flex} flex={flex} isStale={isStale} />;
        }}
      </LoadedView>
    </div>
  );
}

/** The reason why it is not possible now, and what to do instead; on a desk beside how it works. */
function NoFlex({ flex: { reason, minPayment }, say }: Pick<Props, 'say'> & { readonly flex: FlexPayBody }) {
  return (
    <div className="cols main first">
      <aside>
        <EmptyState title={say('flex_none')} drawing={<NothingNow />}>
          <p>{say(`flex_none_${reason ?? 'no_active_loan'}`)}</p>
          <p className="row">
            <a className="btn line" href={screenHref('profile')}>
              {say('plan_to_loan')}
            </a>
            {reason !== null && reason !== 'no_active_loan' && (
              <a className="btn quiet" href={screenHref('profile-components-payment-extend-info')}>
                {say('ways_go')}
              </a>
            )}
          </p>
        </EmptyState>
      </aside>
      <div>
        <TitledSection id="flex-rules" look="card stack grow" title={say('flex_rules')}>
          <Points
            items={[
              say('flex_any', { amount: formatSoles(fromSoles(minPayment)) }),
              say('flex_rules_monthly'),
              say('flex_frozen'),
              say('flex_missed'),
            ]}
          />
        </TitledSection>
      </div>
    </div>
  );
}
