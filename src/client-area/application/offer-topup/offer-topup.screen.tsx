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
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { CheckField } from '#ui/field/check-field.tsx';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Note } from '#ui/note/note.tsx';
import { ReadPapers } from '../agreement/read-papers.tsx';
import { CostCard } from '../offer/cost-card.tsx';
import { type CostFigures, costTerms } from '../offer/figures.ts';
import { createDeclining, createTopUp, createTopUpForm, type TopUpToSign, topUpFigures } from './offer-topup.store.ts';
import type { OfferTopupTextKey } from './texts.ts';

type Props = ScreenProps<OfferTopupTextKey>;

/** A top-up: its whole cost and the loan's new total, before it is signed. */
export function Screen(props: Props) {
  const { say } = props;
  const store = useLoaded(createTopUp);
  return (
    <div className="wrap narrow page stack-l">
      <div className="stack-s">
        <h1>{say('topup_title')}</h1>
        <p className="lead">{say('topup_lead')}</p>
      </div>
      <LoadedView store={store} say={say}>
        {(shown, isStale) =>
          shown.topUp?.status === 'ORIGINATED' ? (
            <Offer {...props} {...shown} store={store} topUp={shown.topUp} isStale={isStale} />
          ) : (
            <Gone {...props} />
          )
        }
      </LoadedView>
    </div>
  );
}

interface OfferProps extends Props, TopUpToSign {
  readonly store: ReturnType<typeof createTopUp>;
  readonly topUp: TopUpBody;
  readonly isStale: boolean;
}

/** The cost, then the paper, and below it the signature, as at the agreement. */
function Offer({ store, topUp, documents, acceptance, isStale, ...props }: OfferProps) {
  const { say } = props;
  const figures = topUpFigures(topUp.offer);
  return (
    <>
      <CostCard figures={figures} say={say} />
      <section className="card edge stack" aria-label={say('agreement_signs')}>
        <div className="weave" aria-hidden="true" />
        <Figures {...props} offer={topUp.offer} figures={figures} />
        <p className="small mute">{say('offer_until', limaMoment(topUp.expiresAt))}</p>
        {/* First what is signed, then the box that says it was read. */}
        <ReadPapers documents={documents} say={say} />
        {isStale && <p>{say('offer_stale')}</p>}
        {!isStale && acceptance && <Signature {...props} store={store} topUp={topUp} acceptance={acceptance} />}
        {!isStale && !acceptance && <p>{say('offer_cap_changed')}</p>}
      </section>
      <Decline {...props} />
    </>
  );
}

function Figures({
  offer,
  figures,
  say,
}: Pick<Props, 'say'> & Pick<TopUpBody, 'offer'> & { readonly figures: CostFigures }) {
  const items = [
    { name: say('topup_receive'), value: formatSoles(figures.principalCents) },
    { name: say('topup_due'), value: formatDate(offer.dueDate) },
    { name: say('client_calc_additional_tcea'), value: <TopUpTcea offer={offer} say={say} /> },
    { name: say('topup_loan_total'), value: <LoanTotalAfter offer={offer} say={say} /> },
  ];
  return (
    <>
      <div>
        <p className="small mute">{say('topup_total')}</p>
        <p>
          <ExplainedSum terms={costTerms(figures, 'total')} totalCents={figures.totalCents} size="xl" say={say} />
        </p>
      </div>
      <KeyValues items={items} />
    </>
  );
}

function Signature({
  store,
  topUp,
  acceptance,
  ...props
}: Props & Pick<OfferProps, 'store' | 'topUp'> & { readonly acceptance: string }) {
  const { say } = props;
  const [hasChanged, setChanged] = useState(false);
  const form = useForm(() => createTopUpForm(store, () => setChanged(true)), props);
  useAgreed(form.store, topUp.offer.offerId);
  const amount = formatSoles(fromSoles(topUp.offer.topUpTotal));
  return (
    <Form
      form={form}
      say={say}
      submit={say('topup_sign', { amount })}
      failureText={({ status }: FormFailure) => (status === 410 ? say('topup_gone_text') : undefined)}
    >
      {hasChanged && <ChangedFigures text={say('figures_changed')} />}
      <CheckField {...form.check('acceptTerms')} label={acceptance} />
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
