interface Props {
  /** Formatted: `S/ 573,03`. */
  readonly amount: string;
  /** `xl` once per view. */
  readonly size?: 'xl' | 'l';
}

/** An amount: beside a large number the currency is smaller, céntimos are as large as soles. */
export function Money({ amount, size }: Props) {
  const space = amount.lastIndexOf('\u00a0');
  return (
    <span className={size ? `money ${size}` : 'money'}>
      <span className="cur">{amount.slice(0, space)}</span>
      {amount.slice(space)}
    </span>
  );
}
