import type { ReactElement } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

/** A sentence; an element needs a key. */
type Point = string | ReactElement;

/** A list of facts with a tick each. */
export function Points({ items }: { readonly items: readonly Point[] }) {
  return (
    <ul className="points">
      {items.map((item) => (
        <li key={typeof item === 'string' ? item : item.key}>
          <Icon name="check" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
