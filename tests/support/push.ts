import { firstRow, testEnv } from "./browser.ts";

/** A message that a browser of the stand-in received and decrypted. */
export interface ReceivedPush {
  message: { title: string; body: string; url: string; tag: string; icon: string };
  ttl: string;
  urgency: string;
  topic: string;
}

const standIn = () => testEnv.PUSH_STAND_IN ?? "";

/** A new browser at the stand-in for a push service: the input of a subscription. */
export async function newPushInput() {
  const response = await fetch(`${standIn()}/stand-in/browsers`, { method: "POST" });
  const { endpoint, p256dh, auth } = (await response.json()) as Record<
    "endpoint" | "p256dh" | "auth",
    string
  >;
  return { endpoint, p256dh, auth, time_zone: "Europe/Berlin" };
}

const browserUrl = (endpoint: string) => `${standIn()}/stand-in/browsers/${endpoint.split("/").at(-1)}`;

/** The messages that a browser has received. */
export async function receivedPushes(endpoint: string): Promise<ReceivedPush[]> {
  return (await fetch(browserUrl(endpoint))).json();
}

/** Sets the status with which the push service responds for this browser; 201 delivers again. */
export async function setPushStatus(endpoint: string, status: number): Promise<void> {
  await fetch(browserUrl(endpoint), { method: "POST", body: String(status) });
}

/** Stores a subscription in the newest session of a user. Returns its id; 0 if they have no session. */
export async function addPushDevice(userId: number): Promise<number> {
  const { endpoint, p256dh, auth } = await newPushInput();
  const row = await firstRow<{ id: number }>`insert into push_subscriptions (user_id, session_id, endpoint,
    p256dh, auth, created_at)
      select user_id, id, ${endpoint}, ${p256dh}, ${auth}, 1 from sessions where user_id = ${userId} limit 1
        returning id`;
  return row?.id ?? 1;
}
