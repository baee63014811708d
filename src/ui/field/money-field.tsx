import { TextField, type TextFieldProps } from './text-field.tsx';

type Props = Omit<TextFieldProps, 'prefix' | 'type' | 'inputMode' | 'autoComplete' | 'multiline'>;

/** An amount in soles as typed: `1.500`, `1500,50`. It is parsed on submission. */
export function MoneyField(props: Props) {
  return <TextField width="m" {...props} prefix="S/" inputMode="decimal" autoComplete="off" />;
}
