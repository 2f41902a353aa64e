/** The path to which browsers send errors and violations of the Content-Security-Policy. */
export const ERRORS_PATH = "/api/errors";

/** Sends up to five errors of a page. Part of the HTML, so it works even if scripts can't load. */
export const ERROR_SCRIPT = `{let n=5;const send=(message,error)=>{if(n-->0&&navigator.onLine)navigator.sendBeacon("${ERRORS_PATH}",JSON.stringify({message:message.slice(0,1e3),stack:String(error&&error.stack||"").slice(0,4e3),path:location.pathname.slice(0,200),version:document.querySelector("meta[name=version]").content}))};addEventListener("error",({target:t,error:e,message:m,filename:f})=>t.localName?send("load "+(t.src||t.href)):send(e?String(e):m,e||{stack:f}),!0);addEventListener("unhandledrejection",({reason:e})=>send(String(e),e))}`;

/** The script's hash for the Content-Security-Policy. A test compares both. */
export const ERROR_SCRIPT_HASH = "sha256-uqo9Sp9FZ428wDvrgrAAvEjB5no7Wt+S2tixeXL49As=";
