/**
 * Rates with 40 certain digits, in whole-number arithmetic only, to compare the engine's doubles with. They are written
 * from the formula of domain 3.1 and must use nothing of the engine.
 */

/** Fixed point with 60 decimals; the last ones absorb the rounding of the series. */
const ONE = 10n ** 60n;
const CERTAIN = 10n ** 20n;
const DAYS_PER_YEAR = 360n;

const logarithms = new Map<number, bigint>();

/** ln(1 + rate), the rate in thousandths of a percent: 110 % is 110 000. */
function lnGrowth(thousandthsOfPercent: number): bigint {
  const known = logarithms.get(thousandthsOfPercent);
  if (known !== undefined) return known;
  // The series of atanh wants an argument near 1: ln y = 16·ln(y^(1/16)).
  let root = ONE + (BigInt(thousandthsOfPercent) * ONE) / 100_000n;
  for (let i = 0; i < 4; i++) root = squareRoot(root * ONE);
  const z = ((root - ONE) * ONE) / (root + ONE);
  const square = (z * z) / ONE;
  let power = z;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = (power * square) / ONE;
  }
  logarithms.set(thousandthsOfPercent, 32n * sum);
  return 32n * sum;
}

/** Of a number a little above ONE², by Newton from above. */
function squareRoot(value: bigint): bigint {
  let guess = value / ONE + ONE;
  for (;;) {
    const next = (guess + value / guess) / 2n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** e^x for a positive x: halved ten times, summed, squared back. */
function exponential(x: bigint): bigint {
  const small = x / 1024n;
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term !== 0n; k++) {
    term = (term * small) / ONE / k;
    sum += term;
  }
  for (let i = 0; i < 10; i++) sum = (sum * sum) / ONE;
  return sum;
}

/** (1+TEA)^(days/360) in 10^−40, for a TEA in percent with two decimals. */
export function exactGrowth(teaPercent: number, days: number): bigint {
  return roundDivide(growth(Math.round(teaPercent * 1000), days), CERTAIN);
}

function growth(thousandthsOfPercent: number, days: number): bigint {
  return exponential((lnGrowth(thousandthsOfPercent) * BigInt(days)) / DAYS_PER_YEAR);
}

/** 1 in the unit of `exactGrowth`. */
export const EXACT_ONE = ONE / CERTAIN;

/** a / b, half up, for positive numbers. */
export function roundDivide(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

/** min(R(P·i(d)), ⌊P·i_cap(d)⌋) in céntimos (domain 3.1). */
export function exactInterest(principalCents: number, teaPercent: number, capPercent: number, days: number): number {
  const onTop = (percent: number): bigint => BigInt(principalCents) * (exactGrowth(percent, days) - EXACT_ONE);
  const interest = roundDivide(onTop(teaPercent), EXACT_ONE);
  const ceiling = onTop(capPercent) / EXACT_ONE;
  return Math.min(Number(interest), Number(ceiling));
}

/**
 * Calculates the present value of the payments at an annual rate, minus what was received, in 10^−40 céntimos. The rate
 * in percent may have three decimals, so that the two sides of a rounding can be tried.
 */
export function exactExcess(
  receivedCents: number,
  payments: readonly { readonly days: number; readonly amountCents: number }[],
  thousandthsOfPercent: number,
): bigint {
  let excess = -BigInt(receivedCents) * EXACT_ONE;
  for (const { days, amountCents } of payments) {
    excess += (BigInt(amountCents) * ONE * EXACT_ONE) / growth(thousandthsOfPercent, days);
  }
  return excess;
}
