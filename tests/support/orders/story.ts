import type { Payments } from '../payments/payments.ts';
import type { Borrower } from '../people/borrower.ts';

/** An act, and what its caller does who has had no answer: the same call with the same key. */
export interface Act {
  readonly act: () => Promise<unknown>;
  readonly again?: () => Promise<unknown>;
  /** A round of a job, which leaves to the next one what somebody else has in hand. */
  readonly isJob?: boolean;
}

/** A round of a job. What it counts is of no matter. */
export function job(round: () => Promise<unknown>): Act {
  return { act: async () => void (await round()), isJob: true };
}

/** Gets an act ready, before anything is led. `payments` is a process of its own. */
export type Prepare<Subject> = (payments: Payments, subject: Subject) => Promise<Act | (() => Promise<unknown>)>;

/** A story that has begun: the client is there, and acts can be got ready. */
export interface Begun {
  readonly client: Pick<Borrower, 'personId'>;
  prepare(act: string, payments: Payments): Promise<Act>;
  /** Reads what is outside of the database. */
  outside(): Promise<unknown>;
}

/** A situation of a client, and the acts that can meet in it. */
export interface Story {
  readonly acts: readonly string[];
  /** The acts in the order in which they are got ready: those that let time pass first, those of the next day last. */
  inOrder(acts: readonly string[]): readonly string[];
  begin(payments: Payments, acts: readonly string[]): Promise<Begun>;
}

interface StoryOptions<Subject> {
  /** Acts that let some time pass. */
  readonly first?: Readonly<Record<string, unknown>>;
  /** Acts of the next day. */
  readonly last?: Readonly<Record<string, unknown>>;
  /** Reads what banks and providers have heard, without what differs between two runs. */
  readonly outside?: (payments: Payments, subject: Subject) => unknown;
}

export function story<Subject extends Pick<Borrower, 'personId'>>(
  begin: (payments: Payments) => Promise<Subject>,
  acts: Readonly<Record<string, Prepare<Subject>>>,
  { first = {}, last = {}, outside = () => undefined }: StoryOptions<Subject> = {},
): Story {
  const rank = (name: string) => (name in first ? 0 : name in last ? 2 : 1);
  return {
    acts: Object.keys(acts),
    inOrder: (names) => [...names].sort((a, b) => rank(a) - rank(b)),
    async begin(payments, names) {
      const subject = await begin(payments);
      // What is begun on the evening ends after midnight: nothing has expired by then.
      const hours = names.some((name) => name in first) ? 10 : 11;
      if (names.some((name) => name in last)) payments.clock.pass({ hours, minutes: 50 });
      return {
        client: subject,
        async prepare(name, process) {
          const prepared = await (acts[name] as Prepare<Subject>)(process, subject);
          return typeof prepared === 'function' ? { act: prepared } : prepared;
        },
        outside: async () => outside(payments, subject),
      };
    },
  };
}

/** Gets something ready once in a story, whichever acts need it. */
export function once<Subject extends object, Made>(
  make: (payments: Payments, subject: Subject) => Promise<Made>,
): (payments: Payments, subject: Subject) => Promise<Made> {
  const made = new WeakMap<Subject, Promise<Made>>();
  return (payments, subject) => {
    const known = made.get(subject) ?? make(payments, subject);
    made.set(subject, known);
    return known;
  };
}
