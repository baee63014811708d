/** A person's answer about advertising, as registration and the profile send it (domain 2.19). */
import * as z from 'zod/mini';
import { MARKETING_CHANNELS, type MarketingChannel } from './consent.ts';
import { means } from './means.ts';

/** The channels of the answer; a channel left out is a no. */
export const marketingChannels = z.strictObject({
  sms: means('By text message.', z.optional(z.boolean())),
  email: means('By e-mail.', z.optional(z.boolean())),
  call: means('By telephone.', z.optional(z.boolean())),
  whatsapp: means('By WhatsApp.', z.optional(z.boolean())),
});
export type ChosenChannels = z.output<typeof marketingChannels>;

interface MarketingAnswer {
  readonly acceptMarketing?: boolean | undefined;
  readonly channels?: ChosenChannels | undefined;
}

/** Checks that a yes names at least one channel, a no none. */
export function channelsFit<Body extends MarketingAnswer>() {
  return [
    z.refine<Body>(
      ({ acceptMarketing = false, channels }) =>
        channels === undefined || MARKETING_CHANNELS.some((channel) => channels[channel] === true) === acceptMarketing,
      { error: 'mismatch', path: ['channels'] },
    ),
  ] as const;
}

/** Gives the answer for each channel; without channels it is the same for all. */
export function answerByChannel({
  acceptMarketing = false,
  channels,
}: MarketingAnswer): Record<MarketingChannel, boolean> {
  const isChosen = (channel: MarketingChannel) => (channels ? channels[channel] === true : acceptMarketing);
  return Object.fromEntries(MARKETING_CHANNELS.map((channel) => [channel, isChosen(channel)])) as Record<
    MarketingChannel,
    boolean
  >;
}
