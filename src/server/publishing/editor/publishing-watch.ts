import type { PublishingState } from './publishing-page.ts';

/** What the publisher last did, and what is live. */
export interface PublisherView {
  readonly live: { readonly release: string; readonly contentVersion: number } | undefined;
  /** The last run that failed, unless one succeeded since. */
  readonly failure: { readonly step: string; readonly reason: string; readonly atMs: number } | undefined;
  /** Stories that did not go live with the others when the live release was made, and why. */
  readonly heldBack: readonly { readonly fullSlug: string; readonly sentences: readonly string[] }[];
}

/** One press of the button. */
export interface Sent {
  readonly uuid: string;
  readonly name: string;
  readonly fullSlug: string;
  readonly action: 'published' | 'unpublished';
  /** Undefined for a story that is no page. */
  readonly publicUrl: string | undefined;
  /** The space's version that has the change. */
  readonly version: number;
  readonly atMs: number;
  /** When it was first seen live. */
  liveMs?: number;
}

/** Beyond these the oldest are forgotten: nobody waits for them any more. */
const MOST_SENT = 200;

/** Remembers what editors sent off, so that each can be told when it is live. */
export class PublishingWatch {
  readonly #sent = new Map<string, Sent>();
  readonly #view: () => Promise<PublisherView>;
  readonly #nowMs: () => number;
  #count = 0;

  constructor(view: () => Promise<PublisherView>, nowMs: () => number = Date.now) {
    this.#view = view;
    this.#nowMs = nowMs;
  }

  /** Returns its number. @param atMs when the button was pressed */
  add(sent: Omit<Sent, 'liveMs'>): string {
    this.#count += 1;
    const id = String(this.#count);
    this.#sent.set(id, { ...sent });
    const oldest = this.#sent.size > MOST_SENT ? this.#sent.keys().next().value : undefined;
    if (oldest) this.#sent.delete(oldest);
    return id;
  }

  find(id: string): Sent | undefined {
    return this.#sent.get(id);
  }

  async state(sent: Sent): Promise<PublishingState> {
    const { live, failure, heldBack } = await this.#view();
    const now = this.#nowMs();
    if (live && live.contentVersion >= sent.version) {
      // The others' work is live, and this story is as it was.
      const held = sent.liveMs === undefined && heldBack.find(({ fullSlug }) => fullSlug === sent.fullSlug);
      if (held) return { state: 'failed', step: 'check', reason: held.sentences.join('\n') };
      sent.liveMs ??= now;
      return { state: 'live', seconds: (sent.liveMs - sent.atMs) / 1000, release: live.release };
    }
    // An older failure was somebody else's.
    if (failure && failure.atMs >= sent.atMs) return { state: 'failed', step: failure.step, reason: failure.reason };
    return { state: 'working', seconds: (now - sent.atMs) / 1000 };
  }
}
