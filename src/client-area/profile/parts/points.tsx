import type { ReactElement } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

/** A sentence; with a key where it is more than words. */
type Point = string | ReactElement;

/** Facts one below the other, each with its sign. */
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
