/**
 * The origins of Niubiz's form, as used by its public integrations. The first is the host of `checkout.js`; the test
 * environment has others, which must be set in `PUBLIC_CARD_ORIGINS` in the same order.
 */
const NIUBIZ_ORIGINS = ['https://static-content.vnforapps.com', 'https://apiprod.vnforapps.com'];

/**
 * Reads the external origins of the card page.
 * @param text `PUBLIC_CARD_ORIGINS`: not set means Niubiz, empty means the sandbox, whose form is ours
 * @throws for anything but https origins
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
