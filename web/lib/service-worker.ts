import type { LookToken } from "#domain/avatar/look-url.ts";
import { lookUrl } from "#domain/avatar/look-url.ts";
import { scriptUrl } from "./script-url.ts";

const SCRIPT = "/service-worker.js";

let registration: Promise<ServiceWorkerRegistration | null> | undefined;

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    await navigator.serviceWorker.register(scriptUrl(SCRIPT), { updateViaCache: "none" });
    // Without a registration (some browsers block it), `ready` would wait forever.
    const isRegistered = (await navigator.serviceWorker.getRegistration()) !== undefined;
    return isRegistered ? await navigator.serviceWorker.ready : null;
  } catch {
    return null;
  }
}

/**
 * Registers the service worker once per page. Resolves to null where it isn't available: then there are no offline page and
 * no push messages, and nothing else is missing.
 */
export function serviceWorkerReady(): Promise<ServiceWorkerRegistration | null> {
  registration ??= register();
  return registration;
}

/**
 * Registers the service worker and stores the member's bopi, asleep, for the offline page. For a visitor (null) it removes what a
 * member left on this device: the bopi and the push subscription.
 */
export async function startServiceWorker(look: LookToken | null): Promise<void> {
  const ready = await serviceWorkerReady();
  ready?.active?.postMessage({ type: "bopi", url: look && lookUrl(look, { pose: "sleep", size: 512 }) });
  if (look === null) await (await ready?.pushManager?.getSubscription())?.unsubscribe();
}
