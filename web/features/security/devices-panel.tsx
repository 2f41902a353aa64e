import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import {
  type Device,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
} from "#domain/security/api.ts";
import { toastFailure, useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { queryFor } from "#web/lib/query.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { devicesText } from "#web/text/security.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { OwnPassword } from "#web/ui/password-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "./security.module.css";

const text = devicesText;
const QUERY = queryFor(deviceListRoute, {});
type Devices = OutputOf<typeof deviceListRoute>;

/** On which systems a browser is held in the hand, as the site words them. */
const IN_HAND = /Android|iOS|iPhone|iPad/;

function LogOutOthers({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(logoutOtherDevicesRoute, {
    onDone: toastThen(() => void client.invalidateQueries({ queryKey: QUERY.queryKey }), onClose),
  });
  return (
    <FormModal title={text.others} text={text.othersText} submit={text.others} form={form} onClose={onClose}>
      <OwnPassword errors={form.errors.password} />
    </FormModal>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const client = useQueryClient();
  const Icon = IN_HAND.test(device.device) ? Smartphone : Monitor;
  const drop = () =>
    client.setQueryData<Devices>(
      QUERY.queryKey,
      (old) => old && { data: old.data.filter(({ id }) => id !== device.id) },
    );
  const signOut = useAct(
    () => call(endDeviceRoute, { params: { sessionId: device.id }, input: {} }).then(toastThen(drop)),
    toastFailure,
  );
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
          <Time value={device.seen_at} />
        </p>
      </div>
      {!device.current && (
        <Button size="s" aria-label={text.signOutOf(device.device)} busy={signOut.busy} onClick={signOut.run}>
          {text.signOut}
        </Button>
      )}
    </li>
  );
}

/** The browsers in which one is signed in, and the way to sign them out. */
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
      <div className={styles.acts}>
        <Button onClick={() => setOpen(true)}>{text.others}</Button>
      </div>
      {isOpen && <LogOutOthers onClose={() => setOpen(false)} />}
    </Panel>
  );
}
