import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface TipProps {
  /** Only one explanation of a group is open at a time. */
  readonly group: string;
  readonly children: ReactNode;
  readonly what: string;
  readonly text: ReactNode;
}

/** An explanation in a native disclosure: works by touch, keyboard and screen reader, also without script. */
export function Tip({ group, children, what, text }: TipProps) {
  return (
    <details className="tip" name={group}>
      <summary>
        {children}
        <span className="sr">{`: ${what}`}</span>
        <Icon name="help" />
      </summary>
      {text}
    </details>
  );
}
