import type { ReactNode } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

/** The link back, above the heading of a screen. */
export function BackLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="back tapl small" href={href}>
      <Icon name="arrow-left" />
      {children}
    </a>
  );
}
