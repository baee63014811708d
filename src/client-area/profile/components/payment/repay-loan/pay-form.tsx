import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { MethodChoice, takesAmount } from '#client-area/loan-parts/method-choice.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { $hasNetwork, $isOnline } from '#stores/online.ts';
import { SubmitButton } from '#ui/button/submit-button.tsx';
import { Note } from '#ui/note/note.tsx';
import { AmountChoice } from './amount-choice.tsx';
import { type Choice, type ChoiceStore, type ChosenAmount, createChoice, payable } from './choice.store.ts';
import type { PayingStore } from './paying.store.ts';
import { PreviewCard } from './preview-card.tsx';
import type { Repayment } from './repay-loan.store.ts';
import type { RepayLoanTextKey } from './texts.ts';

interface Props extends ScreenProps<RepayLoanTextKey> {
  readonly repayment: Repayment;
  /** Outdated figures cannot be paid. */
  readonly isStale: boolean;
  readonly reload: () => void;
  readonly paying: PayingStore;
  /** The choice, kept for the form that replaces this one. */
  readonly chosen: RefObject<Choice | undefined>;
  /** Below the button. */
  readonly children?: ReactNode;
}

/** The choice, its allocation, and the pay button. */
export function PayForm(props: Props) {
  const { repayment, isStale, reload, query, say, paying, chosen: kept, children } = props;
  const [choice] = useState(() => createChoice(repayment, query, kept.current));
  const { isBusy, problem } = useStore(paying.$paying);
  const chosen = useStore(choice.$choice);
  const amount = useStore(choice.$amount);
  const hasNetwork = useStore($hasNetwork);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  usePreview(choice);
  useEffect(() => {
    kept.current = chosen;
  }, [kept, chosen]);
  useEffect(() => {
    // Browsers restore the page after Back from the card form in its state of starting a payment: reset it.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      paying.reset();
      reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [paying, reload]);

  const option = payable(repayment).find(({ code }) => code === chosen.purpose);
  const method = repayment.options.methods.find(({ code }) => code === chosen.method);
  const fits = method !== undefined && amount.kind === 'amount' && takesAmount(method, amount.amountCents);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isStale || !hasNetwork) return;
    setTried(true);
    const paymentRequest = choice.paymentRequest();
    if (!paymentRequest || !fits) return reveal(form.current, amount);
    paying.pay(paymentRequest);
  };

  return (
    <form ref={form} className="pay-form" noValidate aria-busy={isBusy} onSubmit={submit}>
      <div className="stack-l">
        <AmountChoice {...props} store={choice} isTried={isTried} />
        <MethodChoice
          methods={repayment.options.methods}
          amountCents={amount.kind === 'amount' ? amount.amountCents : undefined}
          last={repayment.lastMethod}
          value={chosen.method}
          onChange={(code) => choice.change({ method: code })}
          label={say('repay_how')}
          error={
            isTried && !fits && amount.kind === 'amount'
              ? say(chosen.method === '' ? 'repay_how_none' : 'repay_how_required')
              : undefined
          }
          errorWord={say('client_error')}
          say={say}
        />
      </div>
      <div className="pay-side">
        <PreviewCard {...props} store={choice} terms={termsOnWire(option?.terms ?? [])} />
        <div role="alert" className="doubt">
          {problem && (
            <Note look="bad">
              <p>{say(`repay_problem_${problem}`)}</p>
            </Note>
          )}
        </div>
        {isStale || !hasNetwork ? (
          <Note look="warn">
            <p>{say('repay_stale')}</p>
          </Note>
        ) : (
          // On a phone it stays at the foot of the screen, so that the price and the button are always in view.
          <div className="pay-bar">
            {chosen.method && <p className="xs mute">{say(`pay_method_${chosen.method}`)}</p>}
            <SubmitButton label={payLabel(amount, say)} busyLabel={say('form_busy')} isBusy={isBusy} />
          </div>
        )}
        {children}
      </div>
    </form>
  );
}

/** Previews the choice; as all data, what did not come is asked for when the network is back. */
function usePreview(choice: ChoiceStore): void {
  useEffect(() => {
    choice.preview();
    const stop = $isOnline.listen((isOnline) => {
      if (isOnline && choice.$preview.get().kind === 'failed') choice.preview();
    });
    return () => {
      stop();
      choice.stop();
    };
  }, [choice]);
}

function payLabel(amount: ChosenAmount, say: Props['say']): string {
  if (amount.kind === 'wrong') return say(amount.code === 'required' ? 'repay_pay_plain' : 'repay_correct');
  return say('repay_pay', { amount: formatSoles(amount.amountCents) });
}

/** Scrolls to what is missing and focuses it. */
function reveal(form: HTMLFormElement | null, amount: ChosenAmount): void {
  const wanted = amount.kind === 'wrong' ? '#amount' : '[name=method]:not([disabled])';
  const control = form?.querySelector<HTMLElement>(wanted);
  // What is in view stays where it is, because a second tap must not land on another control.
  control?.closest('.field, .choice')?.scrollIntoView({ block: 'nearest' });
  control?.focus({ preventScroll: true });
}
