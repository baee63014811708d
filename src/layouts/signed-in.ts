import { SCREENS, type ScreenName } from '#api/screens.ts';

/** Signs that the page was rendered for something else: a step that this tab has kept, an address with parameters. */
const ELSE = `Object.keys(sessionStorage).some(k=>k.startsWith('manay:step'))||/[?&#](by|p|token)=/.test(location)`;

/**
 * Builds the script of a client area page that runs before anything renders. `signed-in` shows the client's header and
 * not the visitors' (`client-area/session/follow-session.ts` updates it when a session begins or ends); with `not-theirs` the
 * page was rendered for somebody else, and its screen comes with React. Without a session nothing stays of what a client
 * has last seen (stores/seen.ts). Until React answers, the button that was
 * pressed last is remembered, and pressed when it does (`client-area/form/early-changes.ts`); one
 * that React has replaced meanwhile (`ui/field/early-form.ts`) is found again by its words. It is
 * pressed in a task of its own, because React must have shown what the form's store took from the page before. The
 * forms are remembered once the page is parsed: extensions change it after that, and React reads them then; not those of
 * a page for somebody else, which nobody has seen.
 */
export function signedInScript(screen: ScreenName): string {
  const others = SCREENS[screen].guards.length > 0 ? '!s' : 's';
  return `{let c=document.documentElement.classList,s=/\\bauth=/.test(document.cookie),b,f,hold=e=>{let pressed=e.target.closest('astro-island button');if(pressed){b=pressed;e.preventDefault();e.stopImmediatePropagation()}};try{s?c.add('signed-in'):localStorage.removeItem('manay:seen');(${others}||${ELSE})&&c.add('not-theirs')}catch{}addEventListener('click',hold,true);endEarly=()=>{endEarly=void 0;removeEventListener('click',hold,true);c.remove('not-theirs');b?.isConnected||(b=b&&[...document.querySelectorAll('astro-island button')].find(n=>n.textContent==b.textContent));b&&setTimeout(()=>b.click())};let keep=()=>{f=c.contains('not-theirs')?[]:[...document.forms]};document.readyState=='loading'?document.addEventListener('readystatechange',keep,{once:true}):keep();endEarly.formOf=x=>f?.[[...document.forms].indexOf(x)]||x}`;
}
