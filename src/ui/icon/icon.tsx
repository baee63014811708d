import { ICONS, type IconName } from './icons.ts';

/** An icon; always beside a word, or inside a control with an accessible name. */
export function Icon({ name }: { readonly name: IconName }) {
  return <IconPath d={ICONS[name]} />;
}

export function IconPath({ d }: { readonly d: string }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
