import { onFault } from '#storyblok/fault-channel.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';

/** A message of a build to the process that started it. */
export interface BuildMessage {
  readonly storyFault: StoryFault;
}

/**
 * Preloaded into builds (`--import`): sends the mistakes of stories to the parent, which must provide an IPC channel
 * (`stdio: […, 'ipc']`).
 */
onFault((storyFault) => process.send?.({ storyFault } satisfies BuildMessage));
