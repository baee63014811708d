import { useStore } from '@nanostores/react';
import type { FieldProps } from '#ui/field/field-frame.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { placesWithin } from './places.store.ts';

interface Props extends Omit<FieldProps, 'label' | 'help' | 'optional'> {
  /** INEI code as far as it is chosen: `''`, `15`, `1501`, `150105`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly texts: Readonly<Record<'department' | 'province' | 'district' | 'choose' | 'failed' | 'retry', string>>;
}

const LEVELS = ['department', 'province', 'district'] as const;

/** Department, province, district: each list is short, and only the next one is loaded. */
export function PlaceField({ value, ...props }: Props) {
  const open = Math.min(value.length / 2, LEVELS.length - 1);
  return LEVELS.map((level, index) => (
    <Level
      key={level + value.slice(0, index * 2)}
      {...props}
      // An error's link leads to the first list without a choice.
      id={index === open ? props.id : `${props.id}-${level}`}
      name={index === LEVELS.length - 1 ? props.name : `${props.name}-${level}`}
      error={index === open ? props.error : undefined}
      level={level}
      within={value.slice(0, index * 2)}
      value={value.length >= index * 2 + 2 ? value.slice(0, index * 2 + 2) : ''}
      isReady={value.length >= index * 2}
    />
  ));
}

interface LevelProps extends Props {
  readonly level: (typeof LEVELS)[number];
  readonly within: string;
  /** Whether the parent place is chosen. */
  readonly isReady: boolean;
}

function Level({ level, within, isReady, texts, onChange, ...field }: LevelProps) {
  const label = texts[level];
  const clear = (code: string) => onChange(code || within);
  if (!isReady) return <SelectField {...field} label={label} options={[]} blank="" onChange={clear} disabled />;
  return <Places {...field} label={label} within={within} texts={texts} onChange={clear} />;
}

function Places({ within, texts, ...field }: Omit<LevelProps, 'level' | 'isReady'> & { readonly label: string }) {
  const store = placesWithin(within);
  const state = useStore(store.$state);
  const places = state.kind === 'ready' ? state.value : [];
  const hasFailed = state.kind === 'offline' || state.kind === 'refused';
  return (
    <div className="stack-s">
      <SelectField
        {...field}
        options={places.map(({ code, name }) => ({ value: code, label: name }))}
        blank={texts.choose}
        disabled={state.kind !== 'ready'}
      />
      {hasFailed && (
        <p className="small" role="alert">
          {texts.failed}{' '}
          <button type="button" className="btn quiet sm" onClick={() => store.load()}>
            {texts.retry}
          </button>
        </p>
      )}
    </div>
  );
}
