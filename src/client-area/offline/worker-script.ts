import { translatedLocales } from '#i18n/locale.ts';
import { PAGES_CACHE, WORKS_OFFLINE } from './worker-settings.ts';

/** How long a page that is there already waits for the network. */
const PATIENCE_MS = 8000;

/** Addresses that a worker never touches: other roles, also where they answer on the site's own host. */
const NOT_OURS =
  '^/(?:api|hooks|desk|editor|content|sandbox|operator|preview|_preview|metrics|(?:health|live|ready)z)(?:/|$)';
/** Languages whose pages have an address of their own. */
const OTHERS = translatedLocales().join('|');
/** Their names change with their content, so a kept one is never out of date. */
const HASHED = '^/(?:_astro|fonts)/';
const FILES = `^/(?:images|(?:(?:${OTHERS})/)?client-area-texts)/`;

const ON = `addEventListener('install',()=>skipWaiting());
addEventListener('activate',e=>e.waitUntil(Promise.all([clients.claim(),registration.navigationPreload?.enable()])));
const kept=p=>caches.match(p,{cacheName:'${PAGES_CACHE}',ignoreVary:true}).catch(()=>{});
const page=async(e,path)=>{
const net=(async()=>await e.preloadResponse||fetch(e.request))();
const late=new Promise((_,no)=>setTimeout(no,${PATIENCE_MS}));
e.waitUntil(net.catch(()=>{}));
try{return await Promise.race([net,late])}catch{}
const own=await kept(path.replace(/\\/?$/,'/'));
if(own)return own;
try{return await net}catch(e){}
const [language]=RegExp('^/(?:${OTHERS})(?=/|$)').exec(path)||[''];
return await kept(language+'/offline/')||Response.error()};
addEventListener('fetch',e=>{
const r=e.request,u=new URL(r.url),p=u.pathname;
if(r.method!='GET'||u.origin!=location.origin||RegExp('${NOT_OURS}').test(p))return;
if(r.mode=='navigate')e.respondWith(page(e,p));
else if(RegExp('${HASHED}').test(p))e.respondWith(kept(r).then(own=>own||fetch(r)));
else if(RegExp('${FILES}').test(p))e.respondWith(fetch(r).catch(async()=>await kept(r)||Response.error()))})`;

const OFF = `addEventListener('install',()=>skipWaiting());
addEventListener('activate',e=>e.waitUntil(caches.delete('${PAGES_CACHE}').then(()=>registration.unregister())))`;

/**
 * Builds the service worker. It keeps nothing and knows no release: the network answers for every page as long as there
 * is one, and what a page has kept (`keep-pages.ts`) when there is none. It never answers a call of the API.
 */
export function workerScript(worksOffline = WORKS_OFFLINE): string {
  return worksOffline ? ON : OFF;
}
