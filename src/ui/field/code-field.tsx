import { described, FieldFrame, type FieldProps } from './field-frame.tsx';

interface Props extends FieldProps {
  readonly value: string;
  /** Digits only, whatever was typed or pasted between them. */
  readonly onChange: (value: string) => void;
  /** How many digits the code has. */
  readonly length?: number;
}

/**
 * The code of an SMS: one box, so that it can be pasted and filled in by the phone itself (WCAG 3.3.8). Spaces and
 * hyphens of a message do no harm.
 */
export function CodeField({ value, onChange, length = 6, ...field }: Props) {
  return (
    <FieldFrame {...field}>
      <input
        className="in code-in"
        id={field.id}
        name={field.name}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        {...described(field)}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
      />
    </FieldFrame>
  );
}
