import { IconPath } from '#ui/icon/icon.tsx';

/** Icons beside a word, on the 24 grid of look.md §6. */
export const ICONS = {
  less: 'M5 12h14',
  more: 'M12 5v14M5 12h14',
  info: 'M12 3l9 9-9 9-9-9zM12 11v5M12 8v.01',
  check: 'M4 12.5l5.5 5.5L20 6.5',
  warning: 'M12 3l9.5 17h-19zM12 10v5M12 17.5v.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
} as const;

export function Icon({ name }: { readonly name: keyof typeof ICONS }) {
  return <IconPath d={ICONS[name]} />;
}
