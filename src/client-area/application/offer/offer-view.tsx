import { type ReactNode, useState } from 'react';
import type { ApplicationOffer } from '#api/application-body.ts';
import type { CallOutput } from '#api/call.ts';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { LoadedBeside } from '#client-area/data/loaded-beside.tsx';
import { notify } from '#client-area/frame/notice.ts';
import { lenderMoment } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { localePath } from '#i18n/locale.ts';
import { fromSoles } from '#loan/money.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../any-step/cancel-application.tsx';
import { CostCard } from './cost-card.tsx';
import { figuresOf } from './figures.ts';
import { LeadCard } from './lead-card.tsx';
import { createOffer, type OfferProblem, type OfferStore } from './offer.store.ts';
import { OfferChange } from './offer-change.tsx';
import type { OfferViewKey } from './offer-texts.ts';
import { ReceivingAccount } from './receiving-account.tsx';
import { Schedule } from './schedule.tsx';

interface Props extends ScreenProps<OfferViewKey> {
  readonly title: string;
}

/** An approved offer: its costs first, then the actions. Shared by both offer screens. */
export function OfferView(props: Props) {
  const { say, title } = props;
  const [store] = useState(createOffer);
  const application = useLoaded(() => createLoadedBeside(getApplication, {}));
  const state = useStore(application.$state);
  const shown = useStore(store.offer.$state);
  // Without a schedule the costs are below: beside them the left column would be empty.
  const isColumn = shown.kind === 'ready' && !shown.value.offer.schedule;
  return (
    <div className={`wrap page stack-l${isColumn ? ' narrow' : ''}`}>
      <LoadedView
        store={store.offer}
        say={say}
        refused={({ status }) => ([404, 410].includes(status) ? <Expired {...props} /> : undefined)}
      >
        {(offer, isStale) => (
          <>
            <div className="stack-s">
              <h1>{title}</h1>
              <p className="mute">{say('offer_until', lenderMoment(offer.validUntil))}</p>
            </div>
            <LoadedBeside state={state} say={say}>
              <Offer
                {...props}
                store={store}
                offer={offer}
                isStale={isStale}
                application={state.kind === 'ready' ? state.value : undefined}
              />
            </LoadedBeside>
          </>
        )}
      </LoadedView>
    </div>
  );
}

interface ActionsProps extends Props {
  readonly store: OfferStore;
  readonly offer: ApplicationOffer;
  readonly isStale: boolean;
}

interface OfferProps extends ActionsProps {
  /** The application: the amount asked for, and the account that the money will go to. */
  readonly application: CallOutput<typeof getApplication> | undefined;
}

function Offer({ store, offer, isStale, application, ...props }: OfferProps) {
  const { say, locale } = props;
  const figures = figuresOf(offer.offer);
  const asked = application?.selection.amount ?? 0;
  // Approved for less, or changed since.
  const askedMore = asked > offer.selection.amount ? fromSoles(asked) : undefined;
  return (
    <div className={figures.rows.length > 0 ? 'cols main even' : 'stack'}>
      <div className="stack">
        <LeadCard asked={askedMore} figures={figures} say={say} locale={locale}>
          {application?.account && (
            <ReceivingAccount account={application.account} note={say('payout_normally')} say={say} />
          )}
        </LeadCard>
        {figures.rows.length > 0 && (
          <div className="card">
            <Schedule rows={figures.rows} say={say} />
          </div>
        )}
      </div>
      <aside className="stack">
        <CostCard figures={figures} term={termOf(offer)} say={say}>
          <p className="small">
            {say('offer_other_rates', { tea: formatPercent(figures.tea), tcea: formatPercent(figures.tceaExclVat) })}{' '}
            {say(offer.offer.fees.acceleratedAcceptanceFee ? 'offer_early_whole' : 'offer_early')} {say('offer_late')}
          </p>
          <Actions {...props} store={store} offer={offer} isStale={isStale} />
        </CostCard>
      </aside>
    </div>
  );
}

function termOf({ selection }: ApplicationOffer) {
  return selection.productType === 'SINGLE_PAY' ? { days: selection.term } : { months: selection.term };
}

function Actions({ store, offer, isStale, ...props }: ActionsProps): ReactNode {
  const { say } = props;
  const isAccepting = useStore(store.$isAccepting);
  const problem = useStore(store.$problem);
  const [isChanging, setChanging] = useState(false);
  const taken = (changed: ApplicationOffer) => {
    store.offer.take(changed);
    setChanging(false);
    const { principal, total } = changed.offer;
    notify(say('offer_changed', { amount: formatSoles(fromSoles(principal)), total: formatSoles(fromSoles(total)) }));
  };
  const isBlocked = isAccepting || isStale;
  return (
    <>
      <div role="alert" className="doubt">
        {problem && <Problem problem={problem} say={say} />}
      </div>
      <button
        type="button"
        className="btn big wide"
        aria-disabled={isBlocked || undefined}
        onClick={() => !isBlocked && store.accept(offer.offerId)}
      >
        {isAccepting ? say('form_busy') : say('offer_accept')}
      </button>
      <p className="xs mute">{say(isStale ? 'offer_stale' : 'offer_accept_note')}</p>
      <div className="row center">
        <button type="button" className="btn quiet sm" onClick={() => setChanging(true)}>
          {say('offer_change')}
        </button>
        <CancelApplication {...props} endpoint={declineOffer} label={say('offer_decline')} />
      </div>
      {isChanging && <OfferChange {...props} offer={offer} onDone={taken} onClose={() => setChanging(false)} />}
    </>
  );
}

const PROBLEM_KEYS = {
  offline: 'errors.form.offline',
  failed: 'errors.form.failed',
  'cap-changed': 'offer_cap_changed',
  replaced: 'offer_replaced',
  expired: 'offer_expired',
} as const;

function Problem({ problem, say }: Pick<Props, 'say'> & { readonly problem: OfferProblem }) {
  return (
    <Note look={problem === 'replaced' ? 'warn' : 'bad'}>
      <p>{say(PROBLEM_KEYS[problem])}</p>
    </Note>
  );
}

/** An expired offer: what that means, and a link to the calculator. */
function Expired({ say, locale }: Props) {
  return (
    <div className="stack-l">
      <h1>{say('offer_expired')}</h1>
      <EmptyStateLink
        title={say('offer_expired')}
        text={say('offer_expired_text')}
        href={localePath(locale, 'calculator')}
        label={say('outcome_calculate')}
      />
    </div>
  );
}
