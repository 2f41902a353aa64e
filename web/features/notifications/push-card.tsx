import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { RawInputOf } from "#domain/api/route.ts";
import {
  type PushSettings,
  pushRoute,
  removePushRoute,
  subscribePushRoute,
  updatePushRoute,
} from "#domain/push/api.ts";
import { PUSH_KINDS } from "#domain/push/rules.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { patch } from "#web/lib/cache.ts";
import { errorText, toastError } from "#web/lib/error-text.ts";
import { queryFor } from "#web/lib/query.ts";
import { serviceWorkerReady } from "#web/lib/service-worker.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./push-card.module.css";

const pushText = {
  title: "When Bopolis is closed",
  intro:
    "Get notified on your devices while none of your pages is open. Messages name the sender, never the text.",
  turnOn: "Turn on for this device",
  on: "Notifications are on for this device.",
  denied:
    "Your browser blocks notifications from this site. Allow them in the browser's settings for this site, then try again.",
  unsupported:
    "This browser can't show notifications. On an iPhone or iPad, add Bopolis to your Home Screen first.",
  kinds: { chat: "Messages", buddy_request: "Buddy requests", sale: "Sales" },
  quiet: "Quiet hours",
  quietHint: (zone: string) => `Nothing is sent during these hours. Time zone: ${zone}.`,
  from: "From",
  until: "Until",
  devices: "Your devices",
  thisDevice: "This device",
  remove: (name: string) => `Remove ${name}`,
  unnamed: "Unknown device",
} as const;

/** Whether this browser can get push messages, and whether the user has decided. */
type PushState = "unsupported" | "denied" | "off" | "on";

const toBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

async function readPushState(): Promise<PushState> {
  if (!("PushManager" in window) || !("Notification" in window)) return "unsupported";
  const ready = await serviceWorkerReady();
  if (!ready) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await ready.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks the user for permission and subscribes this browser. Returns null if the user refuses. */
async function subscribe(key: string) {
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
async function unsubscribe(id: number, isCurrent: boolean) {
  const settings = await call(removePushRoute, { params: { id } });
  if (isCurrent) await (await (await serviceWorkerReady())?.pushManager.getSubscription())?.unsubscribe();
  return settings;
}

const QUERY = queryFor(pushRoute, {});

/** Quiet hours that a member turns on. */
const NIGHT = { from: 22 * 60, until: 8 * 60 };

const toTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const toMinute = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

interface SettingsProps {
  settings: PushSettings;
  save: (input: RawInputOf<typeof updatePushRoute>) => void;
}

function Quiet({ settings: { quiet }, save }: SettingsProps) {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Switch
        label={pushText.quiet}
        hint={pushText.quietHint(quiet?.time_zone ?? time_zone)}
        name="quiet"
        checked={quiet !== null}
        onChange={(on) => save({ quiet: on ? { ...NIGHT, time_zone } : null })}
      />
      {quiet && (
        <div className={styles.hours}>
          {(["from", "until"] as const).map((edge) => (
            <label className={styles.hour} key={edge}>
              {pushText[edge]}
              <input
                type="time"
                required
                value={toTime(quiet[edge])}
                onChange={({ target }) =>
                  target.value && save({ quiet: { ...quiet, [edge]: toMinute(target.value), time_zone } })
                }
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}

export function PushCard() {
  const client = useQueryClient();
  const query = useQuery(QUERY);
  const { data, refetch } = query;
  const [state, setState] = useState<PushState>();
  useEffect(() => {
    void readPushState().then(setState);
  }, []);
  const store = ({ kinds, quiet, devices }: PushSettings) =>
    patch(client, "/api/push", (stored) => ({ ...stored, kinds, quiet, devices }));
  type Changed = (PushSettings & { message: string }) | null;
  const { busy, run } = useAction((work: () => Promise<Changed>) => work(), {
    onDone: (settings) => {
      if (!settings) return;
      store(settings);
      toast(settings.message, { tone: "good" });
    },
    errors: "toast",
    onEnd: () => void readPushState().then(setState),
  });
  const { run: save } = useAction(
    (input: RawInputOf<typeof updatePushRoute>) => call(updatePushRoute, { input }),
    {
      parallel: true,
      onDone: store,
      errors: (error) => {
        toastError(errorText(error));
        void refetch();
      },
    },
  );
  if (!data) return query.isError ? <QueryError query={query} /> : <Skeleton height={260} />;
  const { devices, key } = data;
  const isOn = state === "on" && devices.some(({ current }) => current);
  const remove = (id: number, current: boolean) => void run(() => unsubscribe(id, current));
  return (
    <Card className={styles.card}>
      <h2>{pushText.title}</h2>
      <p>{pushText.intro}</p>
      <div role="status">
        {state === "unsupported" && <p className={styles.note}>{pushText.unsupported}</p>}
        {state === "denied" && <p className={styles.note}>{pushText.denied}</p>}
        {isOn && <p className={styles.note}>{pushText.on}</p>}
      </div>
      {!isOn && (state === "off" || state === "on") && (
        <div>
          <Button
            variant="primary"
            icon={BellRing}
            busy={busy}
            onClick={() => void run(() => subscribe(key))}
          >
            {pushText.turnOn}
          </Button>
        </div>
      )}
      {devices.length > 0 && (
        <>
          {PUSH_KINDS.map((kind) => (
            <Switch
              key={kind}
              label={pushText.kinds[kind]}
              name={`push-${kind}`}
              checked={data.kinds[kind]}
              onChange={(on) => {
                // The switch shows the choice before it's saved.
                store({ ...data, kinds: { ...data.kinds, [kind]: on } });
                void save({ [kind]: on });
              }}
            />
          ))}
          <Quiet settings={data} save={(input) => void save(input)} />

          <h3>{pushText.devices}</h3>
          <ul className={styles.devices}>
            {devices.map(({ id, name, current }) => (
              <li className={styles.device} key={id}>
                <span>
                  {name || pushText.unnamed}
                  {current && <span className={styles.current}> · {pushText.thisDevice}</span>}
                </span>
                <IconButton
                  icon={Trash2}
                  label={pushText.remove(name || pushText.unnamed)}
                  onClick={() => remove(id, current)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
