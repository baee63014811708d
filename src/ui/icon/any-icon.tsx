import { IconPath } from './icon.tsx';
import { ALL_ICONS, type AnyIconName } from './more-icons.ts';

/** An icon like `Icon`, out of all icons: for screens of clients. */
export function AnyIcon({ name }: { readonly name: AnyIconName }) {
  return <IconPath d={ALL_ICONS[name]} />;
}
