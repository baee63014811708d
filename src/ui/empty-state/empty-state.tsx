import type { ReactNode } from 'react';
import { Mark } from '../illustration/mark.tsx';

interface Props {
  /** The fact: "There are no documents yet". */
  readonly title: string;
  /** When there will be something, or what to do. */
  readonly children: ReactNode;
}

/** A list or screen without content, which is no error. */
export function EmptyState({ title, children }: Props) {
  return (
    <div className="card stack-s empty grow">
      <Mark />
      <h2 className="h3">{title}</h2>
      <div className="mute">{children}</div>
    </div>
  );
}

interface LinkProps {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  /** What the link says. */
  readonly label: string;
}

/** An empty state with one link. */
export function EmptyStateLink({ title, text, href, label }: LinkProps) {
  return (
    <EmptyState title={title}>
      <p>{text}</p>
      <p>
        <a className="btn line" href={href}>
          {label}
        </a>
      </p>
    </EmptyState>
  );
}
