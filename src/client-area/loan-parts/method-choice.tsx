import type { PaymentOptionsBody } from '#api/endpoints/payments/get-payment-options.ts';
import { type Cents, fromSoles } from '#loan/money.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { type CardChoice, RadioCards } from '#ui/field/radio-cards.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { ScreenProps } from '../screen.ts';
import type { MethodTextKey } from './method-texts.ts';
import { solesText } from './money-text.ts';
import { CODE_METHODS } from './payment-place.ts';

type Method = PaymentOptionsBody['methods'][number];

interface Props extends Pick<ScreenProps<MethodTextKey>, 'say'> {
  readonly methods: readonly Method[];
  /** The amount to pay; undefined while it is unknown. */
  readonly amountCents: Cents | undefined;
  /** The method of the last payment: it comes first. */
  readonly last?: PaymentMethod | undefined;
  readonly value: PaymentMethod | '';
  readonly onChange: (method: PaymentMethod) => void;
  readonly label: string;
  readonly error?: string | undefined;
  readonly errorWord: string;
}

const ICONS = { NIUBIZ: 'card', code: 'barcode', MANUAL: 'bank' } as const;

/** Names a way to pay: whatever the place, a code is one way. */
export function wayOf(method: PaymentMethod) {
  const way = method === 'NIUBIZ' || method === 'MANUAL' ? method : 'code';
  return { way, icon: ICONS[way], name: `pay_method_${way}` } as const;
}

/** Tells whether a method accepts an amount. */
export function takesAmount({ available, min, max }: Method, amountCents: Cents): boolean {
  return available && amountCents >= fromSoles(min) && (max === null || amountCents <= fromSoles(max));
}

/** The ways to pay: a card, a code (the code's page asks for the place), a transfer. */
const WAYS: readonly (readonly PaymentMethod[])[] = [['NIUBIZ'], CODE_METHODS, ['MANUAL']];

/** The three ways to pay, the last one used first. One that does not accept the amount is shown with the reason. */
export function MethodChoice({ methods, amountCents, last, value, onChange, say, ...field }: Props) {
  const ways = WAYS.flatMap((codes) => {
    const offered = codes.flatMap((code) => methods.find((method) => method.code === code) ?? []);
    const able = offered.filter(({ available }) => available);
    // The chosen code is shown whatever place it is for, else nothing would look chosen.
    const known = [value, last].flatMap((wanted) => able.find(({ code }) => code === wanted) ?? []);
    const method = known[0] ?? able[0] ?? offered[0];
    const isLast = codes.some((code) => code === last);
    return method && method.why !== 'not_offered' ? [{ method, isLast }] : [];
  }).sort((one, other) => Number(other.isLast) - Number(one.isLast));
  const choices = ways.map(({ method, isLast }): CardChoice => {
    const { code } = method;
    const { way, icon, name } = wayOf(code);
    const obstacle = obstacleOf(method, amountCents, say);
    return {
      value: code,
      label: say(name),
      note: obstacle ?? `${isLast ? `${say('pay_method_last')} ` : ''}${say(`pay_method_note_${way}`)}`,
      aside: <AnyIcon name={icon} />,
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
      {...field}
    />
  );
}

function obstacleOf(method: Method, amountCents: Cents | undefined, say: Props['say']): string | undefined {
  if (method.why === 'contact_data_missing') return say('pay_method_contact');
  if (method.why === 'payment_in_progress') return say('pay_method_in_progress');
  if (amountCents === undefined || takesAmount(method, amountCents)) return undefined;
  if (method.max === null) return say('pay_method_min', { min: solesText(method.min) });
  return say('pay_method_range', { min: solesText(method.min), max: solesText(method.max) });
}
