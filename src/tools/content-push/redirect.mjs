/* Preloaded into the CLI during a rehearsal: redirects its requests from Storyblok to this machine. */
const rehearsal = process.env.REHEARSAL_URL;
const send = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input));
  if (!/(?:^|\.)storyblok(?:china)?\.(?:com|cn)$/.test(url.hostname)) return send(input, init);
  const there = `${rehearsal}${url.pathname}${url.search}`;
  return input instanceof Request ? send(new Request(there, input), init) : send(there, init);
};
