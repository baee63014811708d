import type { ComponentProps } from 'react';
import { TextField } from '#ui/field/text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'inputMode' | 'autoComplete' | 'prefix' | 'width'>;

/** The client's own mobile, a number of Peru. */
export function PhoneField(props: Props) {
  return <TextField {...props} inputMode="tel" autoComplete="tel-national" prefix="+51" width="m" />;
}
