import { fetchFrom } from '#server/kit/outgoing.ts';
import { signWebhook } from '#server/publishing/publisher/webhook.ts';
import { SPACE, type StoryDocument } from './space.ts';

/** Where publishing is reported, as with Storyblok's webhooks (platform 1.8). */
export interface WebhookTarget {
  readonly url: string;
  /** Signs the raw body. */
  readonly secret: string;
}

export type StoryAction = 'published' | 'unpublished';

const TIMEOUT_MS = 5_000;

/** Reports a published or unpublished story: topic, body and signature as Storyblok sends them. */
export function reportStory(
  target: WebhookTarget,
  { id, name, full_slug }: Pick<StoryDocument, 'id' | 'name' | 'full_slug'>,
  action: StoryAction,
): Promise<void> {
  const text = `The user editor ${action} the Story ${name} (${full_slug})`;
  return send(target, `story.${action}`, { text, action, space_id: SPACE.id, story_id: id, full_slug });
}

/** Reports changed entries of a datasource, likewise. @param slug of the datasource */
export function reportTexts(target: WebhookTarget, slug: string): Promise<void> {
  const action = 'entries_updated';
  const text = `The user editor updated the Datasource ${slug}`;
  return send(target, `datasource.${action}`, { text, action, space_id: SPACE.id, datasource_slug: slug });
}

/** As with Storyblok, failures are not retried: the publisher's poll finds what was missed. */
async function send({ url, secret }: WebhookTarget, topic: string, message: object): Promise<void> {
  const body = JSON.stringify(message);
  const signature = signWebhook(body, secret);
  const headers = { 'Content-Type': 'application/json', 'x-storyblok-topic': topic, 'webhook-signature': signature };
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
  await fetchFrom([url])(url, request).catch(() => undefined);
}
