import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profile } from '#stores/profile.ts';
import { OfferView } from '../offer/offer-view.tsx';
import type { OfferRepeatedTextKey } from './texts.ts';

/** The offer of a client who has paid a loan before. */
export function Screen(props: ScreenProps<OfferRepeatedTextKey>) {
  const { say } = props;
  const name = useStore($profile)?.firstName;
  const title = name ? say('offer_title_repeated', { name }) : say('offer_title_repeated_plain');
  return <OfferView {...props} title={title} />;
}
