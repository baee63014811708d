import type { PaymentOptionsBody } from '#api/endpoints/payments/get-payment-options.ts';
import { type Cents, fromSoles } from '#loan/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#loan/payment-intent.ts';
import { type CardChoice, RadioCards } from '#ui/field/radio-cards.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { AnyIconName } from '#ui/icon/more-icons.ts';
import type { ScreenProps } from '../screen.ts';
import type { MethodTextKey } from './method-texts.ts';
import { solesText } from './money-text.ts';

type Method = PaymentOptionsBody['methods'][number];

interface Props extends Pick<ScreenProps<MethodTextKey>, 'say'> {
  readonly methods: readonly Method[];
  /** The amount to pay; undefined while it is unknown. */
  readonly amountCents: Cents | undefined;
  /** The method of the last payment: it comes first, alone. */
  readonly last?: PaymentMethod | undefined;
  readonly value: PaymentMethod | '';
  readonly onChange: (method: PaymentMethod) => void;
  readonly label: string;
  readonly error?: string | undefined;
  readonly errorWord: string;
}

const ICONS: Readonly<Record<PaymentMethod, AnyIconName>> = {
  NIUBIZ: 'card',
  YAPE: 'phone',
  PLIN: 'phone',
  VIABCP: 'wallet',
  BCP_AGENTE: 'cash',
  PAGOEFECTIVO: 'cash',
  MANUAL: 'bank',
};

/** Whether a method accepts an amount. */
export function takesAmount({ available, min, max }: Method, amountCents: Cents): boolean {
  return available && amountCents >= fromSoles(min) && (max === null || amountCents <= fromSoles(max));
}

/** The payment methods the lender offers. One that does not accept the amount is shown with the reason. */
export function MethodChoice({ methods, amountCents, last, value, onChange, say, ...field }: Props) {
  const offered = PAYMENT_METHODS.flatMap((code) => methods.find((method) => method.code === code) ?? []).filter(
    ({ why }) => why !== 'not_offered',
  );
  const first = offered.find(({ code }) => code === last);
  const sorted = first ? [first, ...offered.filter((method) => method !== first)] : offered;
  const choices = sorted.map((method): CardChoice => {
    const obstacle = obstacleOf(method, amountCents, say);
    return {
      value: method.code,
      label: say(`pay_method_${method.code}`),
      note:
        obstacle ?? `${method === first ? `${say('pay_method_last')} ` : ''}${say(`pay_method_note_${method.code}`)}`,
      aside: <AnyIcon name={ICONS[method.code]} />,
      disabled: obstacle !== undefined,
    };
  });
  return (
    <RadioCards
      id="method"
      name="method"
      value={value}
      onChange={(method) => onChange(method as PaymentMethod)}
      choices={choices}
      fold={foldOf(choices, first ? 1 : SHOWN, say)}
      {...field}
    />
  );
}

/** So many stand open for who has not paid before. */
const SHOWN = 3;

/** The methods behind a row that names them; none while nothing before it can be chosen. */
function foldOf(choices: readonly CardChoice[], after: number, say: Props['say']) {
  const folded = choices.slice(after);
  if (folded.length < 2 || choices.slice(0, after).every(({ disabled }) => disabled)) return undefined;
  const note = folded.map(({ label }) => label).join(', ');
  return { after, label: say('pay_method_others', { count: folded.length }), note };
}

function obstacleOf(method: Method, amountCents: Cents | undefined, say: Props['say']): string | undefined {
  if (method.why === 'contact_data_missing') return say('pay_method_contact');
  if (method.why === 'payment_in_progress') return say('pay_method_in_progress');
  if (amountCents === undefined || takesAmount(method, amountCents)) return undefined;
  if (method.max === null) return say('pay_method_min', { min: solesText(method.min) });
  return say('pay_method_range', { min: solesText(method.min), max: solesText(method.max) });
}
