import { uiText } from "#web/text/ui.ts";
import { dismissToast, toast } from "./toast-store.ts";

/** Why code could not be loaded: the site is out of reach, something failed, or another build is out. */
type Trouble = "offline" | "failed" | "updated";

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

/** Loads a chunk, and the style sheets that earlier failures left out. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...failedStyles].map(reloadStyle));
  return load();
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
 * presses Retry. What is on the screen stays meanwhile. Without a message if `quiet`.
 */
export async function keepLoading<T>(load: () => Promise<T>, quiet = false): Promise<T> {
  const wait: Wait = { path: quiet ? "" : window.location.pathname, trouble: "failed", retry: () => {} };
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    try {
      const loaded = await loadChunk(load);
      waits.delete(wait);
      showWait();
      return loaded;
    } catch {
      wait.trouble = await findTrouble();
      waits.add(wait);
      showWait();
      await new Promise<void>((resolve) => {
        wait.retry = resolve;
        setTimeout(resolve, pause);
      });
    }
  }
}
