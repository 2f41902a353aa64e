import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createHostRoute, editHostRoute, type Host, rotateHostKeyRoute } from "#domain/hosts/api.ts";
import { HOST_REGION_NAMES } from "#domain/hosts/host-regions.ts";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { type FormState, useForm } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import type { HostAction } from "./host-table.tsx";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

const REGIONS = HOST_REGION_NAMES.map((value) => ({ value, label: text.regions[value] }));
const DEFAULT_CAPACITY = 100;

function Fields({ form, host }: { form: FormState; host?: Host }) {
  const [name, setName] = useState(host?.name ?? "");
  return (
    <>
      <TextField
        label={text.name}
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        max={HOST_LIMITS.name}
        autoComplete="off"
        hint={text.nameHint}
        errors={form.errors.name}
      />
      <TextField
        label={text.ipAddress}
        name="ip_address"
        defaultValue={host?.ip_address}
        placeholder={text.ipAddressExample}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={text.ipAddressHint}
        errors={form.errors.ip_address}
      />
      <div className={styles.pair}>
        <Select
          label={text.region}
          name="region"
          options={REGIONS}
          defaultValue={host?.region ?? "weur"}
          hint={text.regionHint}
          errors={form.errors.region}
        />
        <TextField
          label={text.capacity}
          name="capacity"
          inputMode="numeric"
          defaultValue={host?.capacity ?? DEFAULT_CAPACITY}
          autoComplete="off"
          hint={text.capacityHint}
          errors={form.errors.capacity}
        />
      </div>
    </>
  );
}

interface RegisterProps {
  onClose: () => void;
  /** Called with the new host. Only this response contains its key. */
  onDone: (response: { host: Host; key: string }) => void;
}

function RegisterHostForm({ onClose, onDone }: RegisterProps) {
  const form = useForm(createHostRoute, { onDone });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.registerTitle}
      text={text.registerText}
      submit={text.register}
    >
      <Fields form={form} />
    </FormModal>
  );
}

interface EditProps {
  host: Host;
  onClose: () => void;
  onDone: (host: Host) => void;
}

function EditHostForm({ host, onClose, onDone }: EditProps) {
  const form = useForm(editHostRoute, {
    params: { id: host.id },
    onDone: (response) => {
      toast(text.saved(response.host.name), { tone: "good" });
      onDone(response.host);
    },
  });
  return (
    <FormModal form={form} onClose={onClose} title={text.editTitle(host.name)} submit={text.save}>
      <Fields form={form} host={host} />
    </FormModal>
  );
}

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
