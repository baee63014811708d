import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { TopUpBody } from '#api/top-up-body.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { LoanTotalAfter } from '#client-area/explain/loan-total-after.tsx';
import { TopUpTcea } from '#client-area/explain/top-up-tcea.tsx';
import { ChangedFigures, useAgreed } from '#client-area/form/agreed.tsx';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { CheckField } from '#ui/field/check-field.tsx';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Note } from '#ui/note/note.tsx';
import { CostCard } from '../parts/cost-card.tsx';
import { costTerms } from '../parts/figures.ts';
import { limaMoment } from '../parts/lima-moment.ts';
import { createDeclining, createTopUp, createTopUpForm, topUpFigures } from './offer-topup.store.ts';
import type { OfferTopupTextKey } from './texts.ts';

type Props = ScreenProps<OfferTopupTextKey>;

/** A top-up: its whole cost and the loan's new total, before it is signed. */
export function Screen(props: Props) {
  const { say } = props;
  const store = useLoaded(createTopUp);
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('topup_title')}</h1>
        <p className="lead">{say('topup_lead')}</p>
      </div>
      <LoadedView store={store} say={say}>
        {({ topUp }, isStale) =>
          topUp?.status === 'ORIGINATED' ? (
            <Offer {...props} store={store} topUp={topUp} isStale={isStale} />
          ) : (
            <Gone {...props} />
          )
        }
      </LoadedView>
    </div>
  );
}

interface OfferProps extends Props {
  readonly store: ReturnType<typeof createTopUp>;
  readonly topUp: TopUpBody;
  readonly isStale: boolean;
}

function Offer({ store, topUp, isStale, ...props }: OfferProps) {
  const { say } = props;
  const { offer, expiresAt } = topUp;
  const figures = topUpFigures(offer);
  return (
    <div className="cols main">
      <div className="stack-l">
        <section className="card edge">
          <div className="weave" aria-hidden="true" />
          <div className="lead-figures">
            <div>
              <p className="small mute">{say('topup_total')}</p>
              <p>
                <ExplainedSum terms={costTerms(figures, 'total')} totalCents={figures.totalCents} size="xl" say={say} />
              </p>
            </div>
            <KeyValues
              look="side"
              items={[
                { name: say('topup_receive'), value: formatSoles(figures.principalCents) },
                { name: say('topup_due'), value: formatDate(offer.dueDate) },
                { name: say('offer_tcea'), value: <TopUpTcea offer={offer} say={say} /> },
                {
                  name: say('topup_loan_total'),
                  value: <LoanTotalAfter offer={offer} say={say} />,
                },
              ]}
            />
          </div>
        </section>
        <p className="mute">{say('offer_until', limaMoment(expiresAt))}</p>
        {isStale ? <p>{say('offer_stale')}</p> : <Signature {...props} store={store} topUp={topUp} />}
        <Decline {...props} />
      </div>
      <aside>
        <CostCard figures={figures} say={say} />
      </aside>
    </div>
  );
}

function Signature({ store, topUp, ...props }: Omit<OfferProps, 'isStale'>) {
  const { say } = props;
  const [hasChanged, setChanged] = useState(false);
  const form = useForm(() => createTopUpForm(store, () => setChanged(true)), props);
  useAgreed(form.store, topUp.offer.offerId);
  const { principalRequested, topUpTotal } = topUp.offer;
  const values = { amount: formatSoles(fromSoles(topUpTotal)), received: formatSoles(fromSoles(principalRequested)) };
  return (
    <Form
      form={form}
      say={say}
      submit={say('topup_sign', values)}
      failureText={({ status }: FormFailure) => (status === 410 ? say('topup_gone_text') : undefined)}
    >
      {hasChanged && <ChangedFigures text={say('figures_changed')} />}
      <CheckField {...form.check('acceptTerms')} label={say('topup_accept', values)} />
      <p className="small mute">{say('topup_sign_note')}</p>
    </Form>
  );
}

function Decline({ say }: Props) {
  const [declining] = useState(() => createDeclining(say('topup_declined')));
  const state = useStore(declining.$state);
  return (
    <div className="stack-s">
      <button
        type="button"
        className="btn quiet sm"
        aria-disabled={state === 'busy' || undefined}
        onClick={declining.decline}
      >
        {say(state === 'busy' ? 'form_busy' : 'topup_decline')}
      </button>
      <div role="alert" className="doubt">
        {state === 'failed' && (
          <Note look="bad">
            <p>{say('errors.form.failed')}</p>
          </Note>
        )}
      </div>
    </div>
  );
}

function Gone({ say }: Props) {
  return (
    <EmptyStateLink
      title={say('topup_gone')}
      text={say('topup_gone_text')}
      href={screenHref('profile')}
      label={say('outcome_my_loan')}
    />
  );
}
