import { uiText } from "#web/text/ui.ts";
import { dismissToast, toast } from "./toast-store.ts";

/**
 * Why code could not be loaded: the site is out of reach, something failed, the browser keeps an earlier failure, or another
 * build is out.
 */
type Trouble = "offline" | "failed" | "stuck" | "updated";

/** A page replaces the one on the screen, a part belongs to it, and nobody misses what is quiet. */
type Kind = "page" | "part" | "quiet";

/** Code that a page waits for. */
interface Wait {
  path: string;
  trouble: Trouble;
  retry: () => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const waits = new Set<Wait>();
let shown: { id: number; trouble: Trouble } | null = null;

/** Style sheets that failed to load. The bundler asks for each only once. */
const failedStyles = new Set<HTMLLinkElement>();

/** What failed to load before. */
const failedLoads = new WeakSet<() => Promise<unknown>>();
/**
 * Scripts by their own address that were loaded under another. Chromium before 156 and Firefox keep the failure of an address
 * until the page is left, so that only another address helps.
 */
const loadedAgain = new Map<string, Promise<unknown>>();
let tries = 0;
const AGAIN = "?try=";

const reload = { label: uiText.reload, onSelect: () => window.location.reload() };
const retryAll = () => {
  for (const { retry } of waits) retry();
};

/** Learns of failed style sheets and of a connection that is back. Once, before anything is loaded. */
export function watchChunks(): void {
  window.addEventListener("online", retryAll);
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  };
  // Such errors do not bubble.
  window.addEventListener("error", onError, true);
}

const reloadStyle = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    failedStyles.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = resolve;
    again.onerror = reject;
    link.replaceWith(again);
  });

/** The address of the script that an import failed for, as Chromium and Firefox tell it. */
const scriptOf = (error: unknown): string | undefined =>
  /https?:\/\/\S+?\.js/.exec(error instanceof Error ? error.message : "")?.[0];

/** Loads a chunk, and the style sheets that earlier failures left out. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...failedStyles].map(reloadStyle));
  try {
    return await load();
  } catch (error) {
    const script = scriptOf(error);
    if (script && failedLoads.has(load)) return (await loadAgain(script)) as T;
    failedLoads.add(load);
    throw error;
  }
}

function loadAgain(script: string): Promise<unknown> {
  const loading = loadedAgain.get(script) ?? import(/* @vite-ignore */ `${script}${AGAIN}${++tries}`);
  loadedAgain.set(script, loading);
  loading.catch(() => loadedAgain.delete(script));
  return loading;
}

const statusOf = async (address: string): Promise<number> =>
  (await fetch(address, { method: "HEAD", cache: "no-store" })).status;

/** Whether a script that failed under a new address too is there: the browser keeps the failure of one that it imports. */
async function isStuck(error: unknown): Promise<boolean> {
  const script = scriptOf(error);
  if (!script || !(error as Error).message.includes(AGAIN)) return false;
  return statusOf(script).then(
    (status) => status === 200,
    () => false,
  );
}

/** Finds out why an import failed. A new build no longer has the script that this page started with. */
async function findTrouble(error: unknown): Promise<Trouble> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "/";
  try {
    if ((await statusOf(entry)) === 404) return "updated";
  } catch {
    return "offline";
  }
  return (await isStuck(error)) ? "stuck" : "failed";
}

const wantsReload = (trouble: Trouble) => trouble === "updated" || trouble === "stuck";

/** Says why something that lies over the page could not be loaded. */
export async function sayNotLoaded(error: unknown): Promise<void> {
  const trouble = await findTrouble(error);
  toast(uiText.notLoaded[trouble], { tone: "bad", ...(wantsReload(trouble) && { action: reload }) });
}

/** Shows what the current page waits for, with Retry; hides it when the wait is over or the user has gone elsewhere. */
export function showWait(): void {
  const wait = [...waits].find(({ path }) => path === window.location.pathname);
  if (wait?.trouble === shown?.trouble) return;
  if (shown) dismissToast(shown.id);
  shown = null;
  if (!wait) return;
  const { trouble } = wait;
  const retry = () => {
    shown = null;
    retryAll();
  };
  const action = wantsReload(trouble) ? reload : { label: uiText.retry, onSelect: retry };
  shown = { trouble, id: toast(uiText.notLoaded[trouble], { tone: "bad", action, stays: true }) };
}

/**
 * Loads a chunk and keeps trying until it is there: again and again, when the browser is back online, and when the user
 * presses Retry. What is on the screen stays meanwhile. A page that the browser itself keeps from loading is opened anew.
 */
export async function keepLoading<T>(load: () => Promise<T>, kind: Kind = "part"): Promise<T> {
  const path = kind === "quiet" ? "" : window.location.pathname;
  const wait: Wait = { path, trouble: "failed", retry: () => {} };
  let isAsked = false;
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    try {
      const loaded = await loadChunk(load);
      waits.delete(wait);
      showWait();
      return loaded;
    } catch (error) {
      wait.trouble = await findTrouble(error);
      if (wait.trouble === "stuck" && kind === "page" && isAsked && path === window.location.pathname)
        window.location.reload();
      waits.add(wait);
      showWait();
      isAsked = await new Promise<boolean>((resolve) => {
        wait.retry = () => resolve(true);
        setTimeout(() => resolve(false), pause);
      });
    }
  }
}
