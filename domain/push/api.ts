import * as z from "zod/mini";
import { flag, text } from "../api/fields.ts";
import { messageResponse } from "../api/response.ts";
import { route } from "../api/route.ts";
import { isTimeZone, MINUTES_PER_DAY, PUSH_LIMITS } from "./rules.ts";

const kinds = z.object({ chat: z.boolean(), buddy_request: z.boolean(), sale: z.boolean() });

const pushSettings = z.object({
  kinds,
  /** Minutes of the day in the time zone; null if there are no quiet hours. */
  quiet: z.nullable(z.object({ from: z.int(), until: z.int(), time_zone: z.string() })),
  devices: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      current: z.boolean(),
      created_at: z.string(),
    }),
  ),
});
export type PushSettings = z.infer<typeof pushSettings>;

export const pushRoute = route("GET", "/api/push", {
  summary: "Your push settings, your devices, and the key that browsers subscribe with.",
  access: "member",
  fresh: true,
  output: z.extend(pushSettings, { key: z.string() }),
});

const base64Url = (name: string, bytes: number) =>
  z
    .string({ error: `${name} is required.` })
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), `${name} is invalid.`));

const timeZone = z
  .string({ error: "Time zone is required." })
  .check(z.refine(isTimeZone, { error: "Time zone is unknown." }));

export const subscribePushRoute = route("POST", "/api/push/subscribe", {
  summary: "Sends this browser notifications while none of your pages is open.",
  access: "member",
  input: z.object({
    endpoint: text("Endpoint", { max: PUSH_LIMITS.endpointLength }).check(
      z.refine((endpoint) => /^https?:\/\//.test(endpoint) && URL.canParse(endpoint), {
        error: "Endpoint must be a URL.",
      }),
    ),
    p256dh: base64Url("Key", 65),
    auth: base64Url("Secret", 16),
    time_zone: timeZone,
  }),
  output: z.extend(messageResponse, pushSettings.shape),
});

export const removePushRoute = route("POST", "/api/push/{id}/delete", {
  summary: "Stops sending a device notifications.",
  access: "member",
  output: z.extend(messageResponse, pushSettings.shape),
});

const minute = (name: string) =>
  z
    .int({ error: `${name} must be a whole number.` })
    .check(z.gte(0, `${name} is invalid.`), z.lt(MINUTES_PER_DAY, `${name} is invalid.`));

export const updatePushRoute = route("POST", "/api/push/settings", {
  summary: "Chooses what is pushed, and quiet hours. Omitted settings keep their values.",
  access: "member",
  input: z.object({
    chat: z.optional(flag("Messages")),
    buddy_request: z.optional(flag("Buddy requests")),
    sale: z.optional(flag("Sales")),
    quiet: z.optional(
      z.nullable(z.object({ from: minute("Start"), until: minute("End"), time_zone: timeZone })),
    ),
  }),
  output: z.extend(messageResponse, pushSettings.shape),
});
