import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import {
  type Device,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
} from "#domain/security/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { patch } from "#web/lib/cache.ts";
import { useForm } from "#web/lib/form.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./security.module.css";

export const securityText = {
  twoFactor: "Two-factor authentication",
  twoFactorText: "Sign in with your password plus a code from your phone. One alone isn't enough.",
  on: "On",
  off: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  codesLeft: (left: number) => (left === 1 ? "1 recovery code left" : `${left} recovery codes left`),
  newCodes: "New recovery codes",
  newCodesText: "You get 16 new codes. The old ones stop working.",
  makeCodes: "Make new codes",
  offTitle: "Turn two-factor authentication off?",
  offText: "After that, your password alone is enough to sign in.",
  enable: {
    title: "Turn on two-factor authentication",
    text: "Scan this with an authenticator app, then enter the code it shows.",
    qr: "QR code for your authenticator app",
    cannotScan: "Can't scan it? Type this into the app:",
    open: "Open in an app on this device",
    code: "Code from the app",
    submit: "Turn on",
  },
  codes: {
    title: "Your recovery codes",
    text: "Each code signs you in once, without your phone. They're shown only now, so keep them somewhere safe.",
    list: "Recovery codes",
    download: "Download",
    copy: "Copy",
    copied: "Copied!",
    notCopied: "They couldn't be copied. Select them and copy them yourself.",
    saved: "I've saved my codes",
    file: "recovery-codes.txt",
    fileHead: (site: string, username: string) =>
      `Recovery codes of ${username} for ${site}. Each works once, instead of a code from your authenticator app.`,
  },
  copySecret: "Copy the key",
  secretNotCopied: "The key couldn't be copied. Select it and copy it yourself.",
} as const;

const text = {
  devices: "Where you are signed in",
  devicesText: "Sign out any device you don't recognize, then change your password.",
  thisOne: "This browser",
  used: "Last used ",
  signOut: "Sign out",
  signOutOf: (device: string) => `Sign out ${device}`,
  others: "Log out other devices",
  othersText: "Signs out every browser except this one.",
  noPlace: "Unknown location",
} as const;

const QUERY = queryFor(deviceListRoute, {});

/** Mobile systems, as named in the API's device descriptions. */
const MOBILE = /Android|iOS|iPhone|iPad/;

function SignOutOthers({ onClose }: { onClose: () => void }) {
  const form = useForm(logoutOtherDevicesRoute, {
    toast: messageOf,
    onDone: onClose,
    changes: [deviceListRoute.path],
  });
  return (
    <FormModal title={text.others} text={text.othersText} submit={text.others} form={form} onClose={onClose}>
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const client = useQueryClient();
  const Icon = MOBILE.test(device.device) ? Smartphone : Monitor;
  const signOut = useAction(() => call(endDeviceRoute, { params: { sessionId: device.id }, input: {} }), {
    toast: messageOf,
    onDone: () =>
      patch(client, "/api/auth/sessions", ({ data }) => ({
        data: data.filter(({ id }) => id !== device.id),
      })),
    errors: "toast",
  });
  return (
    <li className={styles.device}>
      <Icon aria-hidden />
      <div className={styles.deviceText}>
        <p className={styles.deviceName}>
          {device.device}
          {device.current && <Badge tone="playing">{text.thisOne}</Badge>}
        </p>
        <p className={styles.hint}>
          {device.place || text.noPlace} · {text.used}
          <RelativeTime value={device.seen_at} />
        </p>
      </div>
      {!device.current && (
        <Button
          size="s"
          aria-label={text.signOutOf(device.device)}
          busy={signOut.busy}
          onClick={() => signOut.run()}
        >
          {text.signOut}
        </Button>
      )}
    </li>
  );
}

export function DevicesPanel() {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery(QUERY);
  return (
    <Panel heading={text.devices} text={text.devicesText}>
      {query.isPending && <Skeleton height={64} />}
      <QueryError query={query} />
      {query.data && (
        <ul className={styles.devices}>
          {query.data.data.map((device) => (
            <DeviceRow device={device} key={device.id} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>{text.others}</Button>
      </div>
      {isOpen && <SignOutOthers onClose={() => setOpen(false)} />}
    </Panel>
  );
}
