import type { ReactNode } from 'react';
import { Mark } from '../illustration/mark.tsx';

interface Props {
  /** One fact: "There are no documents yet". */
  readonly title: string;
  /** When it will fill, or what to do. */
  readonly children: ReactNode;
}

/** Nothing is there, and that is all right. */
export function EmptyState({ title, children }: Props) {
  return (
    <div className="card stack-s empty">
      <Mark />
      <h2 className="h3">{title}</h2>
      <div className="mute">{children}</div>
    </div>
  );
}
