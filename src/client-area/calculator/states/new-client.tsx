import { useId, useState } from 'react';
import { getProductSettings, type ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { createCalculator, settleAmount } from '#calculator/calculator.store.ts';
import { Card as CalculatorCard } from '#calculator/card.tsx';
import { soles } from '#calculator/parts/notes.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { notify } from '#client-area/frame/notice.ts';
import { screenHref } from '#client-area/router.ts';
import { chosenQuery, signInFirst } from '#client-area/session/sign-in-first.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { ClientType } from '#loan/client-type.ts';
import type { CalculatorSelection } from '#loan/selection.ts';
import { rememberedClientType } from '#stores/remembered-client.ts';
import { $accessToken } from '#stores/session.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { createApplying } from '../applying.store.ts';
import type { StateProps } from '../state-props.ts';

/** The calculator itself: a first loan, or in profile mode the next one at the client's own prices. */
export function NewClientState(props: StateProps) {
  const { situation, say } = props;
  const sequence = situation.mode === 'profile' ? '2' : '1';
  const store = useLoaded(() => createLoaded(getProductSettings, { query: { sequence } }));
  return (
    <LoadedView store={store} say={say}>
      {(settings) => <Card key={sequence} {...props} settings={settings} />}
    </LoadedView>
  );
}

function Card({ settings, situation, locale, say, sayError }: StateProps & { readonly settings: ProductSettingsBody }) {
  const id = useId();
  const isRepeat = situation.mode === 'profile';
  const [$calculator] = useState(() => {
    const { businessDate } = settings.singlePayProduct.pricing;
    // With no saved selection profile mode opens on the single payment, a first loan on instalments (design §8).
    const initialProductType = isRepeat ? 'SINGLE_PAY' : 'INSTALLMENT';
    const applicant = { loanType: 'LOAN', clientType: clientTypeOf(isRepeat) } as const;
    const $made = createCalculator({ settings, valueDate: businessDate, initialProductType, applicant });
    if (isRepeat) $made.set({ ...$made.get(), sequence: '2' });
    return $made;
  });
  const { selection } = useStore($calculator);
  const [applying] = useState(() =>
    createApplying((amount) => notify(say('new_client_adjusted', { amount: soles(amount) }))),
  );
  const progress = useStore(applying.$state);
  const words = say('calc_apply', { amount: soles(selection.amount) });
  return (
    <>
      {situation.application?.status === 'DRAFT' && <Draft say={say} />}
      {isRepeat && <YourLevel settings={settings} say={say} />}
      <CalculatorCard
        card={{ $calculator, id, locale, say }}
        cta={
          <>
            {isRepeat ? (
              <button
                type="button"
                className="btn big wide"
                aria-disabled={progress.kind === 'sending' || undefined}
                onClick={() => settleAmount($calculator) && applying.apply($calculator.get().selection)}
              >
                {progress.kind === 'sending' ? say('form_busy') : words}
              </button>
            ) : (
              <a
                className="btn big wide"
                href={applyHref(selection)}
                onClick={(event) => settleAmount($calculator) || event.preventDefault()}
              >
                {words}
              </a>
            )}
            <div role="alert">
              {progress.kind === 'failed' && (
                <Note look="bad">
                  <p>
                    {sayError('inquiry', progress.code).replace(
                      '{date}',
                      situation.application?.canReapplyAt ? formatDate(situation.application.canReapplyAt) : '',
                    )}
                  </p>
                  <ElsewhereLink code={progress.code} say={say} />
                </Note>
              )}
            </div>
            <p className="sr" role="status">
              {progress.kind === 'sending' && say('client_calc_sending')}
            </p>
          </>
        }
      />
    </>
  );
}

/** Tells the type of this client, else of the one who was signed in here last. */
function clientTypeOf(isRepeat: boolean): ClientType {
  if (isRepeat) return 'repeat';
  return $accessToken.get() ? 'new' : rememberedClientType();
}

/** Links to registration for a new client; a repeat client who is not signed in has an account (product-spec §4). */
function applyHref(selection: CalculatorSelection): string {
  if (selection.clientType === 'new') return screenHref('application-new-client', chosenQuery(selection));
  const { name, query } = signInFirst(selection);
  return screenHref(name, query);
}

/** An application that was begun and can be continued (domain 2.3.1). */
function Draft({ say }: Pick<StateProps, 'say'>) {
  return (
    <Note sign={<AnyIcon name="document" />} title={say('client_calc_draft')}>
      <p>{say('client_calc_draft_text')}</p>
      <a className="btn" href={screenHref('application')}>
        {say('client_calc_draft_go')}
      </a>
    </Note>
  );
}

/** A link to the screen where the client can resolve a refusal. */
function ElsewhereLink({ code, say }: Pick<StateProps, 'say'> & { readonly code: string }) {
  if (code === 'application_exists') return <a href={screenHref('application')}>{say('client_calc_draft_go')}</a>;
  return code === 'active_loan' ? <a href={screenHref('profile')}>{say('client_calc_my_loan')}</a> : null;
}

/** A line about the client's level, because it changes the figures. */
function YourLevel({ settings, say }: Pick<StateProps, 'say'> & { readonly settings: ProductSettingsBody }) {
  return (
    <div className="stack-s">
      <h2 className="h3">{say('client_calc_repeat_title')}</h2>
      <p className="mute">{say('client_calc_repeat_text', { amount: soles(settings.singlePayProduct.maxAmount) })}</p>
    </div>
  );
}
