import { useId, useState } from 'react';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { type CalculatorStore, commitAmount, settleAmount } from '#calculator/calculator.store.ts';
import { choicesView, placesOf } from '#calculator/card-view.ts';
import { AmountControl } from '#calculator/parts/amount-control.tsx';
import { soles } from '#calculator/parts/notes.ts';
import type { Say as CalculatorSay } from '#calculator/texts.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { LoadedBeside } from '#client-area/data/loaded-beside.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { topUpTerms } from '#client-area/explain/loan-terms.ts';
import { LoanTotalAfter } from '#client-area/explain/loan-total-after.tsx';
import { TopUpTcea } from '#client-area/explain/top-up-tcea.tsx';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import { screenHref } from '#client-area/router.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { createTopUpBounds, createTopUpRequest, type TopUpPrice } from '../additional-loan.store.ts';
import { MyLoanLink } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/**
 * A top-up of the running loan: amount, cost, and the loan's new total; above it the one that waits for its signature.
 */
export function AdditionalLoanState(props: StateProps) {
  const { loan } = props.situation;
  if (!loan) return null;
  return (
    <div className="stack">
      {loan.topUpStatus === 'ORIGINATED' && <Waiting {...props} />}
      <Choose {...props} />
    </div>
  );
}

/** A top-up that was requested and waits for the signature. */
function Waiting({ situation: { loan }, say }: StateProps) {
  const amount = loan?.topUpOffer?.principalRequested ?? 0;
  const waiting = useStore(useLoaded(() => createLoadedBeside(getTopUp, {})).$state);
  const topUp = waiting.kind === 'ready' ? waiting.value.topUp : null;
  return (
    <LoadedBeside state={waiting} say={say}>
      <Notice
        tag={say('client_calc_tag_additional')}
        icon="document"
        look="soon"
        title={say('client_calc_waiting_title', { amount: formatSoles(fromSoles(amount)) })}
        text={topUp ? say('client_calc_waiting_text', limaMoment(topUp.expiresAt)) : ''}
        actions={
          <>
            <a className="btn" href={screenHref('application-offer-topup')}>
              {say('client_calc_waiting_go')}
            </a>
            <MyLoanLink say={say} />
          </>
        }
      />
    </LoadedBeside>
  );
}

function Choose(props: StateProps) {
  const { situation, say } = props;
  const { loan } = situation;
  const bounds = useLoaded(() => createTopUpBounds(loan as NonNullable<typeof loan>));
  return (
    <LoadedView store={bounds} say={say}>
      {({ $calculator }) => <TopUp {...props} $calculator={$calculator} />}
    </LoadedView>
  );
}

function TopUp({ situation, isStale, say, $calculator }: StateProps & { readonly $calculator: CalculatorStore }) {
  const id = useId();
  const state = useStore($calculator);
  const [topUp] = useState(() => createTopUpRequest($calculator));
  const price = useStore(topUp.$price);
  const { amount } = state.selection;
  const requested = situation.loan?.topUpOffer?.principalRequested;
  // The amount control's texts, except its label: here the amount is added to a loan.
  const sayAmount: CalculatorSay = (key, values) =>
    key === 'calc_amount' ? say('client_calc_additional_amount') : say(key, values);
  const date = formatDate(situation.loan?.maturityDate ?? '');
  return (
    <form
      className="calc"
      aria-label={say('client_calc_additional_title')}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        commitAmount($calculator);
      }}
    >
      <div className="ctl">
        <p>
          <span className="tag ok">
            <Icon name="check" />
            {say('client_calc_tag_additional')}
          </span>
        </p>
        <h2 className="h3">{say('client_calc_additional_title')}</h2>
        <p className="mute">{say('client_calc_additional_text', { date })}</p>
        <AmountControl card={{ $calculator, id, say: sayAmount }} at={placesOf(choicesView(state, sayAmount))} />
      </div>
      <div className="receipt">
        <Price price={price} say={say} ask={topUp.ask} />
        <div className="cta">
          <button
            type="button"
            className="btn big wide"
            aria-disabled={price.kind !== 'ready' || isStale || undefined}
            onClick={() => !isStale && settleAmount($calculator) && topUp.apply()}
          >
            {price.kind === 'sending' ? say('form_busy') : say('client_calc_additional_ask', { amount: soles(amount) })}
          </button>
          <p className="xs mute">
            {say(requested && amount !== requested ? 'client_calc_additional_replaces' : 'client_calc_additional_next')}
          </p>
        </div>
      </div>
    </form>
  );
}

interface PriceProps extends Pick<StateProps, 'say'> {
  readonly price: TopUpPrice;
  readonly ask: () => void;
}

function Price({ price, say, ask }: PriceProps) {
  switch (price.kind) {
    case 'asking':
      return <Skeleton label={say('calc_confirming')} look="lines" />;
    case 'failed':
    case 'gone':
      return (
        <Note look="bad">
          <p>{say(`client_calc_additional_${price.kind}`)}</p>
          {price.kind === 'failed' && (
            <button type="button" className="btn line sm" onClick={ask}>
              {say('client_retry')}
            </button>
          )}
        </Note>
      );
    default: {
      const { offer } = price;
      return (
        <div className="sum" aria-live="polite">
          <p className="lbl">{say('client_calc_additional_total')}</p>
          <p>
            <ExplainedSum terms={topUpTerms(offer)} totalCents={fromSoles(offer.topUpTotal)} size="xl" say={say} />
          </p>
          <KeyValues
            items={[
              {
                name: say('client_calc_additional_after'),
                value: <LoanTotalAfter offer={offer} say={say} />,
              },
              { name: say('client_calc_additional_due'), value: formatDate(offer.dueDate) },
              { name: say('client_calc_additional_tcea'), value: <TopUpTcea offer={offer} say={say} /> },
            ]}
          />
        </div>
      );
    }
  }
}
