import type { ReactNode } from 'react';

export interface KeyValue {
  readonly name: string;
  readonly value: ReactNode;
}

interface Props {
  readonly items: readonly KeyValue[];
  /** `lines`: one below the other, with hairlines. `side`: a few short ones, two by two on a phone. */
  readonly look?: 'lines' | 'side';
}

/** Facts with their names. */
export function KeyValues({ items, look = 'lines' }: Props) {
  return (
    <dl className={look === 'lines' ? 'kv' : 'facts pairs'}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
