import type { ReactNode } from 'react';

export interface KeyValue {
  readonly name: string;
  readonly value: ReactNode;
}

interface Props {
  readonly items: readonly KeyValue[];
  /** `lines`: one below the other, with hairlines. `side`: a few short ones side by side. */
  readonly look?: 'lines' | 'side';
}

/** Facts with their names. */
export function KeyValues({ items, look = 'lines' }: Props) {
  return (
    <dl className={look === 'lines' ? 'kv' : 'facts'}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
