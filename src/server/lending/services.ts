import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Gate } from '#server/kit/gate.ts';
import type { Log } from '#server/kit/log.ts';
import { createRateLimiter, type RateLimiter } from '#server/kit/rate-limit.ts';
import type { Vault } from '#server/kit/vault.ts';
import { type BusinessCalendar, createBusinessCalendar } from './business-calendar.ts';
import { BRAND_NAME, SANDBOX_BOOK } from './config.ts';
import { createParameterSource, type ParameterSource } from './parameter-source.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import { createSessionGate } from './session-gate.ts';
import { ANY_NETWORK, PRIVATE_NETWORKS, type StaffNetworks } from './staff-networks.ts';
import type { CodeChannel } from './store/person-tables.ts';
import type { LendingTables } from './store/tables.ts';

/** Longer than any of these answers takes to work out. */
const QUIET_ANSWER_MS = 300;

/** What a process brings with it. */
export interface ServiceOptions {
  /** Open and migrated: see `prepareLendingDatabase`. */
  readonly db: Database<LendingTables>;
  /** In the sandbox a `SandboxClock`, whose business date can be moved. */
  readonly clock: Clock | SandboxClock;
  readonly log: Log;
  /** Seals and opens personal data; its keys belong to the database (see `openVault`). */
  readonly vault: Vault;
  readonly config: {
    readonly production: boolean;
    readonly sandbox: boolean;
    readonly trustedProxies: number;
    readonly complaintsBook?: { readonly siteUrl: string };
    readonly brandName?: string;
    readonly staffNetworks?: StaffNetworks | undefined;
  };
  /** How long an answer takes at least that must not tell whether somebody is known; 300 ms unless told. */
  readonly quietAnswerMs?: number;
  /** How old the knowledge of the parameters' version may be, in milliseconds; a second unless told. */
  readonly parameterMaxAgeMs?: number;
}

/** What the routes, workflows and jobs of the lending role share, made once for a process. Each takes the part it needs. */
export interface Services {
  readonly db: Database<LendingTables>;
  readonly clock: Clock;
  /** Undefined outside the sandbox: there nobody moves the date. */
  readonly sandboxClock: SandboxClock | undefined;
  readonly log: Log;
  readonly vault: Vault;
  readonly calendar: BusinessCalendar;
  readonly parameters: ParameterSource;
  /** Counts what callers may do so often; shared, because a name tells the counts apart. */
  readonly limiter: RateLimiter;
  /** Lets clients through to protected endpoints. */
  readonly gate: Gate;
  readonly trustedProxies: number;
  readonly secureCookies: boolean;
  /** Where people reach us, without a slash at the end: links begin with it. */
  readonly siteUrl: string;
  /** As the lender calls itself in messages. */
  readonly brandName: string;
  /** How a code can be sent. */
  readonly codeChannels: readonly CodeChannel[];
  readonly quietAnswerMs: number;
  /** Who may redeem a login-as link. */
  readonly staffNetworks: StaffNetworks;
}

export function createServices(options: ServiceOptions): Services {
  const { db, clock, log, vault, config, parameterMaxAgeMs } = options;
  const { trustedProxies, sandbox, production } = config;
  return {
    db,
    clock,
    sandboxClock: sandbox && 'advance' in clock ? clock : undefined,
    log,
    vault,
    calendar: createBusinessCalendar(clock.now),
    parameters: createParameterSource({
      db: db.kysely,
      clock,
      carryCapForward: sandbox,
      ...(parameterMaxAgeMs !== undefined && { maxAgeMs: parameterMaxAgeMs }),
    }),
    limiter: createRateLimiter(clock.now),
    gate: createSessionGate({ db, clock, trustedProxies }),
    trustedProxies,
    secureCookies: production,
    brandName: config.brandName ?? BRAND_NAME,
    codeChannels: sandbox ? ['SMS', 'VOICE', 'WHATSAPP', 'EMAIL'] : ['SMS', 'EMAIL'],
    quietAnswerMs: options.quietAnswerMs ?? QUIET_ANSWER_MS,
    staffNetworks: config.staffNetworks ?? (production ? PRIVATE_NETWORKS : ANY_NETWORK),
    siteUrl: (config.complaintsBook ?? SANDBOX_BOOK).siteUrl,
  };
}
