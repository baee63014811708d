import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  /** The reason why the data is asked for, or its use. */
  readonly text?: string;
  readonly children: ReactNode;
}

/** A part of a form under its own heading. */
export function Section({ title, text, children }: Props) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="stack-s">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {text && <p className="mute">{text}</p>}
      </div>
      {children}
    </section>
  );
}
