import type { HTMLInputAutoCompleteAttribute } from 'react';
import { described, FieldFrame, type FieldProps } from './field-frame.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** "Choose": the first, empty option. */
  readonly blank?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly disabled?: boolean;
}

/** A native select: phones show their own list. */
export function SelectField({ options, blank, ...props }: Props) {
  const { id, name, value, onChange, autoComplete, disabled } = props;
  return (
    <FieldFrame {...props}>
      <select
        className="in"
        {...{ id, name, value, autoComplete, disabled }}
        {...described(props)}
        onChange={(event) => onChange(event.target.value)}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
