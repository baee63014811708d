import type { Kysely } from 'kysely';
import type { Clock } from '#server/kit/clock.ts';
import { UnavailableError } from '#server/kit/errors.ts';
import type { Tables } from '#server/kit/tables.ts';
import { readParameters, readParameterVersion } from './parameter-store.ts';
import { assembleParameters, type ParametersInForce } from './parameters.ts';

/** The parameters in force on the current business date. */
export interface ParameterSource {
  /**
   * Reads the parameters in force.
   * @throws an `UnavailableError` when the database cannot be reached, a `ParameterError` when a stored value is
   * invalid
   */
  inForce(): Promise<ParametersInForce>;
}

export interface ParameterSourceOptions {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly carryCapForward: boolean;
  /** Time for which the version is cached. A change reaches every instance of the service within it. */
  readonly maxAgeMs?: number;
}

const MAX_AGE_MS = 1_000;

interface Refreshing {
  readonly businessDate: string;
  readonly parameters: Promise<ParametersInForce>;
}

/**
 * Loads the parameters once per business date and version and caches them. The version, one small row, is read at most
 * once per `maxAgeMs`, by one request for all that wait. Without a database nothing is offered: figures that may have
 * been withdrawn must not be shown.
 */
export function createParameterSource(options: ParameterSourceOptions): ParameterSource {
  const { db, clock, carryCapForward, maxAgeMs = MAX_AGE_MS } = options;
  let known: { readonly parameters: ParametersInForce; readonly checkedAt: number } | undefined;
  let refreshing: Refreshing | undefined;

  async function refresh(businessDate: string): Promise<ParametersInForce> {
    const checkedAt = performance.now();
    const unchanged =
      known?.parameters.businessDate === businessDate &&
      known.parameters.version === (await fromDatabase(readParameterVersion(db)));
    const parameters =
      unchanged && known
        ? known.parameters
        : assembleParameters(await fromDatabase(readParameters(db, businessDate)), businessDate, { carryCapForward });
    known = { parameters, checkedAt };
    return parameters;
  }

  function start(businessDate: string): Refreshing {
    const mine: Refreshing = {
      businessDate,
      parameters: refresh(businessDate).finally(() => {
        if (refreshing === mine) refreshing = undefined;
      }),
    };
    return mine;
  }

  return {
    async inForce() {
      const businessDate = clock.businessDate();
      if (known?.parameters.businessDate === businessDate && performance.now() - known.checkedAt < maxAgeMs) {
        return known.parameters;
      }
      // A refresh that began before midnight answers for the day before: the new day starts its own.
      if (refreshing?.businessDate !== businessDate) refreshing = start(businessDate);
      return refreshing.parameters;
    },
  };
}

async function fromDatabase<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (cause) {
    throw new UnavailableError('The database does not answer.', { cause });
  }
}
