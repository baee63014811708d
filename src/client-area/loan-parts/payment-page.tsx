import { type ReactNode, useEffect, useState } from 'react';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import type { PaymentBody } from '#api/payment.ts';
import type { ScreenName } from '#api/screens.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { createLoaded } from '../data/loaded.store.ts';
import { LoadedView, useLoaded } from '../data/loaded.tsx';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { useStepFocus } from '../steps/step-focus.ts';
import { useStore } from '../use-store.ts';
import type { PaymentPageTextKey } from './payment-page-texts.ts';
import { placeOf, replaceWithPayment } from './payment-place.ts';
import { createPaymentWatch, type PaymentWatch } from './payment-watch.store.ts';

interface Props extends Pick<ScreenProps<PaymentPageTextKey>, 'say' | 'query'> {
  /** This screen; undefined for a screen that shows payments in any state. */
  readonly here: ScreenName | undefined;
  /** The heading while the payment is loading or missing. */
  readonly title: string;
  /** The paragraph below it while the payment is loading. */
  readonly lead?: ReactNode;
  readonly children: (payment: PaymentBody, watch: PaymentWatch, isStale: boolean) => ReactNode;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * A screen about one payment, by its id in `?p=`. If the payment's state belongs to another screen, that one opens.
 * Without an id it is the client's newest payment.
 */
export function PaymentPage(props: Props) {
  const id = props.query['p'] ?? '';
  return ID.test(id) ? <One {...props} id={id} /> : <Newest {...props} />;
}

function One({ id, here, title, lead, children, say }: Props & { readonly id: string }) {
  const [watch] = useState(() => createPaymentWatch(id));
  useEffect(() => watch.watch(), [watch]);
  const state = useStore(watch.$state);
  const payment = state.kind === 'ready' ? state.value : undefined;
  const isElsewhere = here !== undefined && payment !== undefined && placeOf(payment) !== here;
  useEffect(() => {
    if (isElsewhere && payment) replaceWithPayment(payment);
  }, [isElsewhere, payment]);
  const isThere = payment !== undefined && !isElsewhere;
  // Each state has its own heading, which gets the focus when the state changes; a transfer that is looked for stays on
  // its screen, and the form that was sent is gone.
  const stage = payment?.status === 'IN_REVIEW' ? payment.status : payment && placeOf(payment);
  const place = useStepFocus(isThere && stage ? stage : 'coming');
  return (
    <div ref={place}>
      {isThere ? (
        <LoadedView store={watch} say={say}>
          {(value, isStale) => children(value, watch, isStale)}
        </LoadedView>
      ) : (
        <div className="stack-l">
          <h1>{title}</h1>
          {state.kind === 'loading' && lead}
          <LoadedView store={watch} say={say} refused={({ status }) => status === 404 && <None say={say} />}>
            {() => null}
          </LoadedView>
        </div>
      )}
    </div>
  );
}

function Newest({ title, lead, say }: Props) {
  const store = useLoaded(() => createLoaded(listPayments, { query: {} }));
  const state = useStore(store.$state);
  const newest = state.kind === 'ready' ? state.value.payments[0] : undefined;
  useEffect(() => {
    if (newest) replaceWithPayment(newest);
  }, [newest]);
  return (
    <div className="stack-l">
      <h1>{title}</h1>
      {state.kind === 'loading' && lead}
      <LoadedView store={store} say={say}>
        {({ payments }) => payments.length === 0 && <None say={say} />}
      </LoadedView>
    </div>
  );
}

function None({ say }: Pick<Props, 'say'>) {
  return (
    <EmptyStateLink
      title={say('pay_none')}
      text={say('pay_none_text')}
      href={screenHref('profile')}
      label={say('pay_my_loans')}
    />
  );
}
