import { Copy, Ellipsis, KeyRound, Pencil, Power, PowerOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createHostRoute, editHostRoute, type Host, rotateHostKeyRoute } from "#domain/hosts/api.ts";
import { HOST_REGION_NAMES } from "#domain/hosts/host-regions.ts";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { type FormState, useForm } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Progress } from "#web/ui/card.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { cx } from "#web/ui/cx.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

type State = keyof typeof text.states;

const hostState = ({ enabled, online, full }: Host): State => {
  if (!enabled) return "off";
  if (!online) return "silent";
  return full ? "full" : "online";
};

function Since({ state, changedAt }: { state: State; changedAt: string | null }) {
  if (state === "off") return text.notAccepting;
  if (changedAt === null) return text.neverConnected;
  return (
    <>
      {state === "silent" ? text.wentSilent : text.wentOnline} <RelativeTime value={changedAt} />
    </>
  );
}

function HostState({ host }: { host: Host }) {
  const state = hostState(host);
  return (
    <>
      <span className={styles.state}>
        <span className={cx(styles.dot, styles[state])} aria-hidden />
        {text.states[state]}
      </span>
      <span className={styles.small}>
        <Since state={state} changedAt={host.changed_at} />
      </span>
    </>
  );
}

const COLUMNS = [text.host, text.region, text.state, text.players, text.actions];

type HostAction = "edit" | "rotate" | "switchOff" | "switchOn";
type OnHostAction = (action: HostAction, host: Host) => void;

function HostMenu({ host, onAction }: { host: Host; onAction: OnHostAction }) {
  const item = (action: HostAction) => ({ onSelect: () => onAction(action, host) });
  const power = host.enabled
    ? { label: text.switchOff, icon: PowerOff, danger: true, ...item("switchOff") }
    : { label: text.switchOn, icon: Power, ...item("switchOn") };
  const items =
    host.kind === "room"
      ? [power]
      : [
          { label: text.edit, icon: Pencil, ...item("edit") },
          { label: text.rotate, icon: KeyRound, ...item("rotate") },
          power,
        ];
  return (
    <Menu
      label={text.more(host.name)}
      groups={[{ id: "host", items }]}
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label={text.more(host.name)} />}
    />
  );
}

interface TableProps {
  hosts: readonly Host[];
  /** The rows are from the previous page while the next one loads. */
  stale: boolean;
  onAction: OnHostAction;
}

export function HostTable({ hosts, stale, onAction }: TableProps) {
  return (
    <CardTable label={text.title} columns={COLUMNS} stale={stale}>
      {hosts.map((host) => (
        <tr key={host.id} className={cardRow(styles.row)}>
          <td className={styles.host}>
            <span className={styles.name}>{host.name}</span>
            <span className={styles.small}>{host.kind === "room" ? text.rooms : host.ip_address}</span>
          </td>
          <td className={styles.region}>{text.regions[host.region]}</td>
          <td className={styles.status}>
            <HostState host={host} />
          </td>
          <td className={styles.players}>
            <span className={styles.seats}>{text.seats(host.players_count, host.capacity)}</span>
            <Progress label={text.seatsLabel(host.name)} share={host.players_count / host.capacity} />
          </td>
          <td className={styles.actions}>
            <HostMenu host={host} onAction={onAction} />
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

const SKELETON_CELLS = [
  { width: 170, height: 40, className: styles.host },
  { width: 130, height: 20, className: styles.region },
  { width: 140, height: 40, className: styles.status },
  { width: 120, height: 30, className: styles.players },
  { width: 44, height: 44, className: styles.actions },
];

export function HostTableSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <CardTable label={text.title} columns={COLUMNS} busy>
        {["first", "second", "third"].map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            {SKELETON_CELLS.map(({ width, height, className }) => (
              <td key={className} className={className}>
                <Skeleton width={width} height={height} />
              </td>
            ))}
          </tr>
        ))}
      </CardTable>
    </>
  );
}

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

/** Shows a key once. Only closes by its button, or after the key was copied. */
function HostKeyModal({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(value, text.copyFailed, text.copied)) setCopied(true);
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
export function useHostModals(refresh: () => void) {
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
