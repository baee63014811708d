import { TextField, type TextFieldProps } from './text-field.tsx';

type Props = Omit<TextFieldProps, 'prefix' | 'type' | 'inputMode' | 'autoComplete' | 'multiline'>;

/** An amount in soles as a person types it: `1.500`, `1500,50`. Its reader decides what it means, on submit. */
export function MoneyField(props: Props) {
  return <TextField width="m" {...props} prefix="S/" inputMode="decimal" autoComplete="off" />;
}
