import { IconPath } from './icon.tsx';
import { ALL_ICONS, type AnyIconName } from './more-icons.ts';

/** As `Icon`, of all there are: for screens of clients. */
export function AnyIcon({ name }: { readonly name: AnyIconName }) {
  return <IconPath d={ALL_ICONS[name]} />;
}
