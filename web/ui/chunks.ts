import { uiText } from "#web/text/ui.ts";
import { dismissToast, toast } from "./toast-store.ts";

/** Why code could not be loaded: the site is out of reach, something failed, or another build is out. */
type Trouble = "offline" | "failed" | "updated";

/** What is loaded: a whole page, a part of one, or something whose failure is not shown. */
type Kind = "page" | "part" | "quiet";

/** Code that a page waits for. */
interface Wait {
  path: string;
  trouble: Trouble;
  retry: (isAsked: true) => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const waits = new Set<Wait>();
let shown: { id: number; trouble: Trouble } | null = null;

/** Style sheets that failed to load. The bundler asks for each only once. */
const failedStyles = new Set<HTMLLinkElement>();

/**
 * Imports that failed before, with the result of importing the script from another URL. Chromium before 156 and Firefox remember
 * a failed URL until the document is unloaded, so importing it again fails without a request.
 */
const loadedAgain = new WeakMap<() => Promise<unknown>, Promise<unknown> | undefined>();
const AGAIN = "?try=";

const reload = { label: uiText.reload, onSelect: () => window.location.reload() };
const retryAll = () => {
  for (const { retry } of waits) retry(true);
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

/** URL of the script that failed to import, from the error messages of Chromium and Firefox. */
const scriptOf = (error: unknown): string | undefined => /http\S+?\.js/.exec(String(error))?.[0];

/** Loads a chunk, and style sheets that failed to load earlier. After a failed import it tries another URL. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...failedStyles].map(reloadStyle));
  try {
    return await load();
  } catch (error) {
    const script = scriptOf(error);
    if (script && loadedAgain.has(load)) return loadAgain(load, script) as Promise<T>;
    loadedAgain.set(load, undefined);
    throw error;
  }
}

function loadAgain(load: () => Promise<unknown>, script: string): Promise<unknown> {
  const loading = loadedAgain.get(load) ?? import(/* @vite-ignore */ script + AGAIN + Date.now());
  loadedAgain.set(load, loading);
  loading.catch(() => loadedAgain.set(load, undefined));
  return loading;
}

/** A new build no longer has the script that this page started with. */
async function findTrouble(): Promise<Trouble> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "/";
  try {
    const { status } = await fetch(entry, { method: "HEAD", cache: "no-store" });
    return status === 404 ? "updated" : "failed";
  } catch {
    return "offline";
  }
}

/** Says why something that lies over the page could not be loaded. */
export async function sayNotLoaded(): Promise<void> {
  const trouble = await findTrouble();
  toast(uiText.notLoaded[trouble], { tone: "bad", ...(trouble === "updated" && { action: reload }) });
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
  const action = trouble === "updated" ? reload : { label: uiText.retry, onSelect: retry };
  shown = { trouble, id: toast(uiText.notLoaded[trouble], { tone: "bad", action, stays: true }) };
}

/**
 * Loads a chunk and keeps trying until it is there: again and again, when the browser is back online, and when the user
 * presses Retry. What is on the screen stays meanwhile. A page that the browser cannot import any more is reloaded.
 */
export async function keepLoading<T>(load: () => Promise<T>, kind: Kind = "part"): Promise<T> {
  const path = kind === "quiet" ? "" : window.location.pathname;
  const wait: Wait = { path, trouble: "failed", retry: () => {} };
  let isAsked: true | undefined;
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    try {
      const loaded = await loadChunk(load);
      waits.delete(wait);
      showWait();
      return loaded;
    } catch (error) {
      wait.trouble = await findTrouble();
      // Another URL did not help either, so the browser remembers the failure of a script that this one imports.
      const isKept = String(error).includes(AGAIN) && wait.trouble === "failed";
      if (isAsked && isKept && kind === "page" && path === window.location.pathname) window.location.reload();
      waits.add(wait);
      showWait();
      isAsked = await new Promise<true | undefined>((resolve) => {
        wait.retry = resolve;
        setTimeout(resolve, pause);
      });
    }
  }
}
