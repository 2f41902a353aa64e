import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { hubStub } from "#worker/live/stubs.ts";
import { testEnv } from "./browser.ts";
import { evict } from "./evict.ts";
import { until } from "./until.ts";

/** Milliseconds until a hub shows its user as offline; null if it isn't going to. */
export const offlineIn = (user: number): Promise<number | null> =>
  runInDurableObject(hubStub(testEnv, user), (_, { storage }) => {
    const [row] = storage.sql
      .exec<{ due: number }>("select due from alarms where name = 'pages closed'")
      .toArray();
    return row ? row.due - Date.now() : null;
  });

/** Waits until a hub has noticed that its user's last socket is gone. */
export const closeNoticed = (user: number): Promise<boolean> =>
  until(async () => (await offlineIn(user)) !== null);

/** Lets the time pass after which a hub shows a user without a page as offline. */
export async function passGrace(user: number): Promise<void> {
  await closeNoticed(user);
  await runInDurableObject(hubStub(testEnv, user), (_, { storage }) => {
    storage.sql.exec("update alarms set due = 1");
    if (storage.kv.get("cut") !== undefined) storage.kv.put("cut", 0);
  });
  await runDurableObjectAlarm(hubStub(testEnv, user));
}

/** Ends a hub and its sockets without notice, as when its process dies. */
export async function killHub(user: number): Promise<void> {
  await evict(hubStub(testEnv, user), { webSockets: "close" });
  await runInDurableObject(hubStub(testEnv, user), (_, { storage }) => {
    storage.sql.exec("delete from alarms");
  });
}
