import type { ReactNode } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

interface Props {
  /** The outcome in a word. */
  readonly tag: string;
  readonly title: string;
  /** The paragraph below. */
  readonly children: ReactNode;
}

/** The head of a screen about an outcome. */
export function OutcomeHead({ tag, title, children }: Props) {
  return (
    <div className="stack-s">
      <p>
        <span className="tag ok">
          <Icon name="check" />
          {tag}
        </span>
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
