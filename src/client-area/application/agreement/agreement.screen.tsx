import { useState } from 'react';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { BackLink } from '#client-area/frame/back-link.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localePath } from '#i18n/locale.ts';
import { $profileState } from '#stores/profile-state.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../any-step/cancel-application.tsx';
import { figuresOf } from '../offer/figures.ts';
import { weekdayOf } from '../offer/lead-card.tsx';
import { accountName } from '../offer/receiving-account.tsx';
import { type Agreement, type AgreementStore, createAgreement } from './agreement.store.ts';
import { ReadPapers } from './read-papers.tsx';
import { Signing } from './signing.tsx';
import type { AgreementTextKey } from './texts.ts';

type Props = ScreenProps<AgreementTextKey>;

/** The loan in a few facts, the documents, and below them the signature. */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(createAgreement);
  const isRepeat = useStore($profileState)?.allowedScreens.includes('application-offer-repeated');
  return (
    <div className="wrap narrow page stack-l">
      <div className="stack">
        <BackLink href={screenHref(isRepeat ? 'application-offer-repeated' : 'application-offer')}>
          {say('agreement_back')}
        </BackLink>
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
  const { say } = props;
  const hasChanged = useStore(store.$hasChanged);
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
      <section className="card edge stack" aria-label={say('agreement_signs')}>
        <div className="weave" aria-hidden="true" />
        <KeyValues items={factsOf(agreement, props)} />
        {/* First what is signed, then the box that says it was read. */}
        <ReadPapers documents={agreement.documents} say={say} />
        <Signing {...props} key={agreement.agreementId} store={store} agreement={agreement} isStale={isStale} />
      </section>
      <CancelApplication {...props} endpoint={declineOffer} label={say('agreement_decline')} />
    </>
  );
}

/** The loan to be signed in five facts: the money, its dates, its price, and the account. */
function factsOf({ summary, account }: Agreement, { say, locale }: Pick<Props, 'say' | 'locale'>): KeyValue[] {
  const { rows, dueDate, principalCents, totalCents, tcea } = figuresOf(summary);
  const first = rows[0];
  return [
    { name: say('agreement_receive'), value: formatSoles(principalCents) },
    { name: say('offer_total'), value: formatSoles(totalCents) },
    first
      ? {
          name: say('agreement_dues', { count: rows.length }),
          value: say('agreement_dues_dates', { first: formatDate(first.dueDate), last: formatDate(dueDate) }),
        }
      : { name: say('offer_due', { weekday: weekdayOf(dueDate, locale) }), value: formatDate(dueDate) },
    { name: say('offer_tcea'), value: formatPercent(tcea) },
    ...(account ? [{ name: say('agreement_to'), value: `${accountName(account)}, ${account.holder}` }] : []),
  ];
}

/** Shows what differs before the client can sign, because on a new day the documents are issued again. */
function Changes({ changed, say }: Pick<Agreement, 'changed'> & Pick<Props, 'say'>) {
  if (changed.length === 0) return null;
  return (
    <Note look="warn" title={say('agreement_changed')}>
      <p>{say('agreement_changed_text')}</p>
      <ul>
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
