import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profile } from '#stores/profile.ts';
import { OfferView } from './offer-view.tsx';
import type { OfferScreenTextKey } from './texts.ts';

/** The offer of a client's first loan. */
export function Screen(props: ScreenProps<OfferScreenTextKey>) {
  const name = useStore($profile)?.firstName;
  const title = name ? props.say('offer_title', { name }) : props.say('offer_title_plain');
  return <OfferView {...props} title={title} />;
}
