import { atom } from 'nanostores';
import { $profile } from './profile.ts';

/** Whether the client agrees to any advertising (product-spec §3), as the server said last, or undefined. */
export const $acceptMarketing = atom<boolean | undefined>();

$profile.subscribe((profile) => $acceptMarketing.set(profile?.acceptMarketing?.value));
