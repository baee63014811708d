import type { ReactElement } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

/** A sentence; an element needs a key. */
type Point = string | ReactElement;

interface Props {
  readonly items: readonly Point[];
  /** The client has them already: each gets a tick. Without it they are facts, rules or ways that are still open. */
  readonly isEarned?: boolean;
}

/** A list of facts. */
export function Points({ items, isEarned = false }: Props) {
  return (
    <ul className="points">
      {items.map((item) => (
        <li key={typeof item === 'string' ? item : item.key}>
          <Icon name={isEarned ? 'check' : 'info'} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
