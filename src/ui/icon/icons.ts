/**
 * Icons on a 24 grid, one stroked path each, in `currentColor`, always beside a word. The information sign is a
 * diamond, after the lozenge of the mark. These are the ones that signing in needs too; `more-icons.ts` has the others.
 */
export const ICONS = {
  'arrow-left': 'M20 12H5m6-7-7 7 7 7',
  alert: 'M12 3l10 18H2zM12 10v5M12 18v.01',
  check: 'M4 12.5l5.5 5.5L20 6.5',
  clock: 'M12 3l9 9-9 9-9-9zM12 8v4l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2 12l5-5h10l5 5-5 5H7zM12 10l2 2-2 2-2-2z',
  'eye-off': 'M2 12l5-5h10l5 5-5 5H7zM4 20L20 4',
  info: 'M12 3l9 9-9 9-9-9zM12 11v5M12 8v.01',
  lock: 'M5 11h14v10H5zM8 11V7l4-4 4 4v4',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM8 12l3 3 5-6',
  wifi: 'M3 9l9-5 9 5M7 14l5-3 5 3M12 19v.01M3 3l18 18',
} as const;

export type IconName = keyof typeof ICONS;
