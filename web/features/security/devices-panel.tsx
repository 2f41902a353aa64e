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
import { ErrorState } from "#web/ui/states.tsx";
import styles from "./security.module.css";
import { devicesText } from "./text/security.ts";

const text = devicesText;
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
  const { data, error, isPending, isFetching, refetch } = useQuery(QUERY);
  return (
    <Panel heading={text.devices} text={text.devicesText}>
      {isPending && <Skeleton height={64} />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />}
      {data && (
        <ul className={styles.devices}>
          {data.data.map((device) => (
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
