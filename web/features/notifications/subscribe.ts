import { removePushRoute, subscribePushRoute } from "#domain/push/api.ts";
import { call } from "#web/lib/api.ts";
import { serviceWorkerReady } from "#web/lib/service-worker.ts";

/** Whether this browser can get push messages, and whether the user has decided. */
export type PushState = "unsupported" | "denied" | "off" | "on";

const toBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

/** Returns the state of this browser. */
export async function readPushState(): Promise<PushState> {
  if (!("PushManager" in window) || !("Notification" in window)) return "unsupported";
  const ready = await serviceWorkerReady();
  if (!ready) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await ready.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks the user for permission and subscribes this browser. Returns null if the user refuses. */
export async function subscribe(key: string) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const ready = await serviceWorkerReady();
  if (!ready) return null;
  const options = { userVisibleOnly: true, applicationServerKey: fromBase64Url(key) };
  const existing = await ready.pushManager.getSubscription();
  // A subscription for another key of this site is of no use.
  const isCurrent = toBase64Url(existing?.options.applicationServerKey ?? null) === key;
  if (existing && !isCurrent) await existing.unsubscribe();
  const subscription = existing && isCurrent ? existing : await ready.pushManager.subscribe(options);
  return call(subscribePushRoute, {
    input: {
      endpoint: subscription.endpoint,
      p256dh: toBase64Url(subscription.getKey("p256dh")),
      auth: toBase64Url(subscription.getKey("auth")),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
}

/** Ends a device's subscription; also in this browser, if it's the current one. */
export async function unsubscribe(id: number, isCurrent: boolean) {
  const settings = await call(removePushRoute, { params: { id } });
  if (isCurrent) await (await (await serviceWorkerReady())?.pushManager.getSubscription())?.unsubscribe();
  return settings;
}
