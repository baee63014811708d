import { checkSentFile, type Fault, type RefusedDocument, type SentDocument } from './check-sent-file.ts';
import { type SandboxAnswer, writeSandboxCdr } from './sandbox-cdr.ts';

/** Outcomes that the sandbox's tax authority gives a sound document, chosen on its page. */
export const TAX_BEHAVIOURS = {
  accept: 'Accepted',
  observe: 'Accepted with an observation',
  refuse: 'Refused',
  'accept-silently': 'Accepted, but no answer comes: it has to be asked for',
  lose: 'Lost: no answer comes, and it never arrived',
  'answer-late': 'Answered an hour later',
  'know-already': 'Said to be known already',
} as const;
export type TaxBehaviour = keyof typeof TAX_BEHAVIOURS;

interface Received {
  readonly name: string;
  readonly digest: string;
  readonly cdrZip: () => Uint8Array;
  readonly said: string;
  /** Of a summary. */
  readonly ticket: string;
  /** From then on the answer can be had: milliseconds since 1970. */
  answeredAt: number;
}

/** The reply at once. */
export type SandboxReply =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'silence' }
  | { readonly kind: 'taken'; readonly received: Received };

const HOUR_MS = 3_600_000;
const REFUSAL: Fault = { code: '2017', words: 'El numero de documento de identidad del receptor debe ser correcto' };
const OBSERVATION: Fault = { code: '4093', words: 'El codigo de ubigeo del domicilio fiscal del emisor no es valido' };
const ALREADY: Fault = { code: '1033', words: 'El comprobante fue registrado previamente con otros datos' };
const REFUSED_BEFORE: Fault = {
  code: '1032',
  words: 'El comprobante ya esta informado y se encuentra con estado anulado o rechazado',
};
const SUMMARY_ALREADY: Fault = { code: '2223', words: 'El archivo ya fue presentado anteriormente' };

/** The records of the sandbox's tax authority, in memory only. */
export class SandboxSunatRecords {
  readonly #received = new Map<string, Received>();
  readonly #planned: TaxBehaviour[] = [];
  readonly #now: () => number;
  #downUntil = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  plan(behaviour: TaxBehaviour, times: number): void {
    for (let time = 0; time < times; time += 1) this.#planned.push(behaviour);
  }

  get planned(): readonly TaxBehaviour[] {
    return this.#planned;
  }

  goDown(forMs: number): void {
    this.#downUntil = this.#now() + forMs;
  }

  get isDown(): boolean {
    return this.#now() < this.#downUntil;
  }

  /** Lets every answer that was to come later come now. */
  answerNow(): void {
    for (const received of this.#received.values()) received.answeredAt = Math.min(received.answeredAt, this.#now());
  }

  receive(fileName: string, zip: Uint8Array): SandboxReply {
    const checked = checkSentFile(fileName, zip);
    if ('notTaken' in checked) return { kind: 'fault', fault: checked.notTaken };
    const name = fileName.replace(/\.zip$/, '');
    const known = this.#received.get(name);
    if (known) return { kind: 'fault', fault: alreadyOf(known) };
    const behaviour = 'refused' in checked ? 'accept' : (this.#planned.shift() ?? 'accept');
    if (behaviour === 'lose') return { kind: 'silence' };
    const received = this.#keep(name, checked, behaviour);
    if (behaviour === 'know-already') return { kind: 'fault', fault: alreadyOf(received) };
    const isSilent = behaviour === 'accept-silently' || (behaviour === 'answer-late' && !name.includes('-RC-'));
    return isSilent ? { kind: 'silence' } : { kind: 'taken', received };
  }

  #keep(name: string, checked: SentDocument | RefusedDocument, behaviour: TaxBehaviour): Received {
    const at = this.#now();
    const refusal = 'refused' in checked ? checked.refused : behaviour === 'refuse' ? REFUSAL : undefined;
    const digest = 'digest' in checked ? checked.digest : undefined;
    const own = 'digest' in checked ? checked.observations : [];
    const observations = behaviour === 'observe' ? [...own, OBSERVATION] : own;
    const answer = { at, refusal, observations };
    const received: Received = {
      name,
      digest: digest ?? '',
      cdrZip: () => writeSandboxCdr({ name, id: checked.id, digest, ...answer }),
      said: saidOf(answer),
      ticket: `${at}${this.#received.size + 1}`,
      answeredAt: behaviour === 'answer-late' ? at + HOUR_MS : at,
    };
    this.#received.set(name, received);
    // A document that a summary tells is known from then on, like one that came alone.
    for (const told of 'told' in checked && !refusal ? checked.told : []) {
      const id = told.split('-').slice(2).join('-');
      const cdrZip = () => writeSandboxCdr({ name: told, id, ...answer });
      this.#received.set(told, { ...received, name: told, digest: '', ticket: '', cdrZip });
    }
    return received;
  }

  /** The answer to what has this name or ticket; `later` while it is worked on. */
  answerTo(nameOrTicket: string): Uint8Array | 'later' | undefined {
    const received =
      this.#received.get(nameOrTicket) ??
      [...this.#received.values()].find(({ ticket }) => ticket !== '' && ticket === nameOrTicket);
    if (!received) return undefined;
    return received.answeredAt <= this.#now() ? received.cdrZip() : 'later';
  }

  list(): readonly Received[] {
    return [...this.#received.values()].reverse();
  }
}

function saidOf({
  refusal,
  observations,
}: Pick<SandboxAnswer, 'refusal'> & Pick<SentDocument, 'observations'>): string {
  if (refusal) return `refused: ${refusal.code}`;
  return observations.length > 0 ? 'accepted with an observation' : 'accepted';
}

function alreadyOf({ name, said }: Received): Fault {
  if (name.includes('-RC-')) return SUMMARY_ALREADY;
  return said.startsWith('refused') ? REFUSED_BEFORE : ALREADY;
}
