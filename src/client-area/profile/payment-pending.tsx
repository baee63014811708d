import type { PaymentBody } from '#api/payment.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { placeOf } from '#client-area/loan-parts/payment-place.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Note } from '#ui/note/note.tsx';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly payment: PaymentBody;
}

/** Shown before the debt, because a client who does not see their payment might pay twice. */
export function PaymentPending({ payment, say }: Props) {
  const amount = solesText(payment.amount);
  const isReviewed = payment.status === 'IN_REVIEW';
  return (
    <Note look="warn" icon="clock" title={say(isReviewed ? 'profile_reviewing' : 'profile_confirming', { amount })}>
      <p>{say(isReviewed ? 'profile_reviewing_text' : 'profile_confirming_text')}</p>
      <See payment={payment} say={say} />
    </Note>
  );
}

/** Without a network: the way to a code or an account that can be paid elsewhere. */
export function PaymentWaiting({ payment, say }: Props) {
  return (
    <Note icon="clock" title={say('profile_waiting', { amount: solesText(payment.amount) })}>
      <See payment={payment} say={say} />
    </Note>
  );
}

function See({ payment, say }: Props) {
  return (
    <p>
      <a className="btn line sm" href={screenHref(placeOf(payment), { p: payment.id })}>
        {say('profile_paying_see')}
      </a>
    </p>
  );
}
