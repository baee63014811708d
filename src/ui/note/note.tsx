import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icons.ts';

type Look = 'ok' | 'warn' | 'bad' | 'plain';

interface Props {
  readonly look?: Look;
  /** A bold fact. */
  readonly title?: string | undefined;
  /** What to do. */
  readonly children?: ReactNode;
  /** Unless told, the one of the look. */
  readonly icon?: IconName;
}

const ICONS: Readonly<Record<Look, IconName>> = { ok: 'check', warn: 'clock', bad: 'alert', plain: 'info' };

/** A notice that stays: icon, a bold fact, what to do. */
export function Note({ look = 'plain', title, children, icon = ICONS[look] }: Props) {
  return (
    <div className={look === 'plain' ? 'note' : `note ${look}`}>
      <Icon name={icon} />
      {title && <p className="strong">{title}</p>}
      {children && <div className="stack-s">{children}</div>}
    </div>
  );
}
