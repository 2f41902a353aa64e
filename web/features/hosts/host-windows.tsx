import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { editHostRoute, type Host, rotateHostKeyRoute } from "#domain/hosts/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { hostsText as text } from "#web/text/hosts.ts";
import { Confirm } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { EditHost, RegisterHost } from "./host-form.tsx";
import type { HostAct } from "./host-table.tsx";
import { KeyWindow } from "./key-window.tsx";

/** What lies over the page, if anything does. */
type Open = { what: "register" } | { what: "key"; host: Host; key: string } | { what: HostAct; host: Host };

/** What is done with hosts: `act` does it or opens the window that asks, which the page has somewhere. */
export function useHostWindows(refresh: () => void): {
  register: () => void;
  act: (act: HostAct, host: Host) => void;
  window: ReactNode;
} {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const showKey = ({ host, key }: { host: Host; key: string }) => {
    refresh();
    setOpen({ what: "key", host, key });
  };
  const failed = (error: unknown) => {
    close();
    tellActionFailed(error);
  };
  const rotation = useMutation({
    mutationFn: ({ id }: Host) => call(rotateHostKeyRoute, { params: { id } }),
    onSuccess: showKey,
    onError: failed,
  });
  const power = useMutation({
    mutationFn: ({ id, enabled }: Host) =>
      call(editHostRoute, { params: { id }, input: { enabled: !enabled } }),
    onSuccess: ({ host: { name, enabled } }) => {
      toast(text.switched(name, enabled), { tone: "good" });
      refresh();
      close();
    },
    onError: failed,
  });
  const act = (what: HostAct, host: Host) =>
    what === "switchOn" ? power.mutate(host) : setOpen({ what, host });
  const done = () => {
    refresh();
    close();
  };

  const show = (now: Open): ReactNode => {
    if (now.what === "register") return <RegisterHost onClose={close} onDone={showKey} />;
    const { host } = now;
    if (now.what === "key") return <KeyWindow name={host.name} value={now.key} onClose={close} />;
    if (now.what === "edit") return <EditHost host={host} onClose={close} onDone={done} />;
    const isRotation = now.what === "rotate";
    const acting = isRotation ? rotation : power;
    return (
      <Confirm
        open
        onClose={() => !acting.isPending && close()}
        title={isRotation ? text.rotateTitle(host.name) : text.switchOffTitle(host.name)}
        text={isRotation ? text.rotateText : text.switchOffText(host.players_count)}
        action={isRotation ? text.rotateAct : text.switchOffAct}
        busy={acting.isPending}
        onConfirm={() => acting.mutate(host)}
      />
    );
  };
  return { register: () => setOpen({ what: "register" }), act, window: open && show(open) };
}
