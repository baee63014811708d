import { useState } from 'react';
import { FieldGroup, type FieldProps } from '#ui/field/field-frame.tsx';

interface Props extends FieldProps {
  /** Months in all, as digits; empty when nothing was typed. */
  readonly value: string;
  readonly onChange: (months: string) => void;
  readonly labels: { readonly years: string; readonly months: string };
}

/** A duration in years and months: one of the two is enough. */
export function DurationField({ value, onChange, labels, ...field }: Props) {
  const [parts, setParts] = useState(() => read(value));
  const change = (next: typeof parts) => {
    setParts(next);
    const isEmpty = !next.years && !next.months;
    onChange(isEmpty ? '' : String(Number(next.years) * 12 + Number(next.months)));
  };
  return (
    <FieldGroup {...field}>
      <div className="dates">
        {(['years', 'months'] as const).map((part, index) => (
          <div key={part}>
            <label htmlFor={index === 0 ? field.id : `${field.id}-${part}`}>{labels[part]}</label>
            <input
              className="in"
              id={index === 0 ? field.id : `${field.id}-${part}`}
              name={`${field.name}-${part}`}
              inputMode="numeric"
              autoComplete="off"
              value={parts[part]}
              aria-invalid={field.error ? true : undefined}
              onChange={(event) => change({ ...parts, [part]: event.target.value.replace(/\D/g, '') })}
            />
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Reads a duration: 30 months are 2 years and 6 months; 5 months are only months. */
function read(value: string): { readonly years: string; readonly months: string } {
  if (value === '') return { years: '', months: '' };
  const [years, months] = [Math.floor(Number(value) / 12), Number(value) % 12];
  return { years: years > 0 ? String(years) : '', months: months > 0 || years === 0 ? String(months) : '' };
}
