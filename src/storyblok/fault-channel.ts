import { channel, subscribe } from 'node:diagnostics_channel';
import type { StoryFault } from './story-fault.ts';

/** Of the whole process: the pages of a build have a copy of this file of their own. */
const NAME = 'manay:story-fault';

/** Reports the mistake of a story that ends a build, so that nobody has to read it out of what the build prints. */
export function reportFault(fault: StoryFault): void {
  channel(NAME).publish(fault);
}

/** Calls for every mistake that this process reports. */
export function onFault(take: (fault: StoryFault) => void): void {
  subscribe(NAME, (fault) => take(fault as StoryFault));
}
