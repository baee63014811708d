import { useState } from 'react';
import type { PaymentBody } from '#api/payment.ts';
import type { Locale } from '#i18n/locale.ts';
import { RadioGroup } from '#ui/field/radio-group.tsx';
import type { ScreenProps } from '../screen.ts';
import { CodeCard } from './code-card.tsx';
import { solesText } from './money-text.ts';
import type { PaymentWatch } from './payment-watch.store.ts';
import { WaitingPayment } from './waiting-payment.tsx';
import type { CodeTextKey, WaitingTextKey } from './waiting-texts.ts';

interface Props extends Pick<ScreenProps<WaitingTextKey | CodeTextKey>, 'say'> {
  readonly payment: PaymentBody;
  readonly watch: PaymentWatch;
  readonly locale: Locale;
}

/** The places where the code can be paid. */
const PLACES = ['YAPE', 'PLIN', 'VIABCP', 'BCP_AGENTE'] as const;
type CodePlace = (typeof PLACES)[number];

/** A code that waits to be paid: one page for every place, titled with the chosen place. */
export function CodePayment({ payment, say, ...props }: Props) {
  const [place, setPlace] = useState<CodePlace | undefined>(PLACES.find((each) => each === payment.method));
  const [isCopied, setCopied] = useState(false);
  const choose = (chosen: CodePlace) => {
    setPlace(chosen);
    // An agent is told the code. If the browser refuses, it can be typed and copied by hand.
    if (chosen === 'BCP_AGENTE' || payment.action?.type !== 'CODE') return;
    navigator.clipboard?.writeText(payment.action.code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <WaitingPayment
      {...props}
      payment={payment}
      title={say(place ? `pay_code_title_${place}` : 'pay_code_title')}
      lead={say('code_pay_lead')}
      how={
        <section className="stack">
          <RadioGroup
            id="code-place"
            name="code-place"
            label={say('code_where')}
            errorWord={say('client_error')}
            value={place ?? ''}
            onChange={(chosen) => choose(chosen as CodePlace)}
            choices={PLACES.map((each) => ({ value: each, label: say(`code_place_${each}`) }))}
          />
          {place && (
            <ol className="numbered">
              <li>{say(`code_step_${place}`)}</li>
              <li>{say(place === 'BCP_AGENTE' ? 'code_step_say' : isCopied ? 'code_step_paste' : 'code_step_type')}</li>
              <li>{say('code_step_pay', { amount: solesText(payment.amount) })}</li>
            </ol>
          )}
        </section>
      }
      say={say}
    >
      {payment.action?.type === 'CODE' && <CodeCard {...payment.action} say={say} />}
    </WaitingPayment>
  );
}
