import { expect, test } from "./test.ts";

test.use({ serviceWorkers: "allow" });

test.beforeEach(({ context, origin }) => context.grantPermissions(["notifications"], { origin }));

// Settings: tests/ui/notifications.test.ts.

test("A push message shows a notification that names the sender", async ({ page, context, complaints }) => {
  // The service worker fetches the page's icon. If the test ends first, the request isn't canceled, but fails.
  complaints.allow(/^net::ERR_FAILED GET .*\/favicon\.svg$/);
  await page.goto("/levels");
  const canNotify = await page.evaluate(() => Notification.permission === "granted");
  test.skip(!canNotify, "Chromium's headless shell shows no notifications.");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  // The first ones belong to earlier tests in the same context.
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error("There is no service worker.");
  const shown = await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: {
        getNotifications(): Promise<{ title: string; body: string; tag: string; data: unknown }[]>;
      };
    };
    const message = {
      title: "goldie",
      body: "sent you a message",
      url: "/chat",
      tag: "chat:2",
      icon: "/static/icon-192.png",
    };
    const waits: Promise<unknown>[] = [];
    const event = new Event("push") as Event & { data: unknown; waitUntil: (work: Promise<unknown>) => void };
    event.data = { json: () => message };
    event.waitUntil = (work) => waits.push(work);
    self.dispatchEvent(event);
    await Promise.all(waits);
    const [notification] = await scope.registration.getNotifications();
    return (
      notification && {
        title: notification.title,
        body: notification.body,
        tag: notification.tag,
        data: notification.data,
      }
    );
  });
  expect(shown).toEqual({
    title: "goldie",
    body: "sent you a message",
    tag: "chat:2",
    data: { url: "/chat" },
  });
});
