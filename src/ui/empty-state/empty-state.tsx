import type { ReactNode } from 'react';

interface Props {
  /** The fact, in a sentence: "You have not uploaded documents yet". */
  readonly title: string;
  /** The time at which there will be something, or what to do. */
  readonly children: ReactNode;
  /** A drawing of the fact, never the mark of the site. */
  readonly drawing?: ReactNode;
}

/** A list or screen without content, which is not an error. */
export function EmptyState({ title, children, drawing }: Props) {
  return (
    <div className="card stack-s empty grow">
      {drawing}
      <h2 className="h3">{title}</h2>
      <div className="mute">{children}</div>
    </div>
  );
}

interface LinkProps {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  /** The link's words. */
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
