import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { localePath } from '#i18n/locale.ts';
import { $profileState } from '#stores/profile-state.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../parts/cancel-application.tsx';
import { CostCard } from '../parts/cost-card.tsx';
import { figuresOf } from '../parts/figures.ts';
import { JourneySteps } from '../parts/journey-steps.tsx';
import { LeadCard } from '../parts/lead-card.tsx';
import { Schedule } from '../parts/schedule.tsx';
import { type Agreement, type AgreementStore, createAgreement } from './agreement.store.ts';
import { AgreementDocuments } from './agreement-documents.tsx';
import { Signing } from './signing.tsx';
import type { AgreementTextKey } from './texts.ts';

type Props = ScreenProps<AgreementTextKey>;

/** The documents with their figures, and the signature. */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(createAgreement);
  const isRepeat = useStore($profileState)?.allowedScreens.includes('application-offer-repeated');
  return (
    <div className="wrap page stack-l">
      <JourneySteps step="sign" say={say} />
      <div className="stack">
        <a className="back tapl" href={screenHref(isRepeat ? 'application-offer-repeated' : 'application-offer')}>
          <Icon name="arrow-left" />
          {say('agreement_back')}
        </a>
        <h1>{say('agreement_title')}</h1>
        <p className="lead">{say('agreement_lead')}</p>
      </div>
      <LoadedView
        store={store.agreement}
        say={say}
        refused={({ status }) => (status === 410 ? <Expired {...props} /> : undefined)}
      >
        {(agreement, isStale) => <Ready {...props} store={store} agreement={agreement} isStale={isStale} />}
      </LoadedView>
    </div>
  );
}

interface ReadyProps extends Props {
  readonly store: AgreementStore;
  readonly agreement: Agreement;
  readonly isStale: boolean;
}

function Ready({ store, agreement, isStale, ...props }: ReadyProps) {
  const { say, locale } = props;
  const figures = figuresOf(agreement.summary);
  const hasChanged = useStore(store.$hasChanged);
  // A single-payment loan gives its duration by its dates alone.
  const term = figures.rows.length;
  return (
    <>
      <div role="status" className="doubt">
        <Changes changed={agreement.changed} say={say} />
        {hasChanged && (
          <Note look="warn">
            <p>{say('agreement_document_changed')}</p>
          </Note>
        )}
      </div>
      <div className="cols main">
        <div className="stack-l">
          <LeadCard figures={figures} say={say} locale={locale} />
          <AgreementDocuments agreement={agreement} say={say} />
          <Signing {...props} key={agreement.agreementId} store={store} agreement={agreement} isStale={isStale} />
          <CancelApplication {...props} endpoint={declineOffer} label={say('agreement_decline')} />
        </div>
        <aside className="stack-l">
          <CostCard figures={figures} term={term > 0 ? { months: term } : undefined} say={say} />
          <Schedule rows={figures.rows} say={say} />
        </aside>
      </div>
    </>
  );
}

/** On a new day the documents are issued again: what differs is shown before the client can sign. */
function Changes({ changed, say }: Pick<Agreement, 'changed'> & Pick<Props, 'say'>) {
  if (changed.length === 0) return null;
  return (
    <Note look="warn" title={say('agreement_changed')}>
      <p>{say('agreement_changed_text')}</p>
      <ul className="plain">
        {changed.map((what) => (
          <li key={what}>{say(`agreement_change_${what}`)}</li>
        ))}
      </ul>
    </Note>
  );
}

function Expired({ say, locale }: Props) {
  return (
    <EmptyStateLink
      title={say('agreement_expired')}
      text={say('agreement_expired_text')}
      href={localePath(locale, 'calculator')}
      label={say('outcome_calculate')}
    />
  );
}
