import type { PublishingState } from './publishing-page.ts';

/** The publisher's last result, and what is live. */
export interface PublisherView {
  readonly live: { readonly release: string; readonly contentVersion: number } | undefined;
  /** The last failed run, unless a later one succeeded. */
  readonly failure: { readonly step: string; readonly reason: string; readonly atMs: number } | undefined;
  /** Stories that were held back from the live release, and why. */
  readonly heldBack: readonly { readonly fullSlug: string; readonly sentences: readonly string[] }[];
}

/** One story that an editor published or unpublished. */
export interface Sent {
  readonly uuid: string;
  readonly name: string;
  readonly fullSlug: string;
  readonly action: 'published' | 'unpublished';
  /** Undefined for a story that is not a page. */
  readonly publicUrl: string | undefined;
  /** The space's version that contains the change. */
  readonly version: number;
  readonly atMs: number;
  /** When it was first seen live. */
  liveMs?: number;
}

/** The oldest entries beyond this are dropped. */
const MOST_SENT = 200;

/** Remembers what editors published, to tell them when it is live. */
export class PublishingWatch {
  readonly #sent = new Map<string, Sent>();
  readonly #view: () => Promise<PublisherView>;
  readonly #nowMs: () => number;
  #count = 0;

  constructor(view: () => Promise<PublisherView>, nowMs: () => number = Date.now) {
    this.#view = view;
    this.#nowMs = nowMs;
  }

  /** Returns the entry's id. @param atMs when the button was pressed */
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
      // The release is live without this story.
      const held = sent.liveMs === undefined && heldBack.find(({ fullSlug }) => fullSlug === sent.fullSlug);
      if (held) return { state: 'failed', step: 'check', reason: held.sentences.join('\n') };
      sent.liveMs ??= now;
      return { state: 'live', seconds: (sent.liveMs - sent.atMs) / 1000, release: live.release };
    }
    // An older failure belongs to an earlier publish.
    if (failure && failure.atMs >= sent.atMs) return { state: 'failed', step: failure.step, reason: failure.reason };
    return { state: 'working', seconds: (now - sent.atMs) / 1000 };
  }
}
