import { isDisbursed } from '#loan/loan.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Gate } from '#server/kit/gate.ts';
import type { Log } from '#server/kit/log.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { readNextScreen } from './applications/read-profile-state.ts';
import { actToSign } from './arrangements/act-to-sign.ts';
import { notifyOfContactChange } from './clients/contact-change-notifications.ts';
import { BRAND_NAME, SANDBOX_BOOK } from './config.ts';
import { countPaidLoans, readLoansOf } from './loans/store/loan-store.ts';
import { createBusinessCalendar } from './parameters/business-calendar.ts';
import type { LendingContext } from './parameters/lending-context.ts';
import { createParameterSource } from './parameters/parameter-source.ts';
import type { SandboxClock } from './parameters/sandbox-clock.ts';
import { createSessionGate } from './people/session-gate.ts';
import type { DaySummary } from './portfolio/day-summary.ts';
import { isAnswerOwed } from './privacy/data-request-store.ts';
import type { ClosingContext } from './profile/close-account.ts';
import type { Role } from './staff/colleague.ts';
import { ANY_LOCALHOST, type PasskeyOrigins } from './staff/passkey-origins.ts';
import { ANY_NETWORK, PRIVATE_NETWORKS, type StaffNetworks } from './staff/staff-networks.ts';

/** Longer than any of these answers takes to compute. */
export const MIN_ANSWER_MS = 400;

/** The parts that a process passes in. */
export interface ServiceOptions {
  /** Open and migrated: see `prepareLendingDatabase`. */
  readonly db: Database<Tables>;
  /** In the sandbox a `SandboxClock`, whose business date can be moved. */
  readonly clock: Clock | SandboxClock;
  readonly log: Log;
  /** Encrypts and decrypts personal data; its keys belong to the database (see `openVault`). */
  readonly vault: Vault;
  readonly config: {
    readonly production: boolean;
    readonly sandbox: boolean;
    readonly trustedProxies: number;
    readonly complaintsBook?: { readonly siteUrl: string };
    readonly brandName?: string;
    /** Addresses that are written to about each day that has ended, and where they reach the desk. */
    readonly daySummary?: { readonly to: readonly string[]; readonly deskUrl: string } | undefined;
    readonly staffNetworks?: StaffNetworks | undefined;
    readonly passkeyOrigins?: PasskeyOrigins | undefined;
  };
  /** Minimum duration of answers that must not reveal whether a person is known; 400 ms by default. */
  readonly minAnswerMs?: number;
  /** Time for which the version of the parameters is cached, in milliseconds; one second by default. */
  readonly parameterMaxAgeMs?: number;
}

/** The services shared by the subjects and jobs of the lending role, created once per process. */
export interface Services extends LendingContext, ClosingContext {
  /** Undefined outside the sandbox, where the date cannot be moved. */
  readonly sandboxClock: SandboxClock | undefined;
  /** Authorises calls to protected endpoints. */
  readonly gate: Gate;
  readonly sandbox: boolean;
  /** Addresses of the desk where passkeys work. */
  readonly passkeyOrigins: PasskeyOrigins;
  /** Roles that must sign in with one. */
  readonly passkeyRoles: () => Promise<readonly Role[]>;
  /** Undefined: nobody is written to about the day. */
  readonly daySummary: DaySummary | undefined;
}

export function createServices(options: ServiceOptions): Services {
  const { db, clock, log, vault, config, parameterMaxAgeMs } = options;
  const { trustedProxies, sandbox, production } = config;
  const lending = {
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
  };
  return {
    ...lending,
    limiter: createRateLimiter(clock.now),
    gate: createSessionGate({ db, clock, trustedProxies }),
    trustedProxies,
    sandbox,
    daySummary: config.daySummary && { ...config.daySummary, vault },
    brandName: config.brandName ?? BRAND_NAME,
    codeChannels: sandbox ? ['SMS', 'VOICE', 'WHATSAPP', 'EMAIL'] : ['SMS', 'EMAIL'],
    standing: {
      paidLoanCount: (personId) => countPaidLoans(db.kysely, personId),
      hasBeenPaidOut: async (personId) =>
        (await readLoansOf(db.kysely, personId)).some(({ loan }) => isDisbursed(loan)),
      loanNumbers: async (personId) => (await readLoansOf(db.kysely, personId)).map(({ loan }) => loan.number),
      nextScreen: (personId) => readNextScreen({ db, clock }, personId),
    },
    actToSign: actToSign(lending),
    tellClientArea: notifyOfContactChange,
    isAnswerOwed,
    minAnswerMs: options.minAnswerMs ?? MIN_ANSWER_MS,
    staffNetworks: config.staffNetworks ?? (production ? PRIVATE_NETWORKS : ANY_NETWORK),
    passkeyOrigins: config.passkeyOrigins ?? ANY_LOCALHOST,
    passkeyRoles: async () => (await lending.parameters.inForce()).passkeyRoles(),
    siteUrl: (config.complaintsBook ?? SANDBOX_BOOK).siteUrl,
  };
}
