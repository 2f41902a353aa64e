import { expect, test } from "./test.ts";

test.use({ serviceWorkers: "allow" });

test.beforeEach(({ context, origin }) => context.grantPermissions(["notifications"], { origin }));

test("Push settings turn a device on, choose kinds and quiet hours, and remove the device", async ({
  page,
  signUp,
  origin,
}) => {
  await signUp();
  // Chromium for tests has no push service. The site's own part is real: consent, subscription, settings.
  await page.addInitScript(
    (endpoint) => {
      let current: object | null = null;
      const subscription = {
        endpoint,
        options: { applicationServerKey: null },
        getKey: (name: string) => new Uint8Array(name === "auth" ? 16 : 65).buffer,
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
      // The headless shell denies notifications even if they are granted.
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
      PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
      PushManager.prototype.subscribe = async () => {
        current = subscription;
        return current as PushSubscription;
      };
    },
    `https://fcm.googleapis.com/fcm/send/${new URL(origin).port}-${Date.now()}`,
  );
  await page.goto("/notifications?tab=settings");
  await page.getByRole("button", { name: "Turn on for this device" }).click();
  await expect(page.getByText("· This device")).toBeVisible();
  const messages = page.getByRole("switch", { name: "Messages" });
  // The form renders the change, which a busy page may do a moment later.
  await messages.click();
  await expect(messages).not.toBeChecked();
  await page.getByRole("switch", { name: /Quiet hours/ }).click();
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith("/api/push/settings") && (response.request().postData() ?? "").includes("1290"),
  );
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await saved;
  await page.reload();
  await expect(page.getByRole("switch", { name: "Messages" })).not.toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await page.getByRole("button", { name: /^Remove / }).click();
  await expect(page.getByText("· This device")).toBeHidden();
  await expect(page.getByRole("button", { name: "Turn on for this device" })).toBeVisible();
});

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
