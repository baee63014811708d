import { fetchFrom } from '#server/kit/outgoing.ts';
import { signWebhook } from '#server/publishing/publisher/webhook.ts';
import type { StoryDocument } from './space.ts';

/** Where publishing is reported, as with Storyblok's webhooks (platform 1.8). */
export interface WebhookTarget {
  readonly url: string;
  /** Signs the raw body. */
  readonly secret: string;
}

export type StoryAction = 'published' | 'unpublished';

const TIMEOUT_MS = 5_000;

/**
 * Reports a published or unpublished story: topic, body and signature as Storyblok sends them. As there, failures are
 * not retried: the publisher's poll finds what was missed. Returns whether it was accepted.
 */
export async function sendWebhook(
  target: WebhookTarget,
  story: Pick<StoryDocument, 'id' | 'name' | 'full_slug'>,
  { action, spaceId }: { readonly action: StoryAction; readonly spaceId: number },
): Promise<boolean> {
  return send(target, `story.${action}`, {
    text: `The user editor ${action} the Story ${story.name} (${story.full_slug})`,
    action,
    space_id: spaceId,
    story_id: story.id,
    full_slug: story.full_slug,
  });
}

/** Reports changed entries of a datasource, likewise. @param datasource its slug */
export async function sendTextsWebhook(
  target: WebhookTarget,
  datasource: string,
  { spaceId }: { readonly spaceId: number },
): Promise<boolean> {
  return send(target, 'datasource.entries_updated', {
    text: `The user editor updated the Datasource ${datasource}`,
    action: 'entries_updated',
    space_id: spaceId,
    datasource_slug: datasource,
  });
}

async function send(
  target: WebhookTarget,
  topic: string,
  message: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const body = JSON.stringify(message);
  const headers = {
    'Content-Type': 'application/json',
    'x-storyblok-topic': topic,
    'webhook-signature': signWebhook(body, target.secret),
  };
  const request = fetchFrom([target.url])(target.url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return request.then(
    (response) => response.ok,
    () => false,
  );
}
