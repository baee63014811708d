import { SCREENS, type ScreenName } from '#api/screens.ts';

/** What a page was not rendered for: a step that this tab has kept, an address that says more. */
const ELSE = `Object.keys(sessionStorage).some(k=>k.startsWith('manay:step'))||/[?&#](by|p|token)=/.test(location)`;

/**
 * The script of a page of the client area that runs before anything renders. `signed-in` shows the client's header and
 * not the visitors' (`client-area/follow-session.ts` updates it when a session begins or ends); with `not-theirs` what
 * is in the page is for others, and its screen comes with React. Until React answers, the button that was pressed
 * last is remembered, and pressed when it does (`client-area/form/early-changes.ts`).
 */
export function signedInScript(screen: ScreenName): string {
  const others = SCREENS[screen].guards.length > 0 ? '!s' : 's';
  return `{let c=document.documentElement.classList,s=/\\bauth=/.test(document.cookie),b,hold=e=>{let pressed=e.target.closest('astro-island button');if(pressed){b=pressed;e.preventDefault();e.stopImmediatePropagation()}};s&&c.add('signed-in');try{(${others}||${ELSE})&&c.add('not-theirs')}catch{}addEventListener('click',hold,true);endEarly=()=>{endEarly=void 0;removeEventListener('click',hold,true);c.remove('not-theirs');b?.click()}}`;
}
