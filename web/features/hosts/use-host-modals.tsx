import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { editHostRoute, type Host, rotateHostKeyRoute } from "#domain/hosts/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { EditHostForm, RegisterHostForm } from "./host-form.tsx";
import type { HostAction } from "./host-table.tsx";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

interface HostKeyModalProps {
  name: string;
  value: string;
  onClose: () => void;
}

/** Shows a key once. Only closes by its button, or after the key was copied. */
function HostKeyModal({ name, value, onClose }: HostKeyModalProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      toast(text.copied, { tone: "good" });
    } catch {
      toast(text.copyFailed, { tone: "bad" });
    }
  };
  return (
    <Modal
      open
      alert
      title={text.keyTitle(name)}
      text={text.keyText}
      onClose={() => copied && onClose()}
      footer={
        <Button variant={copied ? "primary" : "plain"} onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <p className={styles.key}>
        <span className="sr-only">{text.key}: </span>
        <code>{value}</code>
      </p>
      <Button variant={copied ? "plain" : "primary"} icon={Copy} full onClick={() => void copy()}>
        {text.copy}
      </Button>
      <p className={styles.small}>{text.keyUse}</p>
    </Modal>
  );
}

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
  const rotation = useAction(({ id }: Host) => call(rotateHostKeyRoute, { params: { id } }), {
    onDone: showKey,
    errors: "modal",
    onEnd: (_, error) => error && close(),
  });
  const power = useAction(
    ({ id, enabled }: Host) => call(editHostRoute, { params: { id }, input: { enabled: !enabled } }),
    {
      toast: ({ host: { name, enabled } }) => text.switched(name, enabled),
      onDone: refresh,
      errors: "modal",
      onEnd: close,
    },
  );
  const runAction = (kind: HostAction, host: Host) =>
    kind === "switchOn" ? void power.run(host) : setOpen({ kind, host });
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
    const { busy, run } = isRotation ? rotation : power;
    return (
      <ConfirmModal
        open
        onClose={() => !busy && close()}
        title={isRotation ? text.rotateTitle(host.name) : text.switchOffTitle(host.name)}
        text={isRotation ? text.rotateText : text.switchOffText(host.players_count)}
        action={isRotation ? text.rotateAction : text.switchOffAction}
        busy={busy}
        onConfirm={() => run(host)}
      />
    );
  };
  return { register: () => setOpen({ kind: "register" }), runAction, modal: open && show(open) };
}
