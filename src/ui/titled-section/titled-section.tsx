import type { ReactNode } from 'react';

interface Props {
  /** The id of the heading, which names the section. */
  readonly id: string;
  readonly title: ReactNode;
  /** Class names: `card flat stack`. */
  readonly look: string;
  /** With the woven pattern above the heading. */
  readonly isWoven?: boolean;
  readonly children: ReactNode;
}

/** A section under its heading: nearly every card of the client area. */
export function TitledSection({ id, title, look, isWoven = false, children }: Props) {
  return (
    <section className={look} aria-labelledby={id}>
      {isWoven && <div className="weave" aria-hidden="true" />}
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
