import { fetchFrom } from '#server/kit/outgoing.ts';
import { signWebhook } from '#server/publishing/publisher/webhook.ts';
import { SPACE, type StoryDocument } from './space.ts';

/** The address that publishing is reported to, as with Storyblok's webhooks (platform 1.8). */
export interface WebhookTarget {
  readonly url: string;
  /** Signs the raw body. */
  readonly secret: string;
}

export type StoryAction = 'published' | 'unpublished';

const TIMEOUT_MS = 5_000;

/**
 * Reports a published or unpublished story: topic, body and signature are as Storyblok sends them. As there, failures
 * are not retried, because the publisher's poll finds what was missed.
 */
export async function reportStory(
  { url, secret }: WebhookTarget,
  { id, name, full_slug }: Pick<StoryDocument, 'id' | 'name' | 'full_slug'>,
  action: StoryAction,
): Promise<void> {
  const text = `The user editor ${action} the Story ${name} (${full_slug})`;
  const body = JSON.stringify({ text, action, space_id: SPACE.id, story_id: id, full_slug });
  const headers = {
    'Content-Type': 'application/json',
    'x-storyblok-topic': `story.${action}`,
    'webhook-signature': signWebhook(body, secret),
  };
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
  await fetchFrom([url])(url, request).catch(() => undefined);
}
