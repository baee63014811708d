import { lazy, Suspense, useEffect, useState } from 'react';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { BackLink } from '#client-area/frame/back-link.tsx';
import { notify } from '#client-area/frame/notice.ts';
import { replaceScreen, screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { signInFirst } from '#client-area/session/sign-in-first.ts';
import { Registration } from '#client-area/sign-up/registration.tsx';
import { useStepFocus } from '#client-area/steps/step-focus.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localePath } from '#i18n/locale.ts';
import { fromSoles } from '#loan/money.ts';
import { $accessToken } from '#stores/session.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { type ChosenLoan, createNewClient, type Inquiry, type NewClientStore } from './new-client.store.ts';
import type { NewClientTextKey } from './texts.ts';

type Props = ScreenProps<NewClientTextKey>;

/** Loaded when the application is refused, because a visitor who registers does not need it. */
const Refused = lazy(() => import('./refused.tsx').then((module) => ({ default: module.Refused })));
/** Trying again changes nothing. */
const FINAL = ['application_exists', 'active_loan', 'reapply_later'];

/** `/application/new-client`: the loan as it was chosen, an account, and the application for it. */
export function Screen(props: Props) {
  const { say, sayError, locale } = props;
  const [store] = useState(() =>
    createNewClient((amount) => notify(say('new_client_adjusted', { amount: soles(amount) }))),
  );
  const inquiry = useStore(store.$inquiry);
  useRepeatClientsSignIn(props.query);
  const isRegistering = inquiry.kind === 'registering';
  const place = useStepFocus(String(isRegistering));
  return (
    <div className="wrap narrow form-page stack-l" ref={place}>
      <BackLink href={localePath(locale, '')}>{say('new_client_back')}</BackLink>
      {isRegistering ? (
        <>
          <Registration
            say={say}
            sayError={sayError}
            locale={locale}
            title={say('new_client_title')}
            lead={say('new_client_lead')}
            onSession={store.onSession}
          >
            <Chosen {...props} store={store} />
          </Registration>
          <p className="small">
            {say('new_client_have_account')} <a href={screenHref('application-existing-client')}>{say('sign_in_go')}</a>
          </p>
        </>
      ) : (
        <Apply {...props} store={store} inquiry={inquiry} />
      )}
    </div>
  );
}

/**
 * Sends a repeat client who comes from the calculator without a session to sign-in, because they have an account
 * (product-spec §4).
 */
function useRepeatClientsSignIn(query: Props['query']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the screen opens
  useEffect(() => {
    if (query['clientType'] === 'repeat' && !$accessToken.get()) replaceScreen(signInFirst(query));
  }, []);
}

type PartProps = Props & { readonly store: NewClientStore };

/** The chosen loan: amount, total, dates and TCEA. */
function Chosen({ say, locale, store }: PartProps) {
  return (
    <section className="card flat" aria-label={say('new_client_chosen')}>
      <LoadedView store={store.chosen} say={say} look="lines">
        {(loan) => (
          <div className="stack-s">
            {loan.isExample && <p className="small mute">{say('new_client_example')}</p>}
            <KeyValues look="side" items={factsOf(loan, say)} />
            <p className="small">
              {loan.asked && say(`new_client_asked_${loan.asked}`)} {say('lend_speed')}{' '}
              <a href={localePath(locale, 'requisitos')}>{say('new_client_asked_all')}</a>
            </p>
          </div>
        )}
      </LoadedView>
    </section>
  );
}

function factsOf({ selection, offer }: ChosenLoan, say: Props['say']) {
  return [
    { name: say('new_client_you_ask'), value: soles(selection.amount) },
    { name: say('new_client_you_pay_back'), value: soles(offer.total) },
    { name: say(offer.schedule ? 'new_client_last_due' : 'new_client_due'), value: formatDate(offer.dueDate) },
    { name: say('calc_tcea'), value: formatPercent(offer.tcea) },
  ];
}

function soles(amount: number): string {
  return formatSoles(fromSoles(amount));
}

/** After registration: the application is being sent, or was refused. */
function Apply({ store, inquiry, ...props }: PartProps & { readonly inquiry: Inquiry }) {
  const { say } = props;
  const chosen = useStore(store.chosen.$state);
  const isSending = inquiry.kind === 'sending';
  const mayApply = inquiry.kind !== 'asking' && !(inquiry.kind === 'failed' && FINAL.includes(inquiry.code));
  return (
    <>
      <div className="stack-s">
        <h1>{say('new_client_apply_title')}</h1>
        {mayApply && <p className="mute">{say('new_client_apply_lead')}</p>}
      </div>
      {mayApply && <Chosen {...props} store={store} />}
      <div role="alert">
        <Suspense>{inquiry.kind === 'failed' && <Refused {...props} failure={inquiry} />}</Suspense>
      </div>
      {mayApply && chosen.kind === 'ready' && (
        <button type="button" className="btn big wide" aria-disabled={isSending || undefined} onClick={store.apply}>
          {isSending ? say('form_busy') : say('new_client_apply', { amount: soles(chosen.value.selection.amount) })}
        </button>
      )}
      <p className="sr" role="status">
        {isSending && say('new_client_sending')}
      </p>
    </>
  );
}
