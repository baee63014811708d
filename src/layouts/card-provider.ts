/**
 * Where Niubiz's form comes from and what it talks to (its public integrations name these and no others). The first is
 * the host of `checkout.js`; the test environment has others, which `PUBLIC_CARD_ORIGINS` then names in the same order.
 */
const NIUBIZ_ORIGINS = ['https://static-content.vnforapps.com', 'https://apiprod.vnforapps.com'];

/**
 * The origins the card page may reach beside our own.
 * @param text `PUBLIC_CARD_ORIGINS`: not set is Niubiz, empty is the sandbox, whose form is ours
 * @throws when it has anything but https origins
 */
export function readCardOrigins(text: string | undefined): readonly string[] {
  if (text === undefined) return NIUBIZ_ORIGINS;
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  const bad = origins.find((origin) => !/^https:\/\/[a-z0-9.-]+(?::\d+)?$/.test(origin));
  if (bad === undefined) return origins;
  throw new Error(`PUBLIC_CARD_ORIGINS must be origins as https://static.example, but it has "${bad}".`);
}
