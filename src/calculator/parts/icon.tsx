import { IconPath } from '#ui/icon/icon.tsx';

/** Icons beside a word, on the 24 grid of look.md §6. */
export const ICONS = {
  less: 'M5 12h14',
  more: 'M12 5v14M5 12h14',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.3 9.5a2.7 2.7 0 1 1 4 2.4c-.9.5-1.3 1-1.3 1.9M12 17v.01',
  warning: 'M12 3l9.5 17h-19zM12 10v5M12 17.5v.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
} as const;

export function Icon({ name }: { readonly name: keyof typeof ICONS }) {
  return <IconPath d={ICONS[name]} />;
}
