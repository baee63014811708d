import { ICONS } from './icons.ts';

/** All icons, including those of screens after signing in only, which would be wasted bytes before. */
export const ALL_ICONS = {
  ...ICONS,
  'arrow-right': 'M4 12h15m-6-7 7 7-7 7',
  barcode: 'M4 5v14M8 5v14M11 5v9M14 5v14M17 5v9M20 5v14',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4c-9 1-16-6-15-15z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  document: 'M5 3h10l4 4v14H5zM14 3v5h5M8 13h8M8 17h8',
  mail: 'M3 5h18v14H3zM3 6l9 7 9-7',
  wallet: 'M3 6h16v14H3zM3 6l13-3v3M15 11h6v5h-6z',
  bank: 'M3 10l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 3v12m-6-6 6 6 6-6M4 20h16',
  card: 'M3 5h18v14H3zM3 10h18M7 15h4',
  cash: 'M3 7h18v10H3zM12 9l3 3-3 3-3-3z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 5v5h-5M4 19v-5h5M19 10a8 8 0 0 0-14-2M5 14a8 8 0 0 0 14 2',
  talk: 'M4 4h16v12H10l-6 5z',
  user: 'M8 4h8v7H8zM4 21v-5l4-2h8l4 2v5',
} as const;

export type AnyIconName = keyof typeof ALL_ICONS;
