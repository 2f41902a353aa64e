import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { editHostRoute, type Host, rotateHostKeyRoute } from "#domain/hosts/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { EditHostForm, RegisterHostForm } from "./host-form.tsx";
import { HostKeyModal } from "./host-key-modal.tsx";
import type { HostAction } from "./host-table.tsx";
import { hostsText as text } from "./text.ts";

/** The open modal. */
type Open =
  | { kind: "register" }
  | { kind: "key"; host: Host; key: string }
  | { kind: HostAction; host: Host };

/** The actions on hosts. `runAction` runs one or opens its modal; the page must render `modal`. */
export function useHostModals(refresh: () => void): {
  register: () => void;
  runAction: (action: HostAction, host: Host) => void;
  modal: ReactNode;
} {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const showKey = ({ host, key }: { host: Host; key: string }) => {
    refresh();
    setOpen({ kind: "key", host, key });
  };
  const onError = (error: unknown) => {
    close();
    showActionError(error);
  };
  const rotation = useMutation({
    mutationFn: ({ id }: Host) => call(rotateHostKeyRoute, { params: { id } }),
    onSuccess: showKey,
    onError,
  });
  const power = useMutation({
    mutationFn: ({ id, enabled }: Host) =>
      call(editHostRoute, { params: { id }, input: { enabled: !enabled } }),
    onSuccess: ({ host: { name, enabled } }) => {
      toast(text.switched(name, enabled), { tone: "good" });
      refresh();
      close();
    },
    onError,
  });
  const runAction = (kind: HostAction, host: Host) =>
    kind === "switchOn" ? power.mutate(host) : setOpen({ kind, host });
  const done = () => {
    refresh();
    close();
  };

  const show = (current: Open): ReactNode => {
    if (current.kind === "register") return <RegisterHostForm onClose={close} onDone={showKey} />;
    const { host } = current;
    if (current.kind === "key") return <HostKeyModal name={host.name} value={current.key} onClose={close} />;
    if (current.kind === "edit") return <EditHostForm host={host} onClose={close} onDone={done} />;
    const isRotation = current.kind === "rotate";
    const mutation = isRotation ? rotation : power;
    return (
      <ConfirmModal
        open
        onClose={() => !mutation.isPending && close()}
        title={isRotation ? text.rotateTitle(host.name) : text.switchOffTitle(host.name)}
        text={isRotation ? text.rotateText : text.switchOffText(host.players_count)}
        action={isRotation ? text.rotateAction : text.switchOffAction}
        busy={mutation.isPending}
        onConfirm={() => mutation.mutate(host)}
      />
    );
  };
  return { register: () => setOpen({ kind: "register" }), runAction, modal: open && show(open) };
}
