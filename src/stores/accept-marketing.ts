import { atom } from 'nanostores';
import { $profile } from './profile.ts';

/**
 * The client's agreement to advertising by any channel (product-spec §3). A copy of what the server said last, because
 * the server holds the decision itself; undefined until it has said it.
 */
export const $acceptMarketing = atom<boolean | undefined>();

$profile.subscribe((profile) => $acceptMarketing.set(profile?.acceptMarketing?.value));
