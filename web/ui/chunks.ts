import { reportError } from "#web/lib/report-error.ts";
import { uiText } from "./text/ui.ts";
import { dismissToast, toast } from "./toast-store.ts";

/** Why code could not be loaded: no connection, no response, another failure, or a newer build has been deployed. */
type LoadProblem = "offline" | "unreachable" | "failed" | "updated";

/** Kinds of code: a page, a part of a page, or something whose failure isn't shown. */
type Kind = "page" | "part" | "quiet";

/** Code that a page is waiting for. */
interface PendingLoad {
  path: string;
  problem: LoadProblem;
  retry: (byUser: true) => void;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

const pendingLoads = new Set<PendingLoad>();
let shown: { id: number; problem: LoadProblem } | null = null;

/** Style sheets that failed to load. The bundler requests each only once. */
const failedStyles = new Set<HTMLLinkElement>();

/**
 * Imports that failed before, with the result of importing the script from another URL. Chromium before 156 and Firefox remember
 * a failed URL until the document is unloaded, so importing it again fails without a request.
 */
const loadedAgain = new WeakMap<() => Promise<unknown>, Promise<unknown> | undefined>();
const AGAIN = "?try=";

const reload = { label: uiText.reload, onSelect: () => window.location.reload() };
const retryAll = () => {
  for (const { retry } of pendingLoads) retry(true);
};

/** Listens for failed style sheets and restored connections. Call it once, before any chunk is loaded. */
export function watchChunkErrors(): void {
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

/** Chunks that this document has. */
const loadedChunks = new WeakSet<() => Promise<unknown>>();

/**
 * Loads a chunk, and style sheets that failed to load earlier. After a failed import it tries another URL. Without a
 * connection it imports nothing, because the scripts that the chunk imports have no other URL.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  if (navigator.onLine === false && !loadedChunks.has(load) && (await findProblem()) === "offline")
    throw new Error("There's no connection to load code.");
  await Promise.all([...failedStyles].map(reloadStyle));
  try {
    const loaded = await load();
    loadedChunks.add(load);
    return loaded;
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
async function findProblem(): Promise<LoadProblem> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "/";
  try {
    const { status } = await fetch(entry, { method: "HEAD", cache: "no-store" });
    return status === 404 ? "updated" : "failed";
  } catch {
    return navigator.onLine ? "unreachable" : "offline";
  }
}

/** Shows a toast with the reason why an overlay could not be loaded. */
export async function toastLoadError(): Promise<void> {
  const problem = await findProblem();
  // Unlike a page, an overlay doesn't open by itself later.
  toast(problem === "offline" ? uiText.overlayOffline : uiText.notLoaded[problem], {
    tone: "bad",
    // A failed import may fail until the page is loaded again.
    ...((problem === "updated" || problem === "failed") && { action: reload }),
  });
}

/** Shows a toast with Retry while the current page waits for code, and hides it when that is over or the user has navigated. */
export function updateLoadToast(): void {
  const pending = [...pendingLoads].find(({ path }) => path === window.location.pathname);
  if (pending?.problem === shown?.problem) return;
  if (shown) dismissToast(shown.id);
  shown = null;
  if (!pending) return;
  const { problem } = pending;
  const retry = () => {
    shown = null;
    retryAll();
  };
  const action = problem === "updated" ? reload : { label: uiText.retry, onSelect: retry };
  shown = { problem, id: toast(uiText.notLoaded[problem], { tone: "bad", action, sticky: true }) };
}

/**
 * Loads a chunk and retries until it succeeds: periodically, when the browser comes back online, and when the user presses
 * Retry. The screen stays as it is meanwhile. A page that the browser can't import anymore is reloaded.
 */
export async function loadWithRetries<T>(load: () => Promise<T>, kind: Kind = "part"): Promise<T> {
  const path = kind === "quiet" ? "" : window.location.pathname;
  const pending: PendingLoad = { path, problem: "failed", retry: () => {} };
  let byUser: true | undefined;
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(2 * delay, MAX_RETRY_MS)) {
    try {
      const loaded = await loadChunk(load);
      pendingLoads.delete(pending);
      updateLoadToast();
      return loaded;
    } catch (error) {
      pending.problem = await findProblem();
      if (!pendingLoads.has(pending)) reportError(error);
      // Another URL did not help either, so the browser remembers the failure of a script that this one imports.
      const isFailureCached = String(error).includes(AGAIN) && pending.problem === "failed";
      if (byUser && isFailureCached && kind === "page" && path === window.location.pathname)
        window.location.reload();
      pendingLoads.add(pending);
      updateLoadToast();
      byUser = await new Promise<true | undefined>((resolve) => {
        pending.retry = resolve;
        setTimeout(resolve, delay);
      });
    }
  }
}
