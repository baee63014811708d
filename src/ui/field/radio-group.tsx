import { FieldGroup, type FieldProps } from './field-frame.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface RadioProps<Of extends Choice> extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly Of[];
}

/** Radio buttons with short words, side by side. The first one has the group's id, the target of an error's link. */
export function RadioGroup({ choices, value, onChange, ...field }: RadioProps<Choice>) {
  return (
    <FieldGroup {...field}>
      <div className="duo">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, made by `radioInput`
          <label key={choice.value}>
            {radioInput(choice, { index, value, onChange, field })}
            {choice.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export function radioInput(
  choice: Choice,
  {
    index,
    value,
    onChange,
    field,
  }: Pick<RadioProps<Choice>, 'value' | 'onChange'> & { readonly index: number; readonly field: FieldProps },
) {
  return (
    <input
      type="radio"
      id={index === 0 ? field.id : `${field.id}-${choice.value}`}
      name={field.name}
      value={choice.value}
      checked={choice.value === value}
      disabled={choice.disabled}
      aria-invalid={field.error ? true : undefined}
      onChange={() => onChange(choice.value)}
    />
  );
}
