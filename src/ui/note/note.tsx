import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icons.ts';

type Look = 'ok' | 'warn' | 'bad' | 'plain';

interface Props {
  readonly look?: Look;
  /** The fact, in bold. */
  readonly title?: string | undefined;
  /** The action. */
  readonly children?: ReactNode;
  /** By default the icon of the look. */
  readonly icon?: IconName;
  /** A sign in place of the icon, for one that is not among the icons. */
  readonly sign?: ReactNode;
}

const ICONS: Readonly<Record<Look, IconName>> = { ok: 'check', warn: 'clock', bad: 'alert', plain: 'info' };

/** A permanent notice: icon, a bold fact, the action. */
export function Note({ look = 'plain', title, children, icon = ICONS[look], sign }: Props) {
  return (
    <div className={look === 'plain' ? 'note' : `note ${look}`}>
      {sign ?? <Icon name={icon} />}
      {title && <p className="strong">{title}</p>}
      {children && <div className="stack-s">{children}</div>}
    </div>
  );
}
