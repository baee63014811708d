import type { ReactNode } from 'react';
import { described, FieldError, type FieldProps } from './field-frame.tsx';

interface Props extends Omit<FieldProps, 'label' | 'help' | 'optional'> {
  /** A sentence, possibly with links. */
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its sentence. Never ticked by default. */
export function CheckField({ label, checked, onChange, ...field }: Props) {
  return (
    <div className="check-field">
      <FieldError {...field} />
      <div className="check">
        <input
          type="checkbox"
          id={field.id}
          name={field.name}
          checked={checked}
          {...described(field)}
          // A page that has moved under the pointer meanwhile: the second click of a double click agrees to nothing.
          onChange={({ target, nativeEvent }) => (nativeEvent as UIEvent).detail > 1 || onChange(target.checked)}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
    </div>
  );
}
