import { useLayoutEffect, useRef, useState } from 'react';
import type {} from './early-form.ts';
import { FieldGroup, type FieldProps } from './field-frame.tsx';

interface Props extends FieldProps {
  /** `YYYY-MM-DD`; while incomplete, the parts so far: `1990-5-`. Empty without any. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly labels: { readonly day: string; readonly month: string; readonly year: string };
  /** Reads a whole date as it is written: `27/05/1990` → `1990-05-27`; anything else stays as typed. */
  readonly readDate: (typed: string) => string;
  /** A birthday, for autofill. */
  readonly isBirthday?: boolean;
}

interface Parts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

const BOXES = ['day', 'month', 'year'] as const;

/** A date as three inputs, easier than a calendar for distant years. Only the wrong part is marked. */
export function DateField({ value, onChange, labels, readDate, isBirthday = false, ...field }: Props) {
  const [parts, setParts] = useState(() => read(value));
  const change = (part: keyof Parts, text: string) => {
    // A date that is pasted whole fills all three boxes: cut to the first, it would be another date.
    const pasted = readDate(text);
    const next = /^\d{4}-\d\d-\d\d$/.test(pasted) ? read(pasted) : { ...parts, [part]: text.replace(/\D/g, '') };
    setParts(next);
    onChange(write(next));
  };
  const boxes = useRef<HTMLDivElement>(null);
  // What was typed before React is in the boxes alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useLayoutEffect(() => {
    const form = boxes.current?.closest('form');
    if (!form) return;
    const { elements } = globalThis.endEarly?.formOf(form) ?? form;
    const [day = '', month = '', year = ''] = BOXES.map(
      (part) => (elements.namedItem(`${field.name}-${part}`) as HTMLInputElement | null)?.value,
    );
    const typed = { day, month, year };
    if (write(typed) === write(parts)) return;
    setParts(typed);
    onChange(write(typed));
  }, []);
  const wrong = field.error ? wrongParts(parts) : [];
  return (
    <FieldGroup {...field}>
      <div className="dates" ref={boxes}>
        {BOXES.map((part, index) => (
          <div key={part}>
            <label htmlFor={boxId(field.id, part, index)}>{labels[part]}</label>
            <input
              className="in"
              id={boxId(field.id, part, index)}
              name={`${field.name}-${part}`}
              inputMode="numeric"
              autoComplete={isBirthday ? `bday-${part}` : 'off'}
              value={parts[part]}
              aria-invalid={wrong.includes(part) || undefined}
              onChange={(event) => change(part, event.target.value)}
            />
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}

/** The first input has the field's id, the target of an error's link. */
function boxId(id: string, part: keyof Parts, index: number): string {
  return index === 0 ? id : `${id}-${part}`;
}

function read(value: string): Parts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
}

/** `{27, 5, 1990}` → `1990-05-27`. Incomplete dates are not padded, so that they do not parse. */
function write({ day, month, year }: Parts): string {
  if (!day && !month && !year) return '';
  // A digit too many is not cut: `012` is not a day, whatever its value.
  const isComplete = day && month && year.length === 4 && day.length < 3 && month.length < 3;
  return isComplete ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`;
}

/** The parts that cannot be right; all of them when each could be. */
function wrongParts({ day, month, year }: Parts): readonly (keyof Parts)[] {
  const isOutside = (text: string, max: number) => text.length > 2 || Number(text) < 1 || Number(text) > max;
  const wrong: (keyof Parts)[] = [];
  if (isOutside(day, 31)) wrong.push('day');
  if (isOutside(month, 12)) wrong.push('month');
  if (year.length !== 4) wrong.push('year');
  return wrong.length > 0 ? wrong : ['day', 'month', 'year'];
}
