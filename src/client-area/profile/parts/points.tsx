import type { ReactElement } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

/** A sentence; an element needs a key. */
type Point = string | ReactElement;

interface Props {
  readonly items: readonly Point[];
  /** A tick for a point that is true already, a cross for things that are not done; else a plain bullet. */
  readonly icon?: 'check' | 'close';
}

/** A list of facts. */
export function Points({ items, icon }: Props) {
  return (
    <ul className={icon ? 'points' : 'bullets stack-s'}>
      {items.map((item) => (
        <li key={typeof item === 'string' ? item : item.key} className={icon === 'close' ? 'no' : undefined}>
          {icon && <Icon name={icon} />}
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
