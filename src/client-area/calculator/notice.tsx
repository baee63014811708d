import type { ReactNode } from 'react';
import { useId } from 'react';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { AnyIconName } from '#ui/icon/more-icons.ts';

interface Props {
  /** The kind of message in a word or two, with its sign. */
  readonly tag: string;
  readonly icon: AnyIconName;
  readonly look?: 'soon' | 'bad' | 'plain' | 'ok';
  readonly title: string;
  readonly text: string;
  readonly facts?: readonly KeyValue[];
  /** A picture, or a second sentence. */
  readonly children?: ReactNode;
  /** One filled button at most, first. */
  readonly actions: ReactNode;
}

/** The card of a state without controls: its kind, its meaning, the figures, what to do. */
export function Notice({ tag, icon, look = 'plain', title, text, facts = [], children, actions }: Props) {
  const id = useId();
  return (
    <section className="card edge stack state" aria-labelledby={id}>
      <div className={look === 'bad' ? 'weave' : 'weave up'} aria-hidden="true" />
      <p>
        <span className={`tag ${look}`}>
          <AnyIcon name={icon} />
          {tag}
        </span>
      </p>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <p className="mute">{text}</p>
      {facts.length > 0 && <KeyValues items={facts} />}
      {children}
      <div className="row">{actions}</div>
    </section>
  );
}
